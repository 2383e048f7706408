/** Columns whose names nobody knows, told by their figures: a close between high and low, a volume beside its turnover. */
import {
  ADJ_CLOSE,
  CLOSE,
  HIGH,
  LOW,
  MARKET_CAP,
  NUMBER_SLOTS,
  OPEN,
  SHARES,
  VOLUME,
} from "#workers/market/row.ts";
import { looksNumeric, readNumber } from "../cells/numbers.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import type { Table } from "../what/table.ts";
import type { ColumnPlan } from "./columns.ts";
import { knownName } from "./header-names.ts";
import type { Role } from "./header-names.ts";
import { share } from "./table-columns.ts";

/** Fewer rows would fit by chance. */
const LEAST_ROWS = 10;
/** Of the rows in which all figures stand, so many fit. */
const MOST = 0.95;
/** A column is of numbers where so many of its cells are. */
const MOSTLY = 0.9;
/** A day's turnover is its volume at its mean price, which lies about so near to the close. */
const NEAR = 0.1;
const STYLES = ["dot", "comma"] as const;
const SLOTS: readonly (readonly [Role, number])[] = [
  ["open", OPEN],
  ["high", HIGH],
  ["low", LOW],
  ["volume", VOLUME],
  ["adjClose", ADJ_CLOSE],
  ["marketCap", MARKET_CAP],
  ["shares", SHARES],
];

/** The plan with a guessed close, which is asked, where the names say high and low and no close. */
export function guessClose(table: Table, plan: ColumnPlan): ColumnPlan {
  if (plan.groups.length > 0 || plan.date.type !== "column" || table.rows.length < LEAST_ROWS) return plan;
  const columnOf = (role: Role): number => table.header.findIndex((cell) => knownName(cell)?.role === role);
  const [high, low] = [columnOf("high"), columnOf("low")];
  if (high < 0 || low < 0) return plan;
  const found = openColumns(table, plan).filter((column) =>
    fits(table, [low, column, high], ([least = NaN, one = NaN, most = NaN]) => least <= one && one <= most),
  );
  const close = found.at(-1);
  if (close === undefined) return plan;
  const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
  for (const [role, slot] of SLOTS) columns[slot] = columnOf(role);
  columns[CLOSE] = close;
  const title = (column: number): string => table.header[column] ?? "";
  const lie = found.length === 1 ? "lies" : "lie";
  return {
    ...plan,
    groups: [{ symbol: "", columns }],
    unknown: plan.unknown.filter((name) => name !== title(close)),
    guesses: [
      {
        doubt: "prices",
        text: `No name in the header is that of a close; ${found.map(title).join(" and ")} ${lie} between ${title(low)} and ${title(high)}, and ${title(close)} would be the close.`,
      },
    ],
  };
}

/** The plan with the volume that figures show, where no name is one's, or the one that was taken is money. */
export function volumeByFigures(table: Table, plan: ColumnPlan): ColumnPlan {
  return volumeBesideMoney(table, volumeByTurnover(table, plan));
}

/** The plan with the volume of one instrument, where another column is that number of shares at the day's price. */
function volumeByTurnover(table: Table, plan: ColumnPlan): ColumnPlan {
  const [group, ...others] = plan.groups;
  const close = group?.columns[CLOSE] ?? -1;
  const isOpen = group?.symbol === "" && close >= 0 && group.columns[VOLUME] === -1;
  if (!isOpen || others.length > 0 || plan.isWide || table.rows.length < LEAST_ROWS) return plan;
  const counts = openColumns(table, plan).filter(
    (column) =>
      share(table, column, (cell) => /^[\d,.\s']*$/.test(cell)) >= MOSTLY && changesDaily(table, column),
  );
  if (counts.length === 0) return plan; // most files
  const taken = new Set([plan.symbol, ...group.columns]);
  const money = [...table.header.keys()].filter(
    (column) => !taken.has(column) && share(table, column, looksNumeric) >= MOSTLY,
  );
  for (const count of counts) {
    const value = money.find(
      (column) =>
        column !== count &&
        fits(table, [count, column, close], ([shares = NaN, sum = NaN, price = NaN]) =>
          shares === 0 ? sum === 0 : Math.abs(sum / (shares * price) - 1) <= NEAR,
        ),
    );
    if (value === undefined) continue;
    const columns = group.columns.slice();
    columns[VOLUME] = count;
    const [name, other] = [table.header[count] ?? "", table.header[value] ?? ""];
    return {
      ...plan,
      groups: [{ symbol: "", columns }],
      unknown: plan.unknown.filter((one) => one !== name),
      note: `Volumes are those of ${name}: ${other} is about as much at the day's price.`,
    };
  }
  return plan;
}

/**
 * The plan with the volume of one instrument, where that which was taken is another column's at the day's price: money
 * under the likelier name, as beside Poloniex's `quoteVolume` of coins.
 */
function volumeBesideMoney(table: Table, plan: ColumnPlan): ColumnPlan {
  const [group, ...others] = plan.groups;
  const [money = -1, close = -1] = [group?.columns[VOLUME], group?.columns[CLOSE]];
  if (!group || others.length > 0 || money < 0 || close < 0) return plan;
  const taken = new Set([plan.symbol, plan.time, dateColumnOf(plan), ...group.columns]);
  const isTimes = (count: number, sum: number, rows: Table["rows"]): boolean =>
    fits({ rows }, [count, sum, close], ([one = NaN, other = NaN, price = NaN]) =>
      one === 0 ? other === 0 : Math.abs(other / (one * price) - 1) <= NEAR,
    );
  const first = table.rows.slice(0, LEAST_ROWS);
  const count = [...table.header.keys()].find(
    (column) =>
      !taken.has(column) &&
      isTimes(column, money, first) &&
      isTimes(column, money, table.rows) &&
      !isTimes(money, column, table.rows), // at a price of 1 they are the same
  );
  if (count === undefined) return plan;
  const columns = group.columns.slice();
  columns[VOLUME] = count;
  const [name, other] = [table.header[count] ?? "", table.header[money] ?? ""];
  return {
    ...plan,
    groups: [{ symbol: group.symbol, columns }],
    unknown: plan.unknown.filter((one) => one !== name),
    note: `Volumes are those of ${name}: ${other} counts money, about ${name} at the day's price.`,
  };
}

function dateColumnOf({ date }: ColumnPlan): number {
  return date.type === "column" ? date.column : -1;
}

/** What somebody holds of a company stays the same for days, which its volume does not. */
function changesDaily({ rows }: Table, column: number): boolean {
  return new Set(rows.map((row) => row[column] ?? "")).size > rows.length / 2;
}

/** Columns of numbers under names that nobody knows. */
function openColumns(table: Table, { date, symbol }: ColumnPlan): number[] {
  return [...table.header.keys()].filter(
    (column) =>
      column !== symbol &&
      (date.type !== "column" || column !== date.column) &&
      knownName(table.header[column] ?? "") === null &&
      share(table, column, looksNumeric) >= MOSTLY,
  );
}

/** True where the figures of these columns fit in nearly all rows, with a decimal point or with a comma. */
function fits(
  { rows }: Pick<Table, "rows">,
  columns: readonly number[],
  isFit: (figures: readonly number[]) => boolean,
): boolean {
  const fitsIn = (decimal: Decimal): boolean => {
    let whole = 0;
    let fitting = 0;
    let positive = 0;
    for (const row of rows) {
      const figures = columns.map((column) => readNumber(row[column] ?? "", decimal));
      if (!figures.every((figure) => Number.isFinite(figure))) continue;
      whole++;
      if (isFit(figures)) fitting++;
      if (figures.every((figure) => figure > 0)) positive++;
    }
    return whole >= LEAST_ROWS && fitting >= MOST * whole && positive > whole / 2;
  };
  return STYLES.some(fitsIn);
}
