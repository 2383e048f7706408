/**
 * The day loop of one of many variants, 32 sessions at most: fills, marks and decisions, with the sessions between two of them
 * gone through together. For sweep.ts.
 */
import { WORD, lowestBit } from "#workers/sessions/bits.ts";
import { NONE, fillOrders, isHeld, sellDue } from "./sweep-account.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import { countPassedOver, decideBuys } from "./sweep-orders.ts";
import type { SweepRun } from "./sweep-state.ts";

/** Runs the sessions of the candidates' word that are in the period. */
export function runWord(run: SweepRun, candidates: WordCandidates): void {
  const { plan, account, sold, fills } = run;
  const { firstSession, lastSession } = plan;
  const start = Math.max(firstSession, candidates.word * WORD);
  const stop = Math.min(lastSession + 1, (candidates.word + 1) * WORD);
  sold.count = 0;
  run.heldDuring.word++;
  for (let session = start; session < stop;) {
    sellDue(account, plan, session, sold);
    if (account.orders > 0) fillOrders(account, fills, session);
    const last = lastAlike(run, candidates, session, stop);
    markSessions(run, candidates, session, last);
    run.cash.fill(account.cash, session - firstSession, last + 1 - firstSession);
    decideBuys(run, candidates, session, last);
    session = last + 1;
  }
  if (run.sessionOrder === null) countPassedOver(run, candidates, start, Math.min(stop, lastSession));
}

/**
 * The last session, from this one on and before `stop`, up to whose close neither positions nor orders change: the sessions up to
 * it are marked together.
 */
function lastAlike(
  { account, maxPositions }: SweepRun,
  { bits, member: listed, some, count }: WordCandidates,
  session: number,
  stop: number,
): number {
  const { decidedOn, soldOn } = account;
  const free = maxPositions - account.positions + account.pending;
  if (free > 0 && count[session & 31] > account.positions) return session; // a candidate is surely not held
  let last = session;
  while (last + 1 < stop && decidedOn[last] === 0 && soldOn[last + 1] === NONE) last++;
  if (free <= 0 || last === session) return last;
  let chances = 0;
  for (let at = 0; at < some; at++) if (!isHeld(account, listed[at])) chances |= bits[listed[at]];
  chances &= -1 << (session & 31);
  if (chances === 0) return last;
  return Math.min(last, (session & ~(WORD - 1)) + lowestBit(chances));
}

/** Equity at the closes of sessions on which positions are the same, and the sells that the last of them decides. */
function markSessions(
  { account, carried }: SweepRun,
  { bits }: WordCandidates,
  first: number,
  last: number,
): void {
  const { value: close, sessions } = carried;
  const { order, member, quantity, curve, positions } = account;
  account.pending += account.decidedOn[last];
  if (first === last) {
    let equity = account.cash;
    let held = 0;
    for (let at = 0; at < positions; at++) {
      const slot = order[at];
      equity += quantity[slot] * close[member[slot] * sessions + first];
      held += (bits[member[slot]] >>> (first & 31)) & 1;
    }
    curve[first] = equity;
    account.heldCandidates = held;
    return;
  }
  curve.fill(account.cash, first, last + 1);
  for (let at = 0; at < positions; at++) {
    const shares = quantity[order[at]];
    const closes = member[order[at]] * sessions;
    for (let session = first; session <= last; session++) curve[session] += shares * close[closes + session];
  }
}
