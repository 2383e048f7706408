/** The numbers that a date gives to rules. */
import { fromEpochDay } from "#workers/model/day.ts";
import type { DateName } from "#workers/rules/name-table.ts";

/** 1970-01-01 was a Thursday. */
const THURSDAY = 4;

/** Of each of the days, a session each for sessionOfMonth. @param days - EpochDays, ascending */
export function dateNumbers(name: DateName, days: Int32Array): Float64Array {
  switch (name) {
    case "weekday":
      return Float64Array.from(days, weekdayOf);
    case "month":
      return Float64Array.from(days, (day) => fromEpochDay(day).month);
    case "day":
      return Float64Array.from(days, (day) => fromEpochDay(day).dayOfMonth);
    case "year":
      return Float64Array.from(days, (day) => fromEpochDay(day).year);
    case "sessionOfMonth":
      return sessionsOfMonths(days);
  }
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + THURSDAY - 1) % 7) + 7) % 7) + 1;
}

/** By session: 1 for the first of its month in the calendar, 2 for the next. */
function sessionsOfMonths(sessionDay: Int32Array): Float64Array {
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
