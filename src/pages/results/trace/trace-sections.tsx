/** The parts of the results page that need the run's prices again: excursions, and what was passed over when. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { formatDay, formatEpochDay, formatMonth } from "#src/format/day.ts";
import { formatCount, formatDecimal, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { classNames } from "#src/ui/class-names.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import page from "#src/ui/page.module.css";
import { saveCanvas, saveDrawing } from "#src/ui/picture.ts";
import { Scatter } from "#src/ui/scatter.tsx";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { PassedOverMonth, Trace } from "#workers/model/analysis.ts";
import { hasWon } from "#workers/model/forgive.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import styles from "../results-page.module.css";

interface TraceSectionProps {
  readonly report: Report;
  /** null while the prices are being read. */
  readonly traced: Result<Trace> | null;
}

/** How far each position went against and for it before it ended. */
export function ExcursionsSection({ report, traced }: TraceSectionProps): ReactElement {
  return traced?.ok ? (
    <Excursions report={report} trace={traced.value} />
  ) : (
    <TracePlace title="Excursions of the positions" traced={traced} />
  );
}

/** Candidates that were not bought, month by month. */
export function PassedOverSection({ report, traced }: TraceSectionProps): ReactElement {
  return traced?.ok ? (
    <PassedOver report={report} months={traced.value.passedOver} />
  ) : (
    <TracePlace title="Passed-over signals over time" traced={traced} />
  );
}

interface TracePlaceProps extends Pick<TraceSectionProps, "traced"> {
  readonly title: string;
}

function TracePlace({ title, traced }: TracePlaceProps): ReactElement {
  const isFailed = traced?.ok === false;
  return (
    <Part title={title}>
      <p className={classNames(page["quiet"], !isFailed && styles["picturePlace"])}>
        {isFailed ? traced.problem.message : "Reading the prices again..."}
      </p>
    </Part>
  );
}

/** @param isWanted - begin with it: the page's first parts come before */
export function useTrace(run: RunRecord, report: Report, isWanted: boolean): Result<Trace> | null {
  const [traced, setTraced] = useState<Result<Trace> | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isWaiting = true;
    const wait = async () => {
      const { positions } = report;
      const result = await askOfRun("trace", run, (request) => ({ ...request, positions }));
      if (isWaiting) setTraced(result);
    };
    void wait();
    return () => {
      isWaiting = false;
    };
  }, [run, report, isWanted]);
  return traced;
}

interface ExcursionRow {
  readonly place: number;
  readonly report: Report;
  readonly trace: Trace;
}

function Excursions({ report, trace }: { readonly report: Report; readonly trace: Trace }): ReactElement {
  const { positions } = report;
  const drawing = useRef<SVGSVGElement>(null);
  const rows = useMemo(
    () => positions.map((_, place): ExcursionRow => ({ place, report, trace })),
    [positions, report, trace],
  );
  return (
    <HeadedChart
      title="Excursions of the positions"
      note="How far each went down and up before it ended (MAE, MFE)"
      name="Excursions"
      summary={describeExcursions(report, trace)}
      onPicture={() => {
        if (drawing.current) void saveDrawing(fileName(report, "excursions"), drawing.current);
      }}
      onCsv={() =>
        saveTable(
          report,
          "excursions",
          ["instrument", "entryDate", "adversePercent", "favourablePercent", "profitPercent"],
          positions.map(({ instrument, entryDate, profitPercent }, place) => [
            instrument,
            entryDate,
            trace.adverse[place] ?? null,
            trace.favourable[place] ?? null,
            profitPercent,
          ]),
        )
      }
      renderTable={() => (
        <WindowedTable
          label="Excursions by position"
          columns={EXCURSION_COLUMNS}
          rows={rows}
          rowKey={excursionKey}
          dense
          phone={{ figure: "Profit %" }}
        />
      )}
    >
      <Scatter
        drawing={drawing}
        x={trace.adverse}
        y={trace.favourable}
        isGain={(place) => positions.slice(place, place + 1).some(hasWon)}
        xTitle="Lowest price, from the entry"
        yTitle="Highest price, from the entry"
        label="Lowest against highest price of each position; the values are in the table below"
        format={(value) => `${formatDecimal(value, 0)}%`}
      />
    </HeadedChart>
  );
}

function excursionKey({ place }: ExcursionRow): string {
  return String(place);
}

const positionAt = ({ place, report }: ExcursionRow) => report.positions[place];

const EXCURSION_COLUMNS: readonly TableColumn<ExcursionRow>[] = [
  { title: "Instrument", cell: (row) => positionAt(row)?.instrument },
  { title: "Entry", cell: (row) => formatEntry(row) },
  { title: "Lowest", end: true, cell: ({ place, trace }) => formatPercent(trace.adverse[place] ?? null, 2) },
  {
    title: "Highest",
    end: true,
    cell: ({ place, trace }) => formatPercentChange(trace.favourable[place] ?? null, 2),
  },
  {
    title: "Profit %",
    end: true,
    cell: (row) => formatPercentChange(positionAt(row)?.profitPercent ?? null, 2),
  },
];

function formatEntry(row: ExcursionRow): string {
  const entry = positionAt(row)?.entryDate;
  return entry === undefined ? "" : formatDay(entry);
}

/** The median value of these places; null without one. */
function middle(places: readonly number[], of: Float64Array): number | null {
  const sorted = places.map((place) => of[place] ?? 0).toSorted((a, b) => a - b);
  return sorted.length === 0 ? null : (sorted[Math.floor(sorted.length / 2)] ?? null);
}

function describeExcursions({ positions }: Report, { adverse, favourable }: Trace): string {
  const winners = positions.flatMap((position, place) => (hasWon(position) ? [place] : []));
  const losers = positions.flatMap((position, place) => (hasWon(position) ? [] : [place]));
  const low = formatPercent(middle(winners, adverse), 1);
  const high = formatPercent(middle(losers, favourable), 1);
  return [
    "Discs are positions with a profit, crosses the others.",
    winners.length === 0
      ? "None made a profit."
      : winners.length === 1
        ? `The one winner never went below ${low}.`
        : `Half of the ${formatCount(winners.length)} winners never went below ${low}.`,
    losers.length === 0
      ? "None made a loss."
      : losers.length === 1
        ? `The one loser had been up by ${high} before it ended.`
        : `Half of the ${formatCount(losers.length)} losers had been up by ${high} or more before they ended.`,
    "Points that lie far out are drawn at the edge.",
  ].join(" ");
}

const REASONS = [
  { of: "unaffordable", name: "Too expensive" },
  { of: "noSlot", name: "Places taken" },
  { of: "noCash", name: "No cash" },
  { of: "noBar", name: "No price" },
] as const;

interface PassedOverProps {
  readonly report: Report;
  readonly months: readonly PassedOverMonth[];
}

function PassedOver({ report, months }: PassedOverProps): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const day = useMemo(() => Int32Array.from(months, ({ firstDay }) => firstDay), [months]);
  const panes = useMemo(() => panesOf(months), [months]);
  const most = months.reduce(
    (top, month) => (totalOf(month) > totalOf(top) ? month : top),
    months[0] ?? NO_MONTH,
  );
  return (
    <HeadedChart
      title="Passed-over signals over time"
      note="Not bought, by month"
      isSummaryHidden
      name="Passed-over signals"
      summary={`Most were passed over in ${formatMonth(most.month)}: ${formatCount(totalOf(most))}. The counts of each reason are in the table.`}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "passed-over"), drawing.picture());
      }}
      onCsv={() =>
        saveTable(
          report,
          "passed-over",
          ["month", ...REASONS.map(({ of }) => of)],
          months.map((month) => [month.month, ...REASONS.map(({ of }) => month[of])]),
        )
      }
      renderTable={() => (
        <WindowedTable
          label="Passed over by month"
          columns={MONTH_COLUMNS}
          rows={months}
          rowKey={monthKey}
          dense
          phone={{ figure: "Places taken" }}
        />
      )}
    >
      <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
    </HeadedChart>
  );
}

function panesOf(months: readonly PassedOverMonth[]): readonly TimePane[] {
  const values = Float64Array.from(months, totalOf);
  return [
    {
      format: (value) => formatCount(value),
      series: [{ name: "Passed over", look: "first", kind: "columns", values }],
    },
  ];
}

function totalOf(month: PassedOverMonth): number {
  return REASONS.reduce((sum, { of }) => sum + month[of], 0);
}

const NO_MONTH: PassedOverMonth = { month: "", firstDay: 0, unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 };

function monthKey({ month }: PassedOverMonth): string {
  return month;
}

const MONTH_COLUMNS: readonly TableColumn<PassedOverMonth>[] = [
  { title: "Month", cell: ({ month }) => formatMonth(month) },
  ...REASONS.map(({ of, name }): TableColumn<PassedOverMonth> => ({
    title: name,
    end: true,
    cell: (month) => formatCount(month[of]),
  })),
];
