/** A part of a run as a report of its own, for the figures that follow the chart's range. */
import type { RunPeriod } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Position, Report } from "#workers/model/report.ts";

/**
 * Benchmark and average share begin at the account's value. Positions are those that ended between the period's closes, as its trades
 * are, and those that are open where it ends with the run. What the weights ordered at its first close is of it, and what they
 * ordered at its last one is not.
 */
export function reportOfPeriod(report: Report, period: RunPeriod): Report {
  const { fromRow, toRow, performance, benchmarkPerformance, yearlyPerformance, drawdown } = period;
  const { growth, money, account } = period;
  const { day, value, benchmark, universe, positions } = report.equity;
  const end = toRow + 1;
  const fromStart = (curve: Float64Array) => {
    const first = curve[fromRow] ?? Number.NaN;
    return curve.subarray(fromRow, end).map((close) => (close / first) * performance.startValue);
  };
  const { universePerformance: _average, money: _money, account: _account, rebalances, ...others } = report;
  const from = formatIsoDay(day[fromRow] ?? 0);
  const to = formatIsoDay(day[toRow] ?? 0);
  const isToEnd = toRow === day.length - 1;
  const isWithin = ({ exitDate, exitReason }: Position) =>
    exitReason === "open" ? isToEnd : exitDate > from && exitDate <= to;
  return {
    ...others,
    metadata: {
      ...report.metadata,
      backtestStart: from,
      backtestEnd: to,
      sessions: toRow - fromRow + 1,
    },
    performance,
    benchmarkPerformance,
    ...(period.universePerformance && { universePerformance: period.universePerformance }),
    yearlyPerformance,
    drawdown,
    positions: report.positions.filter(isWithin),
    ...(rebalances && { rebalances: rebalances.filter(({ date }) => date >= from && date < to) }),
    ...(money && { money }),
    ...(account && { account }),
    equity: {
      day: day.subarray(fromRow, end),
      value: value.subarray(fromRow, end),
      benchmark: fromStart(benchmark),
      ...(universe && { universe: fromStart(universe) }),
      ...(growth && { growth }),
      positions: positions.subarray(fromRow, end),
    },
  };
}
