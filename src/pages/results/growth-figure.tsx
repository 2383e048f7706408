import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { GrowthChart } from "#src/ui/growth-chart.tsx";
import type { GrowthMark, GrowthTexts } from "#src/ui/growth-drawing.ts";
import { saveCanvas } from "#src/ui/picture.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/windowed-table.tsx";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { describeGrowth } from "./explanations.ts";
import { growthCurves, yearEnds } from "./growth-curves.ts";
import type { YearEnd } from "./growth-curves.ts";
import { fileName, saveReportFile } from "./report-files.ts";

interface GrowthFigureProps {
  readonly report: Report;
  /** A fall to be shown on the curve. */
  readonly marked: DrawdownPeriod | null;
  readonly onUnmark: () => void;
}

/** The chart and its twins for people who can't see it: a summary and the values at each year's end. */
export function GrowthFigure({ report, marked, onUnmark }: GrowthFigureProps): ReactElement {
  const { currency, strategyName, benchmark } = report.metadata;
  const curves = useMemo(() => growthCurves(report), [report]);
  const texts = useMemo(() => chartTexts(currency), [currency]);
  const summary = useMemo(() => describeGrowth(report), [report]);
  const rows = useMemo(() => yearEnds(curves), [curves]);
  const columns = useMemo(() => yearEndColumns(currency), [currency]);
  const mark = useMemo(() => marked && markOf(marked), [marked]);
  return (
    <>
      <GrowthChart
        curves={curves}
        strategyName={strategyName}
        benchmarkName={benchmark}
        texts={texts}
        summary={summary}
        mark={mark}
        onUnmark={onUnmark}
        onPicture={(picture) => saveCanvas(fileName(report, "growth"), picture)}
        onCsv={() => saveReportFile(report, "equity")}
      />
      <Disclosure summary="The chart as a table: values at each year's end">
        <WindowedTable label="Year-end values" columns={columns} rows={rows} rowKey={keyOf} dense />
      </Disclosure>
    </>
  );
}

function markOf({
  peakRow,
  troughRow,
  recoveryRow,
  peakDate,
  troughDate,
  recoveryDate,
  depth,
}: DrawdownPeriod): GrowthMark {
  const made = recoveryDate === null ? "not made good yet" : `made good on ${formatDay(recoveryDate)}`;
  return {
    peakRow,
    troughRow,
    recoveryRow,
    text: `Shown: the fall of ${formatPercent(Math.abs(depth), 1)} from ${formatDay(peakDate)} to ${formatDay(troughDate)}, ${made}.`,
  };
}

function chartTexts(currency: string): GrowthTexts {
  return {
    day: formatEpochDay,
    value: (value) => formatMoney(value, currency, 0),
    axis: (value) => formatMoneyCompact(value, currency),
    growth: (percent) => formatPercentChange(percent, 1),
    growthAxis: (percent) => formatPercentChange(percent, 0),
    drawdown: (percent) => formatPercent(percent, 1),
    count: (count) => formatCount(count),
  };
}

function keyOf({ day }: YearEnd): string {
  return String(day);
}

function yearEndColumns(currency: string): readonly TableColumn<YearEnd>[] {
  return [
    { title: "Last session", cell: ({ day }) => formatEpochDay(day) },
    { title: "Account", end: true, cell: ({ value }) => formatMoney(value, currency, 2) },
    { title: "Benchmark", end: true, cell: ({ benchmark }) => formatMoney(benchmark, currency, 2) },
    { title: "Drawdown", end: true, cell: ({ drawdown }) => formatPercent(drawdown, 2) },
    { title: "Open positions", end: true, cell: ({ positions }) => formatCount(positions) },
  ];
}
