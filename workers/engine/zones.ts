/**
 * Bounds of each 32 sessions' values of a member. Most words are decided by them without a look at the bars: all of
 * them pass a threshold, or none.
 */
import { WORD, countBits } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import { oncePerMember } from "./member-bits.ts";

/**
 * By the calendar's words: no value is below `least`, none above `most`, and both are within a millionth of one.
 * -Infinity and Infinity where a value is below 0. There once `ready` was called.
 */
export interface Zones {
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly ready: (member: number) => void;
}

/** A member's values: that of the market's row r is values[r - shift]; no NaN. */
export interface MemberValues {
  readonly values: Float64Array;
  readonly shift: number;
}

export function zonesOf(calendar: Calendar, valuesOf: (member: number) => MemberValues): Zones {
  const { members, words, present, firstRow } = calendar;
  const least = new Float64Array(present.length);
  const most = new Float64Array(present.length);
  const ready = oncePerMember(members, (member) => {
    const { values, shift } = valuesOf(member);
    const upper = upperHalves(values);
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const first = firstRow[at] - shift;
      bound(upper, { first, stop: first + countBits(present[at]) }, { least, most, at });
    }
  });
  return { least, most, ready };
}

/** The upper halves of doubles, in every second place from 1: signed integers in the order of the doubles from 0 up. */
export function upperHalves(values: Float64Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length * 2);
}

/**
 * Bounds the values first..stop-1 by the upper halves of the least and of the most. Whether one value is above
 * another is as good as random to the processor: no branch hangs on it (7 ms instead of 18 for 3.25 million).
 */
export function bound(
  upper: Int32Array,
  { first, stop }: { readonly first: number; readonly stop: number },
  { least, most, at }: { readonly least: Float64Array; readonly most: Float64Array; readonly at: number },
): void {
  let low = 0x7fff_ffff;
  let high = 0;
  let signs = 0;
  for (let half = 2 * first + 1; half < 2 * stop; half += 2) {
    const value = upper[half];
    signs |= value;
    const above = (value - high) | 0;
    high = (high + (above & ~(above >> 31))) | 0;
    const below = (value - low) | 0;
    low = (low + (below & (below >> 31))) | 0;
  }
  least[at] = signs < 0 ? -Infinity : fromUpperHalf(low);
  most[at] = signs < 0 ? Infinity : fromUpperHalf(high + 1);
}

const double = new Float64Array(1);
const halves = upperHalves(double);

function fromUpperHalf(half: number): number {
  halves[1] = half;
  return double[0];
}

/** Least and most value. */
export interface Range {
  least: number;
  most: number;
}

/** Bounds, by a member's word, of its values some bars before those of the word. */
export type RangeBefore = (member: number, word: number) => Range;

/**
 * Looks at the bars `days` before those bars of the word that have one so early; least is Infinity and most
 * -Infinity when none has. Gives the same object again and again, with wider bounds than the very bars have.
 */
export function rangeBefore(calendar: Calendar, zones: Zones, days: number): RangeBefore {
  const { words, present, firstRow, fromRow } = calendar;
  const range: Range = { least: Infinity, most: -Infinity };
  return (member, word) => {
    zones.ready(member);
    const from = fromRow[member];
    const start = member * words;
    const own = start + word;
    const first = Math.max(from, firstRow[own] - days);
    const last = firstRow[own] + countBits(present[own]) - 1 - days;
    range.least = Infinity;
    range.most = -Infinity;
    if (last < from) return range;
    let at = Math.max(start, own - Math.ceil(days / WORD) + 1);
    while (firstRow[at] > last) at--;
    for (; ; at--) {
      if (zones.least[at] < range.least) range.least = zones.least[at];
      if (zones.most[at] > range.most) range.most = zones.most[at];
      if (firstRow[at] <= first) return range;
    }
  };
}
