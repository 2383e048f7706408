import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { countOf, formatCount, formatPercent } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { useTableSort } from "#src/ui/table-sort.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import { growthCurves } from "../growth-curves.ts";
import { fileName, saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

interface DrawdownsSectionProps extends SectionProps {
  /** Shows the period on the growth curve. */
  readonly onMark: (period: DrawdownPeriod) => void;
}

/** How far account and benchmark were below their highs; every fall as a table, each to be shown on the curve. */
export function DrawdownsSection({ report, analysis, onMark }: DrawdownsSectionProps): ReactElement {
  const { drawdowns } = analysis;
  const { day } = report.equity;
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const panes = useMemo(() => panesOf(report), [report]);
  if (drawdowns.length === 0)
    return (
      <Part title="Drawdown periods">
        <p className={styles["soft"]}>This account never closed below an earlier close.</p>
      </Part>
    );
  return (
    <HeadedChart
      title="Drawdown periods"
      note={nameAtEnds(countOf(drawdowns.length, "fall"), report.metadata.frequency)}
      name="Drawdown periods"
      summary={`How far the account and ${report.metadata.benchmark} closed below their highest value so far, day by day; the table lists every fall of the account.`}
      isSummaryHidden
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "drawdowns"), drawing.picture());
      }}
      onCsv={() => saveTable(report, "drawdowns", CSV_FIELDS, drawdowns.map(toCells))}
      renderTable={() => <DrawdownsTable drawdowns={drawdowns} onMark={onMark} />}
    >
      <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
    </HeadedChart>
  );
}

function panesOf(report: Report): readonly TimePane[] {
  const { drawdown, benchmarkDrawdown } = growthCurves(report);
  return [
    {
      format: (value) => formatPercent(value, 1),
      series: [
        { name: "Account", look: "strategy", kind: "area", values: drawdown, isFromTop: true },
        { name: report.metadata.benchmark, look: "benchmark", kind: "line", values: benchmarkDrawdown },
      ],
    },
  ];
}

interface DrawdownsTableProps {
  readonly drawdowns: readonly DrawdownPeriod[];
  readonly onMark: (period: DrawdownPeriod) => void;
}

function DrawdownsTable({ drawdowns, onMark }: DrawdownsTableProps): ReactElement {
  const columns = useMemo(() => drawdownColumns(onMark), [onMark]);
  const sorted = useTableSort(drawdowns, columns, { column: "Depth", direction: "ascending" });
  return (
    <div className={styles["part"]}>
      <p className={styles["soft"]}>
        From a high until it is reached again, in calendar days and sessions. A peak&apos;s button shows the
        fall on the growth curve.
      </p>
      <WindowedTable
        label="Drawdown periods"
        columns={columns}
        rows={sorted.rows}
        rowKey={drawdownKey}
        sort={sorted.sort}
        onSort={sorted.sortBy}
        phone={{ figure: "Depth", second: "Days" }}
      />
    </div>
  );
}

export function drawdownKey({ peakDate }: DrawdownPeriod): string {
  return peakDate;
}

/** @param onMark - shows a fall on the curve; null where that can't be */
export function drawdownColumns(
  onMark: ((period: DrawdownPeriod) => void) | null,
): readonly TableColumn<DrawdownPeriod>[] {
  return [
    {
      title: "Peak",
      sortBy: ({ peakDate }) => peakDate,
      cell: (period) =>
        onMark ? (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Show the fall from ${formatDay(period.peakDate)} on the curve`}
            onClick={() => onMark(period)}
          >
            {formatDay(period.peakDate)}
          </Button>
        ) : (
          formatDay(period.peakDate)
        ),
    },
    {
      title: "Depth",
      end: true,
      sortBy: ({ depth }) => depth,
      cell: ({ depth }) => <Change value={depth} text={formatPercent(depth, 2)} />,
    },
    {
      title: "Trough",
      sortBy: ({ troughDate }) => troughDate,
      cell: ({ troughDate }) => formatDay(troughDate),
    },
    {
      title: "Recovery",
      sortBy: ({ recoveryDate }) => recoveryDate ?? "9",
      cell: ({ recoveryDate }) => (recoveryDate === null ? "Not yet" : formatDay(recoveryDate)),
    },
    { title: "Days", end: true, sortBy: ({ days }) => days, cell: ({ days }) => formatCount(days) },
    {
      title: "Sessions",
      end: true,
      sortBy: ({ sessions }) => sessions,
      cell: ({ sessions }) => formatCount(sessions),
    },
  ];
}

const CSV_FIELDS = ["peakDate", "troughDate", "recoveryDate", "depthPercent", "days", "sessions"];

function toCells({ peakDate, troughDate, recoveryDate, depth, days, sessions }: DrawdownPeriod) {
  return [peakDate, troughDate, recoveryDate, depth, days, sessions];
}
