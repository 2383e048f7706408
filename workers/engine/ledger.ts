/**
 * The books of an account: its positions, open and closed, as growing columns, and the cash that they were paid from and
 * sold into. Cash moves here and nowhere else.
 */
import type { ExitReason } from "#workers/model/report.ts";
import { wordsFor } from "#workers/sessions/bits.ts";

/** Exit reasons as bytes; the order is that of the list. */
export const EXIT_REASONS: readonly ExitReason[] = [
  "open",
  "no-data",
  "stop-loss",
  "trailing-stop",
  "take-profit",
  "max-holding",
  "rule",
  "weight",
  "rebalance",
  "payment",
];

export const STILL_OPEN = 0;
export const NO_DATA = 1;
export const STOP_LOSS = 2;
export const TRAILING_STOP = 3;
export const TAKE_PROFIT = 4;
export const MAX_HOLDING = 5;
export const RULE = 6;
/** Its weight is 0 or less; it is above its target; money is to be paid out. */
export const WEIGHT = 7;
export const REBALANCE = 8;
export const PAYMENT = 9;
/** A person's order to sell all; no run of its own accord has it. */
export const STOPPED = 10;

/** No sell is pending. Pending reasons are the bytes above. */
export const NONE = 0;

/**
 * Row p is the p-th position bought. `row` is the market row of the instrument's last bar so far, `barSession` the
 * session and `close` the close of that bar; for a closed position they stand still. Prices are the fills.
 */
export interface Ledger {
  cash: number;
  /** Positions ever bought. */
  count: number;
  member: Int32Array;
  row: Int32Array;
  barSession: Int32Array;
  close: Float64Array;
  entrySession: Int32Array;
  exitSession: Int32Array;
  /** The running average cost a share: what stops and rules go by. A buy moves it, a sale does not. */
  entryPrice: Float64Array;
  /** What is held; of a closed position what its last sale sold. */
  quantity: Float64Array;
  /** All that was bought, and the mean price of it. */
  bought: Float64Array;
  buyPrice: Float64Array;
  /** All that was sold, and the mean price of it. */
  sold: Float64Array;
  exitPrice: Float64Array;
  /** Highest of the first fill's price and the closes since. */
  peak: Float64Array;
  /** Reason of the pending sell of all that is held, NONE without one. */
  pending: Uint8Array;
  /** What else is to be sold of it, less than is held, and why; 0 and NONE without such an order. */
  part: Float64Array;
  partReason: Uint8Array;
  /** Open positions with such an order. */
  partCount: number;
  /** Open positions with a sell pending. */
  pendingCount: number;
  /** Reason of the exit, STILL_OPEN before. */
  reason: Uint8Array;
  /** The open positions, by universe place ascending: open[0 .. openCount-1]. */
  readonly open: Int32Array;
  openCount: number;
  /** Bits by universe place: the instrument has an open position. */
  readonly held: Int32Array;
  /** That position, by universe place; NOT_HELD without one. */
  readonly positionOf: Int32Array;
}

export const NOT_HELD = -1;

export function makeLedger(cash: number, maxPositions: number, members: number): Ledger {
  const room = 1024;
  return {
    cash,
    count: 0,
    member: new Int32Array(room),
    row: new Int32Array(room),
    barSession: new Int32Array(room),
    close: new Float64Array(room),
    entrySession: new Int32Array(room),
    exitSession: new Int32Array(room),
    entryPrice: new Float64Array(room),
    quantity: new Float64Array(room),
    bought: new Float64Array(room),
    buyPrice: new Float64Array(room),
    sold: new Float64Array(room),
    exitPrice: new Float64Array(room),
    peak: new Float64Array(room),
    pending: new Uint8Array(room),
    part: new Float64Array(room),
    partReason: new Uint8Array(room),
    partCount: 0,
    pendingCount: 0,
    reason: new Uint8Array(room),
    open: new Int32Array(maxPositions),
    openCount: 0,
    held: new Int32Array(wordsFor(members)),
    positionOf: new Int32Array(members).fill(NOT_HELD),
  };
}

export interface Entry {
  member: number;
  row: number;
  session: number;
  close: number;
  price: number;
  quantity: number;
  /** What it takes of the cash, in currency, commission included. */
  cost: number;
}

/** Adds an open position and pays for it. */
export function enter(ledger: Ledger, entry: Entry): void {
  ledger.cash -= entry.cost;
  if (ledger.count === ledger.member.length) growColumns(ledger);
  const position = ledger.count++;
  ledger.member[position] = entry.member;
  ledger.row[position] = entry.row;
  ledger.barSession[position] = entry.session;
  ledger.close[position] = entry.close;
  ledger.entrySession[position] = entry.session;
  ledger.entryPrice[position] = entry.price;
  ledger.quantity[position] = entry.quantity;
  ledger.bought[position] = entry.quantity;
  ledger.buyPrice[position] = entry.price;
  ledger.peak[position] = entry.price;
  ledger.held[entry.member >> 5] |= 1 << (entry.member & 31);
  ledger.positionOf[entry.member] = position;
  let at = ledger.openCount++;
  while (at > 0 && ledger.member[ledger.open[at - 1]] > entry.member) {
    ledger.open[at] = ledger.open[at - 1];
    at--;
  }
  ledger.open[at] = position;
}

/** More of an open position; `cost` as of an entry. */
export interface Addition {
  readonly price: number;
  readonly quantity: number;
  readonly cost: number;
}

/** Buys more of an open position and pays for it. */
export function addTo(ledger: Ledger, position: number, { price, quantity, cost }: Addition): void {
  ledger.cash -= cost;
  const [held, bought] = [ledger.quantity[position], ledger.bought[position]];
  ledger.entryPrice[position] = meanPrice(held, ledger.entryPrice[position], quantity, price);
  ledger.buyPrice[position] = meanPrice(bought, ledger.buyPrice[position], quantity, price);
  ledger.quantity[position] = held + quantity;
  ledger.bought[position] = bought + quantity;
}

/** Of two quantities at their prices; that of the second where the first is 0. */
function meanPrice(quantity: number, price: number, more: number, morePrice: number): number {
  return quantity === 0 ? morePrice : (quantity * price + more * morePrice) / (quantity + more);
}

/** A sale; its proceeds are what it brings into the cash, in currency, commission taken. */
export interface Exit {
  readonly session: number;
  readonly price: number;
  readonly reason: number;
  readonly proceeds: number;
}

/** Sells less than all of an open position, takes what it brings, and fulfils with it the order for a part. */
export function reduce(ledger: Ledger, position: number, quantity: number, exit: Exit): void {
  takeProceeds(ledger, position, quantity, exit);
  ledger.quantity[position] -= quantity;
  withdrawPart(ledger, position);
}

/** Orders that less than all of it is sold. */
export function placePart(ledger: Ledger, position: number, quantity: number, reason: number): void {
  withdrawPart(ledger, position);
  if (quantity === 0) return;
  ledger.part[position] = quantity;
  ledger.partReason[position] = reason;
  ledger.partCount++;
}

/** Nothing less than all of the position is to be sold any more. */
export function withdrawPart(ledger: Ledger, position: number): void {
  if (ledger.partReason[position] === NONE) return;
  ledger.part[position] = 0;
  ledger.partReason[position] = NONE;
  ledger.partCount--;
}

function takeProceeds(ledger: Ledger, position: number, quantity: number, exit: Exit): void {
  ledger.cash += exit.proceeds;
  ledger.exitSession[position] = exit.session;
  const sold = ledger.sold[position];
  ledger.exitPrice[position] = meanPrice(sold, ledger.exitPrice[position], quantity, exit.price);
  ledger.sold[position] = sold + quantity;
}

/** Money that comes in from outside, or goes out where it is below 0; in currency. */
export function moveCash(ledger: Ledger, amount: number): void {
  ledger.cash += amount;
}

/** Closes the position at place `at` of the open list and takes what it brings. */
export function leave(ledger: Ledger, at: number, exit: Exit): void {
  const position = ledger.open[at];
  takeProceeds(ledger, position, ledger.quantity[position], exit);
  ledger.reason[position] = exit.reason;
  if (ledger.pending[position] !== NONE) ledger.pendingCount--;
  ledger.pending[position] = NONE;
  withdrawPart(ledger, position);
  const member = ledger.member[position];
  ledger.held[member >> 5] &= ~(1 << (member & 31));
  ledger.positionOf[member] = NOT_HELD;
  ledger.open.copyWithin(at, at + 1, ledger.openCount--);
}

/** Doubling, so that buying costs no allocation most of the time. */
function growColumns(ledger: Ledger): void {
  const room = ledger.count * 2;
  ledger.member = filled(new Int32Array(room), ledger.member);
  ledger.row = filled(new Int32Array(room), ledger.row);
  ledger.barSession = filled(new Int32Array(room), ledger.barSession);
  ledger.close = filled(new Float64Array(room), ledger.close);
  ledger.entrySession = filled(new Int32Array(room), ledger.entrySession);
  ledger.exitSession = filled(new Int32Array(room), ledger.exitSession);
  ledger.entryPrice = filled(new Float64Array(room), ledger.entryPrice);
  ledger.quantity = filled(new Float64Array(room), ledger.quantity);
  ledger.bought = filled(new Float64Array(room), ledger.bought);
  ledger.buyPrice = filled(new Float64Array(room), ledger.buyPrice);
  ledger.sold = filled(new Float64Array(room), ledger.sold);
  ledger.exitPrice = filled(new Float64Array(room), ledger.exitPrice);
  ledger.peak = filled(new Float64Array(room), ledger.peak);
  ledger.pending = filled(new Uint8Array(room), ledger.pending);
  ledger.part = filled(new Float64Array(room), ledger.part);
  ledger.partReason = filled(new Uint8Array(room), ledger.partReason);
  ledger.reason = filled(new Uint8Array(room), ledger.reason);
}

function filled<T extends { set(from: ArrayLike<number>): void }>(column: T, from: ArrayLike<number>): T {
  column.set(from);
  return column;
}
