import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { nameAtEnds, wordsAtEnds } from "#src/format/bar-words.ts";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatDecimal, formatPercent } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { useAverageLine, useGrowthScale } from "#src/storage/growth-scale.ts";
import { CheckField } from "#src/ui/field.tsx";
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
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import { formatIsoDay, yearEndRows } from "#workers/model/day.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Frequency, Report } from "#workers/model/report.ts";
import styles from "./compare-page.module.css";
import type { ReadyRun } from "./load-compared.ts";

const index = (value: number) => formatDecimal(value, 1);
const fall = (value: number) => formatPercent(value, 1);

/** The accounts from 100 on, and their falls, over one time axis. */
export function GrowthSection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const lines = useMemo(() => linesOf(runs), [runs]);
  const curves = useMemo(() => joinCurves(lines.map(({ curve }) => curve)), [lines]);
  const [scale, setScale] = useGrowthScale(suitingScale(curves.day));
  const [hasAverage, setHasAverage] = useAverageLine();
  const panes = useMemo(
    () => panesOf(lines, curves, { isLog: scale === "log", hasAverage }),
    [lines, curves, scale, hasAverage],
  );
  const rows = useMemo(() => yearEndRows(curves.day), [curves]);
  const columns = useMemo(() => columnsOf(lines, curves), [lines, curves]);
  return (
    <Panel
      title="Account growth and drawdowns"
      note="Above: every account and what it is held against from 100 on. Below: their falls from their highest value so far"
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
        <div className={styles["switches"]}>
          <ScaleSwitch scale={scale} onScale={setScale} />
          {lines.some(({ kind }) => kind === "average") && (
            <CheckField
              label="Average share on the chart"
              checked={hasAverage}
              onChange={(event) => setHasAverage(event.target.checked)}
            />
          )}
        </div>
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

/** An account, or what some of them are held against. */
interface Line {
  /** Its name in the legend. */
  readonly name: string;
  readonly inFile: string;
  /** Its name in sentences and headings of columns. */
  readonly short: string;
  readonly look: SeriesLook;
  readonly curve: Pick<ReadyRun["report"]["equity"], "day" | "value">;
  readonly kind: "account" | "index" | "average";
  /** Of the closes that its falls are seen at; undefined for days in results of earlier versions. */
  readonly frequency: Frequency | undefined;
}

/** The runs, and each index and average share once: over the longest of the runs that are held against it. */
function linesOf(runs: readonly ReadyRun[]): readonly Line[] {
  const accounts = runs.map(({ letter, run, report }, place): Line => ({
    name: `${letter} ${shownName(run.strategyName)}`,
    inFile: `${letter}: ${run.strategyName}`,
    short: letter,
    look: RUN_LOOKS[place] ?? "run-1",
    curve: { day: report.equity.day, value: growthCurve(report.equity) },
    kind: "account",
    frequency: report.metadata.frequency,
  }));
  const indices = longestBy(
    runs.filter(({ report }) => report.metadata.benchmark !== AVERAGE_SHARE_NAME),
    ({ report }) => report.metadata.benchmark,
  ).map(([{ report }]): Line => {
    const { metadata, equity } = report;
    const { benchmark: name, frequency } = metadata;
    const curve = { day: equity.day, value: equity.benchmark };
    return { name, inFile: name, short: name, look: "benchmark", curve, kind: "index", frequency };
  });
  return [...accounts, ...indices, ...averagesOf(runs)];
}

/** Runs on the same instruments and prices have one average share. */
function averagesOf(runs: readonly ReadyRun[]): readonly Line[] {
  const known = runs.filter(({ report }) => report.equity.universe);
  const groups = longestBy(known, ({ run }) => {
    const { exchange, exchanges, instrumentType, symbols, sectors } = run.strategy.scanner;
    const { priceBasis } = run.strategy.simulation;
    return JSON.stringify([
      run.datasetFingerprint,
      exchange,
      exchanges,
      instrumentType,
      symbols,
      sectors,
      priceBasis,
    ]);
  });
  return groups.map(([{ report }, letters]): Line => {
    const { day, universe = new Float64Array() } = report.equity;
    const name = groups.length > 1 ? `Average share of ${joinWords(letters, "and")}` : "Average share";
    const curve = { day, value: universe };
    const { frequency } = report.metadata;
    return { name, inFile: name, short: name, look: "average", curve, kind: "average", frequency };
  });
}

function lengthOf({ report }: ReadyRun): number {
  return report.equity.day.length;
}

/** The longest run of each group, with the letters of all of it, in the order of their first ones. */
function longestBy(
  runs: readonly ReadyRun[],
  keyOf: (run: ReadyRun) => string,
): readonly (readonly [ReadyRun, readonly string[]])[] {
  const groups = new Map<string, ReadyRun[]>();
  for (const run of runs) groups.set(keyOf(run), [...(groups.get(keyOf(run)) ?? []), run]);
  return [...groups.values()].map((group) => {
    const longest = group.reduce((most, run) => (lengthOf(run) > lengthOf(most) ? run : most));
    return [longest, group.map(({ letter }) => letter)] as const;
  });
}

function panesOf(
  lines: readonly Line[],
  { growth, drawdown }: JoinedCurves,
  { isLog, hasAverage }: { readonly isLog: boolean; readonly hasAverage: boolean },
): readonly TimePane[] {
  const seriesOf = (values: readonly Float64Array[], nameOf: (line: Line) => string, isTagged: boolean) =>
    lines.flatMap((line, place) =>
      line.kind === "average" && !hasAverage
        ? []
        : {
            name: nameOf(line),
            look: line.look,
            kind: "line" as const,
            values: values[place] ?? new Float64Array(),
            ...(isTagged && { tag: TAGS[line.kind] ?? line.short }),
          },
    );
  return [
    { format: index, isLog, series: seriesOf(growth, ({ name }) => name, true) },
    { format: fall, series: seriesOf(drawdown, fallName, false) },
  ];
}

function fallName({ short, frequency }: Line): string {
  return nameAtEnds(`${short} drawdown`, frequency);
}

/** At the end of a line; an account has its letter. */
const TAGS: Partial<Record<Line["kind"], string>> = { index: "Index", average: "Average" };

function columnsOf(
  lines: readonly Line[],
  { day, growth, drawdown }: JoinedCurves,
): readonly TableColumn<number>[] {
  return [
    { title: "Last session", cell: (row) => formatEpochDay(day[row] ?? 0) },
    ...lines.map(({ short, kind }, place) =>
      column(kind === "account" ? `${short} account` : short, growth[place], index),
    ),
    ...lines.map((line, place) => column(fallName(line), drawdown[place], fall)),
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
  const sentences = lines.map(({ short, frequency }, place) => {
    const last = growth[place]?.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
    const deepest = drawdown[place]?.reduce((least, value) => (value < least ? value : least), 0) ?? 0;
    return `${short} went from 100 to ${index(last)}, with ${wordsAtEnds(`${fall(deepest)} at the lowest`, frequency)}`;
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

/** The accounts of several runs over one row of sessions, each from its own start at 100. */
interface JoinedCurves {
  /** EpochDays on which any of the runs has a session, ascending. */
  readonly day: Int32Array;
  /**
   * A run each, in their order: its account in percent of its first value, and percent below its highest value so far
   * (<= 0). A day without a session of the run has the value of the session before; NaN before its first and after its
   * last one.
   */
  readonly growth: readonly Float64Array[];
  readonly drawdown: readonly Float64Array[];
}

type Curve = Pick<Report["equity"], "day" | "value">;

export function joinCurves(curves: readonly Curve[]): JoinedCurves {
  const day = Int32Array.from(new Set(curves.flatMap((curve) => [...curve.day]))).toSorted();
  return {
    day,
    growth: curves.map((curve) => onDays(curve.day, day, growthOf(curve.value))),
    drawdown: curves.map((curve) => onDays(curve.day, day, fallsOf(curve.value))),
  };
}

function growthOf(value: Float64Array): Float64Array {
  const [first = Number.NaN] = value;
  return value.map((each) => (each / first) * 100);
}

function fallsOf(value: Float64Array): Float64Array {
  let peak = 0;
  return value.map((each) => {
    peak = Math.max(peak, each);
    return peak > 0 ? (each / peak - 1) * 100 : 0;
  });
}

/** Figures of some sessions on each of the days: that of the session before where it is none, NaN outside of them. */
export function onDays(sessions: Int32Array, days: Int32Array, figures: Float64Array): Float64Array {
  const last = sessions.at(-1) ?? -Infinity;
  let row = -1;
  return Float64Array.from(days, (day) => {
    while ((sessions[row + 1] ?? Infinity) <= day) row++;
    return row < 0 || day > last ? Number.NaN : (figures[row] ?? Number.NaN);
  });
}
