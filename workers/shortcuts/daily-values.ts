/**
 * Means of daily values: what hangs on prices and a look-back alone, whatever the threshold. Gains, for
 * zone-conditions.ts: means are worked out for 7 % of the bars of the default.
 */
import { boundSeries } from "#workers/model/price-zones.ts";
import type { RowsOfMember } from "#workers/engine/bar-prices.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { rollingMean } from "./rolling.ts";
import { makeBarZones, windowsByWord, zonesByWord } from "./zones.ts";
import type { BarZones, MemberRows, Zones } from "./zones.ts";

/** Means of close x volume over the last `days` bars; NaN for a bar with fewer before it. */
export interface DailyValues {
  /**
   * Of the single bars' values that a word's means are made of; means can round out of them in their last places.
   * null where the market came without zones.
   */
  readonly windows: Pick<Zones, "wordsOf"> | null;
  /** Of the means: dearer, for members with words that the others leave open. */
  readonly zones: Zones;
  /** Writes the means that end at `row` .. row + count - 1 to `mean`[0 .. count-1]; NaN likewise. */
  readonly meansAt: (member: number, row: number, count: number, mean: Float64Array) => void;
}

interface Traded {
  readonly closesOf: RowsOfMember;
  readonly volumeOf: RowsOfMember;
  /** Of close x volume, where they are known. */
  readonly zones: BarZones | null;
}

export function dailyValues(
  calendar: Calendar,
  { closesOf, volumeOf, zones }: Traded,
  days: number,
): DailyValues {
  const { longest, fromRow } = calendar;
  const value = new Float64Array(longest);
  const means = new Float64Array(longest);

  /** Means of the rows from..to-1 alone, the k-th at means[k]. */
  function meansWithin({ member, from, to }: MemberRows): void {
    const volume = volumeOf(member, from, to);
    const close = closesOf(member, from, to);
    for (let at = 0; at < to - from; at++) value[at] = close[at] * volume[at];
    rollingMean(value, { from: 0, to: to - from }, days, means);
  }

  const meanZones = makeBarZones(calendar, (rows, bounds, zone) => {
    meansWithin(rows);
    boundSeries(means, { from: 0, to: rows.to - rows.from }, bounds, zone);
  });
  return {
    windows: zones && windowsByWord(calendar, zones, days),
    zones: zonesByWord(calendar, meanZones),
    meansAt: (member, row, count, mean) => {
      const first = Math.max(fromRow[member], row - days + 1);
      meansWithin({ member, from: first, to: row + count });
      for (let k = 0; k < count; k++) mean[k] = means[row - first + k];
    },
  };
}
