/**
 * The rows of a reading as they came, one growing column a figure: a row costs 52 to 76 bytes.
 *
 * Where the rows came in order, the columns become the market's as they are; so they are made as large as the whole
 * reading will need as soon as that can be told, and memory that nobody writes to costs nothing.
 */
import { ADJ_CLOSE, NUMBER_SLOTS, OPEN, SHARES, TIME, VOLUME } from "./row.ts";
import type { Row } from "./row.ts";

/** The instrument of a row that repeats another one. */
export const NO_INSTRUMENT = -1;

const FIRST_CAPACITY = 16_384;
/** Rows are never of quite the same length. */
const MARGIN = 1.05;
/** Where that was too little, the rest is not much either. */
const MORE = 1.25;

export interface RowStore {
  rows: number;
  capacity: number;
  /** Number of its first row in the reading: rows before it have left the memory. */
  firstRow: number;
  /** The reading's number of each row, where they don't follow each other; null where they do. */
  number: Int32Array | null;
  instrument: Int32Array;
  day: Int32Array;
  /** 1-based line in its file; negative for a bar that had a close only. */
  line: Int32Array;
  /** One column a slot, and one of times; null where no row has the optional figure so far, or when taken. */
  readonly values: (Float64Array | null)[];
  /** How many rows the whole reading may have, as far as can be told by now; 0 for unknown. */
  readonly expectedRows: () => number;
}

export function createRowStore(expectedRows: () => number): RowStore {
  return {
    rows: 0,
    capacity: FIRST_CAPACITY,
    firstRow: 0,
    number: null,
    instrument: new Int32Array(FIRST_CAPACITY),
    day: new Int32Array(FIRST_CAPACITY),
    line: new Int32Array(FIRST_CAPACITY),
    values: Array.from({ length: TIME + 1 }, (_, slot) =>
      slot <= VOLUME ? new Float64Array(FIRST_CAPACITY) : null,
    ),
    expectedRows,
  };
}

/** A store of numbered rows with room for all figures. */
export function createNumberedStore(capacity: number): RowStore {
  return {
    rows: 0,
    capacity,
    firstRow: 0,
    number: new Int32Array(capacity),
    instrument: new Int32Array(capacity),
    day: new Int32Array(capacity),
    line: new Int32Array(capacity),
    values: Array.from({ length: TIME + 1 }, (_, slot) =>
      slot < NUMBER_SLOTS ? new Float64Array(capacity) : null,
    ),
    expectedRows: () => 0,
  };
}

/** The rows from `start` on as a store that shares their memory; nothing is appended to it. */
export function rowsFrom(store: RowStore, start: number): RowStore {
  const { rows } = store;
  return {
    rows: rows - start,
    capacity: rows - start,
    firstRow: store.firstRow + start,
    number: store.number && store.number.subarray(start, rows),
    instrument: store.instrument.subarray(start, rows),
    day: store.day.subarray(start, rows),
    line: store.line.subarray(start, rows),
    values: store.values.map((column) => column && column.subarray(start, rows)),
    expectedRows: () => 0,
  };
}

/** Notes the time of day of the last row: seconds, -1 for none. Once a row has one, every row is noted. */
export function setTime(store: RowStore, seconds: number): void {
  const column = store.values[TIME] ?? (seconds < 0 ? null : addColumn(store, TIME));
  if (column) column[store.rows - 1] = seconds;
}

/** Time of the last row as it was noted; -1 for none. */
export function timeOfLast({ values, rows }: RowStore): number {
  return values[TIME]?.[rows - 1] ?? -1;
}

/** Appends a row that checkRow called a bar. */
export function appendRow(store: RowStore, row: Row, isCloseOnly: boolean): void {
  const at = store.rows;
  if (at === store.capacity) grow(store);
  store.instrument[at] = row.symbol;
  store.day[at] = row.day;
  store.line[at] = isCloseOnly ? -row.line : row.line;
  const { values } = store;
  for (let slot = OPEN; slot <= VOLUME; slot++) {
    const column = values[slot];
    if (column) column[at] = row.values[slot] ?? NaN;
  }
  for (let slot = ADJ_CLOSE; slot <= SHARES; slot++) {
    const value = slot < row.values.length ? (row.values[slot] ?? NaN) : NaN; // a read past the end takes longer
    const column = values[slot] ?? (Number.isNaN(value) ? null : addColumn(store, slot));
    if (column) column[at] = value;
  }
  store.rows++;
}

/** True where the row's instrument, day and figures are those of the last row. */
export function repeatsLast({ rows, day, instrument, values }: RowStore, row: Row): boolean {
  const last = rows - 1;
  if (last < 0 || day[last] !== row.day || instrument[last] !== row.symbol) return false;
  for (let slot = OPEN; slot <= SHARES; slot++) {
    const one = values[slot]?.[last] ?? NaN;
    const other = slot < row.values.length ? (row.values[slot] ?? NaN) : NaN;
    if (one !== other && !(Number.isNaN(one) && Number.isNaN(other))) return false;
  }
  return true;
}

/** Appends all rows of another store. */
export function appendRows(store: RowStore, from: RowStore): void {
  const { rows } = from;
  while (store.rows + rows > store.capacity) grow(store);
  const at = store.rows;
  store.instrument.set(from.instrument.subarray(0, rows), at);
  store.day.set(from.day.subarray(0, rows), at);
  store.line.set(from.line.subarray(0, rows), at);
  for (const [slot, column] of from.values.entries()) {
    if (column) (store.values[slot] ?? addColumn(store, slot)).set(column.subarray(0, rows), at);
    else store.values[slot]?.fill(NaN, at, at + rows);
  }
  store.rows += rows;
}

function addColumn(store: RowStore, slot: number): Float64Array {
  const column = new Float64Array(store.capacity).fill(NaN, 0, store.rows);
  store.values[slot] = column;
  return column;
}

function grow(store: RowStore): void {
  const expected = store.expectedRows() * MARGIN;
  const more = store.capacity * (expected > 0 ? MORE : 2);
  const capacity = Math.ceil(Math.max(more, expected));
  store.instrument = enlarged(store.instrument, new Int32Array(capacity));
  store.day = enlarged(store.day, new Int32Array(capacity));
  store.line = enlarged(store.line, new Int32Array(capacity));
  store.values.forEach((column, slot) => {
    if (column) store.values[slot] = enlarged(column, new Float64Array(capacity));
  });
  store.capacity = capacity;
}

function enlarged<T extends Int32Array | Float64Array>(column: T, larger: T): T {
  larger.set(column);
  return larger;
}

/** The reading's number of a row. */
export function rowNumber({ number, firstRow }: RowStore, row: number): number {
  return number ? (number[row] ?? 0) : firstRow + row;
}

/** The first `rows` rows leave the store. */
export function dropFirstRows(store: RowStore, rows: number): void {
  for (const column of [store.instrument, store.day, store.line, ...store.values]) {
    column?.copyWithin(0, rows, store.rows);
  }
  store.firstRow += rows;
  store.rows -= rows;
}

export function lineOf(store: RowStore, row: number): number {
  return Math.abs(store.line[row] ?? 0);
}

export function hadCloseOnly(store: RowStore, row: number): boolean {
  return (store.line[row] ?? 0) < 0;
}

/** True when two rows hold the same figures; missing equals missing, and their times don't matter. */
export function hasSameValues(store: RowStore, a: number, b: number): boolean {
  return store.values.every((column, slot) => {
    const one = column?.[a] ?? NaN;
    const other = column?.[b] ?? NaN;
    return one === other || (Number.isNaN(one) && Number.isNaN(other)) || slot === TIME;
  });
}

/**
 * One column over the rows in `order` (null: all rows as they came); null when no row has the figure.
 * The store forgets it, so that a sorted column is never needed twice.
 */
export function takeColumn(store: RowStore, slot: number, order: Int32Array | null): Float64Array | null {
  const column = store.values[slot] ?? null;
  store.values[slot] = null;
  if (!column || !order) return column && column.subarray(0, store.rows);
  const sorted = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) sorted[at] = column[order[at] ?? 0] ?? NaN;
  return sorted;
}

/** The days over the rows in `order`, as takeColumn; the store keeps them. */
export function orderedDays(store: RowStore, order: Int32Array | null): Int32Array {
  if (!order) return store.day.subarray(0, store.rows);
  const sorted = new Int32Array(order.length);
  for (let at = 0; at < order.length; at++) sorted[at] = store.day[order[at] ?? 0] ?? 0;
  return sorted;
}
