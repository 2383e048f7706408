/** An instrument with its bars, as they are written to the store. */
import type { Instrument } from "#workers/model/market.ts";

/** One instrument's bars, by day ascending, no day twice. */
export interface Series {
  readonly instrument: Instrument;
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** NaN where a bar has none; null where none has. */
  readonly adjClose: Float64Array | null;
  readonly marketCap: Float64Array | null;
}
