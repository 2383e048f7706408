import type { ReactElement } from "react";
import { EXIT_REASON_NAMES } from "#src/format/exit-reason-names.ts";
import { Link } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyChange, formatQuantity } from "#src/format/money.ts";
import { formatCount, formatPercentChange } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { Change } from "#src/ui/change.tsx";
import { useIsPhone } from "#src/ui/use-media.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Position } from "#workers/model/report.ts";
import type { Exits } from "./exit-reasons.ts";
import styles from "./report-tables.module.css";

type Figure = "entryPrice" | "exitPrice" | "quantity" | "profit" | "profitPercent" | "daysHeld";

interface ColumnFacts {
  /** All of the run: they decide the widths. */
  readonly positions: readonly Position[];
  readonly currency: string;
  readonly exits: Exits;
  /** Address of a position's chart; null where there is none to go to. */
  readonly addressOf: ((position: Position) => string) | null;
}

export function positionColumns({
  positions,
  currency,
  exits,
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
      cell: (row) => <InstrumentName position={row} address={addressOf?.(row)} />,
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
      sortBy: (row) => exits.nameOf(exits.keyOf(row)),
      cell: (row) => <Reason name={exits.nameOf(exits.keyOf(row))} />,
      widest: widestReason(positions, exits),
    },
  ];
}

/** Longer names of rules are cut off, and whole in the position's own panel. */
const LONGEST_REASON = 16;

function widestReason(positions: readonly Position[], exits: Exits): string {
  const names = new Set(positions.map((position) => exits.nameOf(exits.keyOf(position))));
  const longest = [...names, EXIT_REASON_NAMES["no-data"]].reduce((a, b) => (b.length > a.length ? b : a));
  return longest.slice(0, LONGEST_REASON);
}

function Reason({ name }: { readonly name: string }): ReactElement {
  if (name.length <= LONGEST_REASON) return <>{name}</>;
  return (
    <span className={styles["reason"]} title={name}>
      {name}
    </span>
  );
}

interface InstrumentNameProps {
  readonly position: Position;
  readonly address: string | undefined;
}

/** A table's rows are walked with the arrow keys, and Enter opens one: there its link is no stop of its own. */
function InstrumentName({ position, address }: InstrumentNameProps): ReactElement {
  const { instrument, label } = position;
  const isPhone = useIsPhone();
  return (
    <>
      {address === undefined ? (
        shown(instrument)
      ) : (
        <Link href={address} tabIndex={isPhone ? undefined : -1}>
          {shown(instrument)}
        </Link>
      )}
      {label !== instrument && (
        <span className={styles["label"]} title={shown(label)}>
          {shown(label)}
        </span>
      )}
    </>
  );
}
