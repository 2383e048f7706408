/** What a run that goes on finds before its first session: the account as it was left at the close before. */
import { NO_BAR } from "#workers/sessions/calendar.ts";
import { NONE, enter } from "#workers/engine/ledger.ts";
import type { Run } from "#workers/engine/simulate.ts";

/**
 * Sessions are numbers of the calendar in which a distance is right: who entered three sessions before the run's first has
 * that one's number less three, whatever the calendar has there.
 */
export interface Opening {
  readonly cash: number;
  /** At most as many as the strategy may hold. */
  readonly positions: readonly OpenPosition[];
  /** What the last close decided to buy, best first. */
  readonly orders: readonly { readonly member: number; readonly slotValue: number }[];
  /** Those that a cool-down may still look at, in the order of their sessions. */
  readonly sales: readonly { readonly member: number; readonly session: number }[];
  /** True where no buys are decided any more. */
  readonly buysNothing: boolean;
}

export interface OpenPosition {
  readonly member: number;
  /** Of the instrument's last bar so far. */
  readonly barSession: number;
  readonly close: number;
  readonly entrySession: number;
  readonly entryPrice: number;
  readonly quantity: number;
  readonly peak: number;
  /** Reason byte of the pending sell, NONE without one. */
  readonly pending: number;
}

/** Puts the account into a run that has not begun. */
export function takeUp(opening: Opening, { account: { ledger, orders }, decider }: Run): void {
  ledger.cash = opening.cash;
  for (const { member, entryPrice, quantity, close, ...position } of opening.positions) {
    const at = ledger.count;
    const session = position.entrySession;
    enter(ledger, { member, row: NO_BAR, session, close, price: entryPrice, quantity, cost: 0 });
    ledger.barSession[at] = position.barSession;
    ledger.peak[at] = position.peak;
    ledger.pending[at] = position.pending;
    if (position.pending !== NONE) ledger.pendingCount++;
  }
  for (const { member, slotValue } of opening.orders) {
    orders.member[orders.count] = member;
    orders.slotValue[orders.count++] = slotValue;
  }
  for (const sale of opening.sales) decider.coolDown.noteSale(sale);
}
