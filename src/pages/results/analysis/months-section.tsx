import type { ReactElement } from "react";
import { formatMonth, MONTH_NAMES } from "#src/format/day.ts";
import { countOf, formatDecimal, formatPercentChange } from "#src/format/number.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { useIsPhone } from "#src/ui/use-media.ts";
import type { MonthlyYear } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { figuresBeside } from "../average-share.ts";
import { saveTable } from "../report-files.ts";
import styles from "./months-section.module.css";
import type { SectionProps } from "./section.ts";

/** Returns by month and year as a table whose cells are coloured by what they say. */
export function MonthsSection({ report, analysis }: SectionProps): ReactElement {
  const { months: years } = analysis;
  const isPhone = useIsPhone();
  return (
    <HeadedChart
      title="Monthly returns"
      note="Percent, from close to close"
      name="Monthly returns"
      summary={describeMonths(years)}
      onCsv={() => saveTable(report, "monthly", CSV_HEADER, csvRows(years))}
    >
      {isPhone ? <PhoneMonths years={years} /> : <MonthsTable report={report} years={years} />}
    </HeadedChart>
  );
}

interface MonthsTableProps {
  readonly report: Report;
  readonly years: readonly MonthlyYear[];
}

function MonthsTable({ report, years }: MonthsTableProps): ReactElement {
  const rows = years.map((year) => ({
    ...year,
    beside: figuresBeside(report, year.benchmark.total, year.universe?.total ?? null),
  }));
  return (
    <>
      {/* A box that scrolls must be reachable by keyboard, and a region that can be focused needs a name. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles["box"]} aria-label="Monthly returns, scrolling" tabIndex={0}>
        <table className={styles["table"]} aria-label="Monthly returns">
          <thead>
            <tr>
              <th scope="col">Year</th>
              {MONTH_NAMES.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Total</th>
              {rows[0]?.beside.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((year) => (
              <tr key={year.year}>
                <th scope="row">{year.year}</th>
                {MONTH_NAMES.map((name, place) => (
                  <HeatCell key={name} percent={year.months[place] ?? null} full={10} />
                ))}
                <HeatCell percent={year.total} full={40} strong />
                {year.beside.map(({ title, percent }) => (
                  <td key={title} className={styles["beside"]}>
                    {shortPercent(percent)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Mean</th>
              {MONTH_NAMES.map((name, place) => (
                <HeatCell
                  key={name}
                  percent={meanOf(years.map(({ months }) => months[place] ?? null))}
                  full={10}
                />
              ))}
              <HeatCell percent={meanOf(years.map(({ total }) => total))} full={40} strong />
              {rows[0]?.beside.map(({ title }, place) => (
                <td key={title} className={styles["beside"]}>
                  {shortPercent(meanOf(rows.map(({ beside }) => beside[place]?.percent ?? null)))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  );
}

/** A year is two lines of six months; what does not fit is in the CSV. */
function PhoneMonths({ years }: Pick<MonthsTableProps, "years">): ReactElement {
  return (
    <table className={styles["phone"]} aria-label="Monthly returns">
      <thead className={styles["unseen"]}>
        <tr>
          <th scope="col">Year and its total</th>
          <th scope="col" colSpan={6}>
            January to June, then July to December
          </th>
        </tr>
      </thead>
      {years.map(({ year, months, total }) => (
        <tbody key={year}>
          {[0, 6].map((first) => (
            <tr key={first}>
              {first === 0 && (
                <th scope="rowgroup" rowSpan={2}>
                  {year}
                  <span className={styles["total"]}>{shortPercent(total)}</span>
                </th>
              )}
              {MONTH_NAMES.slice(first, first + 6).map((name, place) => (
                <HeatCell key={name} percent={months[first + place] ?? null} full={10} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function shortPercent(percent: number | null): string {
  return formatDecimal(percent, 1);
}

function meanOf(percents: readonly (number | null)[]): number | null {
  const known = percents.filter((percent) => percent !== null);
  return known.length === 0 ? null : known.reduce((sum, percent) => sum + percent, 0) / known.length;
}

function describeMonths(years: readonly MonthlyYear[]): string {
  const months = years.flatMap(({ year, months: own }) =>
    own.flatMap((percent, place) =>
      percent === null ? [] : [{ when: `${year}-${String(place + 1).padStart(2, "0")}`, percent }],
    ),
  );
  const gains = months.filter(({ percent }) => percent > 0).length;
  const best = months.reduce(
    (most, month) => (month.percent > most.percent ? month : most),
    months[0] ?? NO_MONTH,
  );
  const worst = months.reduce(
    (least, month) => (month.percent < least.percent ? month : least),
    months[0] ?? NO_MONTH,
  );
  return (
    `${countOf(gains, "month")} of ${countOf(months.length, "month")} made a gain. ` +
    `The best was ${formatMonth(best.when)} (${formatPercentChange(best.percent, 1)}), ` +
    `the worst ${formatMonth(worst.when)} (${formatPercentChange(worst.percent, 1)}).`
  );
}

const NO_MONTH = { when: "", percent: Number.NaN };

/** Without an average share its cells are empty. */
const CSV_HEADER = ["month", "returnPercent", "benchmarkPercent", "universePercent"];

function csvRows(years: readonly MonthlyYear[]) {
  return years.flatMap(({ year, months, benchmark, universe }) =>
    months.flatMap((percent, place) => {
      if (percent === null) return [];
      const others = [benchmark, universe].map((other) => other?.months[place] ?? null);
      return [[`${year}-${String(place + 1).padStart(2, "0")}`, percent, ...others]];
    }),
  );
}

interface HeatCellProps {
  /** null leaves the cell empty. */
  readonly percent: number | null;
  /** From here on the colour grows no stronger. */
  readonly full: number;
  readonly strong?: boolean;
}

const STEPS = 5;

/** A percentage without its sign for percent, on a ground that grows with it; a loss has its minus. */
function HeatCell({ percent, full, strong = false }: HeatCellProps): ReactElement {
  const text = percent === null ? "" : formatDecimal(percent, 1);
  const level = percent === null ? 0 : Math.min(STEPS, Math.ceil((Math.abs(percent) / full) * STEPS));
  const hasColor = percent !== null && /[1-9]/.test(text);
  return (
    <td
      className={classNames(
        strong && styles["strong"],
        hasColor && styles[percent > 0 ? "gain" : "loss"],
        hasColor && styles[`level${level}`],
      )}
    >
      {text}
    </td>
  );
}
