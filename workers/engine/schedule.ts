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

/** The period's first session and the first of each week, month or quarter; null where all of them are looked at. */
export function askedSessions(
  schedule: Schedule,
  sessionDay: Int32Array,
  { firstSession, lastSession }: { readonly firstSession: number; readonly lastSession: number },
): AskedSessions | null {
  if (schedule === "daily") return null;
  const sessions: number[] = [];
  for (let session = firstSession; session <= lastSession; session++) {
    const isFirst = session === firstSession;
    if (isFirst || spanOf(schedule, sessionDay[session]) !== spanOf(schedule, sessionDay[session - 1]))
      sessions.push(session);
  }
  return { sessions: Int32Array.from(sessions), name: `${schedule} ${firstSession} ${lastSession}` };
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
