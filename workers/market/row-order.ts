/** Rows in the order they came, to rows by instrument and day, each day once. */
import { formatIsoDay } from "#workers/model/day.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { placeOf } from "#workers/model/place.ts";
import { leaveOut } from "./file-rows.ts";
import type { FileTally, Repeat } from "./file-rows.ts";
import { hadCloseOnly, hasSameValues, lineOf, NO_INSTRUMENT, rowNumber } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";

/** Days from 0000-01-01 to 1970-01-01, the most negative EpochDay of a file. */
const DAYS_BEFORE_1970 = 719_528;
const ROW_SPAN = 2 ** 31;

/** Rows by instrument, as positions in the store; null where the store already has them so. */
export interface RowOrder {
  readonly rows: Int32Array | null;
  /** Numbers of the instruments that have rows, sorted by symbol. */
  readonly instruments: readonly number[];
  /** Start of each instrument's rows, and the end of the last. */
  readonly offsets: Int32Array;
}

/**
 * Orders the rows and settles days that an instrument has twice: the first row in reading order stays, the others
 * are entered in their files' tallies, identical ones as repeats, and belong to NO_INSTRUMENT from then on. The reading
 * order is that of the rows' numbers; of rows with one number the first one stays and no tally is told.
 *
 * @param tallies - null where they were entered before
 */
export function orderRows(
  store: RowStore,
  names: readonly string[],
  tallies: readonly FileTally[] | null,
): RowOrder {
  const { instruments, ranks, offsets } = rankInstruments(store, names);
  if (isInOrder(store, ranks)) return inPlace(instruments, offsets);
  const rows = new Int32Array(store.rows);
  const next = offsets.slice();
  for (let row = 0; row < store.rows; row++) {
    const rank = ranks[store.instrument[row] ?? 0] ?? 0;
    const at = next[rank] ?? 0;
    rows[at] = row;
    next[rank] = at + 1;
  }
  const kept = offsets.slice();
  let end = 0;
  for (let rank = 0; rank < instruments.length; rank++) {
    const ofInstrument = rows.subarray(offsets[rank], offsets[rank + 1]);
    sortByNumber(store, ofInstrument);
    sortByDay(store, ofInstrument);
    const count = dropRepeatedDays(store, ofInstrument, tallies, names[instruments[rank] ?? 0] ?? "");
    rows.copyWithin(end, offsets[rank] ?? 0, (offsets[rank] ?? 0) + count);
    end += count;
    kept[rank + 1] = end;
  }
  return { rows: rows.subarray(0, end), instruments, offsets: kept };
}

/** The order of rows that need no ordering; null for any others. Nothing is entered, and no row is changed. */
export function orderInPlace(store: RowStore, names: readonly string[]): RowOrder | null {
  const { instruments, ranks, offsets } = rankInstruments(store, names);
  const areAllOfInstruments = offsets.at(-1) === store.rows;
  return areAllOfInstruments && isInOrder(store, ranks) ? inPlace(instruments, offsets) : null;
}

function inPlace(instruments: readonly number[], offsets: Int32Array): RowOrder {
  return { rows: null, instruments, offsets };
}

/** Instruments with rows by symbol; `ranks` is the place of each instrument's number among them. */
function rankInstruments(
  store: RowStore,
  names: readonly string[],
): { instruments: number[]; ranks: Int32Array; offsets: Int32Array } {
  const counts = new Int32Array(names.length);
  for (let row = 0; row < store.rows; row++) {
    const instrument = store.instrument[row] ?? 0;
    counts[instrument] = (counts[instrument] ?? 0) + 1;
  }
  const instruments = Array.from(names.keys())
    .filter((instrument) => (counts[instrument] ?? 0) > 0)
    .toSorted((a, b) => compareSymbols(names[a] ?? "", names[b] ?? ""));
  const ranks = new Int32Array(names.length);
  const offsets = new Int32Array(instruments.length + 1);
  instruments.forEach((instrument, rank) => {
    ranks[instrument] = rank;
    offsets[rank + 1] = (offsets[rank] ?? 0) + (counts[instrument] ?? 0);
  });
  return { instruments, ranks, offsets };
}

/** True when every row comes after the one before it: no sorting, no day twice. */
function isInOrder(store: RowStore, ranks: Int32Array): boolean {
  let rank = -1;
  let day = 0;
  for (let row = 0; row < store.rows; row++) {
    const nextRank = ranks[store.instrument[row] ?? 0] ?? 0;
    const nextDay = store.day[row] ?? 0;
    if (nextRank < rank || (nextRank === rank && nextDay <= day)) return false;
    rank = nextRank;
    day = nextDay;
  }
  return true;
}

/** Rows in the order in which the store has them, by number. */
function sortByNumber({ number }: RowStore, rows: Int32Array): void {
  if (!number) return;
  let isSorted = true;
  for (let at = 1; at < rows.length && isSorted; at++)
    isSorted = (number[rows[at - 1] ?? 0] ?? 0) <= (number[rows[at] ?? 0] ?? 0);
  if (!isSorted) rows.sort((a, b) => (number[a] ?? 0) - (number[b] ?? 0) || a - b);
}

/** Rows of one instrument by day, those of one day in the order in which they are. */
function sortByDay(store: RowStore, rows: Int32Array): void {
  let isSorted = true;
  for (let at = 1; at < rows.length && isSorted; at++) {
    isSorted = dayOf(store, rows[at - 1] ?? 0) <= dayOf(store, rows[at] ?? 0);
  }
  if (isSorted) return;
  // Day and place in one exact number (days of 0000 to 9999 take 22 bits, places 31), so that the native sort does it.
  const before = rows.slice();
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++)
    keys[at] = (dayOf(store, before[at] ?? 0) + DAYS_BEFORE_1970) * ROW_SPAN + at;
  keys.sort();
  for (let at = 0; at < rows.length; at++) rows[at] = before[(keys[at] ?? 0) % ROW_SPAN] ?? 0;
}

/** Moves the rows that stay to the front and returns how many they are. */
function dropRepeatedDays(
  store: RowStore,
  rows: Int32Array,
  tallies: readonly FileTally[] | null,
  symbol: string,
): number {
  let count = Math.min(rows.length, 1);
  let number = rowNumber(store, rows[0] ?? 0);
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const kept = rows[count - 1] ?? 0;
    if (dayOf(store, row) !== dayOf(store, kept)) {
      rows[count++] = row;
      number = rowNumber(store, row);
      continue;
    }
    const isKnown = rowNumber(store, row) === number;
    number = rowNumber(store, row);
    enterRepeat(store, { row, kept }, isKnown ? null : tallies, symbol);
  }
  return count;
}

/** @param mend - what to do about one row; a file that is full of them has another */
export function describeRepeat(
  { symbol, day, first: { file, line } }: Repeat,
  mend = "Delete one of the two rows.",
): string {
  const first = placeOf(file, line > 0 ? line : null);
  return `${symbol} has ${day} a second time with different values; the first (${first}) stays. ${mend}`;
}

function enterRepeat(
  store: RowStore,
  { row, kept }: { readonly row: number; readonly kept: number },
  tallies: readonly FileTally[] | null,
  symbol: string,
): void {
  store.instrument[row] = NO_INSTRUMENT;
  if (!tallies) return;
  const tally = tallyOf(tallies, rowNumber(store, row));
  if (hadCloseOnly(store, row)) tally.closeOnly--;
  if (hasSameValues(store, row, kept)) {
    tally.repeats++;
    return;
  }
  const repeat = (): Repeat => ({
    symbol,
    day: formatIsoDay(dayOf(store, row)),
    first: { file: tallyOf(tallies, rowNumber(store, kept)).file, line: lineOf(store, kept) },
  });
  leaveOut(
    tally,
    lineOf(store, row),
    () => describeRepeat(repeat()),
    () => ({ code: "repeat", repeat: repeat() }),
  );
}

function dayOf(store: RowStore, row: number): number {
  return store.day[row] ?? 0;
}

/**
 * Says in their files' tallies which instruments and days the bars belong to. The parts of a reading come one after the
 * other, each instrument whole in one of them.
 */
export function enterBars(store: RowStore, order: RowOrder, tallies: readonly FileTally[]): void {
  let tally: FileTally | undefined;
  let bar = 0;
  order.instruments.forEach((instrument, rank) => {
    for (; bar < (order.offsets[rank + 1] ?? 0); bar++) {
      const row = order.rows ? (order.rows[bar] ?? 0) : bar;
      const number = rowNumber(store, row);
      if (!tally || number < tally.firstRow || number >= tally.endRow) tally = tallyOf(tallies, number);
      if (tally.lastInstrument !== instrument) {
        tally.lastInstrument = instrument;
        tally.instruments++;
      }
      const day = dayOf(store, row);
      if (day < tally.firstDay) tally.firstDay = day;
      if (day > tally.lastDay) tally.lastDay = day;
    }
  });
}

/** The tally of the file that a row of the reading came from. */
function tallyOf(tallies: readonly FileTally[], row: number): FileTally {
  let low = 0;
  let high = tallies.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (row < (tallies[middle]?.endRow ?? 0)) high = middle;
    else low = middle + 1;
  }
  const tally = tallies[low];
  if (!tally) throw new RangeError(`row ${row} belongs to no file`);
  return tally;
}
