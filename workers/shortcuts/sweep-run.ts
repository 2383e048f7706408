/**
 * The day loop of one of many variants. Between two fills, or sells that are decided, nothing happens: the sessions
 * from one to the next are gone through together, 32 at most. Every figure is that of simulate.ts to the last bit: the
 * same sums in the same order. Gains, for sweeps: a session without a fill or a sell costs its mark alone.
 */
import { WORD, countBits, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { CLOSES_AT_ONCE } from "./carried-closes.ts";
import { NEVER } from "./exit-ahead.ts";
import { isWon, wholeShares } from "#workers/engine/forgive.ts";
import { NO_DATA } from "#workers/engine/ledger.ts";
import { tradeProfit } from "#workers/figures/measure.ts";
import { freeSlot, takeSlot } from "./slots.ts";
import type { Slots } from "./slots.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import { countPassedOver, decideBuys } from "./sweep-orders.ts";
import type { SweepRun } from "./sweep-state.ts";
import type { BookedTrade } from "./trade-book.ts";

/** Runs the sessions of the candidates' word that are in the period. */
export function runWord(run: SweepRun, candidates: WordCandidates): void {
  const { slots, plan, exitsOn, decidedOn } = run;
  const { firstSession, lastSession } = plan;
  const start = Math.max(firstSession, candidates.word * WORD);
  const stop = Math.min(lastSession + 1, (candidates.word + 1) * WORD);
  if (start >= stop) return;
  run.heldDuring.word++;
  for (let at = 0; at < slots.count; at++) claim(slots, candidates, slots.order[at], start);
  for (let session = start; session < stop;) {
    if (exitsOn[session] > 0) sellDue(run, candidates, session);
    if (run.orderCount > 0) fillBuys(run, candidates, session);
    const last = lastAlike(run, candidates, session, stop);
    markAtClose(run, session, last);
    run.pending += decidedOn[last];
    if (last < lastSession) decideBuys(run, candidates, last);
    session = last + 1;
  }
  for (let at = 0; at < slots.count; at++) release(run, candidates, slots.order[at], stop);
  countPassedOver(run, candidates, start, Math.min(stop, lastSession));
}

/** The last session from this one on up to whose close nothing changes: neither positions nor orders. */
function lastAlike(run: SweepRun, candidates: WordCandidates, session: number, stop: number): number {
  const { slots, exitsOn, decidedOn } = run;
  const isFree = run.maxPositions - slots.count + run.pending > 0;
  if (isFree && candidates.count[session & 31] > slots.count) return session;
  let last = session;
  while (last + 1 < stop && decidedOn[last] === 0 && exitsOn[last + 1] === 0) last++;
  return isFree ? Math.min(last, firstChance(candidates, session)) : last;
}

/** The first session of the word, from this one on, with a candidate that is not held. */
function firstChance({ bits, member, some, word }: WordCandidates, session: number): number {
  let chances = 0;
  for (let at = 0; at < some; at++) chances |= bits[member[at]];
  chances &= ~firstBits(session & 31);
  return chances === 0 ? NEVER : word * WORD + lowestBit(chances);
}

/** Steps 1 and 2a: first those presumed delisted, then pending sells, each by symbol. */
function sellDue(run: SweepRun, candidates: WordCandidates, session: number): void {
  const { slots, exitsOn } = run;
  if (run.unsaleable > 0) {
    for (let at = 0; at < slots.count; at++) {
      const slot = slots.order[at];
      if (slots.filled[slot] !== session || slots.reason[slot] !== NO_DATA) continue;
      run.unsaleable--;
      sell(run, candidates, at--, session);
      exitsOn[session]--;
    }
  }
  for (let at = 0; exitsOn[session] > 0; at++) {
    if (slots.filled[slots.order[at]] !== session) continue;
    sell(run, candidates, at--, session);
    exitsOn[session]--;
  }
}

function sell(run: SweepRun, candidates: WordCandidates, at: number, session: number): void {
  const { slots, plan } = run;
  const slot = slots.order[at];
  const quantity = slots.quantity[slot];
  const fill = slots.exitPrice[slot];
  release(run, candidates, slot, session);
  run.cash += quantity * (fill * (1 - plan.costs.commission));
  run.trades++;
  const entryPrice = slots.entryPrice[slot];
  if (isWon(tradeProfit(plan, quantity, entryPrice, fill), quantity, entryPrice)) run.wins++;
  if (slots.decided[slot] !== NEVER) run.pending--;
  freeSlot(slots, at);
}

/** Takes the slot's member out of the word's candidates, since it is held from the session on. */
function claim(slots: Slots, { bits }: WordCandidates, slot: number, session: number): void {
  const member = slots.member[slot];
  slots.passing[slot] = bits[member];
  slots.since[slot] = session;
  bits[member] = 0;
}

/** Puts it back: it is no longer held on the session. A candidate that was held found no slot. */
function release(run: SweepRun, { bits, word }: WordCandidates, slot: number, session: number): void {
  const { slots, plan, heldDuring, passedOver } = run;
  const passing = slots.passing[slot];
  if (passing === 0) return;
  const member = slots.member[slot];
  bits[member] = passing;
  const stop = Math.min(session, plan.lastSession) - word * WORD;
  const held = passing & firstBits(stop) & ~firstBits(slots.since[slot] & 31);
  passedOver.noSlot -= countBits(held);
  const before = heldDuring.wordOf[member] === heldDuring.word ? heldDuring.sessions[member] : 0;
  heldDuring.wordOf[member] = heldDuring.word;
  heldDuring.sessions[member] = before | held;
}

/** Step 2b. */
function fillBuys(run: SweepRun, candidates: WordCandidates, session: number): void {
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
    const quantity = affordableQuantity(run, costPerShare);
    if (quantity === 0) {
      passedOver.noCash++;
      continue;
    }
    run.cash -= quantity * costPerShare;
    claim(slots, candidates, enter(run, member, trade, quantity), session);
  }
  run.orderCount = 0;
}

/** As in simulate.ts. */
function affordableQuantity({ plan, slotValue, cash }: SweepRun, costPerShare: number): number {
  let quantity = Math.min(slotValue, cash) / costPerShare;
  if (!plan.strategy.simulation.fractionalShares) {
    quantity = wholeShares(quantity);
    if (cash - quantity * costPerShare < -plan.negligible) quantity--;
  }
  return quantity * costPerShare <= plan.negligible ? 0 : quantity;
}

/** @returns the slot */
function enter(run: SweepRun, member: number, trade: BookedTrade, quantity: number): number {
  const { slots, carried } = run;
  const { decided, filled, reason } = trade;
  const slot = takeSlot(slots, member);
  slots.closes[slot] = member * carried.sessions;
  slots.quantity[slot] = quantity;
  slots.entryPrice[slot] = trade.entryPrice;
  slots.decided[slot] = decided;
  slots.filled[slot] = filled;
  slots.reason[slot] = reason;
  slots.exitPrice[slot] = trade.exitPrice;
  if (reason === NO_DATA) run.unsaleable++;
  if (decided !== NEVER) run.decidedOn[decided]++;
  if (filled !== NEVER) run.exitsOn[filled]++;
  return slot;
}

/** Step 3 on the sessions first .. last: four sums side by side, each in the order of the positions. */
function markAtClose(run: SweepRun, first: number, last: number): void {
  const { slots, carried, curve, cash } = run;
  const { order, closes, quantity, count } = slots;
  const { value } = carried;
  const { firstSession } = run.plan;
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
