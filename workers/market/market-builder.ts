/**
 * Rows in any order to bars by instrument and day, in bounded memory: rows that are too many go to a file batch by
 * batch and come back some instruments at a time.
 */
import { compareSymbols } from "#workers/model/market.ts";
import type { ByteFile } from "./byte-file.ts";
import type { FileTally } from "./file-rows.ts";
import { MOST_RENAMED_ROWS } from "./price-file.ts";
import { enterBars, orderRows } from "./row-order.ts";
import type { RowOrder } from "./row-order.ts";
import { createRowSpill } from "./row-spill.ts";
import type { RowSpill } from "./row-spill.ts";
import { createNumberedStore, createRowStore, dropFirstRows } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";
import { createSymbolList } from "./symbols.ts";
import type { SymbolList } from "./symbols.ts";

/** Rows that a worker holds in memory, about 160 MB of them. */
export const MOST_ROWS = 3_000_000;
/** Instruments come back together up to so many rows. */
export const PART_ROWS = 131_072;

/** Where rows go when there are too many for the memory. */
export interface Spill {
  /** Empty, and of this reading alone. */
  readonly file: ByteFile;
  /** So many stay; what one chunk of a file brings comes on top. */
  readonly mostRows: number;
}

/** Some instruments with all their rows, ordered. */
export interface RowPart {
  readonly store: RowStore;
  readonly names: readonly string[];
  readonly order: RowOrder;
}

export interface MarketBuilder {
  /** Where a reader of files appends its rows. */
  readonly store: RowStore;
  readonly symbols: SymbolList;
  /** Moves rows out of memory when they are too many; call it between two chunks of a file. */
  settle(current: FileTally): void;
  /**
   * Orders all rows and hands them over, instruments by symbol; what the tallies lack is entered. A part is good until
   * `take` returns. Without a spilled row there is one part, of all instruments.
   */
  forEachPart(tallies: readonly FileTally[], take: (part: RowPart) => void): void;
}

/** @param spill - null to hold all rows in memory */
export function createMarketBuilder(spill: Spill | null, expectedRows: () => number): MarketBuilder {
  const symbols = createSymbolList();
  const store = createRowStore(spill ? () => Math.min(expectedRows(), spill.mostRows) : expectedRows);
  let spilled: RowSpill | null = null;

  function spillRows(rows: number): void {
    if (!spill || rows === 0) return;
    spilled ??= createRowSpill(spill.file);
    spilled.write(store, rows);
    dropFirstRows(store, rows);
  }

  return {
    store,
    symbols,
    settle({ firstRow, endRow }) {
      if (!spill || store.rows < spill.mostRows) return;
      // A renamed company is joined when its file ends, so its rows wait for that.
      const mayBeRenamed = endRow - firstRow <= MOST_RENAMED_ROWS;
      spillRows(mayBeRenamed ? firstRow - store.firstRow : store.rows);
    },
    forEachPart(tallies, take) {
      const { names } = symbols;
      const handOver = (rows: RowStore): void => {
        const order = orderRows(rows, names, tallies);
        enterBars(rows, order, tallies);
        take({ store: rows, names, order });
      };
      if (spilled) {
        spillRows(store.rows);
        readParts(spilled, names, handOver);
      } else handOver(store);
    },
  };
}

function readParts(spill: RowSpill, names: readonly string[], take: (rows: RowStore) => void): void {
  const inOrder = Array.from(names.keys())
    .filter((instrument) => (spill.counts[instrument] ?? 0) > 0)
    .toSorted((a, b) => compareSymbols(names[a] ?? "", names[b] ?? ""));
  const total = inOrder.reduce((sum, instrument) => sum + (spill.counts[instrument] ?? 0), 0);
  let work = createNumberedStore(Math.min(PART_ROWS, total));
  for (let at = 0; at < inOrder.length;) {
    let end = at + 1;
    let rows = spill.counts[inOrder[at] ?? 0] ?? 0;
    for (; end < inOrder.length; end++) {
      const more = spill.counts[inOrder[end] ?? 0] ?? 0;
      if (rows + more > PART_ROWS) break;
      rows += more;
    }
    if (rows > work.capacity) work = createNumberedStore(rows);
    // Who takes a part may take its columns away.
    const values = work.values.map((column, slot) => (spill.slots.has(slot) ? column : null));
    const part: RowStore = { ...work, values };
    for (const instrument of inOrder.slice(at, end)) spill.read(instrument, part);
    take(part);
    at = end;
  }
}
