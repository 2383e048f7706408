/** What a run by weights held, and how it was set back to its plan: worked out by running again. */
import type { RebalanceRow } from "./report.ts";

/** Instruments that have a share of their own; all others are one. */
export const MOST_HELD_APART = 12;
/** Points of time at which shares are told. */
export const MOST_HELD_POINTS = 320;

/** One instrument's shares of the account. */
export interface HeldShare {
  readonly instrument: string;
  /** Company name, or the symbol where none is known. */
  readonly label: string;
  /** Percent of the account at each point; 0 where it is not held. */
  readonly share: Float64Array;
}

/** A close at which weights gave orders, with what led to them and what came of them. */
export interface SetBack extends RebalanceRow {
  /** Of what was held then, who was furthest from its plan; null where the plan of those held was not looked at. */
  readonly furthest: {
    readonly instrument: string;
    /** Percent of the account, and what it was to be. */
    readonly share: number;
    readonly target: number;
  } | null;
  /** Commission and slippage of the fills up to the next such close, in the run's currency. */
  readonly costs: number;
}

/** Of a strategy/3's account over the whole run; yearly ones are null where it is no longer than a day. */
export interface AccountFigures {
  /** The smaller of purchases and sales over the mean equity, percent a year. */
  readonly turnover: number | null;
  /** Commission and slippage, percent of the mean equity a year. */
  readonly costs: number | null;
  /** ISO date on which something could not be paid out for the first time; null where all could. */
  readonly ranOut: string | null;
}

export interface HoldingFigures extends Pick<AccountFigures, "turnover" | "costs"> {
  /** Fills a year; null where the run is no longer than a day. */
  readonly ordersAYear: number | null;
  /** The money that a fill moves on average, in the run's currency; null without a fill. */
  readonly meanOrder: number | null;
  /** Of an instrument with a plan that is held, on average over sessions and instruments: points from its plan; null without one. */
  readonly offPlan: number | null;
}

export interface Holdings {
  /** EpochDay of each point: ends of sessions, weeks or months, the shortest of them that gives few enough; the last session is one. */
  readonly day: Int32Array;
  readonly every: "session" | "week" | "month";
  /** The largest on average first. */
  readonly held: readonly HeldShare[];
  /** All others together; null where there are none. */
  readonly others: { readonly count: number; readonly share: Float64Array } | null;
  /** Percent of the account that is in no position; below 0 never. */
  readonly cash: Float64Array;
  readonly setBacks: readonly SetBack[];
  readonly figures: HoldingFigures;
}
