/** On which sessions a strategy looks for what to buy, and at its sell rules. */
import { fromEpochDay } from "#workers/model/day.ts";
import type { Strategy } from "#workers/model/strategy.ts";

type Schedule = NonNullable<Strategy["simulation"]["schedule"]>;

/** The Monday of 1970's first ISO week is three days before its first of January. */
const DAYS_BEFORE_1970 = 3;

/** The sessions of a period on which a strategy with a schedule looks at its rules. */
export interface AskedSessions {
  /** Ascending. */
  readonly sessions: Int32Array;
  /** The same for the same sessions of a calendar. */
  readonly name: string;
}

/** Sessions of a calendar. */
interface AskedPeriod {
  readonly firstSession: number;
  readonly lastSession: number;
  /** EpochDay of the first session of a run that goes on in this period; absent of one that begins with it. */
  readonly openedOn?: number;
}

/** The period's first session and the first of each week, month or quarter; null where all of them are looked at. */
export function askedSessions(
  schedule: Schedule,
  sessionDay: Int32Array,
  { firstSession, lastSession, openedOn }: AskedPeriod,
): AskedSessions | null {
  if (schedule === "daily") return openedOn === undefined ? null : everySession(firstSession, lastSession);
  const sessions: number[] = [];
  const openingDay = openedOn ?? sessionDay[firstSession];
  for (let session = firstSession; session <= lastSession; session++) {
    const isFirst = sessionDay[session] === openingDay;
    if (isFirst || spanOf(schedule, sessionDay[session]) !== spanOf(schedule, sessionDay[session - 1]))
      sessions.push(session);
  }
  return {
    sessions: Int32Array.from(sessions),
    name: `${schedule} ${openingDay} ${firstSession} ${lastSession}`,
  };
}

/** So that what is sorted on sessions is sorted on these alone. */
function everySession(first: number, last: number): AskedSessions {
  const sessions = Int32Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return { sessions, name: `all ${first} ${last}` };
}

/** By session of the calendar: 1 where rules are looked at. */
export function markAsked(asked: AskedSessions | null, sessions: number): Uint8Array {
  const marks = new Uint8Array(sessions).fill(asked === null ? 1 : 0);
  for (const session of asked?.sessions ?? []) marks[session] = 1;
  return marks;
}

/** A number that all days of a week, month or quarter share. */
function spanOf(schedule: Exclude<Schedule, "daily">, day: number): number {
  if (schedule === "weekly") return Math.floor((day + DAYS_BEFORE_1970) / 7);
  const { year, month } = fromEpochDay(day);
  return schedule === "monthly" ? year * 12 + month : year * 4 + Math.floor((month - 1) / 3);
}
