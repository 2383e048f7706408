/**
 * Bounds of each 32 sessions' values of a member. Most words are decided by them without a look at the bars: all of
 * them pass a threshold, or none.
 */
import type { ZoneBounds } from "#workers/model/market.ts";
import { LEAST_SINGLE, boundSeries, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import { endOfWhole, highestGains } from "./bar-kernels.ts";
import { oncePerMember } from "./member-bits.ts";

/**
 * By the calendar's words: no value is below `least`, none above `most`; for a word without a bar both are 0.
 * -Infinity and Infinity where one is below 0 or unknown. There once `ready` was called.
 */
export interface Zones extends ZoneBounds {
  readonly ready: (member: number) => void;
  /** No value of the member is below, or above; without `ready`, which only few members need then. */
  readonly lowest: (member: number) => number;
  readonly highest: (member: number) => number;
}

/** Bounds of each 32 bars of a member, from its first on: those of its zone z at zoneOffset[member] + z, as in Zones. */
export interface BarZones extends ZoneBounds {
  readonly zoneOffset: Int32Array;
  readonly ready: (member: number) => void;
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
  const { members, words, present, firstRow, fromRow, toRow } = calendar;
  const { zoneOffset, least: leastOf, most: mostOf } = zones;
  const { least, most } = makeBounds(present.length);
  const zonesOf = (member: number): number => zonesFor(toRow[member] - fromRow[member]);
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
      least[at] = Math.min(leastOf[zone], leastOf[last]);
      most[at] = Math.max(mostOf[zone], mostOf[last]);
      const step = last - zone; // words without gaps lie in their zones as the first of them does
      for (; present[at] === FULL && at + 1 < stop && present[at + 1] === FULL; at++) {
        zone++;
        least[at + 1] = Math.min(leastOf[zone], leastOf[zone + step]);
        most[at + 1] = Math.max(mostOf[zone], mostOf[zone + step]);
      }
    }
  });
  return {
    least,
    most,
    ready,
    lowest: (member) => {
      zones.ready(member);
      return lowestOf(leastOf, zoneOffset[member], zonesOf(member));
    },
    highest: (member) => {
      zones.ready(member);
      return highestOf(mostOf, zoneOffset[member], zonesOf(member));
    },
  };
}

/** Those that are there. @param bounds - by the calendar's words */
export function zonesInMemory({ words }: Calendar, bounds: ZoneBounds): Zones {
  return {
    ...bounds,
    ready: () => {},
    lowest: (member) => lowestOf(bounds.least, member * words, words),
    highest: (member) => highestOf(bounds.most, member * words, words),
  };
}

function lowestOf(least: Float32Array, start: number, count: number): number {
  let lowest = Infinity;
  for (let at = start; at < start + count; at++) if (least[at] < lowest) lowest = least[at];
  return lowest;
}

function highestOf(most: Float32Array, start: number, count: number): number {
  let highest = 0;
  for (let at = start; at < start + count; at++) if (most[at] > highest) highest = most[at];
  return highest;
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
  /** Writes the upper bounds of all of a member's words from the start on, to a room of roomForGains; three places behind may get rubbish. */
  readonly mostOfAll: (member: number, into: Float32Array, start: number) => void;
}

/** Bounds that were rounded to singles, and quotients of such rounded again, are off by less than this, relatively. */
const SINGLES_ARE_OFF = 1e-6;

/** @param least - of the values before, in one zone, and in the other */
function highestGain(most: number, least: number, other: number): number {
  const before = Math.min(least, other);
  return before > 0 ? Math.max(LEAST_SINGLE, (most / before) * (1 + SINGLES_ARE_OFF)) : Infinity;
}

/**
 * Bounds of value / value `days` bars before, of the word's bars that have one so early; -Infinity for the others.
 *
 * @param zones - of the values
 */
export function rangesOfGains(calendar: Calendar, zones: BarZones, days: number): GainRanges {
  const { words, present, firstRow, fromRow } = calendar;
  const { zoneOffset, least: leastOf, most: mostOf } = zones;

  function most(member: number, word: number): number {
    const at = member * words + word;
    const first = firstRow[at] - fromRow[member];
    const last = first + barsIn(present[at]) - 1;
    if (last < days || present[at] === 0) return -Infinity;
    const start = zoneOffset[member];
    const own = Math.max(mostOf[start + (first >> 5)], mostOf[start + (last >> 5)]);
    const zone = start + (Math.max(0, first - days) >> 5);
    return highestGain(own, leastOf[zone], leastOf[start + ((last - days) >> 5)]);
  }

  return {
    ready: zones.ready,
    least: (member, word) => {
      const at = member * words + word;
      const first = firstRow[at] - fromRow[member];
      if (first < days || present[at] === 0) return -Infinity;
      const last = first + barsIn(present[at]) - 1;
      const start = zoneOffset[member];
      const own = Math.min(leastOf[start + (first >> 5)], leastOf[start + (last >> 5)]);
      const before = Math.max(mostOf[start + ((first - days) >> 5)], mostOf[start + ((last - days) >> 5)]);
      return (own / before) * (1 - SINGLES_ARE_OFF);
    },
    most,
    mostOfAll: (member, into, start) => {
      zones.ready(member);
      const firstZone = zoneOffset[member];
      for (let word = 0; word < words; word++) {
        const at = member * words + word;
        const own = firstRow[at] - fromRow[member];
        const before = own - days;
        const count = before < 0 ? 0 : endOfWhole(calendar, member, at) - at;
        if (count === 0) {
          into[start + word] = most(member, word);
          continue;
        }
        const whole = {
          own: firstZone + (own >> 5),
          ownStep: Number((own & 31) > 0),
          before: firstZone + (before >> 5),
          beforeStep: Number((before & 31) > 0),
          words: count,
        };
        highestGains(zones, whole, into, start + word);
        word += count - 1;
      }
    },
  };
}
