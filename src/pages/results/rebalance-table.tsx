import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatCount, formatPercent } from "#src/format/number.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { RebalanceRow } from "#workers/model/report.ts";

interface RebalanceTableProps {
  readonly rebalances: readonly RebalanceRow[];
}

/** The closes at which weights gave orders, in time order. */
export function RebalanceTable({ rebalances }: RebalanceTableProps): ReactElement {
  return (
    <WindowedTable label="Rebalances" columns={COLUMNS} rows={rebalances} rowKey={({ date }) => date} dense />
  );
}

const COLUMNS: readonly TableColumn<RebalanceRow>[] = [
  { title: "Close of", cell: ({ date }) => formatDay(date) },
  { title: "Sells", end: true, cell: ({ sells }) => formatCount(sells) },
  { title: "Buys", end: true, cell: ({ buys }) => formatCount(buys) },
  { title: "Turned over", end: true, cell: ({ turnover }) => formatPercent(turnover, 1) },
];
