/** The numbers that a date gives to rules. */
import { fromEpochDay } from "#workers/model/day.ts";
import type { DateName } from "#workers/rules/name-table.ts";

/** 1970-01-01 was a Thursday. */
const THURSDAY = 4;

/** @param day - an EpochDay */
export function dateNumber(name: Exclude<DateName, "sessionOfMonth">, day: number): number {
  switch (name) {
    case "weekday":
      return weekdayOf(day);
    case "month":
      return fromEpochDay(day).month;
    case "day":
      return fromEpochDay(day).dayOfMonth;
    case "year":
      return fromEpochDay(day).year;
  }
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + THURSDAY - 1) % 7) + 7) % 7) + 1;
}

/** By session: 1 for the first of its month in the calendar, 2 for the next. */
export function sessionsOfMonths(sessionDay: Int32Array): Float64Array {
  const numbers = new Float64Array(sessionDay.length);
  let [month, number] = [-1, 0];
  for (let session = 0; session < sessionDay.length; session++) {
    const own = fromEpochDay(sessionDay[session]);
    const ownMonth = own.year * 12 + own.month;
    number = ownMonth === month ? number + 1 : 1;
    month = ownMonth;
    numbers[session] = number;
  }
  return numbers;
}
