import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import { Change } from "#src/ui/change.tsx";
import type { PhoneLayout } from "#src/ui/table-column.ts";
import { useIsPhone } from "#src/ui/use-media.ts";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Report, YearlyPerformance } from "#workers/model/report.ts";
import { averageYearsBeside } from "./average-share.ts";

interface YearlyTableProps {
  readonly report: Report;
}

/** The account's growth, the benchmark's and the average share's, year by year. */
export function YearlyTable({ report }: YearlyTableProps): ReactElement {
  const { currency } = report.metadata;
  const average = useMemo(() => averageYearsBeside(report), [report]);
  const isPhone = useIsPhone();
  const hasFlows = report.equity.growth !== undefined;
  const columns = useMemo(() => yearColumns(currency, average, hasFlows), [currency, average, hasFlows]);
  const phone = useMemo(() => phoneLayout(currency, average), [currency, average]);
  const { rows, sort, sortBy } = useTableSort(report.yearlyPerformance, columns, {
    column: "Year",
    direction: "ascending",
  });
  return (
    <WindowedTable
      label="Yearly Growth Breakdown"
      columns={columns}
      rows={rows}
      rowKey={yearKey}
      sort={sort}
      onSort={sortBy}
      dense
      drawsAll={!isPhone}
      phone={phone}
    />
  );
}

/** What the average share made in each year; null where there is no such figure beside the benchmark's. */
type AverageYears = ReadonlyMap<number, number> | null;

function phoneLayout(currency: string, average: AverageYears): PhoneLayout<YearlyPerformance> {
  const beside = (year: number) => (average ? `Average share ${percent(average.get(year) ?? null)}; ` : "");
  const money = (value: number) => formatMoney(value, currency, 0);
  return {
    figure: "Growth %",
    second: "Benchmark %",
    detail: ({ year, startValue, endValue, flows }) =>
      `${beside(year)}${money(startValue)} to ${money(endValue)}${flows ? `, ${formatMoneyChange(flows, currency, 0)} of it came or went` : ""}`,
  };
}

function yearKey({ year }: YearlyPerformance): string {
  return String(year);
}

type Figure = Exclude<keyof YearlyPerformance, "year">;

function yearColumns(
  currency: string,
  average: AverageYears,
  hasFlows: boolean,
): readonly TableColumn<YearlyPerformance>[] {
  const money = (value: number) => formatMoney(value, currency, 0);
  const moneyChange = (value: number) => formatMoneyChange(value, currency, 0);
  return [
    { title: "Year", sortBy: (row) => row.year, cell: (row) => row.year },
    figure("Start Value", "startValue", money),
    ...(hasFlows ? [change("In less out", "flows", moneyChange)] : []),
    figure("End Value", "endValue", money),
    change("Growth", "growth", moneyChange),
    change("Growth %", "growthPercent", percent),
    change("Benchmark %", "benchmarkPercent", percent),
    ...(average ? [averageColumn(average)] : []),
  ];
}

function averageColumn(average: ReadonlyMap<number, number>): TableColumn<YearlyPerformance> {
  const of = ({ year }: YearlyPerformance) => average.get(year) ?? Number.NaN;
  const cell = (row: YearlyPerformance) => <Change value={of(row)} text={percent(of(row))} />;
  return { title: "Average share %", end: true, sortBy: of, cell };
}

function figure(
  title: string,
  name: Figure,
  format: (value: number) => string,
): TableColumn<YearlyPerformance> {
  const of = (row: YearlyPerformance) => row[name] ?? Number.NaN;
  return { title, end: true, sortBy: of, cell: (row) => format(of(row)) };
}

function change(
  title: string,
  name: Figure,
  format: (value: number) => string,
): TableColumn<YearlyPerformance> {
  const cell = (row: YearlyPerformance) => (
    <Change value={row[name] ?? Number.NaN} text={format(row[name] ?? Number.NaN)} />
  );
  return { ...figure(title, name, format), cell };
}

function percent(value: number | null): string {
  return formatPercentChange(value, 2);
}
