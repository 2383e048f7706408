/** The last one, three, five and ten years of a run by themselves. */
import { isWon } from "#workers/model/forgive.ts";
import { deepestFall } from "#workers/figures/drawdown.ts";
import { benchmarkPerformanceOf, drawdownSpan, performanceOf } from "#workers/figures/measure.ts";
import type { TradeCount } from "#workers/figures/measure.ts";
import { yearsBetween } from "#workers/figures/statistics.ts";
import { TRAILING_YEARS } from "#workers/model/analysis.ts";
import type { TrailingPeriod, TrailingYears } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Position, Report } from "#workers/model/report.ts";

const DAYS_PER_YEAR = 365.25;

/**
 * Each begins at the close of the first session that lies so many years of 365.25 days before the last one, or fewer.
 *
 * @param riskFreePercent - a year
 * @returns the shortest first; [] for a run of a year or less
 */
export function trailingPeriods(report: Report, riskFreePercent: number): readonly TrailingPeriod[] {
  const { day } = report.equity;
  const last = day[day.length - 1];
  return TRAILING_YEARS.filter((years) => last - day[0] > years * DAYS_PER_YEAR).map((years) => {
    const fromRow = day.findIndex((session) => session >= last - years * DAYS_PER_YEAR);
    return periodFrom(report, { years, fromRow, riskFreePercent });
  });
}

interface From {
  readonly years: TrailingYears;
  readonly fromRow: number;
  readonly riskFreePercent: number;
}

function periodFrom(
  { equity, positions }: Report,
  { years, fromRow, riskFreePercent }: From,
): TrailingPeriod {
  const day = equity.day.subarray(fromRow);
  const value = equity.value.subarray(fromRow);
  const [startValue] = value;
  const ofBenchmark = equity.benchmark.subarray(fromRow);
  const benchmark = ofBenchmark.map((close) => (close / ofBenchmark[0]) * startValue);
  const span = { startValue, years: yearsBetween(day[0], day[day.length - 1]), riskFreePercent };
  const fall = deepestFall(value);
  return {
    years,
    fromRow,
    performance: performanceOf(value, span, countEnded(positions, formatIsoDay(day[0]))),
    benchmarkPerformance: benchmarkPerformanceOf(benchmark, span),
    drawdown: fall && drawdownSpan(fall, day),
  };
}

/** Closed trades that ended after this day. @param date - ISO */
function countEnded(positions: readonly Position[], date: string): TradeCount {
  let trades = 0;
  let wins = 0;
  for (const { exitReason, exitDate, profit, quantity, entryPrice } of positions) {
    if (exitReason === "open" || exitDate <= date) continue;
    trades++;
    if (isWon(profit, quantity, entryPrice)) wins++;
  }
  return { trades, wins };
}
