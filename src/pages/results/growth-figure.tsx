import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { GrowthChart } from "#src/ui/growth-chart.tsx";
import type { GrowthTexts } from "#src/ui/growth-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/windowed-table.tsx";
import type { Report } from "#workers/model/report.ts";
import { describeGrowth } from "./explanations.ts";
import { growthCurves, yearEnds } from "./growth-curves.ts";
import type { YearEnd } from "./growth-curves.ts";

/** The chart and its twins for people who can't see it: a summary and the values at each year's end. */
export function GrowthFigure({ report }: { readonly report: Report }): ReactElement {
  const { currency, strategyName, benchmark } = report.metadata;
  const curves = useMemo(() => growthCurves(report), [report]);
  const texts = useMemo(() => chartTexts(currency), [currency]);
  const summary = useMemo(() => describeGrowth(report), [report]);
  const rows = useMemo(() => yearEnds(curves), [curves]);
  const columns = useMemo(() => yearEndColumns(currency), [currency]);
  return (
    <>
      <GrowthChart
        curves={curves}
        strategyName={strategyName}
        benchmarkName={benchmark}
        texts={texts}
        summary={summary}
      />
      <Disclosure summary="The chart as a table: values at each year's end">
        <WindowedTable label="Year-end values" columns={columns} rows={rows} rowKey={keyOf} dense />
      </Disclosure>
    </>
  );
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
