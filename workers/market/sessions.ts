/** The calendar of a group of instruments, from the days they have: what a gap is measured against. */

import { LONG_STEP } from "./packed-days.ts";
import type { PackedDays } from "./packed-days.ts";

/** Days on which so many of the instruments that live then have a bar are sessions; a stray date is none. */
const LEAST_SHARE = 0.2;
/** No exchange closes for longer; weekdays of a longer hole in all instruments count as sessions that are missing. */
const LONGEST_CLOSURE_DAYS = 12;
/** 1970-01-01 was a Thursday, the fourth day of its week. */
const WEEKDAY_OF_1970 = 4;

export interface SessionCalendar {
  /** Sessions strictly between two days of an instrument. */
  between(from: number, to: number, tradesAtWeekends: boolean): number;
  /** The first session after a day, and the last before one; the day itself where there is none. */
  after(day: number, tradesAtWeekends: boolean): number;
  before(day: number, tradesAtWeekends: boolean): number;
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: number): number {
  return (((day + WEEKDAY_OF_1970) % 7) + 7) % 7;
}

function isWeekend(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6;
}

/** @param instruments - the days of each, as of one exchange; at least one */
export function sessionCalendar(instruments: readonly PackedDays[]): SessionCalendar {
  let first = Infinity;
  let last = -Infinity;
  for (const days of instruments) {
    first = Math.min(first, days.first);
    last = Math.max(last, days.last);
  }
  const span = last - first + 1;
  const present = new Int32Array(span);
  const living = new Int32Array(span + 1);
  for (const days of instruments) {
    const [from, to] = [days.first - first, days.last - first + 1];
    living[from] = (living[from] ?? 0) + 1;
    living[to] = (living[to] ?? 0) - 1;
    present[from] = (present[from] ?? 0) + 1;
    let place = from;
    for (const step of days.steps) {
      place += step === 0 ? LONG_STEP : step;
      if (step > 0) present[place] = (present[place] ?? 0) + 1;
    }
  }
  const isSession = new Uint8Array(span);
  let alive = 0;
  let before = 0;
  for (let place = 0; place < span; place++) {
    alive += living[place] ?? 0;
    const count = present[place] ?? 0;
    if (count === 0 || count < alive * LEAST_SHARE) continue;
    isSession[place] = 1;
    if (place - before > LONGEST_CLOSURE_DAYS) fillWeekdays(isSession, first, before, place);
    before = place;
  }
  return countedCalendar(isSession, first);
}

function fillWeekdays(isSession: Uint8Array, first: number, from: number, to: number): void {
  for (let place = from + 1; place < to; place++) if (!isWeekend(first + place)) isSession[place] = 1;
}

function countedCalendar(isSession: Uint8Array, first: number): SessionCalendar {
  /** Sessions before a place, of all days and of weekdays. */
  const all = new Int32Array(isSession.length + 1);
  const weekdays = new Int32Array(isSession.length + 1);
  for (const [place, session] of isSession.entries()) {
    all[place + 1] = (all[place] ?? 0) + session;
    weekdays[place + 1] = (weekdays[place] ?? 0) + (isWeekend(first + place) ? 0 : session);
  }
  const isOne = (place: number, tradesAtWeekends: boolean): boolean =>
    isSession[place] === 1 && (tradesAtWeekends || !isWeekend(first + place));
  return {
    between(from, to, tradesAtWeekends) {
      const counts = tradesAtWeekends ? all : weekdays;
      return (counts[to - first] ?? 0) - (counts[from - first + 1] ?? 0);
    },
    after(day, tradesAtWeekends) {
      let place = day - first + 1;
      while (place < isSession.length && !isOne(place, tradesAtWeekends)) place++;
      return place < isSession.length ? first + place : day;
    },
    before(day, tradesAtWeekends) {
      let place = day - first - 1;
      while (place >= 0 && !isOne(place, tradesAtWeekends)) place--;
      return place >= 0 ? first + place : day;
    },
  };
}
