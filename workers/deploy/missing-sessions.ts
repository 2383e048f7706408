/** Days on which a market should have had a session, and the data has none: a holiday, or a file that was forgotten. */
import { formatIsoDay, fromEpochDay, lastOfWeek, parseIsoDay } from "#workers/model/day.ts";
import type { Frequency } from "#workers/model/report.ts";

/** Fewer sessions don't tell on which days of the week a market is open. */
const SESSIONS_TO_TELL = 10;
const SESSIONS_LOOKED_AT = 60;
const MONDAY_TO_FRIDAY: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
const MOST_NAMED = 5;

/** What there is to be a session of, by what a bar is, and how a missing one is called. */
const BY_BARS: Readonly<
  Record<Frequency, { readonly inside: string; readonly nameOf: (day: number) => string }>
> = {
  daily: { inside: "on", nameOf: formatIsoDay },
  weekly: { inside: "in the week of", nameOf: formatIsoDay },
  monthly: { inside: "in", nameOf: (day) => formatIsoDay(day).slice(0, 7) },
};

/**
 * A sentence for each stretch without a session, with the session (ISO) behind it.
 *
 * @param known - sessions before the new ones, oldest first; at least the day that the account begins after
 * @param added - new sessions, oldest first
 */
export function missingSessions(
  known: readonly string[],
  added: readonly string[],
  frequency: Frequency,
): { readonly session: string; readonly message: string }[] {
  const expected = makeExpected([...known, ...added], frequency);
  const { inside, nameOf } = BY_BARS[frequency];
  let before = parseIsoDay(known.at(-1) ?? "");
  return added.flatMap((session) => {
    const day = parseIsoDay(session);
    const missing = before === null || day === null ? [] : expected(before, day);
    before = day;
    if (missing.length === 0) return [];
    const names = missing.slice(0, MOST_NAMED).map(nameOf).join(", ");
    const others = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
    const message = `before ${session} there is no session ${inside} ${names}${others}: a holiday, or prices that are still to come; a session that comes after a later one was recorded gets no entry`;
    return [{ session, message }];
  });
}

/** Days between two sessions of which each should have had one: days that are open, or the first days of weeks or months. */
function makeExpected(
  sessions: readonly string[],
  frequency: Frequency,
): (before: number, day: number) => number[] {
  switch (frequency) {
    case "daily": {
      const open = openWeekdays(sessions.slice(-SESSIONS_LOOKED_AT));
      return (before, day) => daysBetween(before, day).filter((one) => open.has(weekdayOf(one)));
    }
    case "weekly":
      return (before, day) => daysBetween(before, lastOfWeek(day) - 6).filter((one) => weekdayOf(one) === 1);
    case "monthly":
      return (before, day) =>
        daysBetween(before, day - dayOfMonth(day) + 1).filter((one) => dayOfMonth(one) === 1);
  }
}

function dayOfMonth(day: number): number {
  return fromEpochDay(day).dayOfMonth;
}

function daysBetween(before: number, day: number): number[] {
  return Array.from({ length: Math.max(0, day - before - 1) }, (_, at) => before + 1 + at);
}

/** 0 is Sunday; day 0 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Weekdays with at least half as many sessions as the one with most: a session on a Saturday now and then is none of them. */
function openWeekdays(sessions: readonly string[]): ReadonlySet<number> {
  if (sessions.length < SESSIONS_TO_TELL) return MONDAY_TO_FRIDAY;
  const counts = new Map<number, number>();
  for (const session of sessions) {
    const weekday = weekdayOf(parseIsoDay(session) ?? 0);
    counts.set(weekday, (counts.get(weekday) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return new Set([...counts].filter(([, count]) => count * 2 >= most).map(([weekday]) => weekday));
}
