/** Rows on their way from one thread to another: columns that are moved, and the instruments that their numbers mean. */
import { appendRows, createRowStore } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { NUMBER_SLOTS, VOLUME } from "#workers/market/row.ts";
import { symbolNumber } from "#workers/market/symbols.ts";
import type { SymbolList } from "#workers/market/symbols.ts";

export interface RowCopy {
  /** Names by instrument number, in the order of first mention. */
  readonly names: readonly string[];
  readonly instrument: Int32Array<ArrayBuffer>;
  readonly day: Int32Array<ArrayBuffer>;
  /** Negative for a bar that had a close only. */
  readonly line: Int32Array<ArrayBuffer>;
  /** Figures of a slot; null where no row has the figure. */
  readonly values: readonly (Float64Array<ArrayBuffer> | null)[];
}

/** Gives the same store again and again, empty each time: memory that was written to before costs less. */
export function createScratch(): () => RowStore {
  const store = createRowStore(() => 0);
  return () => {
    store.rows = 0;
    store.values.fill(null, VOLUME + 1);
    return store;
  };
}

/** The rows from `from` on. */
export function copyRows(store: RowStore, from: number, names: readonly string[]): RowCopy {
  const { rows } = store;
  return {
    names,
    instrument: new Int32Array(store.instrument.subarray(from, rows)),
    day: new Int32Array(store.day.subarray(from, rows)),
    line: new Int32Array(store.line.subarray(from, rows)),
    values: store.values
      .slice(0, NUMBER_SLOTS)
      .map((column) => column && new Float64Array(column.subarray(from, rows))),
  };
}

/** What is moved with a copy. */
export function buffersOf({ instrument, day, line, values }: RowCopy): ArrayBuffer[] {
  return [instrument, day, line, ...values].flatMap((column) => (column ? [column.buffer] : []));
}

/**
 * Appends copied rows, whose columns are used up by that.
 *
 * @param linesBefore - so many lines of the file come before the first one of the rows
 * @returns the numbers of the copy's instruments among `symbols`
 */
export function appendCopy(
  store: RowStore,
  copy: RowCopy,
  symbols: SymbolList,
  linesBefore: number,
): Int32Array {
  const numbers = Int32Array.from(copy.names, (name) => symbolNumber(symbols, name));
  const { instrument, day, line, values } = copy;
  for (let row = 0; row < instrument.length; row++) {
    const own = instrument[row] ?? 0;
    if (own >= 0) instrument[row] = numbers[own] ?? 0;
    const at = line[row] ?? 0;
    line[row] = at < 0 ? at - linesBefore : at + linesBefore;
  }
  appendRows(store, {
    rows: instrument.length,
    capacity: instrument.length,
    firstRow: 0,
    number: null,
    instrument,
    day,
    line,
    values: [...values],
    expectedRows: () => 0,
  });
  return numbers;
}
