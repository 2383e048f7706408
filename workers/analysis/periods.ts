/** Parts of a run by themselves: its last one, three, five and ten years, and what lies between two of its sessions. */
import { isWon } from "#workers/model/forgive.ts";
import { deepestFall } from "#workers/figures/drawdown.ts";
import {
  benchmarkPerformanceOf,
  drawdownSpan,
  performanceOf,
  yearlyTable,
} from "#workers/figures/measure.ts";
import type { TradeCount } from "#workers/figures/measure.ts";
import { yearsBetween } from "#workers/figures/statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import { TRAILING_YEARS } from "#workers/model/analysis.ts";
import type { PeriodRequest, RunPeriod, TrailingPeriod } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Position, Report } from "#workers/model/report.ts";

const DAYS_PER_YEAR = 365.25;

/**
 * Each begins at the close of the first session that lies so many years of 365.25 days before the last one, or fewer.
 *
 * @returns the shortest first; [] for a run of a year or less
 */
export function trailingPeriods(report: Report, terms: YearlyTerms): readonly TrailingPeriod[] {
  const { day } = report.equity;
  const toRow = day.length - 1;
  const last = day[toRow];
  return TRAILING_YEARS.filter((years) => last - day[0] > years * DAYS_PER_YEAR).map((years) => {
    const fromRow = day.findIndex((session) => session >= last - years * DAYS_PER_YEAR);
    return Object.assign(measurePeriod({ report, fromRow, toRow, ...terms }), { years });
  });
}

export function measurePeriod({
  report,
  fromRow,
  toRow,
  riskFreePercent,
  sessionsOfYear,
}: PeriodRequest): RunPeriod {
  const { equity, positions } = report;
  const day = equity.day.subarray(fromRow, toRow + 1);
  const value = equity.value.subarray(fromRow, toRow + 1);
  const [startValue] = value;
  const fromStart = (curve: Float64Array) =>
    curve.subarray(fromRow, toRow + 1).map((close) => (close / curve[fromRow]) * startValue);
  const benchmark = fromStart(equity.benchmark);
  const [first, last] = [day[0], day[day.length - 1]];
  const span = { startValue, years: yearsBetween(first, last), riskFreePercent, sessionsOfYear };
  const fall = deepestFall(value);
  return {
    fromRow,
    toRow,
    performance: performanceOf(value, span, countEnded(positions, formatIsoDay(first), formatIsoDay(last))),
    benchmarkPerformance: benchmarkPerformanceOf(benchmark, span),
    ...(equity.universe && { universePerformance: benchmarkPerformanceOf(fromStart(equity.universe), span) }),
    yearlyPerformance: yearlyTable(startValue, day.subarray(1), {
      equity: value.subarray(1),
      growth: value.subarray(1),
      benchmark: benchmark.subarray(1),
      flows: null,
    }),
    drawdown: fall && drawdownSpan(fall, day),
  };
}

/** Closed trades that ended after the first and by the second of these days. @param after - ISO, as `until` */
function countEnded(positions: readonly Position[], after: string, until: string): TradeCount {
  let trades = 0;
  let wins = 0;
  for (const { exitReason, exitDate, profit, quantity, entryPrice } of positions) {
    if (exitReason === "open" || exitDate <= after || exitDate > until) continue;
    trades++;
    if (isWon(profit, quantity, entryPrice)) wins++;
  }
  return { trades, wins };
}
