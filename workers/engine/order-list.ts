/** The best of a session's candidates by the order priority. */

/** What the candidate at a market row is sorted by, largest first; -Infinity where unknown, so last. */
export type PriorityKey = (row: number, member: number) => number;

/** What a buy is for: a new position, or more of an open one, to set it back to its target or to place money that came in. */
export const ENTRY = 0;
export const SET_BACK = 1;
export const MONEY_IN = 2;

/** Best first. One list serves all sessions: no allocation after it is made. */
export interface OrderList {
  readonly row: Int32Array;
  readonly member: Int32Array;
  readonly key: Float64Array;
  /** What each position may cost, in currency; set when the orders are decided. */
  readonly slotValue: Float64Array;
  /** A byte above. */
  readonly purpose: Uint8Array;
  readonly keyOf: PriorityKey;
  count: number;
}

/** @param size - the most candidates that a session can take */
export function makeOrderList(size: number, keyOf: PriorityKey): OrderList {
  return {
    row: new Int32Array(size),
    member: new Int32Array(size),
    key: new Float64Array(size),
    slotValue: new Float64Array(size),
    purpose: new Uint8Array(size),
    keyOf,
    count: 0,
  };
}

/** Whether there is an order to buy of the member. */
export function isOrdered(list: OrderList, member: number): boolean {
  for (let at = 0; at < list.count; at++) if (list.member[at] === member) return true;
  return false;
}

/** Keeps the orders for which it holds, in their order. */
export function keepOrders(list: OrderList, isKept: (at: number) => boolean): void {
  let kept = 0;
  for (let at = 0; at < list.count; at++) {
    if (!isKept(at)) continue;
    moveOrder(list, at, kept);
    kept++;
  }
  list.count = kept;
}

function moveOrder(list: OrderList, from: number, to: number): void {
  list.row[to] = list.row[from];
  list.member[to] = list.member[from];
  list.key[to] = list.key[from];
  list.slotValue[to] = list.slotValue[from];
  list.purpose[to] = list.purpose[from];
}

/** Puts a candidate in its place among the best `limit` (at least 1); the worst falls off a full list. */
export function offer(list: OrderList, limit: number, row: number, member: number): void {
  const at = placeOf(list, limit, member, list.keyOf(row, member));
  if (at < limit) list.row[at] = row;
}

/** Makes its place, by key and then by symbol, to which the row is to be put. @returns `limit` for one that gets none */
export function placeOf(list: OrderList, limit: number, member: number, key: number): number {
  let at = list.count;
  if (at < limit) list.count++;
  else if (comesBefore(list, limit - 1, key, member)) at--;
  else return limit;
  while (at > 0 && comesBefore(list, at - 1, key, member)) {
    list.row[at] = list.row[at - 1];
    list.member[at] = list.member[at - 1];
    list.key[at] = list.key[at - 1];
    at--;
  }
  list.member[at] = member;
  list.key[at] = key;
  return at;
}

/** Whether a candidate with that key comes before the one at a place of the list. */
export function comesBefore(list: OrderList, place: number, key: number, member: number): boolean {
  return key > list.key[place] || (key === list.key[place] && member < list.member[place]);
}

/** What is looked for at a close. */
export interface OrderSearch {
  session: number;
  /** Orders that may be given, 0 or more. */
  slots: number;
  /** What a position may cost, in currency, where it is the same for all. */
  slotValue: number;
  /** Equity at the close, in currency. */
  equity: number;
  /** Bits of members that are not to be bought. */
  readonly without: Int32Array;
}

/** Candidates that are not ordered. */
export interface PassedOverAtClose {
  /** A slot can't buy one share. */
  unaffordable: number;
  noSlot: number;
}

/** Puts the best candidates into the list, `slots` at most, and counts the others. */
export type FindOrders = (list: OrderList, search: OrderSearch, passed: PassedOverAtClose) => void;
