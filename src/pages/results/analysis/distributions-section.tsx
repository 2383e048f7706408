import { useMemo, useRef } from "react";
import type { ReactElement } from "react";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
} from "#src/format/number.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { Histogram } from "#src/ui/histogram.tsx";
import type { HistogramBin } from "#src/ui/histogram.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveDrawing } from "#src/ui/picture.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/windowed-table.tsx";
import type { Distribution } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { fileName, saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

/** How daily returns and the returns of positions spread. */
export function DistributionsSection({ report, analysis }: SectionProps): ReactElement {
  const { dailyReturns, positionReturns } = analysis;
  return (
    <Panel title="Distribution of returns" note="How often each return came">
      <div className={styles["pair"]}>
        <DistributionPart title="Daily returns" one="day" report={report} distribution={dailyReturns} />
        <DistributionPart
          title="Position returns"
          one="position"
          report={report}
          distribution={positionReturns}
        />
      </div>
    </Panel>
  );
}

interface DistributionPartProps {
  readonly title: string;
  /** What a value belongs to: "day". */
  readonly one: string;
  readonly report: Report;
  readonly distribution: Distribution | null;
}

function DistributionPart({ title, one, report, distribution }: DistributionPartProps): ReactElement {
  const drawing = useRef<SVGSVGElement>(null);
  const bins = useMemo(() => (distribution ? binsOf(distribution) : []), [distribution]);
  const columns = useMemo(() => binColumns(`${one}s`), [one]);
  const name = `${one}-returns`;
  return (
    <div className={styles["part"]}>
      <h3>{title}</h3>
      {distribution ? (
        <ChartFigure
          name={title}
          summary={describe(distribution, one)}
          onPicture={() => {
            if (drawing.current) void saveDrawing(fileName(report, name), drawing.current);
          }}
          onCsv={() =>
            saveTable(
              report,
              name,
              ["fromPercent", "toPercent", "count"],
              bins.map(({ from, to, count }) => [from, to, count]),
            )
          }
          table={
            <WindowedTable label={`${title}, counts`} columns={columns} rows={bins} rowKey={keyOf} dense />
          }
        >
          <Histogram
            drawing={drawing}
            bins={bins}
            label={`Histogram of ${title.toLowerCase()}; its values are in the table below`}
            formatValue={axisPercent}
            formatCount={(count) => formatCount(count)}
          />
        </ChartFigure>
      ) : (
        <p className={styles["soft"]}>There is none in this run.</p>
      )}
    </div>
  );
}

function binsOf({ firstEdge, width, counts }: Distribution): readonly HistogramBin[] {
  const first = Math.round(firstEdge / width);
  return counts.map((count, place) => ({
    from: exact((first + place) * width),
    to: exact((first + place + 1) * width),
    count,
  }));
}

/** 0.3, not 0.30000000000000004. */
function exact(edge: number): number {
  return Number(edge.toPrecision(12));
}

function axisPercent(value: number): string {
  return `${formatDecimal(value, Number.isInteger(value) ? 0 : Math.abs(value) < 0.1 ? 2 : 1)}%`;
}

function keyOf({ from }: HistogramBin): string {
  return String(from);
}

function binColumns(counted: string): readonly TableColumn<HistogramBin>[] {
  return [
    { title: "From", cell: ({ from }) => formatPercent(from, 2) },
    { title: "To", end: true, cell: ({ to }) => formatPercent(to, 2) },
    {
      title: `${counted.slice(0, 1).toUpperCase()}${counted.slice(1)}`,
      end: true,
      cell: ({ count }) => formatCount(count),
    },
  ];
}

function describe(distribution: Distribution, one: string): string {
  const { count, mean, median, deviation, skewness, excessKurtosis, lowest, highest, above0 } = distribution;
  const shape =
    skewness === null || excessKurtosis === null
      ? ""
      : ` Skewness ${formatDecimal(skewness, 2)}, excess kurtosis ${formatDecimal(excessKurtosis, 2)} (both 0 for a normal distribution).`;
  return (
    `${countOf(count, one)}: mean ${formatPercentChange(mean, 2)}, median ${formatPercentChange(median, 2)}, ` +
    `standard deviation ${formatPercent(deviation, 2)}, from ${formatPercentChange(lowest, 2)} to ` +
    `${formatPercentChange(highest, 2)}; ${formatPercent(above0, 1)} were gains.${shape} ` +
    "The outer columns hold everything beyond them, too."
  );
}
