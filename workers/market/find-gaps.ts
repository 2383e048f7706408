/**
 * Gaps of instruments against the calendar of their exchange, which is made of the days that they have between them. Bars of weeks
 * and months are on none: there a gap is a week or a month without one.
 */
import { countGap, judgeBars, noBars } from "#workers/model/bar-counts.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { InstrumentQuality, SessionGap } from "#workers/model/quality.ts";
import { LONG_STEP } from "./packed-days.ts";
import type { PackedDays } from "./packed-days.ts";
import { createDayCounts, weekdayOf } from "./sessions.ts";
import type { DayCounts, SessionCalendar } from "./sessions.ts";

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
  const counts = new Map<string, DayCounts>();
  const calendars = new Map<string, SessionCalendar>();
  return {
    add(exchange, ofInstrument) {
      if (periodOf(ofInstrument) !== null) return;
      const known = counts.get(exchange) ?? createDayCounts();
      counts.set(exchange, known);
      known.add(ofInstrument);
    },
    gapsOf(exchange, ofInstrument) {
      if (ofInstrument.steps.length === 0) return NO_GAPS;
      const period = periodOf(ofInstrument);
      if (period !== null) return findPeriodGaps(ofInstrument, period);
      const calendar = calendars.get(exchange) ?? counts.get(exchange)?.calendar();
      if (!calendar) throw new RangeError(`no instrument of ${exchange} was added`);
      calendars.set(exchange, calendar);
      return findGaps(ofInstrument, calendar);
    },
  };
}

/** Days of the week or month that each of the bars is; null of daily ones. */
function periodOf({ first, steps }: PackedDays): number | null {
  const counts = noBars();
  let [before, day] = [first, first];
  for (const step of steps) {
    day += step === 0 ? LONG_STEP : step;
    if (step === 0) continue;
    counts.gaps++;
    countGap(counts, day - before);
    before = day;
  }
  return PERIODS[judgeBars(counts, []).frequency];
}

const PERIODS = { daily: null, weekly: 7, monthly: 365.25 / 12 } as const;

function findPeriodGaps({ first, steps }: PackedDays, period: number): GapFindings {
  const found: { from: number; to: number; sessions: number }[] = [];
  let [before, day] = [first, first];
  for (const step of steps) {
    day += step === 0 ? LONG_STEP : step;
    if (step === 0) continue;
    const sessions = Math.round((day - before) / period) - 1;
    if (sessions > 0)
      found.push({ from: Math.floor(before + period), to: Math.floor(day - period), sessions });
    before = day;
  }
  return {
    missingSessions: found.reduce((sum, { sessions }) => sum + sessions, 0),
    gapCount: found.length,
    gaps: found
      .toSorted((a, b) => b.sessions - a.sessions)
      .slice(0, MAX_GAPS)
      .map(({ from, to, sessions }) => ({ from: formatIsoDay(from), to: formatIsoDay(to), sessions })),
  };
}

function findGaps(days: PackedDays, calendar: SessionCalendar): GapFindings {
  const atWeekends = tradesAtWeekends(days);
  let missingSessions = 0;
  let gapCount = 0;
  const longest: { from: number; to: number; sessions: number }[] = [];
  let [from, to] = [days.first, days.first];
  const { steps } = days;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? 0;
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
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? 0;
    weekday = (weekday + (step === 0 ? LONG_STEP : step)) % 7;
    if (step === 0) continue;
    bars++;
    count += WEEKEND[weekday] ?? 0;
  }
  return count > WEEKEND_SHARE * bars;
}
