/**
 * The account of one of many variants. Its positions know from their entry on when and at what price they will be sold
 * (trade-book.ts), so that nothing happens between two fills, or sells that are decided: the sessions from one to the next are
 * gone through together. Gains, for sweeps: a session without a fill or a sell costs its mark alone. Every figure is that of
 * engine/account.ts to the last bit: the same sums in the same order.
 */
import { affordableQuantity, isWon } from "#workers/model/forgive.ts";
import { tradeProfit } from "#workers/figures/measure.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { NEVER } from "./exit-ahead.ts";
import { NOT_ENTERED } from "./trade-book.ts";
import type { Trade, TradeBook, TradeBooks } from "./trade-book.ts";

/** No slot. */
export const NONE = -1;

/** Its arrays serve one run after another; `open` makes it the account of a run that begins. */
export interface SweepAccount {
  cash: number;
  /** What a position may cost, in currency, of the orders that wait. */
  slotValue: number;
  positions: number;
  /** How many of the positions have a sell that waits. */
  pending: number;
  /** Members that the last close ordered, in priority order: the first `orders`. */
  readonly ordered: Int32Array;
  orders: number;
  /** Open positions that are candidates of the session that was marked last, where it was marked alone. */
  heldCandidates: number;
  trades: number;
  wins: number;
  readonly lapsed: { noBar: number; noSlot: number; noCash: number };
  /** Slots of the open positions, by member ascending, then those that are free. */
  readonly order: Int32Array;
  /** By slot: what is held, since which session, and how it will be sold. */
  readonly member: Int32Array;
  readonly since: Int32Array;
  readonly quantity: Float64Array;
  readonly entryPrice: Float64Array;
  readonly exitPrice: Float64Array;
  readonly decided: Int32Array;
  readonly filled: Int32Array;
  /** Its place among those that are sold on one session: for want of data first, then by member. */
  readonly rank: Int32Array;
  /** The slot that is sold after it on its session, NONE for the last. */
  readonly next: Int32Array;
  /** By session of the calendar: the first slot that is sold on it, NONE without one; and how many sells its close decides. */
  readonly soldOn: Int32Array;
  readonly decidedOn: Uint16Array;
  /** Bits of the members that are held. */
  readonly held: Int32Array;
  /** Equity by session of the calendar. */
  readonly curve: Float64Array;
}

/** @param slots - the most positions at once */
export function makeSweepAccount(members: number, sessions: number, slots: number): SweepAccount {
  return {
    cash: 0,
    slotValue: 0,
    positions: 0,
    pending: 0,
    ordered: new Int32Array(slots),
    orders: 0,
    heldCandidates: 0,
    trades: 0,
    wins: 0,
    lapsed: { noBar: 0, noSlot: 0, noCash: 0 },
    order: Int32Array.from({ length: slots }, (_, slot) => slot),
    member: new Int32Array(slots),
    since: new Int32Array(slots),
    quantity: new Float64Array(slots),
    entryPrice: new Float64Array(slots),
    exitPrice: new Float64Array(slots),
    decided: new Int32Array(slots),
    filled: new Int32Array(slots),
    rank: new Int32Array(slots),
    next: new Int32Array(slots),
    soldOn: new Int32Array(sessions).fill(NONE),
    decidedOn: new Uint16Array(sessions),
    held: new Int32Array(wordsFor(members)),
    curve: new Float64Array(sessions),
  };
}

/** Makes it the account of a run that begins with that cash. */
export function openSweepAccount(account: SweepAccount, startMargin: number): void {
  account.cash = startMargin;
  account.positions = 0;
  account.pending = 0;
  account.orders = 0;
  account.trades = 0;
  account.wins = 0;
  account.lapsed.noBar = 0;
  account.lapsed.noSlot = 0;
  account.lapsed.noCash = 0;
  account.soldOn.fill(NONE);
  account.decidedOn.fill(0);
  account.held.fill(0);
}

export function isHeld({ held }: SweepAccount, member: number): boolean {
  return ((held[member >> 5] >>> (member & 31)) & 1) === 1;
}

/** Positions that were sold in the word that is gone through: member, and the sessions from and up to which it was held. */
export interface SoldInWord {
  readonly fields: Int32Array;
  count: number;
}

/** How many numbers `fields` has for each position that was sold in the word. */
export const SOLD_FIELDS = 3;

/** Sells what is due on the session. */
export function sellDue(account: SweepAccount, plan: Plan, session: number, sold: SoldInWord): void {
  const first = account.soldOn[session];
  if (first === NONE) return;
  const { member, since, quantity, entryPrice, exitPrice, decided, next } = account;
  const sellFactor = 1 - plan.costs.commission;
  for (let slot = first; slot !== NONE; slot = next[slot]) {
    account.cash += quantity[slot] * (exitPrice[slot] * sellFactor);
    account.trades++;
    const profit = tradeProfit(plan, quantity[slot], entryPrice[slot], exitPrice[slot]);
    if (isWon(profit, quantity[slot], entryPrice[slot])) account.wins++;
    if (decided[slot] !== NEVER) account.pending--;
    const at = SOLD_FIELDS * sold.count++;
    sold.fields[at] = member[slot];
    sold.fields[at + 1] = since[slot];
    sold.fields[at + 2] = session;
    account.held[member[slot] >> 5] &= ~(1 << (member[slot] & 31));
  }
  freeSlots(account, session, first);
}

/** What is kept moves up in the order, and the slots that were sold follow it. */
function freeSlots(account: SweepAccount, session: number, first: number): void {
  const { order, filled, next } = account;
  let kept = 0;
  for (let at = 0; at < account.positions; at++) {
    const slot = order[at];
    if (filled[slot] !== session) order[kept++] = slot;
  }
  account.positions = kept;
  for (let slot = first; slot !== NONE; slot = next[slot]) order[kept++] = slot;
}

/** What its orders are filled by. */
export interface SweepFills {
  readonly plan: Plan;
  readonly books: TradeBooks;
  readonly book: TradeBook;
  /** Is written over with each order. */
  readonly trade: Trade;
}

/** Buys what the last close ordered, in priority order, as long as there are places and cash. */
export function fillOrders(
  account: SweepAccount,
  { plan, books, book, trade }: SweepFills,
  session: number,
): void {
  const { ordered, orders, lapsed, slotValue } = account;
  const { maxPositions } = plan.strategy.simulation;
  account.orders = 0;
  trade.minHoldingDays = plan.strategy.sell.minHoldingDays;
  for (let at = 0; at < orders; at++) {
    const member = ordered[at];
    books.read(book, member, session, trade);
    if (trade.filled === NOT_ENTERED) {
      lapsed.noBar++;
      continue;
    }
    if (account.positions >= maxPositions) {
      lapsed.noSlot++;
      continue;
    }
    const costPerShare = trade.entryPrice * (1 + plan.costs.commission);
    const quantity = affordableQuantity(slotValue, account.cash, costPerShare, plan);
    if (quantity === 0) {
      lapsed.noCash++;
      continue;
    }
    account.cash -= quantity * costPerShare;
    enter(account, { member, session, quantity }, trade);
  }
}

/** The first free slot becomes a position. */
function enter(
  account: SweepAccount,
  { member, session, quantity }: { member: number; session: number; quantity: number },
  trade: Trade,
): void {
  const { order, soldOn, next, rank } = account;
  const slot = order[account.positions];
  let at = account.positions++;
  for (; at > 0 && account.member[order[at - 1]] > member; at--) order[at] = order[at - 1];
  order[at] = slot;
  account.held[member >> 5] |= 1 << (member & 31);
  account.member[slot] = member;
  account.since[slot] = session;
  account.quantity[slot] = quantity;
  account.entryPrice[slot] = trade.entryPrice;
  account.exitPrice[slot] = trade.exitPrice;
  account.decided[slot] = trade.decided;
  account.filled[slot] = trade.filled;
  rank[slot] = trade.rank | member;
  if (trade.decided !== NEVER) account.decidedOn[trade.decided]++;
  if (trade.filled === NEVER) return;
  let before = NONE;
  let after = soldOn[trade.filled];
  while (after !== NONE && rank[after] < rank[slot]) {
    before = after;
    after = next[after];
  }
  next[slot] = after;
  if (before === NONE) soldOn[trade.filled] = slot;
  else next[before] = slot;
}
