/** Prices whose decimals no exchange has: those that a source has multiplied by a factor for dividends or splits. */
import { weekdayOf } from "#workers/market/sessions.ts";
import { CLOSE, HIGH, LOW, OPEN } from "#workers/market/row.ts";
import type { DateOrder, Decimal } from "#workers/model/import-check.ts";
import { dateText } from "../cells/date-styles.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";
import type { ColumnPlan } from "./columns.ts";

/** How the cells of a table are written. */
export interface Writing {
  readonly decimal: Decimal;
  readonly order: DateOrder;
}

const LEAST_ROWS = 10;
const MOST_ROWS = 80;
const MOST = 0.6;
/** Of a table with a column an instrument, so many are looked at. */
const MOST_GROUPS = 5;
/** Two of seven days are a weekend: coins are traded on them, and nobody adjusts their prices. Sundays are one of five. */
const WEEKENDS = 0.24;

/** Digits that no quotation of a share, a currency or a coin above 1 has. */
const LEAST_PLACES = 7;
/** The finest step in which something above 1 is quoted: a millionth, of a currency pair. */
const FINEST = 6;
/** Cents: figures so large that four bytes have no room for them say nothing. */
const COARSEST = 2;
/** Neighbouring numbers of four bytes are so far apart at least, as a part of their size. */
const OF_FOUR_BYTES = 2 ** -24;
/** What eight bytes and seven written digits leave of a figure that was one of fewer decimals. */
const [OF_EIGHT_BYTES, OF_WRITING] = [1e-9, 0.5e-7];

/** True where most opens, highs, lows or closes of an instrument lie on no step in which prices are quoted. */
export function hasNoTick(table: Table, columns: ColumnPlan, { decimal, order }: Writing): boolean {
  const rows = table.rows.slice(0, MOST_ROWS);
  const isOdd = (column: number): boolean => {
    const cells = rows.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "");
    const odd = cells.filter((cell) => isOffTick(cell, decimal)).length;
    return cells.length >= LEAST_ROWS && odd >= MOST * cells.length;
  };
  const prices = columns.groups
    .slice(0, MOST_GROUPS)
    .flatMap((group) => [OPEN, HIGH, LOW, CLOSE].map((slot) => group.columns[slot] ?? -1));
  return prices.some((column) => column >= 0 && isOdd(column)) && !hasWeekends(rows, columns, order);
}

/** 185.63999938964844 is 185.64 kept in four bytes, and on a step; 185.6345128 is on none. */
function isOffTick(cell: string, decimal: Decimal): boolean {
  const places = /[.,](\d+)$/.exec(cell)?.[1]?.length ?? 0;
  if (places < LEAST_PLACES) return false; // most files
  const figure = readNumber(cell, decimal);
  const gap = figure * OF_FOUR_BYTES * 8;
  const digits = Math.min(FINEST, Math.floor(-Math.log10(gap)));
  if (!(figure >= 1) || digits < COARSEST) return false;
  const step = Math.round(figure * 10 ** digits) / 10 ** digits;
  const near = figure * OF_EIGHT_BYTES + OF_WRITING;
  return Math.abs(figure - step) > near && Math.abs(figure - Math.fround(step)) > near;
}

function hasWeekends(rows: Table["rows"], { date }: ColumnPlan, order: DateOrder): boolean {
  if (date.type !== "column") return false;
  const days = rows.flatMap((row) => {
    const parts = readDateCell(dateText((row[date.column] ?? "").trim(), date.style))?.parts;
    const day = parts && dayOf(parts, order);
    return typeof day === "number" ? [day] : [];
  });
  return days.filter((day) => weekdayOf(day) % 6 === 0).length > WEEKENDS * days.length;
}
