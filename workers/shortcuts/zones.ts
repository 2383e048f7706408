/**
 * Bounds of each 32 sessions' values of a member. Most words are decided by them without a look at the bars: all of
 * them pass a threshold, or none. For zone-conditions.ts, best-orders.ts and parts: a word costs two comparisons in
 * place of 32.
 */
import type { ZoneBounds } from "#workers/model/market.ts";
import { LEAST_SINGLE, boundSeries, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { boundWords, endOfWhole, highestGains, lowestGains, roomForGains } from "./bar-kernels.ts";
import { oncePerMember } from "#workers/engine/member-bits.ts";

/** Bounds of what a member has in a word, by calendar: -Infinity and Infinity where a value is below 0 or unknown. */
export interface Zones {
  /** Of each of a member's words: both 0 for one without a bar. Good until another member's are asked for. */
  readonly wordsOf: (member: number) => ZoneBounds;
  /** Of a word with a bar: no value is below, or above. */
  readonly least: (member: number, word: number) => number;
  readonly most: (member: number, word: number) => number;
  /** No value of the member is below, or above. */
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
  const { members, fromRow, toRow } = calendar;
  const { zoneOffset, least, most } = zones;
  const { lowest, highest } = findExtremes(zones, members, (member) => {
    zones.ready(member);
    return { start: zoneOffset[member], count: zonesFor(toRow[member] - fromRow[member]) };
  });
  const { wordsOf } = windowsByWord(calendar, zones, 1);
  return {
    wordsOf,
    least: (member, word) => {
      zones.ready(member);
      const first = zoneOfFirst(calendar, zones, member, word);
      return Math.min(least[first], least[zoneOfLast(calendar, zones, member, word)]);
    },
    most: (member, word) => {
      zones.ready(member);
      const first = zoneOfFirst(calendar, zones, member, word);
      return Math.max(most[first], most[zoneOfLast(calendar, zones, member, word)]);
    },
    lowest,
    highest,
  };
}

function zoneOfFirst({ words, barsBefore }: Calendar, zones: BarZones, member: number, word: number): number {
  return zones.zoneOffset[member] + (barsBefore[member * words + word] >> 5);
}

function zoneOfLast(calendar: Calendar, zones: BarZones, member: number, word: number): number {
  const at = member * calendar.words + word;
  return zones.zoneOffset[member] + ((calendar.barsBefore[at] + barsIn(calendar.present[at]) - 1) >> 5);
}

/** Those that are there. @param bounds - by the calendar's words */
export function zonesInMemory({ members, words }: Calendar, { least, most }: ZoneBounds): Zones {
  const { lowest, highest } = findExtremes({ least, most }, members, (member) => ({
    start: member * words,
    count: words,
  }));
  const own = (bounds: Float32Array, member: number) => bounds.subarray(member * words, (member + 1) * words);
  return {
    wordsOf: (member) => ({ least: own(least, member), most: own(most, member) }),
    least: (member, word) => least[member * words + word],
    most: (member, word) => most[member * words + word],
    lowest,
    highest,
  };
}

/** The least and the most of each member's bounds, found when one of them is first asked for. */
function findExtremes(
  bounds: ZoneBounds,
  members: number,
  boundsOf: (member: number) => { readonly start: number; readonly count: number },
): Pick<Zones, "lowest" | "highest"> {
  const [lowest, highest] = [new Float32Array(members), new Float32Array(members)];
  const ready = oncePerMember(members, (member) => {
    const { start, count } = boundsOf(member);
    lowest[member] = leastAmong(bounds.least, start, start + count);
    highest[member] = mostAmong(bounds.most, start, start + count);
  });
  const answer = (found: Float32Array) => (member: number) => {
    ready(member);
    return found[member];
  };
  return { lowest: answer(lowest), highest: answer(highest) };
}

function leastAmong(values: Float32Array, start: number, stop: number): number {
  let least = Infinity;
  for (let at = start; at < stop; at++) if (values[at] < least) least = values[at];
  return least;
}

/** 0 where none is above. */
function mostAmong(values: Float32Array, start: number, stop: number): number {
  let most = 0;
  for (let at = start; at < stop; at++) if (values[at] > most) most = values[at];
  return most;
}

function barsIn(present: number): number {
  return present === FULL ? WORD : countBits(present);
}

/** So few words are done one by one as soon as by the kernel. */
const TOO_FEW = 4;

/**
 * Bounds of the last `days` values up to each of a word's bars, and so of their mean. A bar with fewer up to it counts as
 * -Infinity.
 */
export function windowsByWord(calendar: Calendar, zones: BarZones, days: number): Pick<Zones, "wordsOf"> {
  const found = makeBounds(calendar.words);
  return {
    wordsOf: (member) => {
      zones.ready(member);
      boundMember({ calendar, zones, days }, member, found);
      return found;
    },
  };
}

interface Windows {
  readonly calendar: Calendar;
  readonly zones: BarZones;
  readonly days: number;
}

function boundMember(windows: Windows, member: number, found: ZoneBounds): void {
  const { calendar, zones, days } = windows;
  const { words, barsBefore } = calendar;
  for (let word = 0; word < words; word++) {
    const at = member * words + word;
    const first = barsBefore[at] - days + 1;
    const whole = first < 0 ? 0 : endOfWhole(calendar, member, at) - at; // they lie in zones as the first of them does
    if (whole <= TOO_FEW) {
      boundWord(windows, member, word, found);
      continue;
    }
    const zone = first >> 5;
    const zonesAWord = ((barsBefore[at] + WORD - 1) >> 5) + 1 - zone;
    const span = { firstZone: zones.zoneOffset[member] + zone, zonesAWord, wordCount: whole };
    boundWords(zones, span, found, word);
    word += whole - 1;
  }
}

function boundWord(
  { calendar, zones, days }: Windows,
  member: number,
  word: number,
  { least, most }: ZoneBounds,
): void {
  const { words, present, barsBefore } = calendar;
  const at = member * words + word;
  if (present[at] === 0) {
    least[word] = 0;
    most[word] = 0;
    return;
  }
  const first = barsBefore[at] - days + 1;
  const last = barsBefore[at] + barsIn(present[at]) - 1;
  let [low, high] = [Infinity, -Infinity];
  const stop = last < days - 1 ? -1 : last >> 5;
  const { least: leastOf, most: mostOf, zoneOffset } = zones;
  const start = zoneOffset[member];
  for (let zone = Math.max(0, first) >> 5; zone <= stop; zone++) {
    low = Math.min(low, leastOf[start + zone]);
    high = Math.max(high, mostOf[start + zone]);
  }
  least[word] = first < 0 ? -Infinity : low;
  most[word] = high;
}

/** Bounds of what a member has gained in a look-back, by word: of the bars that have one so early. */
export interface GainBounds {
  /** The least is -Infinity where one of the word's bars has none so early. Good until any gains are asked for. */
  readonly wordsOf: (member: number) => ZoneBounds;
  /** Writes the upper bounds of a member's words from the start on, to a room of roomForGains; three places behind may get rubbish. */
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
export function boundsOfGains(calendar: Calendar, zones: BarZones, days: number): GainBounds {
  const { words, present, barsBefore } = calendar;
  const { zoneOffset, least: leastOf, most: mostOf } = zones;
  const room = roomForGains(2, words);
  const found = { most: room.subarray(0, words), least: room.subarray(words, 2 * words) };

  function most(member: number, word: number): number {
    const at = member * words + word;
    const first = barsBefore[at];
    const last = first + barsIn(present[at]) - 1;
    if (last < days || present[at] === 0) return -Infinity;
    const start = zoneOffset[member];
    const own = Math.max(mostOf[start + (first >> 5)], mostOf[start + (last >> 5)]);
    const zone = start + (Math.max(0, first - days) >> 5);
    return highestGain(own, leastOf[zone], leastOf[start + ((last - days) >> 5)]);
  }

  function least(member: number, word: number): number {
    const at = member * words + word;
    const first = barsBefore[at];
    if (first < days || present[at] === 0) return -Infinity;
    const last = first + barsIn(present[at]) - 1;
    const start = zoneOffset[member];
    const own = Math.min(leastOf[start + (first >> 5)], leastOf[start + (last >> 5)]);
    const before = Math.max(mostOf[start + ((first - days) >> 5)], mostOf[start + ((last - days) >> 5)]);
    return (own / before) * (1 - SINGLES_ARE_OFF);
  }

  /** Writes the bounds of single words, and of those that are whole together. */
  function writeAll(
    member: number,
    [single, whole]: readonly [typeof most, typeof highestGains],
    into: Float32Array,
    start: number,
  ): void {
    zones.ready(member);
    const firstZone = zoneOffset[member];
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const own = barsBefore[at];
      const before = own - days;
      if (before + WORD <= 0) {
        into[start + word] = -Infinity; // none of its bars has one so early
        continue;
      }
      const count = before < 0 ? 0 : endOfWhole(calendar, member, at) - at;
      if (count === 0) {
        into[start + word] = single(member, word);
        continue;
      }
      const places = {
        own: firstZone + (own >> 5),
        ownStep: Number((own & 31) > 0),
        before: firstZone + (before >> 5),
        beforeStep: Number((before & 31) > 0),
        words: count,
      };
      whole(zones, places, into, start + word);
      word += count - 1;
    }
  }

  return {
    wordsOf: (member) => {
      writeAll(member, [most, highestGains], room, 0);
      writeAll(member, [least, lowestGains], room, words);
      return found;
    },
    mostOfAll: (member, into, start) => writeAll(member, [most, highestGains], into, start),
  };
}
