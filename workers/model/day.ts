/** Trading days without time or zone: an EpochDay counts days since 1970-01-01. Made here and nowhere else. */

declare const epochDayBrand: unique symbol;

/** Whole days since 1970-01-01 in the proleptic Gregorian calendar; not a row number and not milliseconds. */
export type EpochDay = number & { readonly [epochDayBrand]: true };

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** True for a day that the calendar has: month 1..12, day within the month. */
export function isCalendarDay(year: number, month: number, dayOfMonth: number): boolean {
  if (month < 1 || month > 12 || dayOfMonth < 1) return false;
  const leapDay = month === 2 && isLeapYear(year) ? 1 : 0;
  return dayOfMonth <= (DAYS_IN_MONTH[month - 1] ?? 0) + leapDay;
}

/** Days since 1970-01-01 of a day for which isCalendarDay holds; years 0..9999. */
export function toEpochDay(year: number, month: number, dayOfMonth: number): EpochDay {
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  const afterFebruary = month > 2 && isLeapYear(year) ? 1 : 0;
  const days =
    past * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + afterFebruary + dayOfMonth - 719_163;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that makes the type
  return days as EpochDay;
}

/** Reads YYYY-MM-DD exactly; null for anything else and for days the calendar does not have. */
export function parseIsoDay(text: string): EpochDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, dayOfMonth] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return isCalendarDay(year, month, dayOfMonth) ? toEpochDay(year, month, dayOfMonth) : null;
}

/** The calendar's names for a day: year, month 1..12, day of month 1..31. */
export function fromEpochDay(day: number): { year: number; month: number; dayOfMonth: number } {
  const shifted = day + 719_468; // days since 0000-03-01, so that the leap day comes last in its year
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** So many months later, on the same day of the month, or on the month's last where it has no such day. */
export function addMonths(day: EpochDay, months: number): EpochDay {
  const { year, month, dayOfMonth } = fromEpochDay(day);
  const since = year * 12 + (month - 1) + months;
  const [ofYear, ofMonth] = [Math.floor(since / 12), (since % 12) + 1];
  const next = toEpochDay(ofMonth === 12 ? ofYear + 1 : ofYear, (ofMonth % 12) + 1, 1);
  const days = next - toEpochDay(ofYear, ofMonth, 1);
  return toEpochDay(ofYear, ofMonth, Math.min(dayOfMonth, days));
}

export function formatIsoDay(day: number): string {
  const { year, month, dayOfMonth } = fromEpochDay(day);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}

export function yearOf(day: number): number {
  return fromEpochDay(day).year;
}

/** The Sunday of a day's ISO week: that of 1970-01-01, a Thursday, is three days later. */
export function lastOfWeek(day: number): number {
  return Math.floor((day + 3) / 7) * 7 + 3;
}

export function lastOfMonth(day: number): number {
  const { year, month } = fromEpochDay(day);
  return (month === 12 ? toEpochDay(year + 1, 1, 1) : toEpochDay(year, month + 1, 1)) - 1;
}

/**
 * Rows of the last session of each calendar year, the last row of all among them.
 *
 * @param day - EpochDay of each session, ascending
 * @returns ascending; [] without a session
 */
export function yearEndRows(day: Int32Array): readonly number[] {
  const rows: number[] = [];
  let nextYear = -Infinity;
  for (const [row, session] of day.entries()) {
    if (session < nextYear) continue;
    if (row > 0) rows.push(row - 1);
    nextYear = toEpochDay(yearOf(session) + 1, 1, 1);
  }
  if (day.length > 0) rows.push(day.length - 1);
  return rows;
}
