/**
 * The day loop of one of many variants, 32 sessions at most: fills, marks and decisions, with the sessions between two of them
 * gone through together. Gains, for sweeps: a session without a fill or a sell costs its mark alone.
 */
import { WORD } from "#workers/sessions/bits.ts";
import { fillOrders, lastAlike, markSessions, sellDue } from "./sweep-account.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import { countPassedOver, decideBuys } from "./sweep-orders.ts";
import type { SweepRun } from "./sweep-state.ts";

/** Runs the sessions of the candidates' word that are in the period. */
export function runWord(run: SweepRun, candidates: WordCandidates): void {
  const { plan, account, carried, sold, fills } = run;
  const { firstSession, lastSession } = plan;
  const start = Math.max(firstSession, candidates.word * WORD);
  const stop = Math.min(lastSession + 1, (candidates.word + 1) * WORD);
  sold.count = 0;
  run.heldDuring.word++;
  for (let session = start; session < stop;) {
    sellDue(account, plan, session, sold);
    if (account.orders > 0) fillOrders(account, fills, session);
    const free = run.maxPositions - account.positions + account.pending;
    const last = lastAlike(account, candidates, free, session, stop);
    markSessions(account, carried, candidates, session, last);
    run.cash.fill(account.cash, session - firstSession, last + 1 - firstSession);
    decideBuys(run, candidates, session, last);
    session = last + 1;
  }
  if (run.sessionOrder === null) countPassedOver(run, candidates, start, Math.min(stop, lastSession));
}
