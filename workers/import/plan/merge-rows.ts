/**
 * The rows of several files, and of the dataset that gets them, put together instrument by instrument: days that two of
 * them have are settled between them. Some instruments are in memory at a time.
 */
import { PART_ROWS } from "#workers/market/market-builder.ts";
import type { RowPart } from "#workers/market/market-builder.ts";
import { enterBars, orderRows } from "#workers/market/row-order.ts";
import { groupByInstrument, placeOf } from "#workers/market/row-spill.ts";
import type { GroupedRows } from "#workers/market/row-spill.ts";
import { createNumberedStore, NO_INSTRUMENT } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { ADJ_CLOSE, CLOSE, MARKET_CAP, NUMBER_SLOTS, SHARES } from "#workers/market/row.ts";
import { symbolNumber } from "#workers/market/symbols.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { Base } from "./base.ts";
import { mergeInPlace } from "./merge-in-place.ts";
import type { Merge } from "./merge.ts";
import type { RowPool } from "../rows/row-pool.ts";

/**
 * Hands over all bars, instruments by symbol; what the tallies lack is entered. A part is good until `take` returns,
 * and its columns may be taken.
 */
export function mergeRows(merge: Merge, take: (part: RowPart) => void): void {
  if (mergeInPlace(merge, take)) return;
  const { pool, tallies } = merge;
  const sources = openSources(merge);
  const readBase = merge.base && baseReader(merge.base, pool);
  const { names } = pool.symbols;
  const earlier = earlierNumbers(merge);
  const counts = new Float64Array(names.length);
  const perDay = merge.base ? 2 : 1; // of the dataset the days that come again
  for (const source of sources)
    for (const instrument of counts.keys())
      for (const own of earlier.get(instrument) ?? [instrument])
        counts[instrument] = (counts[instrument] ?? 0) + perDay * (source.counts[own] ?? 0);
  const inOrder = Array.from(names.keys())
    .filter((instrument) => (counts[instrument] ?? 0) > 0)
    .toSorted((a, b) => compareSymbols(names[a] ?? "", names[b] ?? ""));
  const settle = createSettler(merge);
  const slots = slotsOf(merge);
  let work = createNumberedStore(0);
  for (let at = 0; at < inOrder.length;) {
    let end = at;
    let rows = 0;
    for (; end < inOrder.length; end++) {
      const more = counts[inOrder[end] ?? 0] ?? 0;
      if (end > at && rows + more > PART_ROWS) break;
      rows += more;
    }
    if (rows > work.capacity) work = createNumberedStore(Math.max(rows, Math.min(PART_ROWS, sum(counts))));
    const values = work.values.map((column, slot) => (slots.has(slot) ? column : null));
    const part: RowStore = { ...work, values };
    for (const instrument of inOrder.slice(at, end)) {
      const start = part.rows;
      for (const source of sources) {
        for (const own of earlier.get(instrument) ?? [instrument]) {
          const before = part.rows;
          source.read(own, part);
          settle(part, before, instrument);
        }
      }
      readBase?.(instrument, part, start);
    }
    const order = orderRows(part, names, tallies);
    enterBars(part, order, tallies);
    if (order.instruments.length > 0) take({ store: part, names, order });
    at = end;
  }
}

/** By the number of an instrument that files are renamed to, the numbers under which the pool may have rows of it. */
function earlierNumbers({ files }: Merge): ReadonlyMap<number, ReadonlySet<number>> {
  const earlier = new Map<number, Set<number>>();
  for (const { renamed } of files) {
    for (const [from, to] of renamed ?? []) {
      if (from === to) continue;
      const known = earlier.get(to) ?? new Set([to]);
      earlier.set(to, known.add(from));
    }
  }
  return earlier;
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0);
}

interface Source {
  /** Rows by instrument number, at most; instruments without a row may lack an entry. */
  readonly counts: readonly number[];
  /** Appends the rows of an instrument. */
  readonly read: (instrument: number, into: RowStore) => void;
}

function openSources({ pool }: Merge): Source[] {
  const sources: Source[] = [];
  const spilled = pool.spilled();
  if (spilled) sources.push({ counts: spilled.counts, read: (one, into) => spilled.read(one, into) });
  const grouped = groupByInstrument(pool.store, pool.store.rows);
  const counts: number[] = [];
  for (const [at, instrument] of grouped.instruments.entries())
    counts[instrument] = (grouped.ends[at] ?? 0) - (grouped.starts[at] ?? 0);
  sources.push({
    counts,
    read: (one, into) => copyGrouped(pool.store, grouped, one, into),
  });
  return sources;
}

/** The slots of which any source may have figures. Shares become market caps. */
function slotsOf({ pool, base }: Merge): ReadonlySet<number> {
  const slots = new Set(pool.spilled()?.slots);
  for (const [slot, column] of pool.store.values.entries())
    if (column && slot < NUMBER_SLOTS) slots.add(slot);
  if (slots.has(SHARES) || base?.hasMarketCap) slots.add(MARKET_CAP);
  if (base?.hasAdjClose) slots.add(ADJ_CLOSE);
  return slots;
}

function copyGrouped(store: RowStore, grouped: GroupedRows, instrument: number, into: RowStore): void {
  const at = placeOf(grouped.instruments, instrument);
  if (at < 0) return;
  const rows = grouped.order.subarray(grouped.starts[at], grouped.ends[at]);
  const [first = 0] = rows;
  const isRun = (rows.at(-1) ?? 0) - first + 1 === rows.length;
  const start = into.rows;
  into.instrument.fill(instrument, start, start + rows.length);
  for (let row = 0; row < rows.length; row++) {
    const from = rows[row] ?? 0;
    if (into.number) into.number[start + row] = store.firstRow + from;
    into.day[start + row] = store.day[from] ?? 0;
    into.line[start + row] = store.line[from] ?? 0;
  }
  for (const [slot, column] of into.values.entries()) {
    const figures = store.values[slot];
    if (!column) continue;
    if (!figures) column.fill(NaN, start, start + rows.length);
    else if (isRun) column.set(figures.subarray(first, first + rows.length), start);
    else for (let row = 0; row < rows.length; row++) column[start + row] = figures[rows[row] ?? 0] ?? NaN;
  }
  into.rows += rows.length;
}

/**
 * Appends the bars that a dataset has on the days of an instrument's rows from `start` on: they stay, whatever the rows
 * say. Without market caps from one share count, which the file that comes again doesn't have.
 */
function baseReader(base: Base, pool: RowPool): (instrument: number, into: RowStore, start: number) => void {
  const places = new Map(
    base.instruments.map(({ symbol }, at) => [symbolNumber(pool.symbols, symbol), at] as const),
  );
  return (instrument, into, start) => {
    const at = places.get(instrument);
    if (at === undefined || into.rows === start) return;
    const days = into.day.slice(start, into.rows).toSorted();
    if ((days[0] ?? 0) > base.lastDay(at)) return;
    const { day, open, high, low, close, volume, adjClose, marketCap } = base.barsOn(at, days);
    const columns = [open, high, low, close, volume, adjClose, marketCap];
    const own = into.rows;
    into.rows += day.length;
    into.instrument.fill(instrument, own, into.rows);
    into.number?.fill(0, own, into.rows);
    into.line.fill(0, own, into.rows);
    into.day.set(day, own);
    for (const [slot, column] of into.values.entries()) {
      const figures = columns[slot];
      if (figures) column?.set(figures, own);
      else column?.fill(NaN, own, into.rows);
    }
    if (base.instruments[at]?.marketCapLooksAhead === true) dropGivenCaps(into, own, base.shares(at));
  };
}

function dropGivenCaps({ rows, values }: RowStore, start: number, shares: number): void {
  const [caps, close] = [values[MARKET_CAP], values[CLOSE]];
  if (!caps || !close) return;
  for (let row = start; row < rows; row++)
    if (Math.abs((caps[row] ?? NaN) / ((close[row] ?? NaN) * shares) - 1) < 1e-9) caps[row] = NaN;
}

/**
 * Makes rows of the pool those of their files: their numbers become places among the tallies, and rows that are of no
 * file of the merge, or there of another instrument, go.
 */
function createSettler({ files, base }: Merge): (part: RowStore, start: number, instrument: number) => void {
  const first = base ? 1 : 0;
  const ranges = files
    .map((rows, at) => ({ rows, place: first + at }))
    .toSorted((a, b) => a.rows.firstRow - b.rows.firstRow);
  let known = 0;

  /** The range of a row's number, -1 for none. */
  function rangeOf(number: number): number {
    const now = ranges[known]?.rows;
    if (now && number >= now.firstRow && number < now.endRow) return known;
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle]?.rows.endRow ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    known = low;
    return number >= (ranges[low]?.rows.firstRow ?? Infinity) ? low : -1;
  }

  return (part, start, instrument) => {
    const { number } = part;
    if (!number) return;
    let end = start;
    for (let row = start; row < part.rows; row++) {
      const range = ranges[rangeOf(number[row] ?? 0)];
      if (!range) continue;
      const own = part.instrument[row] ?? NO_INSTRUMENT;
      if ((range.rows.renamed?.get(own) ?? own) !== instrument) continue;
      if (end < row) copyRow(part, row, end);
      part.instrument[end] = instrument;
      number[end] = range.place;
      part.day[end] = (part.day[end] ?? 0) + range.rows.dayShift;
      end++;
    }
    part.rows = end;
    sharesToCaps(part, start);
  };
}

function copyRow(part: RowStore, from: number, to: number): void {
  part.day[to] = part.day[from] ?? 0;
  part.line[to] = part.line[from] ?? 0;
  for (const column of part.values) if (column) column[to] = column[from] ?? NaN;
}

/** A dataset keeps market caps alone: rows that come again must be the same as those it has. */
function sharesToCaps({ rows, values }: RowStore, start: number): void {
  const [shares, caps, close] = [values[SHARES], values[MARKET_CAP], values[CLOSE]];
  if (!shares || !caps || !close) return;
  for (let row = start; row < rows; row++) {
    const count = shares[row] ?? NaN;
    if (!Number.isNaN(count) && Number.isNaN(caps[row])) caps[row] = (close[row] ?? NaN) * count;
    shares[row] = NaN;
  }
}
