import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyChange, formatQuantity } from "#src/format/money.ts";
import { formatCount, formatPercentChange } from "#src/format/number.ts";
import { Change } from "#src/ui/change.tsx";
import type { TableColumn } from "#src/ui/windowed-table.tsx";
import type { Position } from "#workers/model/report.ts";
import { EXIT_REASON_NAMES } from "./exit-reasons.ts";
import styles from "./report-tables.module.css";

type Figure = "entryPrice" | "exitPrice" | "quantity" | "profit" | "profitPercent" | "daysHeld";

interface ColumnFacts {
  /** All of the run: they decide the widths. */
  readonly positions: readonly Position[];
  readonly currency: string;
  /** Of a position's chart. */
  readonly addressOf: (position: Position) => string;
}

export function positionColumns({
  positions,
  currency,
  addressOf,
}: ColumnFacts): readonly TableColumn<Position>[] {
  const figure = (title: string, name: Figure, format: (value: number) => string): TableColumn<Position> => ({
    title,
    end: true,
    sortBy: (row) => row[name],
    cell: (row) => format(row[name]),
    widest: format(positions.reduce((most, row) => Math.max(most, Math.abs(row[name])), 0)),
  });
  const change = (title: string, name: Figure, format: (value: number) => string): TableColumn<Position> => ({
    ...figure(title, name, format),
    cell: (row) => <Change value={row[name]} text={format(row[name])} />,
  });
  const price = (value: number) => formatMoney(value, currency, 2);
  return [
    {
      title: "Instrument",
      sortBy: (row) => row.instrument,
      cell: (row) => <InstrumentName position={row} address={addressOf(row)} />,
    },
    { title: "Entry Date", sortBy: (row) => row.entryDate, cell: (row) => formatDay(row.entryDate) },
    { title: "Exit Date", sortBy: (row) => row.exitDate, cell: (row) => formatDay(row.exitDate) },
    figure("Entry Price", "entryPrice", price),
    figure("Exit Price", "exitPrice", price),
    figure("Quantity", "quantity", (value) => formatQuantity(value, currency)),
    change("Profit", "profit", (value) => formatMoneyChange(value, currency, 2)),
    change("Profit %", "profitPercent", (value) => formatPercentChange(value, 2)),
    figure("Days Held", "daysHeld", (value) => formatCount(value)),
    {
      title: "Reason",
      sortBy: (row) => EXIT_REASON_NAMES[row.exitReason],
      cell: (row) => EXIT_REASON_NAMES[row.exitReason],
      widest: EXIT_REASON_NAMES["no-data"],
    },
  ];
}

interface InstrumentNameProps {
  readonly position: Position;
  readonly address: string;
}

/** The rows are walked with the arrow keys, and Enter opens one: its link is no stop of its own. */
function InstrumentName({ position, address }: InstrumentNameProps): ReactElement {
  const { instrument, label } = position;
  return (
    <>
      <Link href={address} tabIndex={-1}>
        {instrument}
      </Link>
      {label !== instrument && (
        <span className={styles["label"]} title={label}>
          {label}
        </span>
      )}
    </>
  );
}
