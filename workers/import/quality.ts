/** What bars show that nothing forbids, but a person should know: splits that were not adjusted, prices that stand still. */
import { formatIsoDay } from "#workers/model/day.ts";
import { orderedDays } from "#workers/market/row-store.ts";
import { CLOSE, OPEN } from "#workers/market/row.ts";
import type { PriceRows } from "./file-check.ts";

/** Overnight ratios of splits and of shares put together. */
const RATIOS = [2, 3, 4, 5, 10, 20, 1.5].flatMap((ratio) => [ratio, 1 / ratio]);
const NEAR = 0.03;
/** A price may fall by a third in a night; so much is more often a split. */
const LEAST_JUMP = 1.45;
const STALE_BARS = 60;
const MAX_TOLD = 5;

/** Sentences on suspected splits, standing prices and days that have not come yet. */
export function qualityWarnings({ store, names, order }: PriceRows, today: number): string[] {
  const days = orderedDays(store, order.rows);
  const rowAt = (at: number): number => order.rows?.[at] ?? at;
  const splits: string[] = [];
  const stale: string[] = [];
  let future = 0;
  for (const [rank, instrument] of order.instruments.entries()) {
    const symbol = names[instrument] ?? "";
    let still = 1;
    for (let at = order.offsets[rank] ?? 0; at < (order.offsets[rank + 1] ?? 0); at++) {
      const day = days[at] ?? 0;
      if (day > today + 1) future++;
      if (at === order.offsets[rank]) continue;
      const before = store.values[CLOSE]?.[rowAt(at - 1)] ?? NaN;
      const open = store.values[OPEN]?.[rowAt(at)] ?? NaN;
      if (isSplit(open / before))
        splits.push(`${symbol} ${formatIsoDay(day)} (${(open / before).toFixed(3)})`);
      still = store.values[CLOSE]?.[rowAt(at)] === before ? still + 1 : 1;
      if (still === STALE_BARS) stale.push(`${symbol} up to ${formatIsoDay(day)}`);
    }
  }
  return [
    ...told("Overnight jumps like those of splits that were not adjusted", splits),
    ...told(`Closes that stay the same for ${STALE_BARS} bars`, stale),
    ...(future > 0 ? [`${future} bars lie in the future.`] : []),
  ];
}

function isSplit(ratio: number): boolean {
  if (!(ratio >= LEAST_JUMP || ratio <= 1 / LEAST_JUMP)) return false;
  return RATIOS.some((split) => Math.abs(ratio / split - 1) < NEAR);
}

function told(what: string, places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const more = places.length > MAX_TOLD ? ` and ${places.length - MAX_TOLD} more` : "";
  return [`${what}: ${places.slice(0, MAX_TOLD).join(", ")}${more}.`];
}
