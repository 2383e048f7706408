/** What hangs on prices and a look-back alone, whatever the threshold: means of daily values. */
import type { Calendar } from "./calendar.ts";
import { rollingMean } from "./rolling.ts";
import { zonesOf } from "./zones.ts";
import type { Zones } from "./zones.ts";

/** Means of close x volume over the last `days` bars; a bar with fewer before it counts as -Infinity. */
export interface DailyValues {
  readonly zones: Zones;
  /** Writes the means that end at `row` .. row + count - 1 to `mean`[0 .. count-1]; -Infinity likewise. */
  readonly meansAt: (from: number, row: number, count: number, mean: Float64Array) => void;
}

export function dailyValues(
  calendar: Calendar,
  fileClose: Float64Array,
  volume: Float64Array,
  days: number,
): DailyValues {
  const { fromRow, toRow, longest } = calendar;
  const value = new Float64Array(longest);
  const means = new Float64Array(longest);

  /** Means of the rows from..to-1 alone, the k-th at means[k]. */
  function meansWithin(from: number, to: number): void {
    for (let row = from; row < to; row++) value[row - from] = fileClose[row] * volume[row];
    rollingMean(value, { from: 0, to: to - from }, days, means);
    means.fill(-Infinity, 0, Math.min(days - 1, to - from));
  }

  return {
    zones: zonesOf(calendar, (member) => {
      meansWithin(fromRow[member], toRow[member]);
      return { values: means, shift: fromRow[member] };
    }),
    meansAt: (from, row, count, mean) => {
      const first = Math.max(from, row - days + 1);
      meansWithin(first, row + count);
      for (let k = 0; k < count; k++) mean[k] = means[row - first + k];
    },
  };
}
