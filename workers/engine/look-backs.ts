/** What hangs on prices and a look-back alone, whatever the threshold: means of daily values. */
import { boundSeries } from "#workers/model/price-zones.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import type { Calendar } from "./calendar.ts";
import { rollingMean } from "./rolling.ts";
import { makeBarZones, zonesByWord, zonesOfWindows } from "./zones.ts";
import type { BarZones, Zones } from "./zones.ts";

/** Means of close x volume over the last `days` bars; NaN for a bar with fewer before it. */
export interface DailyValues {
  /**
   * Of the single bars' values that the word's means are made of; means can round out of them in their last places.
   * null where the market came without.
   */
  readonly barZones: Zones | null;
  /** Of the means: dearer, for members with words that the others leave open. */
  readonly zones: Zones;
  /** Writes the means that end at `row` .. row + count - 1 to `mean`[0 .. count-1]; NaN likewise. */
  readonly meansAt: (from: number, row: number, count: number, mean: Float64Array) => void;
}

/** @param zones - of close x volume, where they are known */
export function dailyValues(
  calendar: Calendar,
  {
    close,
    volume,
    zones,
  }: { readonly close: Float64Array; readonly volume: Float64Array; readonly zones: BarZones | null },
  days: number,
): DailyValues {
  const { longest } = calendar;
  const value = new Float64Array(longest);
  const means = new Float64Array(longest);

  /** Means of the rows from..to-1 alone, the k-th at means[k]. */
  function meansWithin({ from, to }: RowSpan): void {
    for (let row = from; row < to; row++) value[row - from] = close[row] * volume[row];
    rollingMean(value, { from: 0, to: to - from }, days, means);
  }

  const meanZones = makeBarZones(calendar, (rows, bounds, zone) => {
    meansWithin(rows);
    boundSeries(means, { from: 0, to: rows.to - rows.from }, bounds, zone);
  });
  return {
    barZones: zones && zonesOfWindows(calendar, zones, days),
    zones: zonesByWord(calendar, meanZones),
    meansAt: (from, row, count, mean) => {
      const first = Math.max(from, row - days + 1);
      meansWithin({ from: first, to: row + count });
      for (let k = 0; k < count; k++) mean[k] = means[row - first + k];
    },
  };
}
