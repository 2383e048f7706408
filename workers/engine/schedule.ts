/** On which sessions a strategy looks for what to buy, and at its sell rules. */
import { fromEpochDay } from "#workers/model/day.ts";
import type { Strategy } from "#workers/model/strategy.ts";

type Schedule = NonNullable<Strategy["simulation"]["schedule"]>;

/** The Monday of 1970's first ISO week is three days before its first of January. */
const DAYS_BEFORE_1970 = 3;

/** 1 for each session of the calendar that is the run's first or the first of its week, month or quarter; all of them daily. */
export function scheduledSessions(
  schedule: Schedule,
  sessionDay: Int32Array,
  firstSession: number,
): Uint8Array {
  const scheduled = new Uint8Array(sessionDay.length);
  if (schedule === "daily") return scheduled.fill(1);
  let before = NaN;
  for (let session = 0; session < sessionDay.length; session++) {
    const own = spanOf(schedule, sessionDay[session]);
    scheduled[session] = Number(own !== before || session === firstSession);
    before = own;
  }
  return scheduled;
}

/** A number that all days of a week, month or quarter share. */
function spanOf(schedule: Exclude<Schedule, "daily">, day: number): number {
  if (schedule === "weekly") return Math.floor((day + DAYS_BEFORE_1970) / 7);
  const { year, month } = fromEpochDay(day);
  return schedule === "monthly" ? year * 12 + month : year * 4 + Math.floor((month - 1) / 3);
}
