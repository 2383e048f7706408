import { useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { barWordsOf } from "#src/format/bar-words.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
} from "#src/format/number.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { Histogram } from "#src/ui/histogram.tsx";
import type { HistogramBin } from "#src/ui/histogram.tsx";
import { saveDrawing } from "#src/ui/picture.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Distribution } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

/** How the account's returns from session to session spread. */
export function DailyReturns({ report, analysis }: SectionProps): ReactElement {
  const { bar, every } = barWordsOf(report);
  return (
    <DistributionPart
      title={`${upperFirst(every)} returns`}
      one={bar}
      report={report}
      distribution={analysis.dailyReturns}
    />
  );
}

/** How the returns of positions spread. */
export function PositionReturns({ report, analysis }: SectionProps): ReactElement {
  return (
    <DistributionPart
      title="Position returns"
      one="position"
      report={report}
      distribution={analysis.positionReturns}
      summary="How many positions ended with each return. The text beside the chart has mean, median and spread."
    />
  );
}

/** The same in words, beside the picture. */
export function PositionReturnsInWords({ analysis }: SectionProps): ReactElement | null {
  const { positionReturns } = analysis;
  return positionReturns && <p className={styles["soft"]}>{describe(positionReturns, "position")}</p>;
}

interface DistributionPartProps {
  readonly title: string;
  /** What a value belongs to: "day". */
  readonly one: string;
  readonly report: Report;
  readonly distribution: Distribution | null;
  /** For screen readers alone, where a text beside the chart describes it; else the description. */
  readonly summary?: string;
}

function DistributionPart(props: DistributionPartProps): ReactElement {
  const { title, one, report, distribution, summary } = props;
  const drawing = useRef<SVGSVGElement>(null);
  const bins = useMemo(() => (distribution ? binsOf(distribution) : []), [distribution]);
  const counted = `${upperFirst(one)}s`;
  const columns = useMemo(() => binColumns(counted), [counted]);
  const name = `${one}-returns`;
  if (!distribution)
    return (
      <Part title={title}>
        <p className={styles["soft"]}>There is none in this run.</p>
      </Part>
    );
  return (
    <HeadedChart
      title={title}
      note="How often each return came"
      name={title}
      summary={summary ?? describe(distribution, one)}
      isSummaryHidden={summary !== undefined}
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
      renderTable={() => (
        <WindowedTable
          label={`${title}, counts`}
          columns={columns}
          rows={bins}
          rowKey={keyOf}
          dense
          phone={{ figure: counted }}
        />
      )}
    >
      <Histogram
        drawing={drawing}
        bins={bins}
        label={`Histogram of ${title.toLowerCase()}; its values are in the table below`}
        formatValue={axisPercent}
        formatCount={(count) => formatCount(count)}
      />
    </HeadedChart>
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
      title: counted,
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
    "The outer bars hold the rest."
  );
}
