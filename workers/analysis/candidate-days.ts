/** On which sessions of a run's period one instrument passes scanner and buy rules, as the run itself asks. */
import { bitAt } from "#workers/sessions/bits.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { makeJudge, spanOf } from "#workers/engine/candidates.ts";

/** EpochDays, ascending; [] where it never passes, null where it is none of the universe. */
export function candidateDays(plan: Plan, symbol: string): Int32Array | null {
  const { market, universe, firstSession, lastSession, sessionDay } = plan;
  const member = universe.findIndex((at) => market.instruments[at].symbol === symbol);
  if (member < 0) return null;
  const span = spanOf(firstSession, lastSession + 1);
  const own = new Int32Array(span.words);
  makeJudge(plan, { first: firstSession, stop: lastSession + 1, looked: null })(member, own);
  const days: number[] = [];
  for (let session = firstSession; session <= lastSession; session++)
    if (bitAt(own, session - span.first * 32) === 1) days.push(sessionDay[session]);
  return Int32Array.from(days);
}
