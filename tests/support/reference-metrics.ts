/** The reference's metrics, section 4 of workers/engine/README.md, for the strategy's curve and the benchmark's alike. */
import { formatIsoDay, yearOf } from "#workers/model/day.ts";
import type { DrawdownSpan, Performance, YearlyPerformance } from "#workers/model/report.ts";
import { atLeast, itemAt, sum } from "./reference-series.ts";

interface Setting {
  readonly days: readonly number[];
  readonly startValue: number;
  /** A year, as a fraction. */
  readonly riskFree: number;
  readonly sessionsOfYear: number;
}

export function measureCurve(
  equity: readonly number[],
  { days, startValue, riskFree, sessionsOfYear }: Setting,
): Omit<Performance, "winRate" | "trades"> {
  const endValue = itemAt(equity, equity.length - 1);
  const growth = annualGrowth(startValue, endValue, itemAt(days, days.length - 1) - itemAt(days, 0));
  const returns = equity.slice(1).map((value, i) => value / itemAt(equity, i) - 1);
  const excess = returns.map((r) => r - riskFree / sessionsOfYear);
  const deviation = sampleDeviation(returns);
  const downside = Math.sqrt(mean(excess.map((r) => Math.min(r, 0) ** 2)));
  const deepest = Math.min(...drawdowns(equity));
  const ratio = (divisor: number | null) =>
    returns.length < 2 || divisor === null || divisor < 1e-12
      ? null
      : (mean(excess) / divisor) * Math.sqrt(sessionsOfYear);
  return {
    startValue,
    endValue,
    totalGrowth: endValue - startValue,
    totalGrowthPercent: ((endValue - startValue) / startValue) * 100,
    cagr: growth === null ? null : growth * 100,
    maxDrawdown: deepest * 100,
    sharpeRatio: ratio(deviation),
    sortinoRatio: ratio(downside),
    calmarRatio: growth === null || -deepest < 1e-14 ? null : growth / -deepest,
    volatility: deviation === null ? null : deviation * Math.sqrt(sessionsOfYear) * 100,
  };
}

function annualGrowth(startValue: number, endValue: number, calendarDays: number): number | null {
  if (calendarDays < 1) return null;
  if (endValue <= 0) return -1;
  const growth = (endValue / startValue) ** (365.25 / calendarDays) - 1;
  return Number.isFinite(growth * 100) ? growth : null;
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1));
}

function drawdowns(equity: readonly number[]): number[] {
  return equity.map((value, i) => value / Math.max(...equity.slice(0, i + 1)) - 1);
}

/** null where the curve never falls; the earliest of equally deep falls, from the last day at its peak. */
export function findDrawdown(days: readonly number[], equity: readonly number[]): DrawdownSpan | null {
  const depths = drawdowns(equity);
  const deepest = Math.min(...depths);
  if (-deepest < 1e-14) return null;
  const trough = depths.indexOf(deepest);
  const peakValue = Math.max(...equity.slice(0, trough + 1));
  const recovery = equity.findIndex((value, i) => i > trough && atLeast(value, peakValue));
  return {
    peakDate: formatIsoDay(itemAt(days, equity.lastIndexOf(peakValue, trough))),
    troughDate: formatIsoDay(itemAt(days, trough)),
    recoveryDate: recovery === -1 ? null : formatIsoDay(itemAt(days, recovery)),
  };
}

/** One row for each calendar year that has a session. */
export function measureYears(
  days: readonly number[],
  equity: readonly number[],
  { startMargin, benchmark }: { startMargin: number; benchmark: readonly number[] },
): YearlyPerformance[] {
  const years = [...new Set(days.map(yearOf))];
  return years.map((year, i) => {
    const end = days.findLastIndex((day) => yearOf(day) === year);
    const before = i === 0 ? null : days.findLastIndex((day) => yearOf(day) < year);
    const startValue = before === null ? startMargin : itemAt(equity, before);
    const endValue = itemAt(equity, end);
    const benchmarkStart = before === null ? startMargin : itemAt(benchmark, before);
    return {
      year,
      startValue,
      endValue,
      growth: endValue - startValue,
      growthPercent: ((endValue - startValue) / startValue) * 100,
      benchmarkPercent: (itemAt(benchmark, end) / benchmarkStart - 1) * 100,
    };
  });
}
