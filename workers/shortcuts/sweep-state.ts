/**
 * What a sweep knows of one of its runs between two steps of the loop. For sweep-run.ts and sweep-orders.ts.
 */
import type { Plan } from "#workers/engine/run-plan.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import type { CloseOrder } from "./close-order.ts";
import type { Ranking } from "./ranking.ts";
import type { SessionOrder } from "./session-order.ts";
import type { SoldInWord, SweepAccount, SweepFills } from "./sweep-account.ts";

/** The state of a run between two steps of the loop. */
export interface SweepRun {
  readonly account: SweepAccount;
  readonly fills: SweepFills;
  /** For all runs, since each has its word to itself. */
  readonly sold: SoldInWord;
  readonly plan: Plan;
  readonly carried: CarriedCloses;
  readonly closeOrder: CloseOrder;
  readonly ranking: Ranking;
  /** Candidates in the order of the priority; null where it is no expression. */
  readonly sessionOrder: SessionOrder | null;
  readonly maxPositions: number;
  /** A share's cost as a factor of its price; 0 where any part of one can be bought. */
  readonly costFactor: number;
  /** Keys of the orders, where there were few to choose from. */
  readonly orderKeys: Float64Array;
  /** What is in no position at each close of the period, in currency. */
  readonly cash: Float64Array;
  readonly doubtful: Doubtful;
  readonly heldDuring: HeldDuring;
  readonly passedOver: { unaffordable: number; noSlot: number };
}

/** Candidates of whom one share may cost more than a slot has, in that word, as long as it has `leastValue` or more. */
export interface Doubtful {
  word: number;
  leastValue: number;
  count: number;
  /** Sessions on which one of them passes, as bits. */
  sessions: number;
  /** Their places in the order of the highest closes. */
  readonly places: Int32Array;
  /** 1 for each of them, by member. */
  readonly isOne: Uint8Array;
}

/** The sessions of a word on which candidates were held; for all runs, since each has its word to itself. */
export interface HeldDuring {
  /** Numbers the words of all runs. */
  word: number;
  /** For each member: the number of the word that `sessions` is about. */
  readonly wordOf: Float64Array;
  readonly sessions: Int32Array;
}
