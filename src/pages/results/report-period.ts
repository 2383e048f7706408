/** The last years of a run as a report of their own, for the figures that follow the chart's range. */
import type { TrailingPeriod } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";

/** The benchmark begins at the account's value; positions are those that ended after the first close or are open. */
export function reportOfPeriod(report: Report, period: TrailingPeriod): Report {
  const { fromRow, performance, benchmarkPerformance, drawdown } = period;
  const since = startOf(report, period);
  const ofBenchmark = report.equity.benchmark.subarray(fromRow);
  const [first = Number.NaN] = ofBenchmark;
  const day = report.equity.day.subarray(fromRow);
  return {
    ...report,
    metadata: { ...report.metadata, backtestStart: since, sessions: day.length },
    performance,
    benchmarkPerformance,
    drawdown,
    positions: report.positions.filter((position) => isOfPeriod(position, since)),
    equity: {
      day,
      value: report.equity.value.subarray(fromRow),
      benchmark: ofBenchmark.map((close) => (close / first) * performance.startValue),
      positions: report.equity.positions.subarray(fromRow),
    },
  };
}

/** ISO date of the close at which the period begins. */
export function startOf({ equity }: Report, { fromRow }: TrailingPeriod): string {
  return formatIsoDay(equity.day[fromRow] ?? 0);
}

/** Whether a position ended after this day, or is still open. @param since - ISO */
export function isOfPeriod({ exitDate, exitReason }: Report["positions"][number], since: string): boolean {
  return exitReason === "open" || exitDate > since;
}
