/** The windows of a walk-forward: what is chosen on one stretch of years is traded on the next, then both move on. */
import { formatIsoDay, fromEpochDay, isCalendarDay, parseIsoDay, toEpochDay } from "./day.ts";

/** ISO dates, both ends included. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

export interface WalkWindow {
  /** On which the figures are chosen. */
  readonly chosenOn: DateSpan;
  /** On which they are then traded: begins the day after. */
  readonly tradedOn: DateSpan;
}

/**
 * From the period's first day on; the traded spans follow each other without a gap, and the last one ends with the
 * period. None where the period is no longer than the years of choosing.
 *
 * @param period - ISO dates that the calendar has
 * @param years - whole, 1 and more
 */
export function walkWindows(
  period: DateSpan,
  years: { readonly choose: number; readonly trade: number },
): readonly WalkWindow[] {
  const windows: WalkWindow[] = [];
  for (let moved = 0; ; moved += years.trade) {
    const traded = yearsAfter(period.from, moved + years.choose);
    if (traded > period.to) return windows;
    const end = dayBefore(yearsAfter(period.from, moved + years.choose + years.trade));
    windows.push({
      chosenOn: { from: yearsAfter(period.from, moved), to: dayBefore(traded) },
      tradedOn: { from: traded, to: end < period.to ? end : period.to },
    });
  }
}

/** The same day so many years later; 29 February becomes 28 February where there is none. */
function yearsAfter(iso: string, years: number): string {
  const { year, month, dayOfMonth } = fromEpochDay(dayOf(iso));
  const later = year + years;
  const day = isCalendarDay(later, month, dayOfMonth) ? dayOfMonth : dayOfMonth - 1;
  return formatIsoDay(toEpochDay(later, month, day));
}

function dayBefore(iso: string): string {
  return formatIsoDay(dayOf(iso) - 1);
}

function dayOf(iso: string): number {
  const day = parseIsoDay(iso);
  if (day === null) throw new RangeError(`walkWindows: ${iso} is no date`);
  return day;
}
