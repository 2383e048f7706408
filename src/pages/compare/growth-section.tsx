import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { formatDecimal, formatPercent } from "#src/format/number.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { ScaleSwitch } from "#src/ui/scale-switch.tsx";
import type { Scale } from "#src/ui/scale-switch.tsx";
import { TimeChart } from "#src/ui/time-chart.tsx";
import { RUN_LOOKS } from "#src/ui/time-drawing.ts";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/windowed-table.tsx";
import { formatIsoDay } from "#workers/model/day.ts";
import { joinCurves, yearEndRows } from "./joined-curves.ts";
import type { JoinedCurves } from "./joined-curves.ts";
import type { ReadyRun } from "./load-compared.ts";

const index = (value: number) => formatDecimal(value, 1);
const fall = (value: number) => formatPercent(value, 1);

/** The accounts from 100 on, and their falls, over one time axis. */
export function GrowthSection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const curves = useMemo(() => joinCurves(runs.map(({ report }) => report.equity)), [runs]);
  const [scale, setScale] = useState<Scale>("linear");
  const panes = useMemo(() => panesOf(runs, curves, scale === "log"), [runs, curves, scale]);
  const rows = useMemo(() => yearEndRows(curves), [curves]);
  const columns = useMemo(() => columnsOf(runs, curves), [runs, curves]);
  return (
    <Panel
      title="Account growth and drawdowns"
      note="Above: every account from 100 on. Below: its falls from its highest value so far"
    >
      <ChartFigure
        name="Account growth"
        summary={describe(runs, curves)}
        onPicture={() => {
          if (drawing) saveCanvas("comparison-growth", drawing.picture());
        }}
        onCsv={() => saveFile("comparison-growth.csv", "text/csv", curvesCsv(runs, curves))}
        table={
          <WindowedTable
            label="Accounts at each year's end"
            columns={columns}
            rows={rows}
            rowKey={String}
            dense
          />
        }
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

function panesOf(
  runs: readonly ReadyRun[],
  { growth, drawdown }: JoinedCurves,
  isLog: boolean,
): readonly TimePane[] {
  const seriesOf = (values: readonly Float64Array[], nameOf: (run: ReadyRun) => string, isTagged: boolean) =>
    runs.map((run, place) => ({
      name: nameOf(run),
      look: RUN_LOOKS[place] ?? "run-1",
      kind: "line" as const,
      values: values[place] ?? new Float64Array(),
      ...(isTagged && { tag: run.letter }),
    }));
  return [
    {
      format: index,
      isLog,
      series: seriesOf(growth, ({ letter, run }) => `${letter} ${run.strategyName}`, true),
    },
    { format: fall, series: seriesOf(drawdown, ({ letter }) => `${letter} drawdown`, false) },
  ];
}

function columnsOf(
  runs: readonly ReadyRun[],
  { day, growth, drawdown }: JoinedCurves,
): readonly TableColumn<number>[] {
  return [
    { title: "Last session", cell: (row) => formatEpochDay(day[row] ?? 0) },
    ...runs.map(({ letter }, place) => column(`${letter} account`, growth[place], index)),
    ...runs.map(({ letter }, place) => column(`${letter} drawdown`, drawdown[place], fall)),
  ];
}

function column(
  title: string,
  values: Float64Array | undefined,
  text: (value: number) => string,
): TableColumn<number> {
  return { title, end: true, cell: (row) => text(values?.[row] ?? Number.NaN) };
}

function describe(runs: readonly ReadyRun[], { growth, drawdown }: JoinedCurves): string {
  const sentences = runs.map(({ letter }, place) => {
    const last = growth[place]?.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
    const deepest = drawdown[place]?.reduce((least, value) => (value < least ? value : least), 0) ?? 0;
    return `${letter} went from 100 to ${index(last)}, with ${fall(deepest)} at the lowest`;
  });
  return `${sentences.join("; ")}.`;
}

function curvesCsv(runs: readonly ReadyRun[], { day, growth, drawdown }: JoinedCurves): string {
  const header = runs.map(({ letter, run }) => `${letter}: ${run.strategyName}`);
  return toCsv(
    ["date", ...header, ...header.map((name) => `${name} drawdownPercent`)],
    Array.from(day, (session, row) => [
      formatIsoDay(session),
      ...growth.map((values) => values[row] ?? null),
      ...drawdown.map((values) => values[row] ?? null),
    ]),
  );
}
