/** For each session of the period, the bars that pass scanner and buy rules, in symbol order. */
import { makeCapRank } from "./cap-rank.ts";
import { makeInstrumentJudge } from "./conditions.ts";
import type { Passing } from "./conditions.ts";
import type { Plan } from "./plan.ts";

/** The s-th session looked at (from 0) has the entries offset[s] .. offset[s+1]-1; what lies behind is void. */
export interface Candidates {
  readonly offset: Int32Array;
  /** The bar's row in the market. */
  readonly row: Int32Array;
  /** The instrument's place in the universe. */
  readonly member: Int32Array;
}

/** Of the sessions firstSession .. lastSession - 1: on the last one of the period nothing is bought. */
export function findCandidates(plan: Plan): Candidates {
  return findPassing(plan, plan.firstSession, plan.lastSession);
}

/** Looks at the sessions first .. stop - 1 of the calendar, all in the plan's period. */
export function findPassing(plan: Plan, first: number, stop: number): Candidates {
  const { market, universe, sessionOfRow } = plan;
  const judge = makeInstrumentJudge(plan, longestSeries(plan));
  const passing = { row: new Int32Array(Math.min(plan.bars, universe.length * (stop - first))), count: 0 };
  const memberEnd = new Int32Array(universe.length);
  for (let member = 0; member < universe.length; member++) {
    const from = market.barOffset[universe[member]];
    const to = market.barOffset[universe[member] + 1];
    let firstRow = from;
    while (firstRow < to && sessionOfRow[firstRow] < first) firstRow++;
    let stopRow = to;
    while (stopRow > firstRow && sessionOfRow[stopRow - 1] >= stop) stopRow--;
    judge({ from, to, firstRow, stopRow }, passing);
    memberEnd[member] = passing.count;
  }
  const bySymbol = { ...passing, memberEnd, first, sessions: stop - first };
  return settleRanks(plan, first, bySession(plan, bySymbol));
}

function longestSeries({ market, universe }: Plan): number {
  return universe.reduce(
    (most, instrument) => Math.max(most, market.barOffset[instrument + 1] - market.barOffset[instrument]),
    0,
  );
}

/** The passing rows of one instrument after the other; those of member m end before memberEnd[m]. */
interface BySymbol extends Passing {
  readonly memberEnd: Int32Array;
  readonly first: number;
  readonly sessions: number;
}

/** Sorts by session, stable, so that the instruments of a session stay in symbol order. */
function bySession({ sessionOfRow }: Plan, passing: BySymbol): Candidates {
  const { first, sessions, memberEnd } = passing;
  const offset = new Int32Array(sessions + 1);
  for (let at = 0; at < passing.count; at++) offset[sessionOfRow[rowOf(passing.row[at])] - first + 1]++;
  for (let session = 0; session < sessions; session++) offset[session + 1] += offset[session];
  const next = offset.slice();
  const row = new Int32Array(passing.count);
  const member = new Int32Array(passing.count);
  let owner = 0;
  for (let at = 0; at < passing.count; at++) {
    while (at >= memberEnd[owner]) owner++;
    const place = next[sessionOfRow[rowOf(passing.row[at])] - first]++;
    row[place] = passing.row[at];
    member[place] = owner;
  }
  return { offset, row, member };
}

/** The market row of an entry, whether its rank is settled or not. */
function rowOf(entry: number): number {
  return entry < 0 ? ~entry : entry;
}

/** Settles, in place, the entries that the rank decides: drops them or turns them into plain rows. */
function settleRanks(plan: Plan, first: number, found: Candidates): Candidates {
  const percent = plan.strategy.scanner.marketCapRank;
  if (percent === null || plan.prices.marketCap === null) return found;
  const isInTop = makeCapRank(plan, percent);
  const { offset, row, member } = found;
  let kept = 0;
  let from = 0;
  for (let session = 0; session + 1 < offset.length; session++) {
    const to = offset[session + 1];
    for (let at = from; at < to; at++) {
      const entry = row[at];
      if (entry < 0 && !isInTop(first + session, member[at], ~entry)) continue;
      row[kept] = rowOf(entry);
      member[kept++] = member[at];
    }
    from = to;
    offset[session + 1] = kept;
  }
  return found;
}
