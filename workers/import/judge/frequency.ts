/** How far apart an instrument's bars are: daily, or something that is not for a daily simulation. */
import type { Frequency } from "#workers/model/import-check.ts";

/** Bars that are so many days apart, at least this share of them. */
const MOSTLY = 0.8;

export interface GapCounter {
  /** Takes one instrument's days, ascending and each once. */
  add(days: Int32Array): void;
  frequency(): Frequency | null;
}

const BANDS: readonly (readonly [Frequency, number, number])[] = [
  ["daily", 1, 4],
  ["weekly", 5, 9],
  ["monthly", 26, 35],
  ["quarterly", 80, 100],
  ["yearly", 350, 380],
];

/** Days; gaps that are longer are in no band. */
const LONGEST = 380;

export function createGapCounter(): GapCounter {
  const counts = new Float64Array(LONGEST + 1);
  let gaps = 0;
  let bars = 0;
  return {
    add(days) {
      bars += days.length;
      gaps += Math.max(days.length - 1, 0);
      for (let at = 1; at < days.length; at++) {
        const gap = (days[at] ?? 0) - (days[at - 1] ?? 0);
        if (gap <= LONGEST) counts[gap] = (counts[gap] ?? 0) + 1;
      }
    },
    frequency() {
      if (bars === 0) return null;
      // One bar an instrument is one day's file.
      if (gaps === 0) return "daily";
      const inBands = BANDS.map(([, from, to]) =>
        counts.subarray(from, to + 1).reduce((sum, count) => sum + count, 0),
      );
      for (const [at, [name]] of BANDS.entries()) {
        if ((inBands[at] ?? 0) >= MOSTLY * gaps) return name;
      }
      return (inBands[0] ?? 0) >= gaps * 0.3 ? "daily" : "irregular";
    },
  };
}
