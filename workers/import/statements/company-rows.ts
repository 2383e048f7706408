/** The rows that one item has of one company, from all tables that have the item, by the day on which they became known. */
import { NO_DAY } from "#workers/market/row.ts";
import type { CompanyRows } from "./derive.ts";
import { registersFor } from "./recipe.ts";
import type { OrderedRows } from "./row-order.ts";
import { readValues, valueAt } from "./value-column.ts";
import type { ValueColumn } from "./value-column.ts";

/** The rows of a table that have a day: of instrument i from offset[i] on, by that day, then by line. */
export interface PlacedRows {
  readonly rows: OrderedRows;
  readonly offset: Int32Array;
  /** Places of the rows in the table. */
  readonly row: Int32Array;
  /** By instrument: 1 where each of its rows is the one behind the one before. */
  readonly isRun: Uint8Array;
  readonly day: Int32Array;
  readonly period: Int32Array;
  readonly span: Uint8Array;
  readonly line: Int32Array;
}

export function placeRows(rows: OrderedRows): PlacedRows {
  const { table, known } = rows;
  const offset = new Int32Array(rows.offset.length);
  const row = new Int32Array(rows.order.length);
  const isRun = new Uint8Array(rows.offset.length).fill(1);
  let end = 0;
  for (let instrument = 0; instrument + 1 < offset.length; instrument++) {
    for (let at = rows.offset[instrument] ?? 0; at < (rows.offset[instrument + 1] ?? 0); at++) {
      const one = rows.order[at] ?? 0;
      if (known[one] === NO_DAY) continue;
      if (end > (offset[instrument] ?? 0) && row[end - 1] !== one - 1) isRun[instrument] = 0;
      row[end++] = one;
    }
    offset[instrument + 1] = end;
  }
  const own = row.subarray(0, end);
  const span = new Uint8Array(end);
  for (let at = 0; at < end; at++) span[at] = rows.span[own[at] ?? 0] ?? 1;
  return {
    rows,
    offset,
    row: own,
    isRun,
    day: own.map((one) => known[one] ?? 0),
    period: own.map((one) => table.period[one] ?? 0),
    span,
    line: own.map((one) => table.line[one] ?? 0),
  };
}

/** A table with the figures of an item. */
export interface ItemSource {
  readonly placed: PlacedRows;
  readonly values: ValueColumn;
}

export interface ItemRows extends CompanyRows {
  /** Value of row i in i + 1; 0 is NaN. The same memory each time. */
  readonly registers: Float64Array;
  /** True where they are all the rows of the one table that has the item: then they are the same ones for other items. */
  readonly isWhole: boolean;
  /** The table that has a row. */
  readonly sourceOf: (row: number) => ItemSource;
}

/** Rows are good until those of another instrument or item are asked for. */
export function createItemReader(): (sources: readonly ItemSource[], instrument: number) => ItemRows {
  let memory = createRowMemory(64);

  function makeRoom(rows: number): void {
    if (rows > memory.day.length) memory = createRowMemory(Math.max(rows, memory.day.length * 2));
  }

  function readOne(source: ItemSource, instrument: number): ItemRows {
    const { placed, values } = source;
    const from = placed.offset[instrument] ?? 0;
    const all = (placed.offset[instrument + 1] ?? 0) - from;
    makeRoom(all);
    const { registers } = memory;
    const sourceOf = (): ItemSource => source;
    const isRun = placed.isRun[instrument] === 1;
    const count = readValues(values, { rows: placed.row, from, to: from + all, isRun, into: registers });
    if (count === all) {
      const { day, period, span, line } = placed;
      return { from, count, day, period, span, line, registers, isWhole: true, sourceOf };
    }
    let row = 0;
    for (let at = 0; at < all; at++) {
      const value = registers[at + 1] ?? NaN;
      if (Number.isNaN(value)) continue;
      takeRow(row++, placed, from + at);
      registers[row] = value;
    }
    return { from: 0, count, ...memory, isWhole: false, sourceOf };
  }

  function takeRow(row: number, { day, period, span, line }: PlacedRows, at: number): void {
    memory.day[row] = day[at] ?? 0;
    memory.period[row] = period[at] ?? 0;
    memory.span[row] = span[at] ?? 1;
    memory.line[row] = line[at] ?? 0;
  }

  /** Rows of several tables, by day; those of one day in the order of the tables. */
  function readAll(sources: readonly ItemSource[], instrument: number): ItemRows {
    const found: { readonly source: ItemSource; readonly at: number; readonly value: number }[] = [];
    for (const source of sources) {
      const { offset, row } = source.placed;
      for (let at = offset[instrument] ?? 0; at < (offset[instrument + 1] ?? 0); at++) {
        const value = valueAt(source.values, row[at] ?? 0);
        if (!Number.isNaN(value)) found.push({ source, at, value });
      }
    }
    found.sort((a, b) => (a.source.placed.day[a.at] ?? 0) - (b.source.placed.day[b.at] ?? 0));
    makeRoom(found.length);
    for (const [row, { source, at, value }] of found.entries()) {
      takeRow(row, source.placed, at);
      memory.registers[row + 1] = value;
    }
    const sourceOf = (row: number): ItemSource => {
      const one = found[row];
      if (!one) throw new RangeError(`no row ${row} of ${found.length}`);
      return one.source;
    };
    return { from: 0, count: found.length, ...memory, isWhole: false, sourceOf };
  }

  return (sources, instrument) => {
    const [only] = sources;
    return only && sources.length === 1 ? readOne(only, instrument) : readAll(sources, instrument);
  };
}

type RowMemory = Omit<CompanyRows, "from" | "count"> & { readonly registers: Float64Array };

function createRowMemory(rows: number): RowMemory {
  return {
    registers: new Float64Array(registersFor(rows)).fill(NaN, 0, 1),
    day: new Int32Array(rows),
    period: new Int32Array(rows),
    span: new Uint8Array(rows),
    line: new Int32Array(rows),
  };
}
