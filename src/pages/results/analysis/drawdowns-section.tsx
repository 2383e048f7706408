import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount, formatPercent } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/windowed-table.tsx";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import { saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

interface DrawdownsSectionProps extends SectionProps {
  /** Shows the period on the growth curve. */
  readonly onMark: (period: DrawdownPeriod) => void;
}

/** Every fall until it was made good; each can be shown on the curve. */
export function DrawdownsSection({ report, analysis, onMark }: DrawdownsSectionProps): ReactElement {
  const { drawdowns } = analysis;
  const columns = useMemo(() => drawdownColumns(onMark), [onMark]);
  const sorted = useTableSort(drawdowns, columns, { column: "Depth", direction: "ascending" });
  return (
    <Panel title="Drawdown periods" note={countOf(drawdowns.length, "fall")}>
      {drawdowns.length === 0 ? (
        <p className={styles["soft"]}>This account never closed below an earlier close.</p>
      ) : (
        <div className={styles["part"]}>
          <p className={styles["soft"]}>
            From a high until it is reached again, in calendar days and sessions. A peak&apos;s button shows
            the fall on the growth curve.
          </p>
          <WindowedTable
            label="Drawdown periods"
            columns={columns}
            rows={sorted.rows}
            rowKey={keyOf}
            sort={sorted.sort}
            onSort={sorted.sortBy}
          />
          <div>
            <Button
              size="small"
              aria-label="Save as CSV: Drawdown periods"
              onClick={() => saveTable(report, "drawdowns", CSV_FIELDS, drawdowns.map(toCells))}
            >
              Save as CSV
            </Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

function keyOf({ peakDate }: DrawdownPeriod): string {
  return peakDate;
}

function drawdownColumns(onMark: (period: DrawdownPeriod) => void): readonly TableColumn<DrawdownPeriod>[] {
  return [
    {
      title: "Peak",
      sortBy: ({ peakDate }) => peakDate,
      cell: (period) => (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Show the fall from ${formatDay(period.peakDate)} on the curve`}
          onClick={() => onMark(period)}
        >
          {formatDay(period.peakDate)}
        </Button>
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
