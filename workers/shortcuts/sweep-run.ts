/**
 * The day loop of one of many variants. Between two fills, or sells that are decided, nothing happens: the sessions
 * from one to the next are gone through together, 32 at most, by account-kernel.wat. Every figure is that of simulate.ts to the
 * last bit: the same sums in the same order. Gains, for sweeps: a session without a fill or a sell costs its mark alone; the
 * kernel does a session with fills in half the time of JavaScript, a quarter of a variant of RSI(2) with its 23,000 trades.
 */
import { WORD } from "#workers/sessions/bits.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import { FIELD, MONEY } from "./sweep-memory.ts";
import { countPassedOver, decideBuys } from "./sweep-orders.ts";
import type { SweepRun } from "./sweep-state.ts";

/** Runs the sessions of the candidates' word that are in the period. */
export function runWord(run: SweepRun, candidates: WordCandidates): void {
  const { plan, room, memory } = run;
  const { firstSession, lastSession } = plan;
  const start = Math.max(firstSession, candidates.word * WORD);
  const stop = Math.min(lastSession + 1, (candidates.word + 1) * WORD);
  room.fields[FIELD.listed] = candidates.some;
  room.fields[FIELD.sold] = 0;
  run.heldDuring.word++;
  for (let session = start; session < stop;) {
    const last = memory.step(room.address, session, stop);
    run.cash.fill(room.money[MONEY.cash], session - firstSession, last + 1 - firstSession);
    decideBuys(run, candidates, session, last);
    session = last + 1;
  }
  if (run.sessionOrder === null) countPassedOver(run, candidates, start, Math.min(stop, lastSession));
}
