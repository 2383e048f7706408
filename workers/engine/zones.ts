/**
 * Bounds of each 32 sessions' values of a member. Most words are decided by them without a look at the bars: all of
 * them pass a threshold, or none.
 */
import type { ZoneBounds } from "#workers/model/market.ts";
import { boundSeries, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import { oncePerMember } from "./member-bits.ts";

/**
 * By the calendar's words: no value is below `least`, none above `most`; for a word without a bar both are 0.
 * -Infinity and Infinity where one is below 0 or unknown. There once `ready` was called.
 */
export interface Zones extends ZoneBounds {
  readonly ready: (member: number) => void;
}

/** Bounds of each 32 bars of a member, from its first on: those of its zone z at zoneOffset[member] + z. */
export interface BarZones extends Zones {
  readonly zoneOffset: Int32Array;
}

/** Those that came with the market. */
export function knownZones(bounds: ZoneBounds, zoneOffset: Int32Array): BarZones {
  return { ...bounds, zoneOffset, ready: () => {} };
}

/** Those of a column, worked out as its members are asked for. */
export function zonesOfBars(calendar: Calendar, values: Float64Array): BarZones {
  return makeBarZones(calendar, (rows, bounds, zone) => boundSeries(values, rows, bounds, zone));
}

export interface MemberRows extends RowSpan {
  readonly member: number;
}

/** @param bound - writes the bounds of a member's rows to the zones from `zone` on */
export function makeBarZones(
  { members, fromRow, toRow }: Calendar,
  bound: (rows: MemberRows, bounds: ZoneBounds, zone: number) => void,
): BarZones {
  const zoneOffset = new Int32Array(members + 1);
  for (let member = 0; member < members; member++) {
    zoneOffset[member + 1] = zoneOffset[member] + zonesFor(toRow[member] - fromRow[member]);
  }
  const bounds = makeBounds(zoneOffset[members]);
  const ready = oncePerMember(members, (member) =>
    bound({ member, from: fromRow[member], to: toRow[member] }, bounds, zoneOffset[member]),
  );
  return { ...bounds, zoneOffset, ready };
}

/** Bounds of the bars of each of the calendar's words, which lie in at most two zones. */
export function zonesByWord(calendar: Calendar, zones: BarZones): Zones {
  const { members, words, present, firstRow, fromRow } = calendar;
  const { zoneOffset, least: leastOf, most: mostOf } = zones;
  const { least, most } = makeBounds(present.length);
  const ready = oncePerMember(members, (member) => {
    zones.ready(member);
    const start = zoneOffset[member];
    const from = fromRow[member];
    const stop = (member + 1) * words;
    for (let at = member * words; at < stop; at++) {
      if (present[at] === 0) continue;
      const first = firstRow[at] - from;
      let zone = start + (first >> 5);
      const last = start + ((first + barsIn(present[at]) - 1) >> 5);
      least[at] = lower(leastOf[zone], leastOf[last]);
      most[at] = higher(mostOf[zone], mostOf[last]);
      const step = last - zone; // words without gaps lie in their zones as the first of them does
      for (; present[at] === FULL && at + 1 < stop && present[at + 1] === FULL; at++) {
        zone++;
        least[at + 1] = lower(leastOf[zone], leastOf[zone + step]);
        most[at + 1] = higher(mostOf[zone], mostOf[zone + step]);
      }
    }
  });
  return { least, most, ready };
}

/** No value of the member is above it. @param zones - by word, of values from 0 up */
export function highestIn({ words }: Calendar, zones: Zones, member: number): number {
  zones.ready(member);
  let highest = 0;
  for (let at = member * words; at < (member + 1) * words; at++) {
    if (zones.most[at] > highest) highest = zones.most[at];
  }
  return highest;
}

function lower(a: number, b: number): number {
  return b < a ? b : a;
}

function higher(a: number, b: number): number {
  return b > a ? b : a;
}

function barsIn(present: number): number {
  return present === FULL ? WORD : countBits(present);
}

/** Bounds around a member's words, worked out when they are asked for; once `ready` was called with the member. */
export interface Ranges {
  readonly ready: (member: number) => void;
  readonly least: (member: number, word: number) => number;
  readonly most: (member: number, word: number) => number;
}

/**
 * Bounds of the last `days` values up to each of the word's bars, and so of their mean. A bar with fewer up to it
 * counts as -Infinity.
 */
export function rangesOfWindows(
  { words, present, firstRow, fromRow }: Calendar,
  { least, most, zoneOffset, ready }: BarZones,
  days: number,
): Ranges {
  return {
    ready,
    least: (member, word) => {
      const at = member * words + word;
      const first = firstRow[at] - fromRow[member];
      if (first < days - 1) return -Infinity;
      const stop = zoneOffset[member] + ((first + barsIn(present[at]) - 1) >> 5);
      let low = Infinity;
      for (let zone = zoneOffset[member] + ((first - days + 1) >> 5); zone <= stop; zone++) {
        low = Math.min(low, least[zone]);
      }
      return low;
    },
    most: (member, word) => {
      const at = member * words + word;
      const first = firstRow[at] - fromRow[member];
      const last = first + barsIn(present[at]) - 1;
      if (last < days - 1) return -Infinity;
      const stop = zoneOffset[member] + (last >> 5);
      let high = -Infinity;
      for (let zone = zoneOffset[member] + (Math.max(0, first - days + 1) >> 5); zone <= stop; zone++) {
        high = Math.max(high, most[zone]);
      }
      return high;
    },
  };
}

export interface GainRanges extends Ranges {
  /** Writes the upper bounds of all of a member's words, every stride-th place from the start on. */
  readonly mostOfAll: (member: number, into: Float32Array, start: number, stride: number) => void;
}

/** Bounds that were rounded to singles, and quotients of such rounded again, are off by less than this, relatively. */
const SINGLES_ARE_OFF = 1e-6;

/** @param least - of the values before, in one zone, and in the other */
function highestGain(most: number, least: number, other: number): number {
  const before = Math.min(least, other);
  return before > 0 ? (most / before) * (1 + SINGLES_ARE_OFF) : Infinity;
}

/**
 * Bounds of value / value `days` bars before, of the word's bars that have one so early; -Infinity for the others.
 *
 * @param zones - of the values by word
 * @param barZones - of the same values
 */
export function rangesOfGains(
  calendar: Calendar,
  zones: Zones,
  barZones: BarZones,
  days: number,
): GainRanges {
  const { words, present, firstRow, fromRow } = calendar;
  const { zoneOffset, least: leastOf, most: mostOf } = barZones;
  const { least: ownLeast, most: ownMost } = zones;
  return {
    ready: (member) => {
      zones.ready(member);
      barZones.ready(member);
    },
    least: (member, word) => {
      const at = member * words + word;
      const first = firstRow[at] - fromRow[member] - days;
      if (first < 0 || present[at] === 0) return -Infinity;
      const zone = zoneOffset[member] + (first >> 5);
      const other = zoneOffset[member] + ((first + barsIn(present[at]) - 1) >> 5);
      return (ownLeast[at] / Math.max(mostOf[zone], mostOf[other])) * (1 - SINGLES_ARE_OFF);
    },
    most: (member, word) => {
      const at = member * words + word;
      const first = firstRow[at] - fromRow[member] - days;
      const last = first + barsIn(present[at]) - 1;
      if (last < 0 || present[at] === 0) return -Infinity;
      const zone = zoneOffset[member] + (Math.max(0, first) >> 5);
      return highestGain(ownMost[at], leastOf[zone], leastOf[zoneOffset[member] + (last >> 5)]);
    },
    mostOfAll: (member, into, start, stride) => {
      const firstZone = zoneOffset[member];
      const from = fromRow[member] + days;
      const stop = (member + 1) * words;
      for (let at = member * words, place = start; at < stop; at++, place += stride) {
        const first = firstRow[at] - from;
        const last = first + barsIn(present[at]) - 1;
        if (last < 0 || present[at] === 0) {
          into[place] = -Infinity;
          continue;
        }
        let zone = first < 0 ? firstZone : firstZone + (first >> 5);
        let lastZone = firstZone + (last >> 5);
        into[place] = highestGain(ownMost[at], leastOf[zone], leastOf[lastZone]);
        if (first < 0) continue;
        for (; present[at] === FULL && at + 1 < stop && present[at + 1] === FULL; at++) {
          place += stride;
          into[place] = highestGain(ownMost[at + 1], leastOf[++zone], leastOf[++lastZone]);
        }
      }
    },
  };
}
