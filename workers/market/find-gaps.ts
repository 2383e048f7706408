/** Gaps of instruments against the calendar of their exchange, which is made of the days that they have between them. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { InstrumentQuality, SessionGap } from "#workers/model/quality.ts";
import type { PackedDays } from "./packed-days.ts";
import { isWeekend, sessionCalendar } from "./sessions.ts";
import type { SessionCalendar } from "./sessions.ts";

export type GapFindings = Pick<InstrumentQuality, "missingSessions" | "gapCount" | "gaps">;

export const NO_GAPS: GapFindings = { missingSessions: 0, gapCount: 0, gaps: [] };

const MAX_GAPS = 10;
/** With fewer of its bars at weekends an instrument does not trade then. */
const WEEKEND_SHARE = 0.02;

export interface Calendars {
  /** Takes the days of one instrument. */
  add(exchange: string, days: PackedDays): void;
  /** The gaps between the days of an instrument that was added; all others of its exchange are by then. */
  gapsOf(exchange: string, days: Int32Array): GapFindings;
}

export function createCalendars(): Calendars {
  const days = new Map<string, PackedDays[]>();
  const calendars = new Map<string, SessionCalendar>();
  return {
    add(exchange, ofInstrument) {
      const others = days.get(exchange);
      if (others) others.push(ofInstrument);
      else days.set(exchange, [ofInstrument]);
    },
    gapsOf(exchange, ofInstrument) {
      if (ofInstrument.length < 2) return NO_GAPS;
      let calendar = calendars.get(exchange);
      if (!calendar) {
        calendar = sessionCalendar(days.get(exchange) ?? []);
        calendars.set(exchange, calendar);
      }
      return findGaps(ofInstrument, calendar);
    },
  };
}

function findGaps(day: Int32Array, calendar: SessionCalendar): GapFindings {
  const atWeekends = tradesAtWeekends(day);
  let missingSessions = 0;
  let gapCount = 0;
  const longest: { from: number; to: number; sessions: number }[] = [];
  for (let bar = 1; bar < day.length; bar++) {
    const from = day[bar - 1] ?? 0;
    const to = day[bar] ?? 0;
    if (to - from === 1) continue;
    const sessions = calendar.between(from, to, atWeekends);
    if (sessions === 0) continue;
    missingSessions += sessions;
    gapCount++;
    if (longest.length === MAX_GAPS && sessions <= (longest.at(-1)?.sessions ?? 0)) continue;
    const place = longest.findIndex((known) => known.sessions < sessions);
    longest.splice(place < 0 ? longest.length : place, 0, { from, to, sessions });
    if (longest.length > MAX_GAPS) longest.pop();
  }
  if (gapCount === 0) return NO_GAPS;
  const gaps = longest.map(({ from, to, sessions }): SessionGap => ({
    from: formatIsoDay(calendar.after(from, atWeekends)),
    to: formatIsoDay(calendar.before(to, atWeekends)),
    sessions,
  }));
  return { missingSessions, gapCount, gaps };
}

function tradesAtWeekends(day: Int32Array): boolean {
  let count = 0;
  for (const one of day) if (isWeekend(one)) count++;
  return count > WEEKEND_SHARE * day.length;
}
