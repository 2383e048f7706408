import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatQuantity } from "#src/format/money.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { RunFill } from "#workers/model/report.ts";
import type { Exits } from "../exit-reasons.ts";

interface PositionFillsProps {
  readonly fills: readonly RunFill[];
  readonly exits: Exits;
  readonly currency: string;
}

/** Every purchase and sale of a position that was bought or sold in parts, and what was held behind each. */
export function PositionFills({ fills, exits, currency }: PositionFillsProps): ReactElement {
  return (
    <WindowedTable
      label="Purchases and sales of the position"
      columns={columnsOf(exits, currency)}
      rows={rowsOf(fills)}
      rowKey={keyOf}
      dense
      phone={{ figure: "Quantity", second: "Price" }}
    />
  );
}

interface FillRow {
  readonly fill: RunFill;
  readonly place: number;
  /** Behind it. */
  readonly held: number;
}

function rowsOf(fills: readonly RunFill[]): readonly FillRow[] {
  const rows: FillRow[] = [];
  for (const [place, fill] of fills.entries()) {
    const before = rows.at(-1)?.held ?? 0;
    const held = Math.max(0, before + (fill.side === "buy" ? fill.quantity : -fill.quantity));
    rows.push({ fill, place, held });
  }
  return rows;
}

function keyOf({ place }: FillRow): string {
  return String(place);
}

function columnsOf(exits: Exits, currency: string): readonly TableColumn<FillRow>[] {
  return [
    { title: "Day", cell: ({ fill }) => formatDay(fill.date) },
    {
      title: "What",
      cell: ({ fill }) => (fill.reason === null ? "Bought" : `Sold: ${exits.nameOf(fill.reason)}`),
    },
    { title: "Quantity", end: true, cell: ({ fill }) => formatQuantity(fill.quantity, currency) },
    { title: "Price", end: true, cell: ({ fill }) => formatMoney(fill.price, currency, 2) },
    { title: "Commission", end: true, cell: ({ fill }) => formatMoney(fill.commission, currency, 2) },
    { title: "Held then", end: true, cell: ({ held }) => formatQuantity(held, currency) },
  ];
}
