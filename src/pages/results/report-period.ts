/** A part of a run as a report of its own, for the figures that follow the chart's range. */
import type { RunPeriod } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Position, Report } from "#workers/model/report.ts";

/**
 * The benchmark begins at the account's value. Positions are those that ended between the period's closes, as its trades
 * are, and those that are open where it ends with the run.
 */
export function reportOfPeriod(report: Report, period: RunPeriod): Report {
  const { fromRow, toRow, performance, benchmarkPerformance, yearlyPerformance, drawdown } = period;
  const { day, value, benchmark, positions } = report.equity;
  const end = toRow + 1;
  const first = benchmark[fromRow] ?? Number.NaN;
  const from = formatIsoDay(day[fromRow] ?? 0);
  const to = formatIsoDay(day[toRow] ?? 0);
  const isToEnd = toRow === day.length - 1;
  const isWithin = ({ exitDate, exitReason }: Position) =>
    exitReason === "open" ? isToEnd : exitDate > from && exitDate <= to;
  return {
    ...report,
    metadata: {
      ...report.metadata,
      backtestStart: from,
      backtestEnd: to,
      sessions: toRow - fromRow + 1,
    },
    performance,
    benchmarkPerformance,
    yearlyPerformance,
    drawdown,
    positions: report.positions.filter(isWithin),
    equity: {
      day: day.subarray(fromRow, end),
      value: value.subarray(fromRow, end),
      benchmark: benchmark.subarray(fromRow, end).map((close) => (close / first) * performance.startValue),
      positions: positions.subarray(fromRow, end),
    },
  };
}
