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

/** On how many instruments there are bars, and how many live, day by day: what the calendar of an exchange is made of. */
export interface DayCounts {
  /** Counts the days of one instrument. */
  add(days: PackedDays): void;
  /** Calendar of all that were added, at least one. */
  calendar(): SessionCalendar;
}

export function createDayCounts(): DayCounts {
  let [first, last] = [Infinity, -Infinity];
  /** By day from `origin` on: bars, and by how many more or fewer instruments live than on the day before. */
  let present = new Int32Array(0);
  let change = new Int32Array(0);
  let origin = 0;

  function makeRoom(from: number, to: number): void {
    if (present.length > 0 && from >= origin && to < origin + present.length) return;
    const isFirst = present.length === 0;
    const lowest = isFirst ? from : Math.min(from, origin);
    const highest = isFirst ? to : Math.max(to, origin + present.length - 1);
    const wider = (counts: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const room = new Int32Array(highest - lowest + 1);
      room.set(counts, isFirst ? 0 : origin - lowest);
      return room;
    };
    [present, change, origin] = [wider(present), wider(change), lowest];
  }

  return {
    add(days) {
      makeRoom(days.first, days.last + 1);
      first = Math.min(first, days.first);
      last = Math.max(last, days.last);
      let place = days.first - origin;
      change[place] = (change[place] ?? 0) + 1;
      change[days.last - origin + 1] = (change[days.last - origin + 1] ?? 0) - 1;
      present[place] = (present[place] ?? 0) + 1;
      for (let at = 0; at < days.steps.length; at++) {
        const step = days.steps[at] ?? 0;
        place += step === 0 ? LONG_STEP : step;
        if (step > 0) present[place] = (present[place] ?? 0) + 1;
      }
    },
    calendar() {
      const [from, to] = [first - origin, last - origin + 1];
      return countedCalendar(sessionsOf(first, present.subarray(from, to), change.subarray(from, to)), first);
    },
  };
}

/** True where the calendar of an instrument alone may have sessions between its days. */
export function hasHoles({ steps }: PackedDays): boolean {
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? 0;
    if (step === 0 || step > LONGEST_CLOSURE_DAYS) return true;
  }
  return false;
}

/** For each day from the first on, 1 for a session. */
function sessionsOf(first: number, present: Int32Array, change: Int32Array): Uint8Array {
  const isSession = new Uint8Array(present.length);
  let alive = 0;
  let before = 0;
  for (let place = 0; place < present.length; place++) {
    alive += change[place] ?? 0;
    const count = present[place] ?? 0;
    if (count === 0 || count < alive * LEAST_SHARE) continue;
    isSession[place] = 1;
    if (place - before > LONGEST_CLOSURE_DAYS) fillWeekdays(isSession, first, before, place);
    before = place;
  }
  return isSession;
}

function fillWeekdays(isSession: Uint8Array, first: number, from: number, to: number): void {
  for (let place = from + 1; place < to; place++) if (!isWeekend(first + place)) isSession[place] = 1;
}

function countedCalendar(isSession: Uint8Array, first: number): SessionCalendar {
  /** Sessions before a place, of all days and of weekdays. */
  const all = new Int32Array(isSession.length + 1);
  const weekdays = new Int32Array(isSession.length + 1);
  for (let place = 0; place < isSession.length; place++) {
    const session = isSession[place] ?? 0;
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
