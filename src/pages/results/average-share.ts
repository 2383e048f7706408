/** The average share as a result has it, beside its benchmark: results of earlier versions have none. */
import { DASH, formatPercentChange } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { yearEndRows, yearOf } from "#workers/model/day.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import type { BenchmarkPerformance, Report } from "#workers/model/report.ts";

/** Why a result has none, and what to do. */
export const NO_AVERAGE_SHARE =
  "The average share is all instruments in equal parts, set back each month. This result is of an earlier version, which did not work it out. Run it again to have it.";

/** Then there is one line and one figure, not two. */
export function isAgainstAverage({ metadata }: Pick<Report, "metadata">): boolean {
  return metadata.benchmark === AVERAGE_SHARE_NAME;
}

/** The yardsticks that a result has, as sentences call them: "TIDAL120" and "the average share". */
export function yardstickNames(report: Report): readonly string[] {
  const hasBoth = report.universePerformance && !isAgainstAverage(report);
  return [report.metadata.benchmark, ...(hasBoth ? [AVERAGE_SHARE_NAME] : [])];
}

/** For sentences that name the benchmark; what is saved for programs has it as it is stored. */
export function withShownBenchmark(report: Report): Report {
  const { metadata } = report;
  return { ...report, metadata: { ...metadata, benchmark: shownName(metadata.benchmark) } };
}

/** What the account is held against in a table: one figure each, or one alone where both are the same. */
export interface Beside {
  readonly title: string;
  /** Percent; null where it is not known. */
  readonly percent: number | null;
}

/** @param average - null where the result has no average share */
export function figuresBeside(
  report: Report,
  benchmark: number | null,
  average: number | null,
): readonly Beside[] {
  if (isAgainstAverage(report)) return [{ title: "Average share", percent: benchmark }];
  return [
    { title: "Benchmark", percent: benchmark },
    { title: "Average share", percent: average },
  ];
}

/** Percentage points above the highest that is known: who is ahead of it is ahead of all. */
export function aheadOf(beside: readonly Beside[], own: number | null): number | null {
  const known = beside.flatMap(({ percent }) => percent ?? []);
  return own === null || known.length === 0 ? null : own - Math.max(...known);
}

/** "Benchmark 10.3%, average share 14.8%", for a figure of both. */
export function besideText(report: Report, text: (figures: BenchmarkPerformance) => string): string {
  const { benchmarkPerformance, universePerformance } = report;
  if (isAgainstAverage(report)) return `Average share ${text(benchmarkPerformance)}`;
  const average = universePerformance ? text(universePerformance) : DASH;
  return `Benchmark ${text(benchmarkPerformance)}, average share ${average}`;
}

/** What the same money was worth at the end: what came and went did so in them, too. */
export function worthBeside(report: Report, text: (worth: number) => string): string {
  const { money, equity } = report;
  if (!money || !equity.growth) return besideText(report, ({ endValue }) => text(endValue));
  const endOf = (values: Float64Array) => text(values.at(-1) ?? Number.NaN);
  if (isAgainstAverage(report)) return `The same money in the average share ${endOf(money.benchmarkValues)}`;
  return `The same money in the benchmark ${endOf(money.benchmarkValues)}, in the average share ${endOf(money.universeValues)}`;
}

/** The same for what each made of the start value: "Benchmark +84.2%, average share +96.0%". */
export function growthBeside(report: Report): string {
  const { startValue } = report.performance;
  return besideText(report, ({ endValue }) => formatPercentChange((endValue / startValue - 1) * 100, 1));
}

/** What it made in each year, where it stands beside the benchmark: null where the result has none, or is compared with it. */
export function averageYearsBeside(report: Report): ReadonlyMap<number, number> | null {
  return isAgainstAverage(report) ? null : averageShareYears(report);
}

/**
 * What the average share made in each year, percent, from the close before its first session or, in the first one, the
 * start value; null where the result has none.
 */
export function averageShareYears({ equity, performance }: Report): ReadonlyMap<number, number> | null {
  const { day, universe } = equity;
  if (!universe) return null;
  const years = new Map<number, number>();
  let start = performance.startValue;
  for (const row of yearEndRows(day)) {
    const end = universe[row] ?? Number.NaN;
    years.set(yearOf(day[row] ?? 0), (end / start - 1) * 100);
    start = end;
  }
  return years;
}
