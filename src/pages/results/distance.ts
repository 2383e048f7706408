/** How far a figure of the account is from that of the harder of its two yardsticks, benchmark and average share. */
import { formatDecimal } from "#src/format/number.ts";
import type { Report } from "#workers/model/report.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";
import { isAgainstAverage } from "./average-share.ts";

export interface Distance {
  /** Above 0 is better. */
  readonly value: number;
  readonly text: string;
}

interface DistanceWords {
  readonly decimals: number;
  /** "points". */
  readonly unit: string;
  readonly better: string;
  readonly worse: string;
}

/** Of account, benchmark and average share alike; the higher is the better one. */
type Figure = "cagr" | "maxDrawdown" | "sharpeRatio";

/** The number, and the same in words; null where it is undefined for the account, or for all that it is held against. */
export function distanceOf(report: Report, figure: Figure): Distance | null {
  const { decimals, unit: unitName, better, worse } = WORDS[figure];
  if (figure === "cagr" && !hasYearlyRate({ days: daysOf(report) })) return null;
  const own = report.performance[figure];
  const benchmark = report.benchmarkPerformance[figure];
  const average = report.universePerformance?.[figure] ?? null;
  const other = Math.max(benchmark ?? -Infinity, average ?? -Infinity);
  if (own === null || other === -Infinity) return null;
  const isAverage = isAgainstAverage(report) || other !== benchmark;
  const value = own - other;
  const size = formatDecimal(Math.abs(value), decimals);
  if (!/[1-9]/.test(size))
    return { value: 0, text: `same as the ${isAverage ? "average share" : "benchmark"}` };
  const unit = unitName === "" ? "" : ` ${unitName}`;
  return { value, text: `${size}${unit} ${value > 0 ? better : worse}` };
}

/** Gives the CAGR of account and yardsticks alike; null for a run of less than a year, of which it would be blown up. */
export function rateOfRun(report: Report): (figures: { readonly cagr: number | null }) => number | null {
  const isYear = hasYearlyRate({ days: daysOf(report) });
  return ({ cagr }) => (isYear ? cagr : null);
}

const WORDS: Readonly<Record<Figure, DistanceWords>> = {
  cagr: { decimals: 1, unit: "points", better: "ahead", worse: "behind" },
  maxDrawdown: { decimals: 1, unit: "points", better: "less", worse: "more" },
  sharpeRatio: { decimals: 2, unit: "", better: "higher", worse: "lower" },
};
