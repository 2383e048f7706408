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

/** A word's bars lie in at most two zones. */
export function zonesByWord(calendar: Calendar, zones: BarZones): Zones {
  return zonesOfWindows(calendar, zones, 1);
}

/**
 * Bounds that the last `days` values up to each of the word's bars are within, and so is their mean. A bar with fewer
 * up to it counts as -Infinity.
 */
export function zonesOfWindows(calendar: Calendar, zones: BarZones, days: number): Zones {
  const { members, words, present, firstRow, fromRow } = calendar;
  const bounds = makeBounds(present.length);
  const ready = oncePerMember(members, (member) => {
    zones.ready(member);
    const { zoneOffset, least, most } = zones;
    const start = zoneOffset[member];
    const from = fromRow[member];
    for (let at = member * words; at < (member + 1) * words; at++) {
      if (present[at] === 0) continue;
      const first = firstRow[at] - from;
      const last = first + (present[at] === FULL ? WORD : countBits(present[at])) - 1;
      const stop = start + (last >> 5);
      let zone = start + (Math.max(0, first - days + 1) >> 5);
      let low = least[zone];
      let high = most[zone];
      for (zone++; zone <= stop; zone++) {
        low = Math.min(low, least[zone]);
        high = Math.max(high, most[zone]);
      }
      bounds.least[at] = first < days - 1 ? -Infinity : low;
      bounds.most[at] = last < days - 1 ? -Infinity : high;
    }
  });
  return { ...bounds, ready };
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
export function rangeBefore(
  { words, present, firstRow, fromRow }: Calendar,
  { least, most, zoneOffset, ready }: BarZones,
  days: number,
): RangeBefore {
  const range: Range = { least: Infinity, most: -Infinity };
  return (member, word) => {
    ready(member);
    const own = member * words + word;
    const first = firstRow[own] - fromRow[member] - days;
    const last = first + countBits(present[own]) - 1;
    range.least = Infinity;
    range.most = -Infinity;
    if (last < 0) return range;
    const stop = zoneOffset[member] + (last >> 5);
    for (let zone = zoneOffset[member] + (Math.max(0, first) >> 5); zone <= stop; zone++) {
      if (least[zone] < range.least) range.least = least[zone];
      if (most[zone] > range.most) range.most = most[zone];
    }
    return range;
  };
}
