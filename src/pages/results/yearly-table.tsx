import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import { Change } from "#src/ui/change.tsx";
import type { PhoneLayout } from "#src/ui/table-column.ts";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Report, YearlyPerformance } from "#workers/model/report.ts";
import { averageShareYears, isAgainstAverage } from "./average-share.ts";

interface YearlyTableProps {
  readonly report: Report;
}

/** The account's growth, the benchmark's and the average share's, year by year. */
export function YearlyTable({ report }: YearlyTableProps): ReactElement {
  const { currency } = report.metadata;
  const average = useMemo(() => (isAgainstAverage(report) ? null : averageShareYears(report)), [report]);
  const columns = useMemo(
    () => [...yearColumns(currency), ...(average ? [averageColumn(average)] : [])],
    [currency, average],
  );
  const phone = useMemo(() => phoneLayout(currency), [currency]);
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
      phone={phone}
    />
  );
}

function phoneLayout(currency: string): PhoneLayout<YearlyPerformance> {
  const money = (value: number) => formatMoney(value, currency, 0);
  return {
    figure: "Growth %",
    second: "Benchmark %",
    detail: ({ startValue, endValue }) => `${money(startValue)} to ${money(endValue)}`,
  };
}

function yearKey({ year }: YearlyPerformance): string {
  return String(year);
}

type Figure = Exclude<keyof YearlyPerformance, "year">;

function yearColumns(currency: string): readonly TableColumn<YearlyPerformance>[] {
  const money = (value: number) => formatMoney(value, currency, 2);
  const moneyChange = (value: number) => formatMoneyChange(value, currency, 2);
  return [
    { title: "Year", sortBy: (row) => row.year, cell: (row) => row.year },
    figure("Start Value", "startValue", money),
    figure("End Value", "endValue", money),
    change("Growth", "growth", moneyChange),
    change("Growth %", "growthPercent", percent),
    change("Benchmark %", "benchmarkPercent", percent),
  ];
}

function averageColumn(average: ReadonlyMap<number, number>): TableColumn<YearlyPerformance> {
  const valueOf = ({ year }: YearlyPerformance) => average.get(year) ?? null;
  return {
    title: "Average share %",
    end: true,
    sortBy: (row) => valueOf(row) ?? -Infinity,
    cell: (row) => <Change value={valueOf(row)} text={percent(valueOf(row))} />,
  };
}

function figure(
  title: string,
  name: Figure,
  format: (value: number) => string,
): TableColumn<YearlyPerformance> {
  return { title, end: true, sortBy: (row) => row[name], cell: (row) => format(row[name]) };
}

function change(
  title: string,
  name: Figure,
  format: (value: number) => string,
): TableColumn<YearlyPerformance> {
  const cell = (row: YearlyPerformance) => <Change value={row[name]} text={format(row[name])} />;
  return { ...figure(title, name, format), cell };
}

function percent(value: number | null): string {
  return formatPercentChange(value, 2);
}
