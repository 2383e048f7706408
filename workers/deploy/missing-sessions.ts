/** Days on which a market should have had a session, and the data has none: a holiday, or a file that was forgotten. */
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";

/** Fewer sessions don't tell on which days of the week a market is open. */
const SESSIONS_TO_TELL = 10;
const SESSIONS_LOOKED_AT = 60;
const MONDAY_TO_FRIDAY: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
const MOST_NAMED = 5;

/**
 * A sentence for each stretch without a session, with the session (ISO) behind it.
 *
 * @param known - sessions before the new ones, oldest first; at least the day that the account begins after
 * @param added - new sessions, oldest first
 */
export function missingSessions(
  known: readonly string[],
  added: readonly string[],
): { readonly session: string; readonly message: string }[] {
  const open = openWeekdays([...known, ...added].slice(-SESSIONS_LOOKED_AT));
  let before = parseIsoDay(known.at(-1) ?? "");
  return added.flatMap((session) => {
    const day = parseIsoDay(session);
    const missing =
      before === null || day === null
        ? []
        : daysBetween(before, day).filter((one) => open.has(weekdayOf(one)));
    before = day;
    if (missing.length === 0) return [];
    const names = missing.slice(0, MOST_NAMED).map(formatIsoDay).join(", ");
    const others = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
    const message = `before ${session} there is no session on ${names}${others}: a holiday, or prices that are still to come; a session that comes after a later one was recorded gets no entry`;
    return [{ session, message }];
  });
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
