/**
 * The rows of files that lie in the pool as they are to be put together: one long file by symbol and day, or a file an
 * instrument. They are handed over where they lie; nothing is copied.
 */
import { PART_ROWS } from "#workers/market/market-builder.ts";
import type { RowPart } from "#workers/market/market-builder.ts";
import { enterBars, orderInPlace } from "#workers/market/row-order.ts";
import type { RowOrder } from "#workers/market/row-order.ts";
import { rowsFrom } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { MARKET_CAP, NUMBER_SLOTS, SHARES } from "#workers/market/row.ts";
import type { Merge } from "./merge.ts";
import type { PooledRows, RowPool } from "../rows/row-pool.ts";

/** True where the rows are so, and all were handed over; false where none was. A part is good until `take` returns. */
export function mergeInPlace({ pool, files, base, tallies }: Merge, take: (part: RowPart) => void): boolean {
  if (base || pool.spilled() || !areWhole(pool, files)) return false;
  const { store, symbols } = pool;
  // Who takes a part fills gaps in its market caps, and the pool is read again after an answer.
  if (store.values[MARKET_CAP] || store.values[SHARES]) return false;
  const order = orderInPlace(store, symbols.names);
  if (!order) return false;
  const places = createPlaces(files);
  for (let at = 0; at < order.instruments.length;) {
    const end = endOfPart(order, at);
    const [from, to] = [order.offsets[at] ?? 0, order.offsets[end] ?? 0];
    const part: RowStore = { ...partOf(store, from, to), number: places(store.firstRow + from, to - from) };
    const ofPart: RowOrder = {
      rows: null,
      instruments: order.instruments.slice(at, end),
      offsets: order.offsets.slice(at, end + 1).map((offset) => offset - from),
    };
    enterBars(part, ofPart, tallies);
    take({ store: part, names: symbols.names, order: ofPart });
    at = end;
  }
  return true;
}

/** True when the pool's rows are those of the files, one file after the other, as they were read. */
function areWhole({ store }: RowPool, files: readonly PooledRows[]): boolean {
  let next = store.firstRow;
  for (const { firstRow, endRow, dayShift, renamed } of files) {
    if (firstRow !== next || dayShift !== 0) return false;
    if ([...(renamed ?? [])].some(([from, to]) => from !== to)) return false;
    next = endRow;
  }
  return next === store.firstRow + store.rows;
}

/** The instrument before which a part ends that begins with instrument `at`. */
function endOfPart({ instruments, offsets }: RowOrder, at: number): number {
  let end = at + 1;
  while (end < instruments.length && (offsets[end + 1] ?? 0) - (offsets[at] ?? 0) <= PART_ROWS) end++;
  return end;
}

function partOf(store: RowStore, from: number, to: number): RowStore {
  const part = rowsFrom({ ...store, rows: to }, from);
  return { ...part, values: part.values.map((column, slot) => (slot < NUMBER_SLOTS ? column : null)) };
}

/** Gives so many rows from a row on the places of their files among all; what it gave before changes. */
function createPlaces(files: readonly PooledRows[]): (firstRow: number, rows: number) => Int32Array {
  let numbers = new Int32Array(0);
  let place = 0;
  return (firstRow, rows) => {
    if (rows > numbers.length) numbers = new Int32Array(Math.max(rows, PART_ROWS));
    for (let at = 0; at < rows;) {
      const end = Math.min((files[place]?.endRow ?? Infinity) - firstRow, rows);
      numbers.fill(place, at, Math.max(at, end));
      at = Math.max(at, end);
      if (at < rows) place++;
    }
    return numbers;
  };
}
