/** What a run that goes on finds before its first session: the account as it was left at the close before. */
import { NO_BAR } from "#workers/sessions/calendar.ts";
import { NONE, enter, placePart } from "#workers/engine/ledger.ts";
import type { Run } from "#workers/engine/simulate.ts";

/**
 * Sessions are numbers of the calendar in which a distance is right: who entered three sessions before the run's first has
 * that one's number less three, whatever the calendar has there.
 */
export interface Opening {
  readonly cash: number;
  /** To be paid out, and not there in cash. */
  readonly owed: number;
  /** How much of what came in is not put into positions yet. */
  readonly uninvested: number;
  /** At most as many as the strategy may hold. */
  readonly positions: readonly OpenPosition[];
  /** Buys that wait, as openBuys tells them; `purpose` is a byte of order-list.ts. */
  readonly orders: readonly {
    readonly member: number;
    readonly slotValue: number;
    readonly purpose: number;
  }[];
  /** Those that a cool-down may still look at, in the order of their sessions. */
  readonly sales: readonly { readonly member: number; readonly session: number }[];
  /** True where no buys are decided any more. */
  readonly buysNothing: boolean;
}

export interface OpenPosition {
  readonly member: number;
  /** The session of the instrument's last bar so far. */
  readonly barSession: number;
  readonly close: number;
  readonly entrySession: number;
  /** The average cost a share. */
  readonly entryPrice: number;
  readonly quantity: number;
  readonly peak: number;
  /** Reason byte of the sell that waits, of all of it or of a part; NONE without one. */
  readonly reason: number;
  /** What of it that sells, where that is less than all; 0 otherwise. */
  readonly part: number;
}

/** Puts the account into a run that has not begun. */
export function takeUp(opening: Opening, { account, decider }: Run): void {
  const { ledger, orders, money } = account;
  ledger.cash = opening.cash;
  money.owed = opening.owed;
  money.uninvested = opening.uninvested;
  for (const { member, entryPrice, quantity, close, ...position } of opening.positions) {
    const at = ledger.count;
    const session = position.entrySession;
    enter(ledger, { member, row: NO_BAR, session, close, price: entryPrice, quantity, cost: 0 });
    ledger.barSession[at] = position.barSession;
    ledger.peak[at] = position.peak;
    if (position.part > 0) placePart(ledger, at, position.part, position.reason);
    else if (position.reason !== NONE) {
      ledger.pending[at] = position.reason;
      ledger.pendingCount++;
    }
  }
  for (const { member, slotValue, purpose } of opening.orders) {
    orders.member[orders.count] = member;
    orders.purpose[orders.count] = purpose;
    orders.slotValue[orders.count++] = slotValue;
  }
  for (const sale of opening.sales) decider.coolDown.noteSale(sale);
}
