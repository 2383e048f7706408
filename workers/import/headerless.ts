/** The columns of a file without a header, from what they hold: a date, then open, high, low, close, then a volume. */
import { CLOSE, HIGH, LOW, NUMBER_SLOTS, OPEN, VOLUME } from "#workers/market/row.ts";
import { share } from "./columns.ts";
import type { ColumnPlan, DateColumns } from "./columns.ts";
import { readDateCell, readTimeCell } from "./dates.ts";
import { isTicker } from "./header-names.ts";
import { looksNumeric, readNumber } from "./numbers.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import { hasDateColumns } from "./table.ts";
import type { Table } from "./table.ts";

/** Prices fit the order open, high, low, close in nearly all rows. */
const ENOUGH = 0.95;
/** A column is what most of it is; its bad cells are told row by row. */
const MOST = 0.6;

/** null where the rows are no prices that can be told apart. */
export function planHeaderless(table: Table): ColumnPlan | null {
  const width = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const date = findDate(table, width);
  if (!date) return null;
  const dateEnd = date.type === "parts" ? date.day : date.type === "column" ? date.column : 0;
  const isTime = (column: number): boolean =>
    share(table, column, (cell) => /:|^\d{6}$|^0+$/.test(cell.trim()) && readTimeCell(cell) >= 0) >= MOST;
  const time = table.rows.some((row) => row.length > dateEnd + 1) && isTime(dateEnd + 1) ? dateEnd + 1 : -1;
  const open = findPrices(table, Math.max(dateEnd, time) + 1, width);
  const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
  if (open < 0) return null;
  for (const [at, slot] of [OPEN, HIGH, LOW, CLOSE].entries()) columns[slot] = open + at;
  if (open + 4 < width && share(table, open + 4, looksNumeric) >= MOST) columns[VOLUME] = open + 4;
  return {
    date,
    time,
    symbol: findSymbol(table, date, open),
    series: -1,
    securityType: -1,
    groups: [{ symbol: "", columns }],
    adjusted: false,
    isWide: false,
    factColumns: 0,
    unknown: [],
    note: `No header: columns ${open + 1} to ${open + 4} are taken for open, high, low, close.`,
  };
}

function findDate(table: Table, width: number): DateColumns | null {
  if (table.rows.length > 0 && table.rows.every(hasDateColumns))
    return { type: "parts", year: 0, month: 1, day: 2 };
  for (let column = 0; column < Math.min(width, 4); column++) {
    const isDate = share(table, column, (cell) => {
      const date = readDateCell(cell);
      return date !== null && date.shape !== "serial";
    });
    if (isDate >= ENOUGH) return { type: "column", column };
  }
  return null;
}

/** The first of four columns in which the second is the highest and the third the lowest; -1 for none. */
function findPrices(table: Table, start: number, width: number): number {
  for (let column = start; column + 3 < width; column++) {
    if ((["dot", "comma"] as const).some((decimal) => fitsPrices(table, column, decimal))) return column;
  }
  return -1;
}

function fitsPrices(table: Table, column: number, decimal: Decimal): boolean {
  let rows = 0;
  let fitting = 0;
  for (const row of table.rows) {
    const prices = row.slice(column, column + 4).map((cell) => readNumber(cell, decimal));
    const [open = NaN, high = NaN, low = NaN, close = NaN] = prices;
    rows++;
    if (prices.every(Number.isFinite) && high >= Math.max(open, close, low) && low <= Math.min(open, close))
      fitting++;
  }
  return rows > 0 && fitting / rows >= ENOUGH;
}

function findSymbol(table: Table, date: DateColumns, open: number): number {
  for (let column = 0; column < open; column++) {
    if (date.type === "column" && column === date.column) continue;
    const isSymbol = share(table, column, (cell) => isTicker(cell.trim()) && /[A-Z]/.test(cell));
    if (isSymbol === 1) return column;
  }
  return -1;
}
