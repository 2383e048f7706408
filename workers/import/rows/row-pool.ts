/**
 * The rows of all files of an import, in the order in which they were read: in memory, and past a limit in a file. Each
 * file that was read has a range of row numbers; what becomes of its rows is settled when all are put together
 * (merge-rows.ts), so that a file which is asked about or left out needs no second reading.
 */
import type { FileTally } from "#workers/market/file-rows.ts";
import { PART_ROWS } from "#workers/market/market-builder.ts";
import type { RowPart, Spill } from "#workers/market/market-builder.ts";
import { orderRows } from "#workers/market/row-order.ts";
import { createRowSpill } from "#workers/market/row-spill.ts";
import type { RowSpill } from "#workers/market/row-spill.ts";
import {
  appendRows,
  createNumberedStore,
  createRowStore,
  dropFirstRows,
  NO_INSTRUMENT,
  rowsFrom,
} from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { TIME } from "#workers/market/row.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import type { SymbolList } from "#workers/market/symbols.ts";

/** Numbers of rows: firstRow .. endRow - 1. */
export interface RowRange {
  readonly firstRow: number;
  readonly endRow: number;
}

/** The rows of one file. */
export interface PooledRows extends RowRange {
  /** Each day of an instrument once. */
  readonly bars: number;
  /** Bars that had a close only. */
  readonly closeOnly: number;
  /** Days that each bar lies after its date in the pool. */
  readonly dayShift: number;
  /** By an instrument's number in the pool the number of the one that it is; null where each is what it is there. */
  readonly renamed: ReadonlyMap<number, number> | null;
}

/** The rows of the file under way. */
export interface Intake {
  /** Where a reader appends them. */
  readonly store: RowStore;
  /** Moves rows out of memory when they are too many; call it between two chunks of the file. */
  settle(): void;
  /** Hands over all its rows as they came, each instrument whole; a part is good until `take` returns. */
  forEachRows(take: (rows: RowStore) => void): void;
  /**
   * The same, ordered, each day once; repeats are entered in the tally.
   *
   * @param look - sees the rows of each part before, as they came
   */
  forEachPart(tally: FileTally, take: (part: RowPart) => void, look?: (rows: RowStore) => void): void;
  /** Puts other rows in place of all. */
  replace(rows: RowStore): void;
  /** Keeps the rows until they are forgotten. */
  finish(known: Omit<PooledRows, keyof RowRange>): PooledRows;
}

export interface RowPool {
  readonly symbols: SymbolList;
  /** Begins a file; rows of one that was not finished are forgotten. */
  begin(): Intake;
  /** Nobody needs these rows again. */
  forget(rows: PooledRows): void;
  /** The same rows, those of one instrument, under another symbol; the ones given are forgotten. */
  rename(rows: PooledRows, symbol: string): PooledRows;
  /** What lies in the file, null for nothing; and what is in memory. */
  spilled(): RowSpill | null;
  readonly store: RowStore;
}

/**
 * @param spill - null to hold all rows in memory
 * @param expectedRows - of all files together, as far as can be told by now; 0 for unknown
 */
export function createRowPool(spill: Spill | null, expectedRows: () => number = () => 0): RowPool {
  const symbols = createSymbolList();
  const store = createRowStore(spill ? () => Math.min(expectedRows(), spill.mostRows) : expectedRows);
  const kept = new Set<PooledRows>();
  let spilled: RowSpill | null = null;
  /** First row of the file under way, null when it is finished. */
  let begun: number | null = null;

  function write(rows: number): void {
    if (!spill || rows === 0) return;
    spilled ??= createRowSpill(spill.file);
    spilled.write(store, rows);
    dropFirstRows(store, rows);
  }

  const end = (): number => store.firstRow + store.rows;

  function drop({ firstRow, endRow }: RowRange): void {
    const from = Math.max(firstRow - store.firstRow, 0);
    const to = Math.max(endRow - store.firstRow, 0);
    if (to === store.rows) store.rows = from;
    else store.instrument.fill(NO_INSTRUMENT, from, to);
    const isNeeded = [...kept].some((rows) => rows.firstRow < store.firstRow);
    if (!isNeeded) spilled = null; // the file is written from its start again
  }

  return {
    symbols,
    store,
    spilled: () => spilled,
    forget(rows) {
      if (kept.delete(rows)) drop(rows);
    },
    rename(rows, symbol) {
      kept.delete(rows);
      const to = symbolNumber(symbols, symbol);
      const renamed = { ...rows, renamed: new Map(Array.from(rows.renamed ?? [], ([from]) => [from, to])) };
      kept.add(renamed);
      return renamed;
    },
    begin() {
      if (begun !== null) drop({ firstRow: begun, endRow: end() });
      let firstRow = end();
      begun = firstRow;
      const forEachRows = (take: (rows: RowStore) => void): void => {
        if (firstRow >= store.firstRow) take(rowsFrom(store, firstRow - store.firstRow));
        else if (spilled) {
          write(store.rows);
          readBack(spilled, firstRow, take);
        }
      };
      return {
        store,
        settle() {
          if (!spill || store.rows < spill.mostRows) return;
          write(store.rows);
        },
        forEachRows,
        forEachPart(tally, take, look = () => {}) {
          forEachRows((rows) => {
            look(rows);
            const order = orderRows(rows, symbols.names, [tally]);
            take({ store: rows, names: symbols.names, order });
          });
        },
        replace(rows) {
          drop({ firstRow, endRow: end() });
          firstRow = end();
          appendRows(store, rows);
        },
        finish(known) {
          const rows = { ...known, firstRow, endRow: end() };
          kept.add(rows);
          begun = null;
          return rows;
        },
      };
    },
  };
}

/** The rows in the file with this number or a later one, some instruments at a time. */
function readBack(spilled: RowSpill, firstRow: number, take: (rows: RowStore) => void): void {
  const instruments = [...spilled.counts.keys()].filter((one) => (spilled.counts[one] ?? 0) > 0);
  const total = instruments.reduce((sum, one) => sum + (spilled.counts[one] ?? 0), 0);
  let work = createNumberedStore(Math.min(PART_ROWS, total));
  for (let at = 0; at < instruments.length;) {
    let end = at;
    let rows = 0;
    for (; end < instruments.length; end++) {
      const more = spilled.counts[instruments[end] ?? 0] ?? 0;
      if (end > at && rows + more > PART_ROWS) break;
      rows += more;
    }
    if (rows > work.capacity) work = createNumberedStore(rows);
    const values = work.values.map((column, slot) => (spilled.slots.has(slot) ? column : null));
    if (spilled.slots.has(TIME)) values[TIME] = new Float64Array(work.capacity);
    const part: RowStore = { ...work, values };
    for (const instrument of instruments.slice(at, end)) {
      const before = part.rows;
      spilled.read(instrument, part);
      keepFrom(part, before, firstRow);
    }
    if (part.rows > 0) take(part);
    at = end;
  }
}

/** Of the rows from `start` on, keeps those whose number is not below `firstRow`. Within an instrument numbers ascend. */
function keepFrom(part: RowStore, start: number, firstRow: number): void {
  const { number } = part;
  let from = start;
  while (from < part.rows && (number?.[from] ?? 0) < firstRow) from++;
  if (from === start) return;
  for (const column of [number, part.instrument, part.day, part.line, ...part.values])
    column?.copyWithin(start, from, part.rows);
  part.rows -= from - start;
}
