/**
 * Who is in the top by market cap on each session. Bounds of 32 sessions' caps say between which two caps the edge of the top lies
 * on all of them: most members are above or below it throughout, and few caps in a hundred are compared. Members come in one part or
 * in many, of which one alone is in memory. Gains nine tenths of a rank by market cap.
 */
import type { RowsOfMember } from "#workers/engine/bar-prices.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import { bitsOf } from "#workers/engine/member-bits.ts";
import { boundSeries, makeBounds } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits, lowestBit, wordsFor } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { selectDescending } from "./select.ts";
import type { Zones } from "./zones.ts";

/** The market caps of some members, one after the other. */
export interface CapPart {
  /** The calendar of these members. */
  readonly calendar: Calendar;
  readonly firstMember: number;
  /** NaN, 0 or less is unknown. */
  readonly capsOf: RowsOfMember;
  /** Bounds of these market caps; null where nobody knows them. */
  readonly zones: Pick<Zones, "wordsOf"> | null;
}

/** Each step takes in all parts, in the order of their members, before the next one begins. */
export interface CapTop {
  /** First: looks at caps only where zones don't tell that all of a word's are known. */
  readonly bound: (part: CapPart) => void;
  /** Once all are bounded. @returns how many caps have to be compared at most; null where no cap is known */
  readonly place: () => number | null;
  /** Second: takes in the caps about the edges. */
  readonly gather: (part: CapPart) => void;
  readonly settle: () => void;
  /** The bars in the top, of a part's members. */
  readonly bitsOf: (part: CapPart) => MemberBits;
}

/** @param percent - above 0 up to 100 @param members - of all parts */
export function makeCapTop(percent: number, members: number, sessions: number): CapTop {
  const words = wordsFor(sessions);
  const known = makeTally(sessions);
  /** How many members are in the top, for each session. */
  let places = new Int32Array(0);
  let bounded: Bounded | null = {
    members,
    bounds: makeBounds(members * words),
    isAlways: new Uint8Array(members * words),
  };
  let about: About = {
    low: new Float64Array(words),
    high: new Float64Array(words),
    within: new Int32Array(words),
  };
  let band: Band | null = null;
  /** By session: the least cap in the top, and the last member with that cap who is in it. */
  const edge = new Float64Array(sessions).fill(Infinity);
  const lastIn = new Int32Array(sessions);

  return {
    bound(part) {
      if (bounded !== null) boundCaps(part, bounded, known);
    },
    place() {
      if (bounded === null) throw new RangeError("caps are placed once");
      places = Int32Array.from({ length: sessions }, (_, session) =>
        placesFor(percent, countOn(known, session)),
      );
      about = edgesAbout(bounded, places, words);
      bounded = null; // large
      return places.some((count) => count > 0)
        ? WORD * about.within.reduce((sum, count) => sum + count, 0)
        : null;
    },
    gather(part) {
      band ??= makeBand(about.within, sessions);
      gatherCaps(part, about, band);
    },
    settle() {
      if (band === null) return;
      for (let session = 0; session < sessions; session++) {
        if (places[session] > 0) settleSession(band, session, places[session], { edge, lastIn });
      }
      band = null;
    },
    bitsOf: (part) =>
      bitsOf(part.calendar, (member, bits) => judge(part, { ...about, edge, lastIn }, member, bits)),
  };
}

/** How many of so many are in the top: the places from 1 on of which (place - 1) x 100 < percent x count. */
function placesFor(percent: number, count: number): number {
  let places = Math.min(count, Math.ceil((percent * count) / 100));
  while (places > 0 && !((places - 1) * 100 < percent * count)) places--;
  while (places < count && places * 100 < percent * count) places++;
  return places;
}

/** Of all members, word after word: bounds of the caps that are known, 0 of none. */
interface Bounded {
  readonly members: number;
  readonly bounds: ReturnType<typeof makeBounds>;
  /** 1 where there is a cap on each of the word's 32 sessions. */
  readonly isAlways: Uint8Array;
}

function boundCaps({ calendar, firstMember, capsOf, zones }: CapPart, into: Bounded, known: Tally): void {
  const { members, words, present, fromRow, barsBefore } = calendar;
  const { bounds, isAlways } = into;
  const caps = new Float64Array(WORD);
  for (let member = 0; member < members; member++) {
    const own = zones?.wordsOf(member);
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const target = word * into.members + firstMember + member;
      let sessions = present[at];
      if (sessions === 0) continue;
      if (own !== undefined && own.least[word] > 0) {
        bounds.least[target] = own.least[word];
        bounds.most[target] = own.most[word];
      } else {
        const row = fromRow[member] + barsBefore[at];
        sessions = takeKnown(capsOf(member, row, row + countBits(sessions)), sessions, caps);
        if (sessions !== 0) boundSeries(caps, { from: 0, to: countBits(sessions) }, bounds, target);
      }
      isAlways[target] = Number(sessions === FULL);
      addOne(known, word, sessions);
    }
  }
}

/** Writes the caps that are known one after the other. @returns their sessions */
function takeKnown(caps: Float64Array, present: number, known: Float64Array): number {
  let [sessions, count] = [0, 0];
  for (let rest = present, bar = 0; rest !== 0; rest &= rest - 1, bar++) {
    if (!(caps[bar] > 0)) continue;
    sessions |= rest & -rest;
    known[count++] = caps[bar];
  }
  return sessions;
}

/** Counts by session: those of all sessions of a word are counted once. */
interface Tally {
  readonly ofWord: Int32Array;
  readonly ofSession: Int32Array;
}

function makeTally(sessions: number): Tally {
  return { ofWord: new Int32Array(wordsFor(sessions)), ofSession: new Int32Array(sessions) };
}

/** Counts one more on each of the word's sessions whose bit is set. */
function addOne({ ofWord, ofSession }: Tally, word: number, sessions: number): void {
  if (sessions === FULL) ofWord[word]++;
  else for (let rest = sessions; rest !== 0; rest &= rest - 1) ofSession[word * WORD + lowestBit(rest)]++;
}

function countOn({ ofWord, ofSession }: Tally, session: number): number {
  return ofWord[session >> 5] + ofSession[session];
}

/** By word: on each of its sessions the edge of the top is from `low` to `high`; `within` are the members with such caps in it. */
interface About {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly within: Int32Array;
}

/**
 * The edge is at most the places-th of the highest caps that members have in the word, and so that of every session is at most the
 * one for the fewest places. It is at least the places-th of the lowest caps of those that are always there.
 */
function edgesAbout({ members, bounds, isAlways }: Bounded, places: Int32Array, words: number): About {
  const about = {
    low: new Float64Array(words),
    high: new Float64Array(words),
    within: new Int32Array(words),
  };
  const caps = new Float64Array(members);
  for (let word = 0; word < words; word++) {
    const own = places.subarray(word * WORD, (word + 1) * WORD).filter((count) => count > 0);
    if (own.length === 0) continue;
    const [from, to] = [word * members, (word + 1) * members];
    let count = 0;
    for (let at = from; at < to; at++) if (bounds.most[at] > 0) caps[count++] = bounds.most[at];
    const high = selectDescending(caps, count, own.reduce(least) - 1);
    count = 0;
    for (let at = from; at < to; at++) if (isAlways[at] === 1) caps[count++] = bounds.least[at];
    const furthest = own.reduce(most);
    const low = count < furthest ? 0 : selectDescending(caps, count, furthest - 1);
    let within = 0;
    for (let at = from; at < to; at++) {
      within += Number(bounds.most[at] > 0 && bounds.most[at] >= low && bounds.least[at] <= high);
    }
    about.low[word] = low;
    about.high[word] = high;
    about.within[word] = within;
  }
  return about;
}

const least = (a: number, b: number): number => Math.min(a, b);
const most = (a: number, b: number): number => Math.max(a, b);

/** The caps about the edge of each session: those of session s are in the places start[s] .. filled[s] - 1, by member. */
interface Band {
  readonly start: Int32Array;
  readonly filled: Int32Array;
  readonly cap: Float64Array;
  readonly member: Int32Array;
  /** Caps that are above. */
  readonly above: Tally;
}

function makeBand(within: Int32Array, sessions: number): Band {
  const start = new Int32Array(sessions + 1);
  for (let session = 0; session < sessions; session++)
    start[session + 1] = start[session] + within[session >> 5];
  return {
    start,
    filled: start.slice(),
    cap: new Float64Array(start[sessions]),
    member: new Int32Array(start[sessions]),
    above: makeTally(sessions),
  };
}

function gatherCaps(part: CapPart, { low, high }: About, band: Band): void {
  const { calendar, firstMember, capsOf, zones } = part;
  const { members, words, present, fromRow, barsBefore } = calendar;
  const { filled, above } = band;
  for (let member = 0; member < members; member++) {
    const own = zones?.wordsOf(member);
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const isKnown = own !== undefined && own.least[word] > 0;
      if (present[at] === 0 || (isKnown && own.most[word] < low[word])) continue;
      if (isKnown && own.least[word] > high[word]) {
        addOne(above, word, present[at]);
        continue;
      }
      const row = fromRow[member] + barsBefore[at];
      const caps = capsOf(member, row, row + countBits(present[at]));
      for (let rest = present[at], bar = 0; rest !== 0; rest &= rest - 1, bar++) {
        const cap = caps[bar];
        if (!(cap > 0 && cap >= low[word])) continue;
        const session = word * WORD + lowestBit(rest);
        if (cap > high[word]) above.ofSession[session]++;
        else {
          band.cap[filled[session]] = cap;
          band.member[filled[session]++] = firstMember + member;
        }
      }
    }
  }
}

/** The last one in the top, for each session: its market cap and its member. */
interface Edges {
  readonly edge: Float64Array;
  readonly lastIn: Int32Array;
}

function settleSession(band: Band, session: number, places: number, { edge, lastIn }: Edges): void {
  const { start, filled, cap, member, above } = band;
  const [from, to] = [start[session], filled[session]];
  const wanted = places - countOn(above, session);
  const caps = cap.subarray(from, to);
  edge[session] = selectDescending(caps.slice(), to - from, wanted - 1);
  let ties = wanted;
  for (const each of caps) ties -= Number(each > edge[session]);
  for (let at = from; at < to && ties > 0; at++) {
    if (cap[at] !== edge[session]) continue;
    lastIn[session] = member[at];
    ties--;
  }
}

/** Sets a member's bits. */
function judge(
  { calendar, firstMember, capsOf, zones }: CapPart,
  { low, high, edge, lastIn }: About & Edges,
  member: number,
  bits: Int32Array,
): void {
  const { words, present, fromRow, barsBefore } = calendar;
  const own = zones?.wordsOf(member);
  for (let word = 0; word < words; word++) {
    const at = member * words + word;
    const isKnown = own !== undefined && own.least[word] > 0;
    if (present[at] === 0 || (isKnown && own.most[word] < low[word])) continue;
    if (isKnown && own.least[word] > high[word]) {
      bits[at] = present[at];
      continue;
    }
    const row = fromRow[member] + barsBefore[at];
    const caps = capsOf(member, row, row + countBits(present[at]));
    for (let rest = present[at], bar = 0; rest !== 0; rest &= rest - 1, bar++) {
      const session = word * WORD + lowestBit(rest);
      const isTied = caps[bar] === edge[session] && firstMember + member <= lastIn[session];
      if (caps[bar] > edge[session] || isTied) bits[at] |= rest & -rest;
    }
  }
}
