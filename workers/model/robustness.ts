/** What came out of runs that buy by chance, in the order of their draws. */
export interface RandomEntries {
  /** In currency. */
  readonly endValue: Float64Array;
  /** Percent a year; NaN where it is undefined. */
  readonly cagr: Float64Array;
  /** Positions that were opened. */
  readonly positions: Int32Array;
}
