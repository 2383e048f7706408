/** The last so many years of a curve, as the growth chart offers them. */
import type { GrowthSpan } from "./growth-drawing.ts";

export const GROWTH_RANGES = ["1Y", "3Y", "5Y", "10Y", "Max"] as const;
export type GrowthRange = (typeof GROWTH_RANGES)[number];

export const YEARS_OF_RANGE: Readonly<Record<GrowthRange, number>> = {
  "1Y": 1,
  "3Y": 3,
  "5Y": 5,
  "10Y": 10,
  Max: Infinity,
};
const DAYS_PER_YEAR = 365.25;

/** Whether the curve is longer than the range. @param day - EpochDay of each session */
export function hasRange(day: Int32Array, range: GrowthRange): boolean {
  return range === "Max" || (day.at(-1) ?? 0) - (day[0] ?? 0) > YEARS_OF_RANGE[range] * DAYS_PER_YEAR;
}

/** The sessions of the last so many years; all of a shorter curve. @param day - EpochDay of each session */
export function spanOfRange(day: Int32Array, range: GrowthRange): GrowthSpan {
  const from = (day.at(-1) ?? 0) - YEARS_OF_RANGE[range] * DAYS_PER_YEAR;
  const fromRow = day.findIndex((session) => session >= from);
  return { fromRow: Math.max(0, fromRow), toRow: day.length - 1 };
}
