/**
 * The market cap rank condition: rank by market cap descending among the universe's instruments that have a bar
 * and a market cap on the session, ties by symbol ascending; true when (rank - 1) x 100 < percent x count.
 *
 * 32 sessions at a time. The cap at the edge of the top moves little within them: instruments whose caps lie
 * above, or below, a band around yesterday's edge throughout are in, or out, without a look at single sessions.
 * Where the edge turns out to lie outside the band, a wider one is tried, at last everybody.
 */
import { FULL, WORD, countBits, lowestBit } from "./bits.ts";
import type { RowsOfMember } from "./bar-prices.ts";
import type { Calendar } from "./calendar.ts";
import type { MemberBits } from "./member-bits.ts";
import type { Zones } from "./zones.ts";

/** How far, as factors, from yesterday's edge the band reaches; the next one when the edge has left it. */
const BANDS = [1.1, 1.4];
/** How far, as a factor, the edge of a session is looked for from that of the one before, at first. */
const NEAR = 1.02;

/** The market caps of a universe as the ranks need them, whatever the percent. */
export interface Caps {
  readonly calendar: Calendar;
  readonly capsOf: RowsOfMember;
  /** By the calendar's words: the bars with a market cap, and bounds of those. */
  readonly known: Int32Array;
  readonly least: Float32Array;
  readonly most: Float32Array;
  /** Known caps on each session. */
  readonly count: Int32Array;
}

/**
 * @param capsOf - NaN, 0 or less is unknown
 * @param zones - of these
 */
export function surveyCaps(calendar: Calendar, capsOf: RowsOfMember, zones: Zones): Caps {
  const { members, words, present, sessionDay } = calendar;
  const known = new Int32Array(present.length);
  const { least, most } = zones;
  const fullWords = new Int32Array(words);
  const count = new Int32Array(words * WORD);
  for (let member = 0, at = 0; member < members; member++) {
    zones.ready(member);
    for (let word = 0; word < words; word++, at++) {
      const areAllKnown = least[at] > 0;
      known[at] = areAllKnown
        ? present[at]
        : knownAmong(present[at], capsOfWord(calendar, capsOf, member, at));
      if (known[at] === FULL) fullWords[word]++;
      else countEach(known[at], word * WORD, count);
    }
  }
  for (let session = 0; session < count.length; session++) count[session] += fullWords[session >> 5];
  return { calendar, capsOf, known, least, most, count: count.subarray(0, sessionDay.length) };
}

/** Of a member's bars in a word, one after the other. */
function capsOfWord(
  { present, firstRow }: Calendar,
  capsOf: RowsOfMember,
  member: number,
  at: number,
): Float64Array {
  return capsOf(member, firstRow[at], firstRow[at] + countBits(present[at]));
}

function knownAmong(present: number, caps: Float64Array): number {
  let known = 0;
  let bar = 0;
  for (let rest = present; rest !== 0; rest &= rest - 1) {
    if (caps[bar++] > 0) known |= rest & -rest;
  }
  return known;
}

/** Adds 1 to the count of every bit that is set, that of bit 0 at `start`. */
function countEach(word: number, start: number, count: Int32Array): void {
  for (let rest = word; rest !== 0; rest &= rest - 1) count[start + lowestBit(rest)]++;
}

/** The bars in the top, for all members when the first one is asked for. @param percent - above 0 up to 100 */
export function capRankBits(caps: Caps, percent: number): MemberBits {
  const { calendar, known } = caps;
  const bits = new Int32Array(known.length);
  let isDone = false;
  return {
    bits,
    ready: () => {
      if (isDone) return;
      isDone = true;
      const band = makeBand(calendar.members);
      for (let word = 0; word < calendar.words; word++) rankWord(caps, percent, { word, band, bits });
    },
  };
}

/** The members whose caps can cross the edge during a word, and the edge of its last session. */
interface Band {
  readonly member: Int32Array;
  size: number;
  /** Caps of each session of the word: those of the k-th start at k x size; NaN where unknown. */
  readonly caps: Float64Array;
  /** By place in the band: the sessions of the word on which it is in the top. */
  readonly isIn: Int32Array;
  readonly sorted: Float64Array;
  /** How many members outside the band have a higher cap, by session. */
  readonly above: Int32Array;
  edge: number;
}

function makeBand(members: number): Band {
  return {
    member: new Int32Array(members),
    size: 0,
    caps: new Float64Array(members * WORD),
    isIn: new Int32Array(members),
    sorted: new Float64Array(members),
    above: new Int32Array(WORD),
    edge: NaN,
  };
}

/** Caps low..high. */
interface Limits {
  readonly low: number;
  readonly high: number;
}

const EVERYBODY: Limits = { low: 0, high: Infinity };

interface WordOfRanks {
  readonly word: number;
  readonly band: Band;
  readonly bits: Int32Array;
}

/** Sets the bits of one word of every member. */
function rankWord(caps: Caps, percent: number, target: WordOfRanks): void {
  const { edge } = target.band;
  for (const factor of BANDS) {
    const limits = { low: edge / factor, high: edge * factor };
    if (!(limits.low > 0)) break;
    gatherBand(caps, target, limits);
    if (rankSessions(caps, percent, target, limits)) return;
  }
  gatherBand(caps, target, EVERYBODY);
  rankSessions(caps, percent, target, EVERYBODY);
}

/** Sets the bits of the members above low..high and puts into the band those that are neither above nor below. */
function gatherBand(caps: Caps, { word, band, bits }: WordOfRanks, { low, high }: Limits): void {
  const { calendar, known, least, most } = caps;
  const { members } = calendar;
  band.size = 0;
  band.above.fill(0);
  let alwaysAbove = 0;
  for (let member = 0; member < members; member++) {
    const at = member * calendar.words + word;
    const isAbove = least[at] > high;
    bits[at] = isAbove ? known[at] : 0;
    if (isAbove) {
      if (known[at] === FULL) alwaysAbove++;
      else countEach(known[at], 0, band.above);
    } else if (most[at] >= low) {
      band.member[band.size++] = member;
    }
  }
  for (let k = 0; k < WORD; k++) band.above[k] += alwaysAbove;
  for (let at = 0; at < band.size; at++) copyCaps(caps, word, at, band);
}

function copyCaps({ calendar, capsOf, known }: Caps, word: number, place: number, band: Band): void {
  const member = band.member[place];
  const at = member * calendar.words + word;
  const own = capsOfWord(calendar, capsOf, member, at);
  let bar = 0;
  for (let k = 0; k < WORD; k++) {
    band.caps[k * band.size + place] = (known[at] >>> k) & 1 ? own[bar] : NaN;
    bar += (calendar.present[at] >>> k) & 1;
  }
}

/** Sets the bits of the band; false when an edge lies outside low..high, so that they mean nothing. */
function rankSessions(
  caps: Caps,
  percent: number,
  { word, band, bits }: WordOfRanks,
  { low, high }: Limits,
): boolean {
  const { calendar, count } = caps;
  const sessions = Math.min(WORD, count.length - word * WORD);
  band.isIn.fill(0, 0, band.size);
  for (let k = 0; k < sessions; k++) {
    const places = placesFor(percent, count[word * WORD + k]);
    if (places === 0) continue;
    const wanted = places - band.above[k];
    if (wanted <= 0) return false;
    const edge = findEdge(band, k, wanted);
    if (!(edge >= low && edge <= high)) return false;
    takeTop(band, k, edge, wanted);
    band.edge = edge;
  }
  for (let at = 0; at < band.size; at++) bits[band.member[at] * calendar.words + word] = band.isIn[at];
  return true;
}

/** The `wanted`-th highest cap of the band on session k of the word; NaN where fewer are known. */
function findEdge(band: Band, k: number, wanted: number): number {
  const edge = selectBetween(band, k, wanted, { low: band.edge / NEAR, high: band.edge * NEAR });
  return Number.isNaN(edge) ? selectBetween(band, k, wanted, EVERYBODY) : edge;
}

/** The same where it lies within low..high, else NaN. No branch hangs on a single cap: they are as good as random. */
function selectBetween(band: Band, k: number, wanted: number, { low, high }: Limits): number {
  const { caps, sorted, size } = band;
  let higher = 0;
  let between = 0;
  for (let at = k * size; at < (k + 1) * size; at++) {
    const cap = caps[at];
    sorted[between] = cap;
    between += Number(cap >= low) & Number(cap <= high);
    higher += Number(cap > high);
  }
  if (wanted <= higher || wanted > higher + between) return NaN;
  return selectDescending(sorted, between, wanted - higher - 1);
}

/** Puts the `wanted` highest into the top; of those at the edge the first by symbol. */
function takeTop({ caps, isIn, size }: Band, k: number, edge: number, wanted: number): void {
  let taken = 0;
  for (let at = 0; at < size; at++) {
    const reaches = Number(caps[k * size + at] >= edge);
    isIn[at] |= reaches << k;
    taken += reaches;
  }
  for (let at = size - 1; at >= 0 && taken > wanted; at--) {
    if (caps[k * size + at] !== edge) continue;
    isIn[at] ^= 1 << k;
    taken--;
  }
}

/** How many ranks hold (rank - 1) x 100 < percent x count; plain doubles, as the contract writes it. */
export function placesFor(percent: number, count: number): number {
  let places = Math.min(count, Math.ceil((percent * count) / 100));
  while (places > 0 && !((places - 1) * 100 < percent * count)) places--;
  while (places < count && places * 100 < percent * count) places++;
  return places;
}

/** The k-th largest (from 0) of values[0..count-1]; reorders them. Source: Hoare, "Find", CACM 4(7), 1961. */
export function selectDescending(values: Float64Array, count: number, k: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left] > pivot) left++;
      while (values[right] < pivot) right--;
      if (left > right) break;
      const swapped = values[left];
      values[left++] = values[right];
      values[right--] = swapped;
    }
    if (k <= right) high = right;
    else if (k >= left) low = left;
    else return values[k];
  }
  return values[k];
}
