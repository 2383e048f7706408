import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { formatDecimal, formatPercent } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { useGrowthScale } from "#src/storage/growth-scale.ts";
import { Panel } from "#src/ui/panel.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { ScaleSwitch } from "#src/ui/scale-switch.tsx";
import { suitingScale } from "#src/ui/growth-scale.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import { RUN_LOOKS } from "#src/ui/time-drawing.ts";
import type { SeriesLook, TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { joinCurves, yearEndRows } from "./joined-curves.ts";
import type { JoinedCurves } from "./joined-curves.ts";
import type { ReadyRun } from "./load-compared.ts";

const index = (value: number) => formatDecimal(value, 1);
const fall = (value: number) => formatPercent(value, 1);

/** The accounts from 100 on, and their falls, over one time axis. */
export function GrowthSection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const lines = useMemo(() => linesOf(runs), [runs]);
  const curves = useMemo(() => joinCurves(lines.map(({ curve }) => curve)), [lines]);
  const [scale, setScale] = useGrowthScale(suitingScale(curves.day));
  const panes = useMemo(() => panesOf(lines, curves, scale === "log"), [lines, curves, scale]);
  const rows = useMemo(() => yearEndRows(curves), [curves]);
  const columns = useMemo(() => columnsOf(lines, curves), [lines, curves]);
  return (
    <Panel
      title="Account growth and drawdowns"
      note="Above: every account and its index from 100 on. Below: their falls from their highest value so far"
    >
      <ChartFigure
        name="Account growth"
        summary={describe(lines, curves)}
        onPicture={() => {
          if (drawing) saveCanvas("comparison-growth", drawing.picture());
        }}
        onCsv={() => saveFile("comparison-growth.csv", "text/csv", curvesCsv(lines, curves))}
        renderTable={() => (
          <WindowedTable
            label="Accounts at each year's end"
            columns={columns}
            rows={rows}
            rowKey={String}
            dense
            phone={{ figure: columns[1]?.title ?? "" }}
          />
        )}
      >
        <ScaleSwitch scale={scale} onScale={setScale} />
        <TimeChart
          day={curves.day}
          panes={panes}
          formatDay={formatEpochDay}
          onDrawing={setDrawing}
          size="high"
        />
      </ChartFigure>
    </Panel>
  );
}

/** An account, or an index that some of them are held against. */
interface Line {
  /** In the legend. */
  readonly name: string;
  readonly inFile: string;
  /** In sentences and headings of columns. */
  readonly short: string;
  readonly look: SeriesLook;
  readonly curve: Pick<ReadyRun["report"]["equity"], "day" | "value">;
  readonly isIndex: boolean;
}

/** The runs, and each index once: over the longest of the runs that are held against it. */
function linesOf(runs: readonly ReadyRun[]): readonly Line[] {
  const accounts = runs.map(({ letter, run, report }, place): Line => ({
    name: `${letter} ${shownName(run.strategyName)}`,
    inFile: `${letter}: ${run.strategyName}`,
    short: letter,
    look: RUN_LOOKS[place] ?? "run-1",
    curve: report.equity,
    isIndex: false,
  }));
  const longest = new Map<string, ReadyRun["report"]>();
  for (const { report } of runs) {
    const { benchmark } = report.metadata;
    const known = longest.get(benchmark);
    if (!known || known.equity.day.length < report.equity.day.length) longest.set(benchmark, report);
  }
  const indices = Array.from(longest, ([name, { equity }]): Line => ({
    name,
    inFile: name,
    short: name,
    look: "benchmark",
    curve: { day: equity.day, value: equity.benchmark },
    isIndex: true,
  }));
  return [...accounts, ...indices];
}

function panesOf(
  lines: readonly Line[],
  { growth, drawdown }: JoinedCurves,
  isLog: boolean,
): readonly TimePane[] {
  const seriesOf = (values: readonly Float64Array[], nameOf: (line: Line) => string, isTagged: boolean) =>
    lines.map((line, place) => ({
      name: nameOf(line),
      look: line.look,
      kind: "line" as const,
      values: values[place] ?? new Float64Array(),
      ...(isTagged && { tag: line.isIndex ? "Index" : line.short }),
    }));
  return [
    { format: index, isLog, series: seriesOf(growth, ({ name }) => name, true) },
    { format: fall, series: seriesOf(drawdown, ({ short }) => `${short} drawdown`, false) },
  ];
}

function columnsOf(
  lines: readonly Line[],
  { day, growth, drawdown }: JoinedCurves,
): readonly TableColumn<number>[] {
  return [
    { title: "Last session", cell: (row) => formatEpochDay(day[row] ?? 0) },
    ...lines.map(({ short, isIndex }, place) =>
      column(isIndex ? short : `${short} account`, growth[place], index),
    ),
    ...lines.map(({ short }, place) => column(`${short} drawdown`, drawdown[place], fall)),
  ];
}

function column(
  title: string,
  values: Float64Array | undefined,
  text: (value: number) => string,
): TableColumn<number> {
  return { title, end: true, cell: (row) => text(values?.[row] ?? Number.NaN) };
}

function describe(lines: readonly Line[], { growth, drawdown }: JoinedCurves): string {
  const sentences = lines.map(({ short }, place) => {
    const last = growth[place]?.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
    const deepest = drawdown[place]?.reduce((least, value) => (value < least ? value : least), 0) ?? 0;
    return `${short} went from 100 to ${index(last)}, with ${fall(deepest)} at the lowest`;
  });
  return `${sentences.join("; ")}.`;
}

function curvesCsv(lines: readonly Line[], { day, growth, drawdown }: JoinedCurves): string {
  const header = lines.map(({ inFile }) => inFile);
  return toCsv(
    ["date", ...header, ...header.map((name) => `${name} drawdownPercent`)],
    Array.from(day, (session, row) => [
      formatIsoDay(session),
      ...growth.map((values) => values[row] ?? null),
      ...drawdown.map((values) => values[row] ?? null),
    ]),
  );
}
