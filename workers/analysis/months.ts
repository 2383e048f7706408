/** Returns by calendar month and year, compounded from close to close. */
import { fromEpochDay } from "#workers/model/day.ts";
import type { MonthlyYear, YearInMonths } from "#workers/model/analysis.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";

const MONTHS = 12;

/**
 * One entry for each year that has a session. A month's return is its last close over the last close before the month
 * (the start value before the first); those of the benchmark and the average share likewise.
 */
export function monthlyReturns(equity: Report["equity"], startValue: number): MonthlyYear[] {
  const { day, benchmark, universe } = equity;
  const courseOf = (curve: Float64Array): Course => ({
    curve,
    months: emptyYear(),
    before: startValue,
    yearBefore: startValue,
  });
  const [account, index, average] = [
    courseOf(growthCurve(equity)),
    courseOf(benchmark),
    universe ? courseOf(universe) : null,
  ];
  const years: MonthlyYear[] = [];
  for (let row = 0; row < day.length; row++) {
    const { year, month } = fromEpochDay(day[row]);
    const next = row + 1 < day.length ? fromEpochDay(day[row + 1]) : null;
    const endsYear = next?.year !== year;
    if (!endsYear && next.month === month) continue;
    for (const course of [account, index, average]) if (course) closeMonth(course, month, row);
    if (!endsYear) continue;
    years.push({
      year,
      ...closeYear(account),
      benchmark: closeYear(index),
      universe: average && closeYear(average),
    });
  }
  return years;
}

interface Course {
  readonly curve: Float64Array;
  months: (number | null)[];
  /** Value at the end of the month before, and of the year before. */
  before: number;
  yearBefore: number;
}

function emptyYear(): (number | null)[] {
  return Array.from({ length: MONTHS }, () => null);
}

function closeMonth(course: Course, month: number, row: number): void {
  const value = course.curve[row];
  course.months[month - 1] = grownSince(course.before, value);
  course.before = value;
}

/** The year that was gone through; the next one begins. */
function closeYear(course: Course): YearInMonths {
  const { months, before, yearBefore } = course;
  course.months = emptyYear();
  course.yearBefore = before;
  return { months, total: grownSince(yearBefore, before) };
}

/** Percent; null where there was nothing to grow. */
function grownSince(before: number, value: number): number | null {
  return before === 0 ? null : (value / before - 1) * 100;
}
