/** Bars of a day folded into one: first open, highest high, lowest low, last close, sum of volumes. */
import { orderRows } from "#workers/market/row-order.ts";
import { appendRow, createRowStore, hadCloseOnly, lineOf } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { CLOSE, createRow, HIGH, LOW, NUMBER_SLOTS, VOLUME } from "#workers/market/row.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { PriceRows } from "./file-check.ts";

/** @param times - seconds of the day by row of the store */
export function foldDays(store: RowStore, names: readonly string[], times: readonly number[]): PriceRows {
  const folded = createRowStore(() => 0);
  const inTime = Array.from({ length: store.rows }, (_, row) => row).toSorted(
    (a, b) =>
      (store.instrument[a] ?? 0) - (store.instrument[b] ?? 0) ||
      (store.day[a] ?? 0) - (store.day[b] ?? 0) ||
      (times[a] ?? 0) - (times[b] ?? 0) ||
      a - b,
  );
  const bar = createRow();
  let last = -1;
  let lastTime = -1;
  for (const row of inTime) {
    const isSameDay =
      last >= 0 && store.instrument[row] === store.instrument[last] && store.day[row] === store.day[last];
    // A minute that comes twice counts once.
    if (isSameDay && times[row] === lastTime) continue;
    if (!isSameDay && last >= 0) appendRow(folded, bar, false);
    if (isSameDay) addRow(bar.values, store, row);
    else startBar(bar, store, row);
    last = row;
    lastTime = times[row] ?? -1;
  }
  if (last >= 0) appendRow(folded, bar, false);
  return { store: folded, names, order: orderRows(folded, names, []) };
}

function startBar(bar: ReturnType<typeof createRow>, store: RowStore, row: number): void {
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
