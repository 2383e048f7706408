/** Trading calendars: weekdays less the holidays of a country. The holidays are plausible, not those of a real exchange. */
import { formatIsoDay, toEpochDay, yearOf, type EpochDay } from "#workers/model/day.ts";

/** The days off that fall into a year, in any order; weekends among them do no harm. */
export type HolidayRule = (year: number) => readonly number[];

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** Days from one new moon to the next, on average, and one new moon as days since 1970-01-01. */
const LUNATION_DAYS = 29.530_588;
const A_NEW_MOON = 10_962.8;

/** The ISO dates of all sessions from `first` to `last`, both included where they are sessions, ascending. */
export function listSessions(first: EpochDay, last: EpochDay, holidays: HolidayRule): string[] {
  const closed = new Set<number>();
  for (let year = yearOf(first); year <= yearOf(last); year++) {
    for (const day of holidays(year)) closed.add(day);
  }
  const dates: string[] = [];
  for (let day: number = first; day <= last; day++) {
    const weekday = weekdayOf(day);
    if (weekday !== SATURDAY && weekday !== SUNDAY && !closed.has(day)) dates.push(formatIsoDay(day));
  }
  return dates;
}

/** Days off in the Indian market: fixed dates, Good Friday and three festivals that follow the moon. */
export function indianHolidays(year: number): readonly number[] {
  const lampFestival = moonOnOrAfter(toEpochDay(year, 10, 16), 0);
  const colourFestival = moonOnOrAfter(toEpochDay(year, 3, 1), 0.5);
  const harvestFestival = moonOnOrAfter(toEpochDay(year, 8, 20), 0) + 4;
  return [
    toEpochDay(year, 1, 26),
    toEpochDay(year, 4, 14),
    toEpochDay(year, 5, 1),
    toEpochDay(year, 8, 15),
    toEpochDay(year, 10, 2),
    toEpochDay(year, 12, 25),
    goodFriday(year),
    colourFestival,
    harvestFestival,
    lampFestival,
  ];
}

/** Days off in the American market; a fixed date on a Sunday is kept on the Monday after it. */
export function americanHolidays(year: number): readonly number[] {
  const fixed = [toEpochDay(year, 1, 1), toEpochDay(year, 7, 4), toEpochDay(year, 12, 25)];
  if (year >= 2022) fixed.push(toEpochDay(year, 6, 19));
  return [
    ...fixed.map((day) => (weekdayOf(day) === SUNDAY ? day + 1 : day)),
    weekdayOnOrAfter(toEpochDay(year, 1, 15), MONDAY),
    weekdayOnOrAfter(toEpochDay(year, 2, 15), MONDAY),
    goodFriday(year),
    weekdayOnOrAfter(toEpochDay(year, 5, 25), MONDAY),
    weekdayOnOrAfter(toEpochDay(year, 9, 1), MONDAY),
    weekdayOnOrAfter(toEpochDay(year, 11, 22), THURSDAY),
  ];
}

/** 0 is Sunday, 6 is Saturday. */
function weekdayOf(day: number): number {
  return (day + 4) % 7; // 1970-01-01 was a Thursday
}

function weekdayOnOrAfter(day: number, weekday: number): number {
  return day + ((weekday - weekdayOf(day) + 7) % 7);
}

/** Two days before the first Sunday after spring's first full moon, by the average moon. */
function goodFriday(year: number): number {
  const springMoon = moonOnOrAfter(toEpochDay(year, 3, 21), 0.5);
  return weekdayOnOrAfter(springMoon + 1, SUNDAY) - 2;
}

/** The first day on or after `day` with the average moon in `phase`: 0 is new, 0.5 full. */
function moonOnOrAfter(day: number, phase: number): number {
  const lunations = Math.ceil((day - A_NEW_MOON) / LUNATION_DAYS - phase);
  return Math.floor(A_NEW_MOON + (lunations + phase) * LUNATION_DAYS);
}
