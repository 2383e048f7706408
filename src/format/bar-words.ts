/** What a bar of a run is called: returns are those of days, of weeks or of months. */
import type { Frequency, Report } from "#workers/model/report.ts";

export interface BarWords {
  /** "day". */
  readonly bar: string;
  /** "daily". */
  readonly every: Frequency;
}

const BARS: Readonly<Record<Frequency, string>> = { daily: "day", weekly: "week", monthly: "month" };

/** Results of earlier versions are all of days. */
export function barWordsOf({ metadata: { frequency = "daily" } }: Pick<Report, "metadata">): BarWords {
  return { bar: BARS[frequency], every: frequency };
}
