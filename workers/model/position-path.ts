/** One position of a finished run day by day: what its chart shows. Worked out again when somebody looks at it. */
import type { InstrumentBars } from "./instruments.ts";
import type { Position, RunFill } from "./report.ts";
import type { Why } from "./why.ts";

/** Which position: no instrument is bought twice on one day. */
export type PositionKey = Pick<Position, "instrument" | "entryDate" | "exitDate" | "exitReason">;

/** A number of the run's rules that is on the scale of prices. */
export interface RuleLevel {
  /** The number as the language writes it: "sma(200)". */
  readonly formula: string;
  /** One a bar of the instrument, on the run's price basis; NaN where it is unknown. */
  readonly level: Float64Array;
}

export interface PositionPath {
  /** All bars of the instrument, prices on the run's basis; high and low are the close where the data has none. */
  readonly bars: InstrumentBars;
  /** Averages, bands and the like of which the rules speak, the first few; each once. */
  readonly levels: readonly RuleLevel[];
  /** EpochDays of the closes at which the sell rules were looked at, from the entry's session on. At least one. */
  readonly day: Int32Array;
  /** Highest of the first fill's price and the closes up to each of the days. */
  readonly peak: Float64Array;
  /** The price at or below which each close sells by the trailing stop; null where that is off. */
  readonly trailingStop: Float64Array | null;
  /** The average cost a share at each of the days: parts that are bought move it. */
  readonly entryPrice: Float64Array;
  /** Prices of the stop loss and of the profit target, which go with it; null where that is off. */
  readonly stopLoss: Float64Array | null;
  readonly takeProfit: Float64Array | null;
  /** All purchases and sales of it, the first first. */
  readonly fills: readonly RunFill[];
  /** ISO day of the first close that may sell; null where the minimum hold outlasts the data. */
  readonly sellsFrom: string | null;
  /** The day on which the buy was decided. */
  readonly entryDecision: Why;
  /**
   * The day on which a sale was decided, or, of a position that nothing sold, the last session of the run; null where
   * its prices ended before a rule sold it.
   */
  readonly exitDecision: Why | null;
}
