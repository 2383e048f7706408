/**
 * Bounds of each 32 sessions' values of a member. Most words are decided by them without a look at the bars: all of
 * them pass a threshold, or none. For best-orders.ts, cap-top.ts and parts: a word costs two comparisons in place of 32.
 */
import type { ZoneBounds } from "#workers/model/market.ts";
import { LEAST_SINGLE, boundSeries, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { oncePerMember } from "#workers/engine/member-bits.ts";

/** Bounds of what a member has in a word, by calendar: -Infinity and Infinity where a value is below 0 or unknown. */
export interface Zones {
  /** Of each of a member's words: both 0 for one without a bar. Good until another member's are asked for. */
  readonly wordsOf: (member: number) => ZoneBounds;
  /** Bounds of the values in a word that has a bar: none is below, none above. */
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
  const { zoneOffset } = zones;
  const { lowest, highest } = findExtremes(zones, members, (member) => {
    zones.ready(member);
    return { start: zoneOffset[member], count: zonesFor(toRow[member] - fromRow[member]) };
  });
  const found = makeBounds(calendar.words);
  return {
    wordsOf: (member) => {
      zones.ready(member);
      boundMember(calendar, zones, member, found);
      return found;
    },
    least: (member, word) => {
      zones.ready(member);
      return leastOfWord(calendar, zones, member, word);
    },
    most: (member, word) => {
      zones.ready(member);
      return mostOfWord(calendar, zones, member, word);
    },
    lowest,
    highest,
  };
}

/** The lower bound of a word that has a bar: its bars lie in at most two zones. */
function leastOfWord(calendar: Calendar, zones: BarZones, member: number, word: number): number {
  const first = zones.least[zoneOfFirst(calendar, zones, member, word)];
  return Math.min(first, zones.least[zoneOfLast(calendar, zones, member, word)]);
}

function mostOfWord(calendar: Calendar, zones: BarZones, member: number, word: number): number {
  const first = zones.most[zoneOfFirst(calendar, zones, member, word)];
  return Math.max(first, zones.most[zoneOfLast(calendar, zones, member, word)]);
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

/** Bounds all words of a member. It finds the two zones of a word once for both bounds: leastOfWord and mostOfWord would take a first run a tenth longer. */
function boundMember(
  { words, present, barsBefore }: Calendar,
  { zoneOffset, least, most }: BarZones,
  member: number,
  found: ZoneBounds,
): void {
  for (let word = 0; word < words; word++) {
    const at = member * words + word;
    if (present[at] === 0) {
      found.least[word] = 0;
      found.most[word] = 0;
      continue;
    }
    const first = zoneOffset[member] + (barsBefore[at] >> 5);
    const last = zoneOffset[member] + ((barsBefore[at] + barsIn(present[at]) - 1) >> 5);
    found.least[word] = Math.min(least[first], least[last]);
    found.most[word] = Math.max(most[first], most[last]);
  }
}

/** A single no lower than what a member has gained in a look-back, by word: of the bars that have one so early. */
export interface GainBounds {
  /** Writes the bounds of a member's words from the start on. */
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

  return {
    mostOfAll: (member, into, start) => {
      zones.ready(member);
      for (let word = 0; word < words; word++) into[start + word] = most(member, word);
    },
  };
}
