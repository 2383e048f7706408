/** Rows put in place of those that were read: the bars of a day as one, and those of an evening on the day that they are of. */
import type { IsRate } from "#workers/market/rates.ts";
import { groupByInstrument } from "#workers/market/row-spill.ts";
import { appendRow, hadCloseOnly, lineOf } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { CLOSE, createRow, HIGH, LOW, NUMBER_SLOTS, TIME, VOLUME } from "#workers/market/row.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Findings } from "./findings.ts";

/**
 * Appends the days of a store's rows, whose instruments it has whole, to another one: first open, highest high, lowest low,
 * last close, sum of volumes; of rates the last one.
 */
export function foldDays(store: RowStore, folded: RowStore, isRate: IsRate | null): void {
  const times = store.values[TIME];
  const timeAt = (row: number): number => ((times?.[row] ?? -1) >= 0 ? (times?.[row] ?? -1) : -1);
  const compare = (a: number, b: number): number =>
    (store.day[a] ?? 0) - (store.day[b] ?? 0) || timeAt(a) - timeAt(b) || a - b;
  const { order, starts, ends } = groupByInstrument(store, store.rows);
  const bar = createRow();
  for (const at of starts.keys()) sortUnlessSorted(order.subarray(starts[at], ends[at]), compare);
  let last = -1;
  let lastTime = -1;
  for (const row of order) {
    const isSameDay =
      last >= 0 && store.instrument[row] === store.instrument[last] && store.day[row] === store.day[last];
    // A minute that comes twice counts once.
    if (isSameDay && timeAt(row) === lastTime) continue;
    if (!isSameDay && last >= 0) appendRow(folded, bar, false);
    if (isSameDay && !isRate?.(bar.symbol)) addRow(bar.values, store, row);
    else copyBar(bar, store, row);
    last = row;
    lastTime = timeAt(row);
  }
  if (last >= 0) appendRow(folded, bar, false);
}

function sortUnlessSorted(rows: Int32Array, compare: (a: number, b: number) => number): void {
  for (let at = 1; at < rows.length; at++) {
    if (compare(rows[at - 1] ?? 0, rows[at] ?? 0) <= 0) continue;
    rows.sort(compare);
    return;
  }
}

/** Makes a row that was stored the one at hand. */
export function copyBar(bar: ReturnType<typeof createRow>, store: RowStore, row: number): void {
  bar.symbol = store.instrument[row] ?? 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's day was an EpochDay before it was stored
  bar.day = (store.day[row] ?? 0) as EpochDay;
  bar.line = hadCloseOnly(store, row) ? lineOf(store, row) : (store.line[row] ?? 0);
  for (let slot = 0; slot < NUMBER_SLOTS; slot++) bar.values[slot] = store.values[slot]?.[row] ?? NaN;
}

function addRow(values: Float64Array, store: RowStore, row: number): void {
  const figure = (slot: number): number => store.values[slot]?.[row] ?? NaN;
  values[HIGH] = Math.max(values[HIGH] ?? NaN, figure(HIGH));
  values[LOW] = Math.min(values[LOW] ?? NaN, figure(LOW));
  values[CLOSE] = figure(CLOSE);
  values[VOLUME] = (values[VOLUME] ?? 0) + figure(VOLUME);
  for (let slot = VOLUME + 1; slot < NUMBER_SLOTS; slot++) values[slot] = figure(slot);
}

/** Seconds of the day from which a bar belongs to the next one. */
const NOON = 12 * 3600;
/** So many of the rows may be something else. */
const DAMAGED = 0.05;

/**
 * Bars whose instant is late on the evening before their day for a part of the year and soon after midnight for the
 * other: an exchange far east of Greenwich that has summer time, as Sydney does. Each is of the day of the midnight
 * that it is near. True where evenings are those before Monday to Friday, mornings those of Monday to Friday, and
 * hardly anything else.
 */
export function isSplitByMidnight({ late, early, midday }: Findings): boolean {
  const [sunday = 0, , , , , friday = 0, saturday = 0] = late;
  const weekend = (early[0] ?? 0) + (early[6] ?? 0);
  const evenings = late.reduce((sum, count) => sum + count, 0);
  const mornings = early.reduce((sum, count) => sum + count, 0);
  const others = midday + friday + saturday + weekend;
  return mornings > 0 && sunday > 0 && others <= DAMAGED * (evenings + mornings + midday);
}

/** Appends a store's rows to another one, those of an evening a day later. */
export function moveEvenings(store: RowStore, moved: RowStore): void {
  const times = store.values[TIME];
  const bar = createRow();
  for (let row = 0; row < store.rows; row++) {
    copyBar(bar, store, row);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the day after a day is one
    if ((times?.[row] ?? -1) >= NOON) bar.day = (bar.day + 1) as EpochDay;
    appendRow(moved, bar, hadCloseOnly(store, row));
  }
}
