/** Gaps of instruments against the calendar of their exchange, which is made of the days that they have between them. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { InstrumentQuality, SessionGap } from "#workers/model/quality.ts";
import { LONG_STEP } from "./packed-days.ts";
import type { PackedDays } from "./packed-days.ts";
import { sessionCalendar, weekdayOf } from "./sessions.ts";
import type { SessionCalendar } from "./sessions.ts";

export type GapFindings = Pick<InstrumentQuality, "missingSessions" | "gapCount" | "gaps">;

export const NO_GAPS: GapFindings = { missingSessions: 0, gapCount: 0, gaps: [] };

const MAX_GAPS = 10;
/** With fewer of its bars at weekends an instrument does not trade then. */
const WEEKEND_SHARE = 0.02;
/** 1 for Sunday and Saturday. */
const WEEKEND = [1, 0, 0, 0, 0, 0, 1];

export interface Calendars {
  /** Takes the days of one instrument. */
  add(exchange: string, days: PackedDays): void;
  /** The gaps between the days of an instrument that was added; all others of its exchange are by then. */
  gapsOf(exchange: string, days: PackedDays): GapFindings;
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
      if (ofInstrument.steps.length === 0) return NO_GAPS;
      let calendar = calendars.get(exchange);
      if (!calendar) {
        calendar = sessionCalendar(days.get(exchange) ?? []);
        calendars.set(exchange, calendar);
      }
      return findGaps(ofInstrument, calendar);
    },
  };
}

function findGaps(days: PackedDays, calendar: SessionCalendar): GapFindings {
  const atWeekends = tradesAtWeekends(days);
  let missingSessions = 0;
  let gapCount = 0;
  const longest: { from: number; to: number; sessions: number }[] = [];
  let [from, to] = [days.first, days.first];
  for (const step of days.steps) {
    if (step === 0) {
      to += LONG_STEP;
      continue;
    }
    const isNextDay = step === 1 && to === from;
    const before = from;
    to += step;
    from = to;
    if (isNextDay) continue;
    const sessions = calendar.between(before, to, atWeekends);
    if (sessions === 0) continue;
    missingSessions += sessions;
    gapCount++;
    if (longest.length === MAX_GAPS && sessions <= (longest.at(-1)?.sessions ?? 0)) continue;
    const place = longest.findIndex((known) => known.sessions < sessions);
    longest.splice(place < 0 ? longest.length : place, 0, { from: before, to, sessions });
    if (longest.length > MAX_GAPS) longest.pop();
  }
  if (gapCount === 0) return NO_GAPS;
  const gaps = longest.map((gap): SessionGap => ({
    from: formatIsoDay(calendar.after(gap.from, atWeekends)),
    to: formatIsoDay(calendar.before(gap.to, atWeekends)),
    sessions: gap.sessions,
  }));
  return { missingSessions, gapCount, gaps };
}

function tradesAtWeekends({ first, steps }: PackedDays): boolean {
  let weekday = weekdayOf(first);
  let bars = 1;
  let count = WEEKEND[weekday] ?? 0;
  for (const step of steps) {
    weekday = (weekday + (step === 0 ? LONG_STEP : step)) % 7;
    if (step === 0) continue;
    bars++;
    count += WEEKEND[weekday] ?? 0;
  }
  return count > WEEKEND_SHARE * bars;
}
