/** The order priority: which candidates come first when there are more of them than free slots. */
import type { Plan } from "./plan.ts";

/** Look-back of the 300-days-top-gainer-first order, in bars; fixed by its name. */
const TOP_GAINER_DAYS = 300;

/** What the candidate at a market row is sorted by, largest first; -Infinity where unknown, so last. */
export type PriorityKey = (row: number, member: number) => number;

export function makePriorityKey(plan: Plan): PriorityKey {
  const { prices, market, universe } = plan;
  switch (plan.strategy.simulation.sortingType) {
    case "300-days-top-gainer-first":
      return (row, member) => {
        const before = row - TOP_GAINER_DAYS;
        return before >= market.barOffset[universe[member]]
          ? prices.close[row] / prices.close[before]
          : -Infinity;
      };
    case "market-cap-desc":
      return (row) => {
        const cap = prices.marketCap?.[row] ?? NaN;
        return cap > 0 ? cap : -Infinity;
      };
    case "volume-desc":
      return (row) => prices.volume[row];
  }
}

/**
 * The best few of a session's candidates, best first. Offered in symbol order, equal keys keep that order.
 * One list serves all sessions: no allocation after it is made.
 */
export interface Shortlist {
  readonly row: Int32Array;
  readonly member: Int32Array;
  readonly key: Float64Array;
  readonly keyOf: PriorityKey;
  count: number;
}

/** @param size - the most candidates that a session can take */
export function makeShortlist(size: number, keyOf: PriorityKey): Shortlist {
  const row = new Int32Array(size);
  return { row, member: new Int32Array(size), key: new Float64Array(size), keyOf, count: 0 };
}

/** Puts a candidate in its place among the best `limit` (at least 1); the worst falls off a full list. */
export function offer(list: Shortlist, limit: number, row: number, member: number): void {
  const key = list.keyOf(row, member);
  let at = list.count;
  if (at < limit) list.count++;
  else if (key > list.key[limit - 1]) at--;
  else return;
  while (at > 0 && key > list.key[at - 1]) {
    list.row[at] = list.row[at - 1];
    list.member[at] = list.member[at - 1];
    list.key[at] = list.key[at - 1];
    at--;
  }
  list.row[at] = row;
  list.member[at] = member;
  list.key[at] = key;
}
