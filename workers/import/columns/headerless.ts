/** The columns of a file without a header, from what they hold: a date, then open, high, low, close, then a volume. */
import { CLOSE, HIGH, LOW, NUMBER_SLOTS, OPEN, VOLUME } from "#workers/market/row.ts";
import { hasSome, share } from "./table-columns.ts";
import type { ColumnPlan, DateColumns } from "./columns.ts";
import { dateStyle } from "../cells/date-styles.ts";
import { isOtherCalendar } from "../cells/other-calendars.ts";
import { readDateCell, readTimeCell } from "../cells/dates.ts";
import { isTicker } from "./header-names.ts";
import { looksNumeric, readNumber } from "../cells/numbers.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import { hasDateColumns } from "../what/table.ts";
import type { Table } from "../what/table.ts";

/** Prices fit the order open, high, low, close in nearly all rows. */
const ENOUGH = 0.95;
/** A column is what most of it is; its bad cells are told row by row. */
const MOST = 0.6;

/** Places among four columns side by side, 0..3. */
export interface PriceOrder {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

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
  if (open < 0) return planCloses(table, { date, time, width });
  for (const [at, slot] of [OPEN, HIGH, LOW, CLOSE].entries()) columns[slot] = open + at;
  columns[VOLUME] = findVolume(table, open + 3, width);
  return {
    ...NOTHING_ELSE,
    date,
    time,
    symbol: findSymbol(table, date, open),
    groups: [{ symbol: "", columns }],
    note: `No header: columns ${open + 1} to ${open + 4} are taken for open, high, low, close.`,
  };
}

interface Known {
  readonly date: DateColumns;
  /** -1 for none. */
  readonly time: number;
  readonly width: number;
}

/** A day and one number a row, and at most a symbol beside them: closes. null for anything else. */
function planCloses(table: Table, { date, time, width }: Known): ColumnPlan | null {
  if (date.type !== "column") return null;
  const others = [...Array(width).keys()].filter(
    (column) => column !== date.column && column !== time && hasSome(table, column, () => true),
  );
  const numbers = others.filter((column) => share(table, column, looksNumeric) >= ENOUGH);
  const [close, ...more] = numbers;
  const symbol = findSymbol(table, date, width);
  const isAll = others.every((column) => column === close || column === symbol);
  if (close === undefined || more.length > 0 || !isAll || close === symbol) return null;
  const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
  columns[CLOSE] = close;
  return {
    ...NOTHING_ELSE,
    date,
    time,
    symbol,
    groups: [{ symbol: "", columns }],
    note: `No header: column ${close + 1} is taken for the close.`,
  };
}

const NOTHING_ELSE = {
  series: -1,
  securityType: -1,
  adjusted: false,
  isWide: false,
  factColumns: 0,
  unknown: [],
  late: [],
  guesses: [],
} as const;

function findDate(table: Table, width: number): DateColumns | null {
  if (table.rows.length > 0 && table.rows.every(hasDateColumns))
    return { type: "parts", year: 0, month: 1, day: 2 };
  for (let column = 0; column < Math.min(width, 4); column++) {
    const isDate = share(table, column, (cell) => {
      const date = readDateCell(cell);
      return date !== null && date.shape !== "serial";
    });
    if (isDate >= ENOUGH) return { type: "column", column, style: "as-written" };
  }
  for (let column = 0; column < Math.min(width, 4); column++) {
    const cells = table.rows.map((row) => row[column] ?? "");
    const style = dateStyle(cells, []);
    if (isOtherCalendar(style)) return { type: "column", column, style };
  }
  return null;
}

const OPEN_FIRST = { open: 0, high: 1, low: 2, close: 3 };

/** The first of four columns in which the second is the highest and the third the lowest; -1 for none. */
function findPrices(table: Table, start: number, width: number): number {
  for (let column = start; column + 3 < width; column++)
    if (fitsOrder(table, column, OPEN_FIRST)) return column;
  return -1;
}

/** True where four columns from `column` on have the highest and the lowest at their places in nearly all rows. */
export function fitsOrder(table: Table, column: number, order: PriceOrder): boolean {
  return (["dot", "comma"] as const).some((decimal) => fitsPrices(table, column, order, decimal));
}

function fitsPrices(
  { rows }: Table,
  column: number,
  { open, high, low, close }: PriceOrder,
  decimal: Decimal,
): boolean {
  let fitting = 0;
  for (const row of rows) {
    const prices = row.slice(column, column + 4).map((cell) => readNumber(cell, decimal));
    const [o = NaN, h = NaN, l = NaN, c = NaN] = [prices[open], prices[high], prices[low], prices[close]];
    if (prices.every(Number.isFinite) && h >= Math.max(o, c, l) && l <= Math.min(o, c)) fitting++;
  }
  return rows.length > 0 && fitting / rows.length >= ENOUGH;
}

/** A day's turnover lies so near to its volume at the close, whatever lots the volume counts. */
const STEADY = 0.15;
/** So often two counts of the same trades rise and fall together. */
const TOGETHER = 0.7;

/**
 * The volume behind the close; -1 for none. MetaTrader writes ticks, then the real volume, then the spread: of two counts
 * that rise and fall together the larger one behind is meant, unless it is money.
 */
function findVolume(table: Table, close: number, width: number): number {
  const figures = (column: number): number[] =>
    table.rows.map((row) => readNumber((row[column] ?? "").replace(/[.,]0*$/, ""), "dot"));
  const isNumeric = (column: number): boolean => column < width && share(table, column, looksNumeric) >= MOST;
  if (!isNumeric(close + 1)) return -1;
  if (!isNumeric(close + 2)) return close + 1;
  const ticks = figures(close + 1);
  const isSpread = isNumeric(close + 3) && isSmall(figures(close + 2), figures(close + 3), ticks);
  const behind = isSpread ? close + 3 : close + 2;
  const volumes = figures(behind);
  if (!volumes.some((one) => one > 0)) return close + 1;
  if (!ticks.some((one) => one > 0)) return behind;
  const areCounts = volumes.every((one, at) => Number.isInteger(one) && one >= (ticks[at] ?? NaN));
  if (!areCounts || riseTogether(ticks, volumes) < TOGETHER) return close + 1;
  return isTurnover(figuresAsWritten(table, close), ticks, volumes) ? close + 1 : behind;
}

/** MetaTrader for Python has the spread between the two counts: whole points, far fewer than either. */
function isSmall(points: readonly number[], volumes: readonly number[], ticks: readonly number[]): boolean {
  const isFew = (one: number, at: number): boolean =>
    Number.isInteger(one) && one < (ticks[at] ?? NaN) && one < (volumes[at] ?? NaN);
  return volumes.some((one) => one > 0) && points.filter(isFew).length >= ENOUGH * points.length;
}

function figuresAsWritten({ rows }: Table, column: number): number[] {
  return rows.map((row) => readNumber(row[column] ?? "", /,\d+$/.test(row[column] ?? "") ? "comma" : "dot"));
}

/** Share of the days on which both rise or both fall; 0 for a single day. */
function riseTogether(one: readonly number[], other: readonly number[]): number {
  let [together, days] = [0, 0];
  for (let at = 1; at < one.length; at++) {
    const step = Math.sign((one[at] ?? NaN) - (one[at - 1] ?? NaN));
    if (step === 0 || Number.isNaN(step)) continue;
    days++;
    if (step === Math.sign((other[at] ?? NaN) - (other[at - 1] ?? NaN))) together++;
  }
  return days === 0 ? 0 : together / days;
}

/** Money: the volume times a price, times what a lot counts if need be. Ticks are of no steady size. */
function isTurnover(closes: readonly number[], counts: readonly number[], sums: readonly number[]): boolean {
  const perCount = sums.map((sum, at) => sum / (counts[at] ?? NaN));
  const perPrice = perCount.map((sum, at) => sum / (closes[at] ?? NaN));
  const known = perPrice.filter((ratio) => ratio > 0 && Number.isFinite(ratio));
  const isSteady = [1, 10, 100, 1000, 10_000].some(
    (lot) => known.filter((ratio) => Math.abs(ratio / lot - 1) <= STEADY).length >= MOST * known.length,
  );
  return isSteady && spreadOf(perPrice) < spreadOf(perCount);
}

/** How far figures lie from the middle one, as a share of it: the middle of these distances. */
function spreadOf(figures: readonly number[]): number {
  const known = figures.filter((figure) => figure > 0 && Number.isFinite(figure));
  const middle = middleOf(known);
  return middleOf(known.map((figure) => Math.abs(figure / middle - 1)));
}

function middleOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >>> 1] ?? NaN;
}

function findSymbol(table: Table, date: DateColumns, open: number): number {
  for (let column = 0; column < open; column++) {
    if (date.type === "column" && column === date.column) continue;
    const isSymbol = share(table, column, (cell) => isTicker(cell.trim()) && /[A-Z]/.test(cell));
    if (isSymbol === 1) return column;
  }
  return -1;
}
