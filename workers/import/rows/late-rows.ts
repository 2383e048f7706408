/**
 * Bars whose instant is late on the evening before their day for a part of the year and soon after midnight for the
 * other: an exchange far east of Greenwich that has summer time, as Sydney does. Each is of the day of the midnight
 * that it is near.
 */
import { appendRow, hadCloseOnly } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { createRow, TIME } from "#workers/market/row.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Findings } from "./findings.ts";
import { copyBar } from "./fold.ts";

/** Seconds of the day from which a bar belongs to the next one. */
const NOON = 12 * 3600;
/** So many of the rows may be something else. */
const DAMAGED = 0.05;

/** True where evenings are those before Monday to Friday, mornings those of Monday to Friday, and hardly anything else. */
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
