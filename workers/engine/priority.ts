/** The order priority: which candidates come first when there are more of them than free slots. */
import type { PriorityKey } from "./order-list.ts";
import type { RunPlan } from "./run-plan.ts";

/** Look-back of the 300-days-top-gainer-first order, in bars; fixed by its name. */
export const TOP_GAINER_DAYS = 300;

type KeyGround = Pick<RunPlan, "strategy" | "rules" | "ground" | "calendar" | "priceOf">;

export function makePriorityKey(ground: KeyGround): PriorityKey {
  const { strategy, calendar, priceOf } = ground;
  const { close, marketCap, volume } = priceOf;
  switch (strategy.simulation.sortingType) {
    case "300-days-top-gainer-first":
      return (row, member) => {
        const before = row - TOP_GAINER_DAYS;
        return before >= calendar.fromRow[member] ? close(row, member) / close(before, member) : -Infinity;
      };
    case "market-cap-desc":
      return (row, member) => {
        const cap = marketCap(row, member);
        return cap > 0 ? cap : -Infinity;
      };
    case "volume-desc":
      return volume;
    case "expression":
      return expressionKey(ground);
  }
}

function expressionKey({ rules, ground, calendar }: KeyGround): PriorityKey {
  if (rules.sortBy === null) throw new RangeError("priority: no expression to sort by");
  const keysOf = ground().singlesOf(rules.sortBy.expression);
  return (row, member) => keyAsSorted(keysOf(member)[row - calendar.fromRow[member]]);
}

/** Keys are compared as singles. One that is beyond these is infinite, and still comes before an unknown one; -0 is 0. */
export function keyAsSorted(key: number): number {
  return key === key ? Math.max(key, -Number.MAX_VALUE) + 0 : -Infinity;
}
