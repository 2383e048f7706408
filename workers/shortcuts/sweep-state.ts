/**
 * What a sweep knows of one of its runs between two steps of the loop. For sweep-run.ts and sweep-orders.ts.
 */
import type { Plan } from "#workers/engine/run-plan.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import type { DearOrder } from "./dear-order.ts";
import type { Ranking } from "./ranking.ts";
import type { Slots } from "./slots.ts";
import type { TradeBook } from "./trade-book.ts";

/** The state of a run between two steps of the loop. */
export interface SweepRun {
  /** Equity by session of the period, with room for what is written ahead. */
  readonly curve: Float64Array;
  /** Exits that will be filled on each session. */
  readonly exitsOn: Uint16Array;
  /** Sells of open positions that will be decided at each close. */
  readonly decidedOn: Uint16Array;
  readonly slots: Slots;
  readonly plan: Plan;
  readonly carried: CarriedCloses;
  readonly dearOrder: DearOrder;
  readonly ranking: Ranking;
  readonly tradeOf: TradeBook;
  readonly maxPositions: number;
  readonly minHoldingDays: number;
  /** A share's cost as a factor of its price; 0 where any part of one can be bought. */
  readonly costFactor: number;
  cash: number;
  /** Open positions with a sell pending. */
  pending: number;
  /** Open positions that will be sold for want of data. */
  unsaleable: number;
  /** Members whose orders were decided at the last close, in priority order: the first `orderCount`. */
  readonly orders: Int32Array;
  /** Their keys, where there were few to choose from. */
  readonly orderKeys: Float64Array;
  orderCount: number;
  /** Equity / maxPositions at the close that decided them. */
  slotValue: number;
  /** Members of which no more than `count` close above what a slot had when it was `leastValue`, in that word. */
  readonly suspects: { word: number; leastValue: number; count: number };
  readonly heldDuring: HeldDuring;
  readonly passedOver: { unaffordable: number; noSlot: number; noCash: number; noBar: number };
  trades: number;
  wins: number;
}

/** The sessions of a word on which candidates were held; for all runs, since each has its word to itself. */
export interface HeldDuring {
  /** Numbers the words of all runs. */
  word: number;
  /** By member, where it says so of that word. */
  readonly wordOf: Float64Array;
  readonly sessions: Int32Array;
}
