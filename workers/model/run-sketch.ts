/** A run as a card, or the side of a form, shows it: a few figures, and two curves small enough to be kept by the dozen. */
import type { Frequency, NextOrders } from "./report.ts";
import type { Strategy } from "./strategy.ts";

/** Percents in percent, null is undefined. */
export interface RunSketch {
  /** ISO dates of the first and last session. */
  readonly from: string;
  readonly to: string;
  /** What it ran on: prices as traded where adjusted ones were asked for and the data has none. */
  readonly priceBasis: Strategy["simulation"]["priceBasis"];
  readonly cagr: number | null;
  /** <= 0. */
  readonly maxDrawdown: number;
  /** Of its bars; absent where they are of days. */
  readonly frequency?: Frequency;
  /** Closed round trips. */
  readonly trades: number;
  /** Positions of the whole run, closed or not. */
  readonly positions: number;
  /** Closes at which weights gave orders; only a run by weights has them. */
  readonly rebalances?: number;
  /** Of the account that was in positions, the mean over the sessions. */
  readonly invested: number;
  readonly benchmark: {
    /** A symbol, or what stands for none. */
    readonly label: string;
    readonly cagr: number | null;
    readonly maxDrawdown: number;
  };
  /** Of the universe, and what its average share made; absent in sketches of earlier versions. */
  readonly instruments?: number;
  readonly average?: { readonly cagr: number | null; readonly maxDrawdown: number };
  /** The account in multiples of its start, at sessions that are evenly apart; the first and last are among them. */
  readonly account: readonly number[];
  /** Nobody looked yet whether its largest gains hang on later bars, which its numbers from own code may know. */
  readonly isUnchecked?: true;
  /** What the benchmark made of the same money, at the same sessions. */
  readonly index: readonly number[];
}

/** A run that was gone through for a form: what it shows besides, and keeps nowhere. */
export interface RehearsedSketch extends RunSketch {
  /** What it would do on the session behind the last. */
  readonly next?: NextOrders;
  /** By weights, where it gave orders behind the first session: their mean, in the run's currency. */
  readonly meanOrder?: number;
  /** ISO date on which something that was to be taken out could not be paid; absent where all was. */
  readonly ranOut?: string;
}

/** Points of a curve: more than there is room to show. */
export const SKETCH_POINTS = 120;
