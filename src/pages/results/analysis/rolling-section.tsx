import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { RollingCurves } from "#workers/model/analysis.ts";
import { formatIsoDay, yearOf } from "#workers/model/day.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

/** Return, volatility and Sharpe ratio of the last 252 sessions, beside the benchmark's. */
export function RollingSection({ report, analysis }: SectionProps): ReactElement {
  const { rolling } = analysis;
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const panes = useMemo(() => panesOf(rolling), [rolling]);
  const rows = useMemo(() => yearEndsOf(rolling), [rolling]);
  if (rolling.day.length === 0)
    return (
      <Part title="Rolling year">
        <p className={styles["soft"]}>The run is shorter than 253 sessions.</p>
      </Part>
    );
  return (
    <HeadedChart
      title="Rolling year"
      note="Each day: the 252 sessions up to it"
      name="Rolling year"
      summary={describeRolling(rolling)}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "rolling"), drawing.picture());
      }}
      onCsv={() => saveTable(report, "rolling", CSV_HEADER, csvRows(rolling))}
      renderTable={() => (
        <WindowedTable
          label="Rolling year at year ends"
          columns={COLUMNS}
          rows={rows}
          rowKey={keyOf}
          dense
          phone={{ figure: "Return", second: "Benchmark return" }}
        />
      )}
    >
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

function panesOf(rolling: RollingCurves): readonly TimePane[] {
  return [
    paneOf("return", rolling.growth, rolling.benchmarkGrowth, (value) => formatPercentChange(value, 1)),
    paneOf("volatility", rolling.volatility, rolling.benchmarkVolatility, (value) => formatPercent(value, 1)),
    paneOf("Sharpe ratio", rolling.sharpe, rolling.benchmarkSharpe, formatRatio),
  ];
}

function paneOf(
  name: string,
  values: Float64Array,
  benchmark: Float64Array,
  format: TimePane["format"],
): TimePane {
  return {
    format,
    series: [
      { name: `Benchmark ${name}`, look: "benchmark", kind: "line", values: benchmark },
      {
        name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
        look: "strategy",
        kind: "line",
        values,
      },
    ],
  };
}

interface RollingRow {
  readonly day: number;
  readonly at: number;
  readonly curves: RollingCurves;
}

/** The last value of each year. */
function yearEndsOf(curves: RollingCurves): readonly RollingRow[] {
  const { day } = curves;
  const rows: RollingRow[] = [];
  for (let at = 0; at < day.length; at++) {
    const next = day[at + 1];
    const here = day[at] ?? 0;
    if (next === undefined || yearOf(next) !== yearOf(here)) rows.push({ day: here, at, curves });
  }
  return rows;
}

function keyOf({ day }: RollingRow): string {
  return String(day);
}

const percentAt = (name: "growth" | "benchmarkGrowth") => (row: RollingRow) =>
  formatPercentChange(row.curves[name][row.at] ?? null, 1);
const sizeAt = (name: "volatility" | "benchmarkVolatility") => (row: RollingRow) =>
  formatPercent(row.curves[name][row.at] ?? null, 1);
const ratioAt = (name: "sharpe" | "benchmarkSharpe") => (row: RollingRow) =>
  formatRatio(row.curves[name][row.at] ?? null);

const COLUMNS: readonly TableColumn<RollingRow>[] = [
  { title: "Year to", cell: ({ day }) => formatEpochDay(day) },
  { title: "Return", end: true, cell: percentAt("growth") },
  { title: "Benchmark return", end: true, cell: percentAt("benchmarkGrowth") },
  { title: "Volatility", end: true, cell: sizeAt("volatility") },
  { title: "Benchmark volatility", end: true, cell: sizeAt("benchmarkVolatility") },
  { title: "Sharpe", end: true, cell: ratioAt("sharpe") },
  { title: "Benchmark Sharpe", end: true, cell: ratioAt("benchmarkSharpe") },
];

function describeRolling({ day, growth, sharpe }: RollingCurves): string {
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

const CSV_HEADER = [
  "date",
  "returnPercent",
  "benchmarkReturnPercent",
  "volatilityPercent",
  "benchmarkVolatilityPercent",
  "sharpe",
  "benchmarkSharpe",
];

function csvRows(curves: RollingCurves) {
  const { growth, benchmarkGrowth, volatility, benchmarkVolatility, sharpe, benchmarkSharpe } = curves;
  const columns = [growth, benchmarkGrowth, volatility, benchmarkVolatility, sharpe, benchmarkSharpe];
  return Array.from(curves.day, (day, at) => [
    formatIsoDay(day),
    ...columns.map((column) => column[at] ?? null),
  ]);
}
