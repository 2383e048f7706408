/**
 * Sessions: the sorted union of the dates on which at least one instrument of the universe has a bar; and where
 * each instrument has its bars on them, 32 sessions a word.
 */
import { daysOf } from "#workers/model/late-column.ts";
import type { DayBits, Market } from "#workers/model/market.ts";
import { dayBitsOf, markDays, wordOf } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits, fillBits, firstBits, gather, lowestBit, wordsFor } from "./bits.ts";

/** What `rowOn` gives for an instrument that has no bar on the session. */
export const NO_BAR = -1;

/** A member is an instrument's place in the universe; its word w has index member * words + w. */
export interface Calendar {
  readonly members: number;
  /** EpochDay of each session, ascending. */
  readonly sessionDay: Int32Array;
  /** The market's rows of member m are fromRow[m] .. toRow[m] - 1. */
  readonly fromRow: Int32Array;
  readonly toRow: Int32Array;
  /** Bars of the member that has most. */
  readonly longest: number;
  /** Words a member. */
  readonly words: number;
  /** Bit k of word w: the member has a bar on session 32 w + k. */
  readonly present: Int32Array;
  /** The member's bars before the word's first session. */
  readonly barsBefore: Uint16Array | Uint32Array;
}

/** The market's row of the member's bar on the session, or NO_BAR. */
export function rowOn(calendar: Calendar, member: number, session: number): number {
  const at = member * calendar.words + (session >> 5);
  const present = calendar.present[at];
  const bit = session & 31;
  const first = calendar.fromRow[member] + calendar.barsBefore[at];
  if (present === FULL) return first + bit;
  if (((present >>> bit) & 1) === 0) return NO_BAR;
  return first + countBits(present & firstBits(bit));
}

/** Whether the member has a bar on the session. */
export function hasBar({ words, present }: Calendar, member: number, session: number): boolean {
  return ((present[member * words + (session >> 5)] >>> (session & 31)) & 1) === 1;
}

/** The market's row of the member's last bar on or before the session, or NO_BAR. */
export function lastRowOn(calendar: Calendar, member: number, session: number): number {
  const bars = rowsBefore(calendar, member, session + 1);
  return bars === 0 ? NO_BAR : calendar.fromRow[member] + bars - 1;
}

/** How many bars the member has before the session; the session may be the one behind the last. */
export function rowsBefore(calendar: Calendar, member: number, session: number): number {
  const word = session >> 5;
  if (word === calendar.words) return calendar.toRow[member] - calendar.fromRow[member];
  const at = member * calendar.words + word;
  const within = countBits(calendar.present[at] & firstBits(session & 31));
  return calendar.barsBefore[at] + within;
}

/** The session of a member's bar, by its place among its own. */
export function sessionOf(calendar: Calendar, member: number, bar: number): number {
  let low = 0;
  let high = calendar.sessionDay.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowsBefore(calendar, member, middle + 1) <= bar) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param universe - the market's instrument numbers; empty gives a calendar without sessions */
export function buildCalendar(market: Market, universe: Int32Array): Calendar {
  const days = market.zones?.days ?? dayBitsOf(market, universe);
  return alignBars(market, universe, { days, sessions: numberSessions(mergeDays(market, universe, days)) });
}

/** Days as bits: EpochDay d is bit d & 31 of the word (d >> 5) - firstWord. */
export interface MarkedDays {
  readonly firstWord: number;
  readonly bits: Int32Array;
}

export interface Sessions extends MarkedDays {
  /** EpochDay of each, ascending. */
  readonly sessionDay: Int32Array;
  /** Sessions before each word's days, and all of them last. */
  readonly before: Int32Array;
}

export function numberSessions({ firstWord, bits }: MarkedDays): Sessions {
  const before = new Int32Array(bits.length + 1);
  for (let word = 0; word < bits.length; word++) before[word + 1] = before[word] + countBits(bits[word]);
  const sessionDay = new Int32Array(before[bits.length]);
  for (let word = 0, session = 0; word < bits.length; word++) {
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
      sessionDay[session++] = (firstWord + word) * WORD + lowestBit(rest);
    }
  }
  return { firstWord, bits, sessionDay, before };
}

/** The bars of a universe by day. */
export interface UniverseDays {
  /** Days of the universe's instruments. */
  readonly days: DayBits;
  /** Every bar of the universe is on one of them. */
  readonly sessions: Sessions;
}

export function alignBars(market: Market, universe: Int32Array, { days, sessions }: UniverseDays): Calendar {
  const { sessionDay } = sessions;
  const words = wordsFor(sessionDay.length);
  const present = new Int32Array(universe.length * words);
  const fromRow = universe.map((instrument) => market.barOffset[instrument]);
  const toRow = universe.map((instrument) => market.barOffset[instrument + 1]);
  const longest = fromRow.reduce((most, from, member) => Math.max(most, toRow[member] - from), 0);
  const barsBefore = barsColumn(longest, universe.length * words);
  for (let member = 0; member < universe.length; member++) {
    const own = present.subarray(member * words, (member + 1) * words);
    if (hasDayBits(days, universe[member])) alignDays(own, sessions, days, universe[member]);
    else alignRows(own, sessions, market.day.subarray(fromRow[member], toRow[member]));
    let bars = 0;
    for (let word = 0; word < words; word++) {
      barsBefore[member * words + word] = bars;
      bars += own[word] === FULL ? WORD : countBits(own[word]);
    }
  }
  return { members: universe.length, sessionDay, fromRow, toRow, longest, words, present, barsBefore };
}

/** Zeros, each with room for a number of bars up to `longest`. */
export function barsColumn(longest: number, length: number): Uint16Array | Uint32Array {
  return longest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

export function hasDayBits({ wordOffset }: DayBits, instrument: number): boolean {
  return wordOffset[instrument] < wordOffset[instrument + 1];
}

/** The days of an instrument's bars, the first of them in the first word; without words where it has no bar. */
export function markedDaysOf(market: Market, instrument: number): MarkedDays {
  if (market.zones !== undefined && hasDayBits(market.zones.days, instrument)) {
    const { wordOffset, firstWord, bits } = market.zones.days;
    const own = bits.subarray(wordOffset[instrument], wordOffset[instrument + 1]);
    return { firstWord: firstWord[instrument], bits: own };
  }
  const day = daysOf(market, instrument);
  if (day.length === 0) return { firstWord: 0, bits: new Int32Array(0) };
  const first = wordOf(day, 0);
  const bits = new Int32Array(wordOf(day, day.length - 1) - first + 1);
  markDays(day, { from: 0, to: day.length }, bits, -first);
  return { firstWord: first, bits };
}

/** The days on which one of the instruments has a bar. */
function mergeDays(market: Market, universe: Int32Array, days: DayBits): MarkedDays {
  const { barOffset } = market;
  const { wordOffset, firstWord, bits } = days;
  let first = Infinity;
  let last = -Infinity;
  for (const instrument of universe) {
    const [from, to] = [barOffset[instrument], barOffset[instrument + 1]];
    if (from === to) continue;
    const words = wordOffset[instrument + 1] - wordOffset[instrument];
    first = Math.min(first, firstWord[instrument]);
    last = Math.max(last, words > 0 ? firstWord[instrument] + words - 1 : wordOf(market.day, to - 1));
  }
  if (first > last) return { firstWord: 0, bits: new Int32Array(0) };
  const merged = new Int32Array(last - first + 1);
  for (const instrument of universe) {
    if (!hasDayBits(days, instrument)) {
      markDays(market.day, { from: barOffset[instrument], to: barOffset[instrument + 1] }, merged, -first);
      continue;
    }
    const shift = firstWord[instrument] - first - wordOffset[instrument];
    for (let at = wordOffset[instrument]; at < wordOffset[instrument + 1]; at++)
      merged[at + shift] |= bits[at];
  }
  return { firstWord: first, bits: merged };
}

/**
 * Sets the bit of every session on which the instrument has a bar: those of all its words of days, without the few that
 * it misses.
 */
function alignDays(present: Int32Array, sessions: Sessions, days: DayBits, instrument: number): void {
  const { wordOffset, firstWord, bits } = days;
  const shift = firstWord[instrument] - sessions.firstWord - wordOffset[instrument];
  const stop = wordOffset[instrument + 1];
  fillBits(present, sessions.before[wordOffset[instrument] + shift], sessions.before[stop + shift]);
  for (let at = wordOffset[instrument]; at < stop; at++) {
    const missing = sessions.bits[at + shift] & ~bits[at];
    if (missing === 0) continue;
    const packed = gather(missing, sessions.bits[at + shift]);
    const session = sessions.before[at + shift];
    const bit = session & 31;
    present[session >> 5] &= ~(packed << bit);
    const rest = bit > 0 ? packed >>> (WORD - bit) : 0;
    if (rest !== 0) present[(session >> 5) + 1] &= ~rest;
  }
}

/** Aligns days bar by bar, as alignDays does word by word. */
function alignRows(present: Int32Array, sessions: Sessions, day: Int32Array): void {
  for (let row = 0; row < day.length; row++) {
    const word = (day[row] >> 5) - sessions.firstWord;
    const session = sessions.before[word] + countBits(sessions.bits[word] & firstBits(day[row] & 31));
    present[session >> 5] |= 1 << (session & 31);
  }
}
