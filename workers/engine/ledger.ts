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
];

export const STILL_OPEN = 0;
export const NO_DATA = 1;
export const STOP_LOSS = 2;
export const TRAILING_STOP = 3;
export const TAKE_PROFIT = 4;
export const MAX_HOLDING = 5;
export const RULE = 6;
/** A person's order to sell all; no run of its own accord has it. */
export const STOPPED = 7;

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
  entryPrice: Float64Array;
  exitPrice: Float64Array;
  quantity: Float64Array;
  /** Highest of the entry price and the closes since. */
  peak: Float64Array;
  /** Reason of the pending sell, NONE without one. */
  pending: Uint8Array;
  /** Open positions with a sell pending. */
  pendingCount: number;
  /** Reason of the exit, STILL_OPEN before. */
  reason: Uint8Array;
  /** The open positions, by universe place ascending: open[0 .. openCount-1]. */
  readonly open: Int32Array;
  openCount: number;
  /** Bits by universe place: the instrument has an open position. */
  readonly held: Int32Array;
}

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
    exitPrice: new Float64Array(room),
    quantity: new Float64Array(room),
    peak: new Float64Array(room),
    pending: new Uint8Array(room),
    pendingCount: 0,
    reason: new Uint8Array(room),
    open: new Int32Array(maxPositions),
    openCount: 0,
    held: new Int32Array(wordsFor(members)),
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
  ledger.peak[position] = entry.price;
  ledger.held[entry.member >> 5] |= 1 << (entry.member & 31);
  let at = ledger.openCount++;
  while (at > 0 && ledger.member[ledger.open[at - 1]] > entry.member) {
    ledger.open[at] = ledger.open[at - 1];
    at--;
  }
  ledger.open[at] = position;
}

/** How a position ends; its proceeds are what it brings into the cash, in currency, commission taken. */
export interface Exit {
  session: number;
  price: number;
  reason: number;
  proceeds: number;
}

/** Closes the position at place `at` of the open list and takes what it brings. */
export function leave(ledger: Ledger, at: number, exit: Exit): void {
  ledger.cash += exit.proceeds;
  const position = ledger.open[at];
  ledger.exitSession[position] = exit.session;
  ledger.exitPrice[position] = exit.price;
  ledger.reason[position] = exit.reason;
  if (ledger.pending[position] !== NONE) ledger.pendingCount--;
  ledger.pending[position] = NONE;
  const member = ledger.member[position];
  ledger.held[member >> 5] &= ~(1 << (member & 31));
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
  ledger.exitPrice = filled(new Float64Array(room), ledger.exitPrice);
  ledger.quantity = filled(new Float64Array(room), ledger.quantity);
  ledger.peak = filled(new Float64Array(room), ledger.peak);
  ledger.pending = filled(new Uint8Array(room), ledger.pending);
  ledger.reason = filled(new Uint8Array(room), ledger.reason);
}

function filled<T extends { set(from: ArrayLike<number>): void }>(column: T, from: ArrayLike<number>): T {
  column.set(from);
  return column;
}
