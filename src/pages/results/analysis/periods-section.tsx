/** Small tables of the account against benchmark and average share: over the last years, and while the benchmark fell. */
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatMonth } from "#src/format/day.ts";
import { countOf, formatDecimal, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { Excess } from "#src/ui/excess.tsx";
import type { StressPeriod } from "#workers/model/analysis.ts";
import type { BenchmarkPerformance, Report } from "#workers/model/report.ts";
import { aheadOf, figuresBeside, isAgainstAverage } from "../average-share.ts";
import type { Beside } from "../average-share.ts";
import { rateOfRun } from "../distance.ts";
import { Part } from "../part.tsx";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

type PeriodsProps = Pick<SectionProps, "report" | "analysis">;

/** Growth a year over the last 1, 3, 5 and 10 years and the whole run. */
export function TrailingTable({ report, analysis }: PeriodsProps): ReactElement {
  const rows = [
    ...analysis.trailing.map((period) => ({
      name: countOf(period.years, "year"),
      own: period.performance.cagr,
      beside: ratesBeside(report, period, ({ cagr }) => cagr),
    })),
    {
      name: "All",
      own: rateOfRun(report)(report.performance),
      beside: ratesBeside(report, report, rateOfRun(report)),
    },
  ];
  return (
    <Part title="Trailing returns a year">
      <table className={styles["small"]} aria-label="Trailing returns">
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col">Account</th>
            <BesideHeads beside={rows[0]?.beside ?? []} />
            <th scope="col">{isAgainstAverage(report) ? "Ahead, points" : "Ahead of the higher, points"}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, own, beside }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatPercentChange(own, 1)}</td>
              {beside.map(({ title, percent }) => (
                <td key={title}>{formatPercentChange(percent, 1)}</td>
              ))}
              <td>
                <Points ahead={aheadOf(beside, own)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

type BothPerformances = Pick<Report, "benchmarkPerformance" | "universePerformance">;

function ratesBeside(
  report: Report,
  { benchmarkPerformance, universePerformance }: BothPerformances,
  rateOf: (figures: BenchmarkPerformance) => number | null,
): readonly Beside[] {
  const average = universePerformance ? rateOf(universePerformance) : null;
  return figuresBeside(report, rateOf(benchmarkPerformance), average);
}

function BesideHeads({ beside }: { readonly beside: readonly Beside[] }): ReactElement {
  return (
    <>
      {beside.map(({ title }) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </>
  );
}

/** "+5.3" is ahead. */
function Points({ ahead }: { readonly ahead: number | null }): ReactElement {
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

/** What the account did from the high to the low of each deep fall of the benchmark, and the average share likewise. */
export function StressTable({ report, analysis }: PeriodsProps): ReactElement {
  const { benchmark } = report.metadata;
  const rows = analysis.stress.map((period) => ({ period, beside: fallsBeside(report, period) }));
  return (
    <Part title="Stress periods">
      {rows.length === 0 ? (
        <p className={styles["soft"]}>{benchmark} never fell by a tenth.</p>
      ) : (
        <table className={styles["small"]} aria-label="Stress periods">
          <thead>
            <tr>
              <th scope="col">{nameAtEnds("Fall", report.metadata.frequency)}</th>
              <BesideHeads beside={rows[0]?.beside ?? []} />
              <th scope="col">Account</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ period: { fall, account }, beside }) => (
              <tr key={fall.peakDate}>
                <th scope="row">
                  {monthOf(fall.peakDate)} – {monthOf(fall.troughDate)}
                </th>
                {beside.map(({ title, percent }) => (
                  <td key={title}>{formatPercent(percent, 1)}</td>
                ))}
                <td>
                  <Excess value={aheadOf(beside, account)} text={formatPercentChange(account, 1)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}

function fallsBeside(report: Report, { fall }: StressPeriod): readonly Beside[] {
  const { universe } = report.equity;
  const [peak, trough] = [universe?.[fall.peakRow], universe?.[fall.troughRow]];
  const average = peak && trough !== undefined ? (trough / peak - 1) * 100 : null;
  return figuresBeside(report, fall.depth, average);
}
