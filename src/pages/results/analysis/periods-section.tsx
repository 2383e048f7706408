/** Small tables of the account against its benchmark: over the last years, and while the benchmark fell. */
import type { ReactElement } from "react";
import { formatMonth } from "#src/format/day.ts";
import { countOf, formatDecimal, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { Excess } from "#src/ui/excess.tsx";
import { Part } from "../part.tsx";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

type PeriodsProps = Pick<SectionProps, "report" | "analysis">;

/** Growth a year over the last 1, 3, 5 and 10 years and the whole run. */
export function TrailingTable({ report, analysis }: PeriodsProps): ReactElement {
  const rows = [
    ...analysis.trailing.map(({ years, performance, benchmarkPerformance }) => ({
      name: countOf(years, "year"),
      own: performance.cagr,
      benchmark: benchmarkPerformance.cagr,
    })),
    { name: "All", own: report.performance.cagr, benchmark: report.benchmarkPerformance.cagr },
  ];
  return (
    <Part title="Trailing returns a year">
      <table className={styles["small"]} aria-label="Trailing returns">
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col">Account</th>
            <th scope="col">Index</th>
            <th scope="col">Ahead, points</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, own, benchmark }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatPercentChange(own, 1)}</td>
              <td>{formatPercentChange(benchmark, 1)}</td>
              <td>
                <Points own={own} benchmark={benchmark} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

/** Percentage points: "+5.3" is ahead. */
function Points({ own, benchmark }: { readonly own: number | null; readonly benchmark: number | null }) {
  const ahead = own === null || benchmark === null ? null : own - benchmark;
  return (
    <Excess
      value={ahead}
      text={ahead !== null && ahead > 0 ? `+${formatDecimal(ahead, 1)}` : formatDecimal(ahead, 1)}
    />
  );
}

/** @param date - ISO */
function monthOf(date: string): string {
  return formatMonth(date.slice(0, 7));
}

/** What the account did from the high to the low of each deep fall of the benchmark. */
export function StressTable({ report, analysis }: PeriodsProps): ReactElement {
  const { stress } = analysis;
  const { benchmark } = report.metadata;
  return (
    <Part title="Stress periods">
      {stress.length === 0 ? (
        <p className={styles["soft"]}>{benchmark} never fell by a tenth.</p>
      ) : (
        <table className={styles["small"]} aria-label="Stress periods">
          <thead>
            <tr>
              <th scope="col">Fall</th>
              <th scope="col">Index</th>
              <th scope="col">Account</th>
            </tr>
          </thead>
          <tbody>
            {stress.map(({ fall, account }) => (
              <tr key={fall.peakDate}>
                <th scope="row">
                  {monthOf(fall.peakDate)} – {monthOf(fall.troughDate)}
                </th>
                <td>{formatPercent(fall.depth, 1)}</td>
                <td>
                  <Excess value={account - fall.depth} text={formatPercentChange(account, 1)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}
