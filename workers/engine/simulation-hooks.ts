/** What a run tells whoever watches it: how far it is, what it decides and why. */
import type { Decision } from "#workers/model/decision.ts";
import type { Ledger } from "./ledger.ts";
import type { Money } from "./money.ts";
import type { OrderList } from "./order-list.ts";

export interface SessionProgress {
  /** EpochDay of the session reached. */
  readonly day: number;
  readonly sessionsDone: number;
  readonly sessions: number;
  /** Positions entered so far. */
  readonly positions: number;
}

export interface DecisionLog {
  push(decision: Decision): unknown;
}

export interface SimulationHooks {
  /** Called every few dozen sessions. */
  readonly onSession?: (progress: SessionProgress) => void;
  /** Receives every decision, in time order; a list of them is one. */
  readonly log?: DecisionLog;
  /**
   * Sessions on which the log gets the candidates that are not ordered as well: on a large market that takes a hundred
   * times as long as the run. All sessions without it.
   */
  readonly logsAllOn?: (session: number) => boolean;
  /** Called at each close that decides buys: candidates that are not ordered. */
  readonly onPassedOver?: (passed: PassedAtClose) => void;
  /** Called at each close that decides buys, with those that are ordered; the list is good until the next close. */
  readonly onOrders?: (day: number, orders: OrderList) => void;
  /** Called with each fill, in the order in which they come. */
  readonly onFill?: (fill: Fill) => void;
  /** Called at each close at which weights say what instruments are to be of the account; what it gets is good until the next. */
  readonly onPlanned?: (session: number, planned: PlannedShares) => void;
  /** Called when all of a session is decided; what it gets is good until the next session. */
  readonly onClose?: (session: number, account: AccountAtClose) => void;
}

/** What was bought, or sold, on a session. */
export interface Fill {
  readonly session: number;
  readonly member: number;
  /** The reason byte of a sale; NONE of a purchase. */
  readonly reason: number;
  readonly quantity: number;
  /** With slippage. */
  readonly price: number;
  /** The fill's costs, in currency. */
  readonly commission: number;
}

/** What weights make of an account at a close, before anything is ordered for it. */
export interface PlannedShares {
  readonly ledger: Ledger;
  /** The account's value less what is owed, in currency: what shares are of. */
  readonly worth: number;
  /** Members of the universe, ascending: members[0 .. count-1]. */
  readonly members: Int32Array;
  readonly count: number;
  /** The target of each member, in percent of the worth. */
  readonly target: Float64Array;
  /** Whether what is held is set back: if not, they are new ones alone. */
  readonly isOfAll: boolean;
}

/** A run's account when a session's fills, marks and decisions are done. */
export interface AccountAtClose {
  readonly ledger: Ledger;
  readonly money: Money;
  readonly equity: number;
  /** Buys that wait, as Account has them. */
  readonly orders: OrderList;
}

export interface PassedAtClose {
  /** EpochDay. */
  readonly day: number;
  readonly unaffordable: number;
  readonly noSlot: number;
}
