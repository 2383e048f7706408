/** Returns by calendar month and year, compounded from close to close. */
import { fromEpochDay } from "#workers/model/day.ts";
import type { MonthlyYear } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";

const MONTHS = 12;

/**
 * One entry for each year that has a session. A month's return is its last close over the last close before the month
 * (the start value before the first); the benchmark likewise.
 */
export function monthlyReturns(
  { day, value, benchmark }: Report["equity"],
  startValue: number,
): MonthlyYear[] {
  const account = { months: emptyYear(), before: startValue, yearBefore: startValue };
  const index = { months: emptyYear(), before: startValue, yearBefore: startValue };
  const years: MonthlyYear[] = [];
  for (let row = 0; row < day.length; row++) {
    const { year, month } = fromEpochDay(day[row]);
    const next = row + 1 < day.length ? fromEpochDay(day[row + 1]) : null;
    const endsYear = next?.year !== year;
    if (!endsYear && next.month === month) continue;
    closeMonth(account, month, value[row]);
    closeMonth(index, month, benchmark[row]);
    if (!endsYear) continue;
    years.push({
      year,
      months: account.months,
      total: closeYear(account),
      benchmarkMonths: index.months,
      benchmarkTotal: closeYear(index),
    });
    account.months = emptyYear();
    index.months = emptyYear();
  }
  return years;
}

interface Course {
  months: (number | null)[];
  /** Value at the end of the month before, and of the year before. */
  before: number;
  yearBefore: number;
}

function emptyYear(): (number | null)[] {
  return Array.from({ length: MONTHS }, () => null);
}

function closeMonth(course: Course, month: number, value: number): void {
  course.months[month - 1] = (value / course.before - 1) * 100;
  course.before = value;
}

function closeYear(course: Course): number {
  const total = (course.before / course.yearBefore - 1) * 100;
  course.yearBefore = course.before;
  return total;
}
