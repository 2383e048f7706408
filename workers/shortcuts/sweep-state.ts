/**
 * What a sweep knows of one of its runs between two steps of the loop. For sweep-run.ts and sweep-orders.ts.
 */
import type { Plan } from "#workers/engine/run-plan.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import type { DearOrder } from "./dear-order.ts";
import type { Ranking } from "./ranking.ts";
import type { SessionOrder } from "./session-order.ts";
import type { Slots } from "./slots.ts";
import type { TradeBook } from "./trade-book.ts";

/** The state of a run between two steps of the loop. */
export interface SweepRun {
  /** Equity by session of the period, with room for what is written ahead. */
  readonly curve: Float64Array;
  /** The first slot that will be sold on each session, counted from 1; 0 where there is none. */
  readonly exitOn: Int32Array;
  /** Sells of open positions that will be decided at each close. */
  readonly decidedOn: Uint16Array;
  readonly slots: Slots;
  readonly plan: Plan;
  readonly carried: CarriedCloses;
  readonly dearOrder: DearOrder;
  readonly ranking: Ranking;
  /** Of the order priority; null where it is no expression. */
  readonly sessionOrder: SessionOrder | null;
  readonly tradeOf: TradeBook;
  readonly maxPositions: number;
  readonly minHoldingDays: number;
  /** A share's cost as a factor of its price; 0 where any part of one can be bought. */
  readonly costFactor: number;
  cash: number;
  /** Open positions with a sell pending. */
  pending: number;
  /** Members whose orders were decided at the last close, in priority order: the first `orderCount`. */
  readonly orders: Int32Array;
  /** Their keys, where there were few to choose from. */
  readonly orderKeys: Float64Array;
  orderCount: number;
  /** Candidates that are held, of a session that was marked alone. */
  heldCandidates: number;
  /** Equity / maxPositions at the close that decided them. */
  slotValue: number;
  readonly suspects: Suspects;
  readonly heldDuring: HeldDuring;
  readonly passedOver: { unaffordable: number; noSlot: number; noCash: number; noBar: number };
  trades: number;
  wins: number;
}

/** Candidates of whom one share may cost more than a slot has, in that word, as long as it has `leastValue` or more. */
interface Suspects {
  word: number;
  leastValue: number;
  count: number;
  /** Their places in the order of the dear. */
  readonly places: Int32Array;
}

/** The sessions of a word on which candidates were held; for all runs, since each has its word to itself. */
export interface HeldDuring {
  /** Numbers the words of all runs. */
  word: number;
  /** By member, where it says so of that word. */
  readonly wordOf: Float64Array;
  readonly sessions: Int32Array;
}
