/**
 * The day loop of one of many variants. Between two fills, or sells that are decided, nothing happens: the sessions
 * from one to the next are gone through together, 32 at most. Every figure is that of simulate.ts to the last bit: the
 * same sums in the same order. Gains, for sweeps: a session without a fill or a sell costs its mark alone.
 */
import { WORD, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { CLOSES_AT_ONCE } from "./carried-closes.ts";
import { NEVER } from "./exit-ahead.ts";
import { affordableQuantity, isWon } from "#workers/model/forgive.ts";
import { tradeProfit } from "#workers/figures/measure.ts";
import { addExit, freeSlots, isHeld, takeSlot } from "./slots.ts";
import type { Slots } from "./slots.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import { countPassedOver, decideBuys, noteHeld } from "./sweep-orders.ts";
import type { SweepRun } from "./sweep-state.ts";
import type { BookedTrade } from "./trade-book.ts";

/** Runs the sessions of the candidates' word that are in the period. */
export function runWord(run: SweepRun, candidates: WordCandidates): void {
  const { plan, exitOn, decidedOn } = run;
  const { firstSession, lastSession } = plan;
  const start = Math.max(firstSession, candidates.word * WORD);
  const stop = Math.min(lastSession + 1, (candidates.word + 1) * WORD);
  run.heldDuring.word++;
  for (let session = start; session < stop;) {
    if (exitOn[session] > 0) sellDue(run, candidates, session);
    if (run.orderCount > 0) fillBuys(run, session);
    const last = lastAlike(run, candidates, session, stop);
    markAtClose(run, candidates, session, last);
    run.pending += decidedOn[last];
    decideBuys(run, candidates, session, last);
    session = last + 1;
  }
  if (run.sessionOrder === null) countPassedOver(run, candidates, start, Math.min(stop, lastSession));
}

/** The last session from this one on up to whose close nothing changes: neither positions nor orders. */
function lastAlike(run: SweepRun, candidates: WordCandidates, session: number, stop: number): number {
  const { slots, exitOn, decidedOn } = run;
  const isFree = run.maxPositions - slots.count + run.pending > 0;
  if (isFree && candidates.count[session & 31] > slots.count) return session;
  let last = session;
  while (last + 1 < stop && decidedOn[last] === 0 && exitOn[last + 1] === 0) last++;
  return isFree && last > session ? Math.min(last, firstChance(candidates, slots, session)) : last;
}

/** The first session of the word, from this one on, with a candidate that is not held. */
function firstChance({ bits, member, some, word }: WordCandidates, slots: Slots, session: number): number {
  let chances = 0;
  for (let at = 0; at < some; at++) if (!isHeld(slots, member[at])) chances |= bits[member[at]];
  chances &= ~firstBits(session & 31);
  return chances === 0 ? NEVER : word * WORD + lowestBit(chances);
}

/** Steps 1 and 2a: first those presumed delisted, then pending sells, each by symbol. */
function sellDue(run: SweepRun, candidates: WordCandidates, session: number): void {
  const { slots, plan, exitOn, sessionOrder } = run;
  for (let slot = exitOn[session] - 1; slot >= 0; slot = slots.nextExit[slot]) {
    const quantity = slots.quantity[slot];
    const fill = slots.exitPrice[slot];
    const entryPrice = slots.entryPrice[slot];
    run.cash += quantity * (fill * (1 - plan.costs.commission));
    run.trades++;
    if (isWon(tradeProfit(plan, quantity, entryPrice, fill), quantity, entryPrice)) run.wins++;
    if (slots.decided[slot] !== NEVER) run.pending--;
    if (sessionOrder === null) noteHeld(run, candidates, slot, session);
  }
  freeSlots(slots, session);
}

/** Step 2b. */
function fillBuys(run: SweepRun, session: number): void {
  const { orders, plan, slots, passedOver } = run;
  for (let at = 0; at < run.orderCount; at++) {
    const member = orders[at];
    const trade = run.tradeOf(member, session, run.minHoldingDays);
    if (trade === null) {
      passedOver.noBar++;
      continue;
    }
    if (slots.count >= run.maxPositions) {
      passedOver.noSlot++;
      continue;
    }
    const costPerShare = trade.entryPrice * (1 + plan.costs.commission);
    const quantity = affordableQuantity(run.slotValue, run.cash, costPerShare, plan);
    if (quantity === 0) {
      passedOver.noCash++;
      continue;
    }
    run.cash -= quantity * costPerShare;
    slots.since[enter(run, member, trade, quantity)] = session;
  }
  run.orderCount = 0;
}

/** @returns the slot */
function enter(run: SweepRun, member: number, trade: BookedTrade, quantity: number): number {
  const { slots, carried, exitOn, decidedOn } = run;
  const { decided, filled } = trade;
  const slot = takeSlot(slots, member);
  slots.closes[slot] = member * carried.sessions;
  slots.quantity[slot] = quantity;
  slots.entryPrice[slot] = trade.entryPrice;
  slots.decided[slot] = decided;
  slots.filled[slot] = filled;
  slots.reason[slot] = trade.reason;
  slots.exitPrice[slot] = trade.exitPrice;
  if (decided !== NEVER) decidedOn[decided]++;
  if (filled !== NEVER) exitOn[filled] = 1 + addExit(slots, exitOn[filled] - 1, slot);
  return slot;
}

/** Step 3 on the sessions first .. last: of several, four sums side by side, each in the order of the positions. */
function markAtClose(run: SweepRun, { bits }: WordCandidates, first: number, last: number): void {
  const { slots, carried, curve, cash } = run;
  const { order, closes, quantity, member, count } = slots;
  const { value } = carried;
  const { firstSession } = run.plan;
  if (first === last) {
    let equity = cash;
    let held = 0;
    for (let at = 0; at < count; at++) {
      const slot = order[at];
      equity += quantity[slot] * value[closes[slot] + first];
      held += (bits[member[slot]] >>> (first & 31)) & 1;
    }
    curve[first - firstSession] = equity;
    run.heldCandidates = held;
    return;
  }
  for (let session = first; session <= last; session += CLOSES_AT_ONCE) {
    let equity = cash;
    let second = cash;
    let third = cash;
    let fourth = cash;
    for (let at = 0; at < count; at++) {
      const slot = order[at];
      const shares = quantity[slot];
      const row = closes[slot] + session;
      equity += shares * value[row];
      second += shares * value[row + 1];
      third += shares * value[row + 2];
      fourth += shares * value[row + 3];
    }
    const at = session - firstSession;
    curve[at] = equity;
    curve[at + 1] = second;
    curve[at + 2] = third;
    curve[at + 3] = fourth;
  }
}
