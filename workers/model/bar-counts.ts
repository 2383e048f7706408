/**
 * What a bar of some instruments is: a day, a week or a month, by the days from each bar of an instrument to its next. Of those
 * gaps the middle one counts (the lower one of two), over all instruments and all their bars.
 */
import { SESSIONS_OF_YEAR } from "./bar-length.ts";
import type { JudgedBars } from "./bar-length.ts";

/** With fewer gaps than these nothing is known, and bars are taken as daily. */
export const FEWEST_GAPS = 10;
/** An instrument with fewer bars is none of another frequency among daily ones. */
const FEWEST_BARS = 12;
/** Days from bar to bar: from so many on they are weekly, unlike weeks, monthly, like months, and unlike them again. */
const [WEEK, BEYOND_WEEK, LONG, MONTH, BEYOND_MONTH] = [5, 11, 18, 25, 36];
export const GAP_EDGES = [WEEK, BEYOND_WEEK, LONG, MONTH, BEYOND_MONTH] as const;
/** Sessions of a year of a market that is open on all its days. */
const EVERY_DAY = 365;

/** Counts of one instrument's bars, or of several instruments' together. */
export interface BarCounts {
  bars: number;
  /** Bars on Saturdays and Sundays. */
  weekend: number;
  gaps: number;
  /** For each of the edges above: how many gaps have at least so many days. */
  readonly atLeast: number[];
}

export function noBars(): BarCounts {
  return { bars: 0, weekend: 0, gaps: 0, atLeast: GAP_EDGES.map(() => 0) };
}

/** @param days - EpochDays, ascending, each once */
export function countDays(days: Int32Array): BarCounts {
  const counts = noBars();
  let before = NaN;
  for (const day of days) {
    if (isWeekend(day)) counts.weekend++;
    countGap(counts, day - before);
    before = day;
  }
  counts.bars = days.length;
  counts.gaps = Math.max(0, days.length - 1);
  return counts;
}

/** Counts a gap among those of its edges. */
export function countGap({ atLeast }: BarCounts, days: number): void {
  for (let edge = 0; days >= (GAP_EDGES[edge] ?? Infinity); edge++) atLeast[edge] = (atLeast[edge] ?? 0) + 1;
}

/** 1970-01-03 was a Saturday. */
export function isWeekend(day: number): boolean {
  return (((day + 5) % 7) + 7) % 7 < 2;
}

export function addBars(to: BarCounts, { bars, weekend, gaps, atLeast }: BarCounts): void {
  to.bars += bars;
  to.weekend += weekend;
  to.gaps += gaps;
  for (const [edge, count] of atLeast.entries()) to.atLeast[edge] = (to.atLeast[edge] ?? 0) + count;
}

/** @param all - of the instruments together @param otherOnes - instruments that are not daily, by isOther */
export function judgeBars(
  { bars, weekend, gaps, atLeast }: BarCounts,
  otherOnes: readonly number[],
): JudgedBars {
  const [week, beyondWeek, long, month, beyondMonth] = atLeast.map(
    (count) => gaps >= FEWEST_GAPS && isMost(count, gaps),
  );
  const frequency = long ? "monthly" : week ? "weekly" : "daily";
  const isEveryDay = frequency === "daily" && bars > 0 && weekend * 10 >= bars;
  return {
    frequency,
    sessionsOfYear: isEveryDay ? EVERY_DAY : SESSIONS_OF_YEAR[frequency],
    isUnusual: (beyondWeek === true && month === false) || beyondMonth === true,
    otherOnes: frequency === "daily" ? otherOnes : [],
  };
}

/** Whether the middle one of all gaps is among them. */
export function isMost(some: number, all: number): boolean {
  return some > Math.floor(all / 2);
}

/** Whether an instrument's bars are mostly weeks or months, as its universe's should be then. */
export function isOther({ bars, gaps, atLeast }: BarCounts): boolean {
  const [week = 0, beyondWeek = 0, , month = 0, beyondMonth = 0] = atLeast;
  return bars >= FEWEST_BARS && (week - beyondWeek + month - beyondMonth) * 10 >= gaps * 8;
}
