/** What came out of runs that buy by chance, in the order of their draws. */
export interface RandomEntries {
  /** What each made, whatever money came and went. */
  readonly growthPercent: Float64Array;
  /** Percent a year; NaN where it is undefined. */
  readonly cagr: Float64Array;
  /** Positions that were opened. */
  readonly positions: Int32Array;
}

/** A run as it was but for one thing. late: every order a session later; without-best: see BEST_POSITIONS. */
export type Otherwise = "late" | "without-best";

/** So many of a run's most profitable positions are left out, to see whether it hangs on them. */
export const BEST_POSITIONS = 10;
