import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { barWordsOf, nameAtEnds } from "#src/format/bar-words.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import { formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import { useAverageLine } from "#src/storage/growth-scale.ts";
import { CheckField } from "#src/ui/field.tsx";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { RollingCurves, RollingFigures } from "#workers/model/analysis.ts";
import { sessionsOfYearIn } from "#workers/model/bar-length.ts";
import { formatIsoDay, yearEndRows } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { isAgainstAverage } from "../average-share.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

/** Return, volatility and Sharpe ratio of the last year of sessions, beside the benchmark's and the average share's. */
export function RollingSection({ report, analysis }: SectionProps): ReactElement {
  const { rolling } = analysis;
  const sessions = sessionsOfYearIn(report);
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const [hasAverage, setHasAverage] = useAverageLine();
  const lines = useMemo(() => linesOf(report, rolling), [report, rolling]);
  const panes = useMemo(
    () => panesOf(lines.filter(({ look }) => hasAverage || look !== "average")),
    [lines, hasAverage],
  );
  const rows = useMemo(() => yearEndsOf(rolling), [rolling]);
  if (rolling.day.length === 0)
    return (
      <Part title="Rolling year">
        <p className={styles["soft"]}>The run is shorter than {sessions + 1} sessions.</p>
      </Part>
    );
  return (
    <HeadedChart
      title="Rolling year"
      note={nameAtEnds(
        `Each ${barWordsOf(report).bar}: the ${sessions} sessions up to it`,
        report.metadata.frequency,
      )}
      name="Rolling year"
      summary={describeRolling(rolling)}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "rolling"), drawing.picture());
      }}
      onCsv={() => saveTable(report, "rolling", csvHeader(rolling), csvRows(rolling))}
      renderTable={() => (
        <WindowedTable
          label="Rolling year at year ends"
          columns={columnsOf(lines)}
          rows={rows}
          rowKey={keyOf}
          dense
          phone={{ figure: "Return", second: nameOf(lines[1]?.name ?? "", "return") }}
        />
      )}
    >
      {lines.some(({ look }) => look === "average") && (
        <CheckField
          label="Average share on the chart"
          checked={hasAverage}
          onChange={(event) => setHasAverage(event.target.checked)}
        />
      )}
      <TimeChart
        day={rolling.day}
        panes={panes}
        formatDay={formatEpochDay}
        onDrawing={setDrawing}
        size="high"
      />
    </HeadedChart>
  );
}

/** Whose figures they are. */
interface RollingLine {
  /** "" for the account. */
  readonly name: string;
  readonly look: "strategy" | "benchmark" | "average";
  readonly figures: RollingFigures;
}

/** The account first; one yardstick alone where both are the same, or the result has no average share. */
function linesOf(report: Report, { account, benchmark, universe }: RollingCurves): readonly RollingLine[] {
  const isSame = isAgainstAverage(report);
  return [
    { name: "", look: "strategy", figures: account },
    { name: isSame ? "Average share" : "Benchmark", look: "benchmark", figures: benchmark },
    ...(universe && !isSame ? [{ name: "Average share", look: "average", figures: universe } as const] : []),
  ];
}

/** "Return", "Benchmark return". */
function nameOf(line: string, figure: string): string {
  return line === "" ? upperFirst(figure) : `${line} ${figure}`;
}

const signed = (value: number | null) => formatPercentChange(value, 1);
const size = (value: number | null) => formatPercent(value, 1);

/** One above the other; in the table the ratio's name is short. */
const FIGURES = [
  { key: "growth", pane: "return", column: "return", format: signed },
  { key: "volatility", pane: "volatility", column: "volatility", format: size },
  { key: "sharpe", pane: "Sharpe ratio", column: "Sharpe", format: formatRatio },
] as const;

/** The account on top of what it is held against. */
function panesOf(lines: readonly RollingLine[]): readonly TimePane[] {
  return FIGURES.map(({ key, pane, format }) => ({
    format,
    series: lines.toReversed().map(({ name, look, figures }) => ({
      name: nameOf(name, pane),
      look,
      kind: "line",
      values: figures[key],
    })),
  }));
}

interface RollingRow {
  readonly day: number;
  readonly at: number;
}

/** The last value of each year. */
function yearEndsOf({ day }: RollingCurves): readonly RollingRow[] {
  return yearEndRows(day).map((at) => ({ day: day[at] ?? 0, at }));
}

function keyOf({ day }: RollingRow): string {
  return String(day);
}

function columnsOf(lines: readonly RollingLine[]): readonly TableColumn<RollingRow>[] {
  const figures = FIGURES.flatMap(({ key, column, format }) =>
    lines.map(({ name, figures: own }) => ({
      title: nameOf(name, column),
      end: true,
      cell: ({ at }: RollingRow) => format(own[key][at] ?? null),
    })),
  );
  return [{ title: "Year to", cell: ({ day }) => formatEpochDay(day) }, ...figures];
}

function describeRolling({ day, account: { growth, sharpe } }: RollingCurves): string {
  let [best, worst, losing] = [0, 0, 0];
  for (const [at, percent] of growth.entries()) {
    if (percent > (growth[best] ?? 0)) best = at;
    if (percent < (growth[worst] ?? 0)) worst = at;
    if (percent < 0) losing++;
  }
  const at = (row: number) =>
    `${formatPercentChange(growth[row] ?? null, 1)} in the year to ${formatEpochDay(day[row] ?? 0)}`;
  return (
    `The best year of any was ${at(best)}, the worst ${at(worst)}; ` +
    `${formatPercent((losing / growth.length) * 100, 1)} of all such years lost money. ` +
    `The last one has a Sharpe ratio of ${formatRatio(sharpe.at(-1) ?? null)}.`
  );
}

function csvHeader({ universe }: RollingCurves): readonly string[] {
  const all = (figure: string) => [
    figure,
    `benchmark${upperFirst(figure)}`,
    ...(universe ? [`universe${upperFirst(figure)}`] : []),
  ];
  return ["date", ...["returnPercent", "volatilityPercent", "sharpe"].flatMap(all)];
}

function csvRows({ day, account, benchmark, universe }: RollingCurves) {
  const lines = [account, benchmark, ...(universe ? [universe] : [])];
  const columns = FIGURES.flatMap(({ key }) => lines.map((line) => line[key]));
  return Array.from(day, (session, at) => [
    formatIsoDay(session),
    ...columns.map((column) => column[at] ?? null),
  ]);
}
