/** How long a bar of a universe is, and what follows from it for yearly figures and for who is presumed delisted. */
import type { Frequency, Report } from "./report.ts";

/** What is settled by what a bar is. */
export interface BarLength {
  readonly frequency: Frequency;
  readonly sessionsOfYear: number;
}

/** What the bars of a universe were judged to be. */
export interface JudgedBars extends BarLength {
  /** Whether the middle of the days from bar to bar is none that days, weeks or months have. */
  readonly isUnusual: boolean;
  /** Numbers of the instruments of a daily universe whose own bars are mostly weeks or months. */
  readonly otherOnes: readonly number[];
}
/** Every one that there is; daily bars of each day of the week have the longer year. */
export const BAR_LENGTHS: readonly BarLength[] = [
  { frequency: "daily", sessionsOfYear: 252 },
  { frequency: "daily", sessionsOfYear: 365 },
  { frequency: "weekly", sessionsOfYear: 52 },
  { frequency: "monthly", sessionsOfYear: 12 },
];

/** How returns of sessions become yearly ones. */
export interface YearlyTerms {
  /** A year. */
  readonly riskFreePercent: number;
  readonly sessionsOfYear: number;
  /** By session: the riskless return since the session before, in place of riskFreePercent. */
  readonly riskless?: Float64Array;
}

/** By how many sessions a year figures count; daily ones are not those of weekends. */
export const SESSIONS_OF_YEAR: Readonly<Record<Frequency, number>> = {
  daily: 252,
  weekly: 52,
  monthly: 12,
};

/** @param report - one of an earlier version doesn't say it */
export function sessionsOfYearIn({
  sessionsOfYear,
  metadata,
}: Pick<Report, "sessionsOfYear" | "metadata">): number {
  return sessionsOfYear ?? SESSIONS_OF_YEAR[metadata.frequency ?? "daily"];
}

/** @param riskFreePercent - of the run's strategy */
export function yearlyTermsOf(
  report: Pick<Report, "sessionsOfYear" | "metadata" | "account">,
  riskFreePercent: number,
): YearlyTerms {
  const { riskless = null } = report.account ?? {};
  return { riskFreePercent, sessionsOfYear: sessionsOfYearIn(report), ...(riskless && { riskless }) };
}

/** A position without a bar for so many sessions running is presumed delisted. */
export const DELISTED_AFTER: Readonly<Record<Frequency, number>> = { daily: 20, weekly: 8, monthly: 3 };
