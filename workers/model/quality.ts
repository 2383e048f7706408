/** What an instrument's bars show that no rule forbids, but a person should know: plain data. Dates are ISO dates. */

/** Sessions of the calendar without a bar of the instrument, between its first and its last. */
export interface SessionGap {
  /** The first session that is missing, and the last. */
  readonly from: string;
  readonly to: string;
  readonly sessions: number;
}

/** An overnight jump like that of a split that the prices were not adjusted for. */
export interface SuspectedSplit {
  /** The first day at the new level. */
  readonly date: string;
  /** Close of the bar before, and open of the day. */
  readonly before: number;
  readonly after: number;
  /** before / after: 1.98 where the price halves. */
  readonly ratio: number;
  /** The simple fraction that is nearest, new shares for old: `2:1`, `1:10`. */
  readonly fraction: string;
  /** That fraction as a number: earlier prices divided by it, and volumes times it, are at the new level. */
  readonly factor: number;
  /** The adjusted closes do not jump, as after a true split; null where the bars have none. */
  readonly isConfirmed: boolean | null;
}

/** Closes that stay the same. */
export interface StaleStretch {
  readonly from: string;
  readonly to: string;
  readonly bars: number;
}

export interface InstrumentQuality {
  readonly symbol: string;
  /** Sessions of the calendar without a bar, and in how many gaps. */
  readonly missingSessions: number;
  readonly gapCount: number;
  /** The ten longest, longest first; of equals the earlier first. */
  readonly gaps: readonly SessionGap[];
  /** The first fifty suspected splits, by date. */
  readonly splits: readonly SuspectedSplit[];
  /** The first fifty stretches of one price, by date; each of sixty bars or more. */
  readonly stale: readonly StaleStretch[];
  /** Bars dated in the future. */
  readonly futureBars: number;
}

/** True where there is something to tell. */
export function hasFindings({ gapCount, splits, stale, futureBars }: InstrumentQuality): boolean {
  return gapCount + splits.length + stale.length + futureBars > 0;
}
