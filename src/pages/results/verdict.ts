/** Whether a run beat its benchmark: the first thing that its page says. */
import { formatDecimal, formatPercent } from "#src/format/number.ts";
import { countOf } from "#src/format/number.ts";
import type { Report } from "#workers/model/report.ts";

export interface Verdict {
  /** null where it can't be said. */
  readonly standing: "ahead" | "behind" | "level" | null;
  /** "Beat TIDAL120 by 5.3 points a year (15.6 against 10.3%)". */
  readonly growth: string;
  /** "deepest fall −43.5 against −59.9%". */
  readonly fall: string;
}

/** A yearly rate of a shorter run would be blown up from a few days. */
export const DAYS_FOR_A_RATE = 365;

export function verdictOf(report: Report): Verdict {
  const { performance, benchmarkPerformance, metadata } = report;
  const { benchmark } = metadata;
  const { own, other, span } = compared(report);
  const fall = `deepest fall ${formatDecimal(performance.maxDrawdown, 1)} against ${formatPercent(benchmarkPerformance.maxDrawdown, 1)}`;
  if (own === null || other === null)
    return { standing: null, growth: `Can't be compared with ${benchmark}: the run is too short`, fall };
  const ahead = own - other;
  const figures = `(${formatDecimal(own, 1)} against ${formatPercent(other, 1)})`;
  const points = formatDecimal(Math.abs(ahead), 1);
  if (!/[1-9]/.test(points))
    return { standing: "level", growth: `Level with ${benchmark} ${span} ${figures}`, fall };
  const how = `${benchmark} by ${points} points ${span} ${figures}`;
  return ahead > 0
    ? { standing: "ahead", growth: `Beat ${how}`, fall }
    : { standing: "behind", growth: `Lost to ${how}`, fall };
}

interface Compared {
  readonly own: number | null;
  readonly other: number | null;
  /** What the percents are of. */
  readonly span: string;
}

/** Yearly rates or, for a short run, all that it grew; percent. */
function compared({ performance, benchmarkPerformance, equity }: Report): Compared {
  const days = (equity.day.at(-1) ?? 0) - (equity.day[0] ?? 0);
  if (days >= DAYS_FOR_A_RATE)
    return { own: performance.cagr, other: benchmarkPerformance.cagr, span: "a year" };
  if (days < 1) return { own: null, other: null, span: "" };
  return {
    own: performance.totalGrowthPercent,
    other: benchmarkGrowth(performance.startValue, benchmarkPerformance.endValue),
    span: `in ${countOf(days, "day")}`,
  };
}

/** What the benchmark made of the account's start value, percent. */
export function benchmarkGrowth(startValue: number, endValue: number): number {
  return (endValue / startValue - 1) * 100;
}
