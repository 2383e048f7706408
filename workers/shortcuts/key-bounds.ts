/**
 * Bounds of the keys of the top-gainer order. For best-orders.ts: a candidate whose bound is below the list is not
 * looked at.
 */
import { WORD, countBits, wordsFor } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { TOP_GAINER_DAYS } from "#workers/engine/priority.ts";
import { LEAST_SINGLE } from "#workers/model/price-zones.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import type { Closes } from "./closes.ts";
import type { GainBounds } from "./zones.ts";

/** Members whose bounds are found together: those of a word lie side by side then, and fill a line of the processor's cache. */
const GROUP = 16;

/** A single next to a number is off by less than half of this, relatively. */
const SINGLE_PLACE = 2 ** -23;

/**
 * Bounds of the members' keys over 32 sessions: who can't get onto a full list need not be looked at. That of member
 * m in word w is most[w x members + m].
 */
export interface KeyBounds {
  readonly most: Float32Array;
  /** Makes a bound as sharp as a single can be; for those that have let a candidate through: the next session asks again. */
  readonly sharpen: (member: number, word: number) => void;
}

/** A single that is no less, and hardly more. @param key - not negative, or -Infinity */
export function boundOfKey(key: number): number {
  return key > 0 && key < LEAST_SINGLE ? LEAST_SINGLE : Math.fround(key * (1 + SINGLE_PLACE));
}

/** Puts rows of words, one member after the other, into rows of members. @param all - members of a row */
function turnRows(
  rows: Float32Array,
  { members, words }: { readonly members: Int32Array; readonly words: number },
  into: Float32Array,
  all: number,
): void {
  for (let word = 0; word < words; word++) {
    for (let k = 0; k < members.length; k++) into[word * all + members[k]] = rows[k * words + word];
  }
}

/** Writes the gains of a member's rows to into[0] and on: at most 32, that all have one TOP_GAINER_DAYS before. */
export type GainsReader = (member: number, rows: RowSpan, into: Float64Array) => void;

export function makeGainsReader({ copy }: Closes): GainsReader {
  const before = new Float64Array(WORD);
  return (member, { from, to }, into) => {
    copy(member, { from, to }, into);
    copy(member, { from: from - TOP_GAINER_DAYS, to: to - TOP_GAINER_DAYS }, before);
    divide(into, before, to - from);
  };
}

function divide(values: Float64Array, by: Float64Array, count: number): void {
  for (let at = 0; at < count; at++) values[at] /= by[at];
}

export interface TopGainerBounds extends KeyBounds {
  /** Finds the bounds of the members whose bits are set, null for all; until then they are 0. */
  readonly ready: (needed: Int32Array | null) => void;
}

/** @param gains - bounds of the gain since TOP_GAINER_DAYS before; no bar is looked at before a bound is sharpened */
export function topGainerBounds(closes: Closes, gains: GainBounds): TopGainerBounds {
  const { members, words } = closes.calendar;
  const most = new Float32Array(members * words);
  /** A bit by the places of `most`. */
  const isSharp = new Int32Array(wordsFor(members * words));
  const group = new Float32Array(GROUP * words);
  const isKnown = new Uint8Array(members);
  const own = new Int32Array(GROUP);

  function boundGroup(first: number, needed: Int32Array | null): void {
    let count = 0;
    for (let member = first; member < Math.min(members, first + GROUP); member++) {
      const isNeeded = needed === null || ((needed[member >> 5] >>> (member & 31)) & 1) === 1;
      if (!isNeeded || isKnown[member] === 1) continue;
      gains.mostOfAll(member, group, count * words);
      own[count++] = member;
    }
    if (count === 0) return;
    turnRows(group, { members: own.subarray(0, count), words }, most, members);
    for (let k = 0; k < count; k++) isKnown[own[k]] = 1;
  }

  const readGains = makeGainsReader(closes);
  const ownGains = new Float64Array(WORD);
  return {
    most,
    ready: (needed) => {
      for (let first = 0; first < members; first += GROUP) boundGroup(first, needed);
    },
    sharpen: (member, word) => {
      const at = word * members + member;
      const bit = 1 << (at & 31);
      if ((isSharp[at >> 5] & bit) !== 0) return;
      isSharp[at >> 5] |= bit;
      most[at] = boundOfKey(highestGainIn(member, word));
    },
  };

  /** -Infinity where none of the word's bars has one so early. */
  function highestGainIn(member: number, word: number): number {
    const rows = rowsWithGain(closes.calendar, member, word);
    if (rows.from >= rows.to) return -Infinity;
    readGains(member, rows, ownGains);
    return highestOf(ownGains, rows.to - rows.from);
  }
}

/** None where `from` is not before `to`. */
function rowsWithGain(
  { words, fromRow, barsBefore, present }: Calendar,
  member: number,
  word: number,
): RowSpan {
  const first = fromRow[member] + barsBefore[member * words + word];
  const from = Math.max(first, fromRow[member] + TOP_GAINER_DAYS);
  return { from, to: first + countBits(present[member * words + word]) };
}

function highestOf(values: Float64Array, count: number): number {
  let highest = -Infinity;
  for (let at = 0; at < count; at++) if (values[at] > highest) highest = values[at];
  return highest;
}
