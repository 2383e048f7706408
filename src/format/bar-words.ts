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

const ENDS: Readonly<Record<Frequency, string | null>> = {
  daily: null,
  weekly: "ends of weeks",
  monthly: "month ends",
};

/** "Max Drawdown, month ends": a fall or a volatility that misses what lay between the closes. Of days the name alone. */
export function nameAtEnds(name: string, frequency: Frequency = "daily"): string {
  const ends = ENDS[frequency];
  return ends === null ? name : `${name}, ${ends}`;
}

/** "deepest fall at month ends", in a sentence. */
export function wordsAtEnds(words: string, frequency: Frequency = "daily"): string {
  const ends = ENDS[frequency];
  return ends === null ? words : `${words} at ${ends}`;
}

/** Why such a figure is marked, a sentence; "" of days. */
export function endsMeaning(frequency: Frequency = "daily"): string {
  const ends = ENDS[frequency];
  return ends === null
    ? ""
    : `These prices are of ${ends}: what fell and rose between them is not seen. So falls look shallower than on daily prices, and volatility is that of ${frequency} returns.`;
}
