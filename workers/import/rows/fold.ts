/** Bars of a day folded into one: first open, highest high, lowest low, last close, sum of volumes. */
import { groupByInstrument } from "#workers/market/row-spill.ts";
import { appendRow, hadCloseOnly, lineOf } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { CLOSE, createRow, HIGH, LOW, NUMBER_SLOTS, TIME, VOLUME } from "#workers/market/row.ts";
import type { EpochDay } from "#workers/model/day.ts";

/** Appends the days of a store's rows, whose instruments it has whole, to another one. */
export function foldDays(store: RowStore, folded: RowStore): void {
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
    if (isSameDay) addRow(bar.values, store, row);
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
