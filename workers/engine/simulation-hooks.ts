/** What a run tells whoever watches it: how far it is, what it decides and why. */
import type { Decision } from "#workers/model/decision.ts";
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
}

export interface PassedAtClose {
  /** EpochDay. */
  readonly day: number;
  readonly unaffordable: number;
  readonly noSlot: number;
}
