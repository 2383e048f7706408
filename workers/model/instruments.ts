/** A dataset's instruments one by one, as the Data screen shows them: plain data between threads. */
import type { InstrumentQuality } from "./quality.ts";

export interface InstrumentSummary {
  readonly symbol: string;
  /** "" where no file gives one. */
  readonly name: string;
  readonly exchange: string;
  readonly instrumentType: string;
  readonly currency: string;
  readonly bars: number;
  /** ISO dates of the first and last bar, null where there is none. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly quality: InstrumentQuality;
}

/** The bars of one instrument, by day; all columns of one length. */
export interface InstrumentBars {
  /** EpochDays. */
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** A split that the prices are adjusted for when they are read: bars before the date are divided by the factor. */
export interface AppliedSplit {
  readonly symbol: string;
  /** ISO date of the first bar at the new level. */
  readonly date: string;
  /** New shares for old: 2 for two to one, 0.1 for ten put together to one. */
  readonly factor: number;
}
