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

/** The same with the days: EpochDay of each session of the calendar. */
export interface RunSessions extends AskedPeriod {
  readonly sessionDay: Int32Array;
}

/**
 * The period's first session and the `day`-th of each week, month, quarter or year, counted from the calendar's own first
 * session on; null where all of them are looked at. Where a week, month, quarter or year that is in the calendar has fewer
 * sessions than that, the first session of the next one stands in its stead.
 */
export function askedSessions(
  schedule: Schedule,
  day: number,
  sessionDay: Int32Array,
  { firstSession, lastSession, openedOn }: AskedPeriod,
): AskedSessions | null {
  if (schedule === "daily") return openedOn === undefined ? null : everySession(firstSession, lastSession);
  const sessions: number[] = [];
  const openingDay = openedOn ?? sessionDay[firstSession];
  let count = Infinity; // of the sessions of a week, month, quarter or year so far
  for (let session = startOf(schedule, sessionDay, firstSession); session <= lastSession; session++) {
    const isFirst =
      session === 0 || spanOf(schedule, sessionDay[session]) !== spanOf(schedule, sessionDay[session - 1]);
    const isInstead = isFirst && count < day;
    count = isFirst ? 1 : count + 1;
    const isAsked = sessionDay[session] === openingDay || isInstead || count === day;
    if (isAsked && session >= firstSession) sessions.push(session);
  }
  return {
    sessions: Int32Array.from(sessions),
    name: `${schedule} ${day} ${openingDay} ${firstSession} ${lastSession}`,
  };
}

/** The first session of the span before the one that a session is in, or the calendar's first. */
function startOf(schedule: Exclude<Schedule, "daily">, sessionDay: Int32Array, session: number): number {
  let start = session;
  for (let back = 0; back < 2 && start > 0; back++) {
    const span = spanOf(schedule, sessionDay[back === 0 ? start : start - 1]);
    if (back === 1) start--;
    while (start > 0 && spanOf(schedule, sessionDay[start - 1]) === span) start--;
  }
  return start;
}

/** So that what is sorted on sessions is sorted on these alone. */
function everySession(first: number, last: number): AskedSessions {
  const sessions = Int32Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return { sessions, name: `all ${first} ${last}` };
}

/** For each session of the calendar, 1 where rules are looked at. */
export function markAsked(asked: AskedSessions | null, sessions: number): Uint8Array {
  const marks = new Uint8Array(sessions).fill(asked === null ? 1 : 0);
  for (const session of asked?.sessions ?? []) marks[session] = 1;
  return marks;
}

/** A number that all days of a week, month, quarter or year share. */
function spanOf(schedule: Exclude<Schedule, "daily">, day: number): number {
  if (schedule === "weekly") return Math.floor((day + DAYS_BEFORE_1970) / 7);
  const { year, month } = fromEpochDay(day);
  switch (schedule) {
    case "monthly":
      return year * 12 + month;
    case "quarterly":
      return year * 4 + Math.floor((month - 1) / 3);
    case "yearly":
      return year;
  }
}
