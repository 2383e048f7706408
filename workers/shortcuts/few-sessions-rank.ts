/**
 * The market cap rank on a few sessions: the caps of those sessions alone are looked at and put in order. Of the sessions of one
 * evening it gains four fifths of the rank; where many are asked about, bounds of caps are faster (rank-condition.ts).
 */
import type { Condition, WordSpan } from "#workers/engine/condition.ts";
import type { Premises, Shortcut } from "#workers/engine/run-plan.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";

export const fewSessionsRank: Shortcut = {
  name: "the market cap rank of a few sessions",
  condition: ([field], premises, span) => (field === "marketCapRank" ? fromSessions(premises, span) : null),
};

const NO_CAP = Float64Array.of(NaN);

function fromSessions(premises: Premises, { first, stop }: WordSpan): Condition {
  /** By session, when one of it is asked about: a 1 by member that is in the top. */
  const tops = new Map<number, Uint8Array>();
  const isInTop = (member: number, session: number): boolean => {
    const top = tops.get(session) ?? topOn(premises, session);
    tops.set(session, top);
    return top[member] === 1;
  };
  return (member, need, verdict) => {
    for (let word = first; word < stop; word++) {
      let passing = 0;
      for (let rest = need[word - first]; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        if (isInTop(member, word * WORD + 31 - Math.clz32(bit))) passing |= bit;
      }
      verdict[word - first] = passing;
    }
    return false;
  };
}

/** Rank by market cap descending among the members with a bar and a cap, ties by symbol; in while (rank - 1) x 100 < percent x count. */
function topOn({ strategy, facts: { market, universe, calendar } }: Premises, session: number): Uint8Array {
  const capsOf = rowsOf(market, "marketCap") ?? (() => NO_CAP);
  const caps = new Float64Array(universe.length);
  const known: number[] = [];
  for (let member = 0; member < universe.length; member++) {
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) continue;
    [caps[member]] = capsOf(universe[member], row, row + 1);
    if (caps[member] > 0) known.push(member);
  }
  known.sort((a, b) => caps[b] - caps[a] || a - b);
  const percent = strategy.scanner.marketCapRank ?? 0;
  const isTop = new Uint8Array(universe.length);
  for (let place = 0; place * 100 < percent * known.length; place++) isTop[known[place]] = 1;
  return isTop;
}
