/**
 * The members whose caps may cross the edge of a rank during a word, and their caps: gathered member by member, as they
 * lie in memory, for as many words at a time as there is room for. For rank-condition.ts: four bars in a hundred are
 * compared.
 */
import { FULL, WORD, countBits } from "#workers/sessions/bits.ts";
import { BLOCK, BLOCK_SHIFT, SKIPPED } from "./cap-floors.ts";
import type { OpenBlocks } from "./cap-floors.ts";
import type { Edges } from "./rank-edges.ts";
import { PARTLY, addEach, knownAmong, leastSize, mostSize, sessionsOf } from "./rank-sizes.ts";
import type { CapSizes } from "./rank-sizes.ts";
import type { Caps } from "./cap-sizes.ts";

/** Places for them at most, unless one word needs more: 9 MB. Where caps come and go, everybody may be in the band. */
const MOST_PLACES = 32_768;
/** Caps of a member's word. One more than sessions: those of a session, in all members, don't clash in the cache. */
export const STRIDE: number = WORD + 1;

/** Word after word of those that are gathered together. */
export interface Band {
  /** By word: the first of its members' places, and the one behind the last that is there. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By place: the member's word among those of the open blocks. */
  readonly at: Int32Array;
  /** By place: a cap for each session of the word from place x STRIDE on; NaN where unknown. */
  readonly caps: Float64Array;
}

export function makeBand({ within }: Edges): Band {
  const most = within.reduce((largest, members) => Math.max(largest, members), 0);
  const room = Math.max(most, Math.min(BLOCK * most, MOST_PLACES));
  return {
    from: new Int32Array(within.length),
    to: new Int32Array(within.length),
    at: new Int32Array(room),
    caps: new Float64Array(room * STRIDE),
  };
}

/**
 * Gives places to the bands of as many words of a block from the first on as there is room for, up to one that is settled;
 * returns that word, or the next one.
 */
export function placeWords(
  { within }: Edges,
  { from, to, at }: Band,
  first: number,
  isSettled: Uint8Array,
): number {
  const end = Math.min(within.length, ((first >> BLOCK_SHIFT) + 1) << BLOCK_SHIFT);
  let word = first;
  for (let used = 0; word < end && isSettled[word] === 0 && used + within[word] <= at.length; word++) {
    from[word] = used;
    to[word] = used;
    used += within[word];
  }
  return word;
}

/** Of one block. */
interface WordsOfRanks {
  readonly first: number;
  readonly stop: number;
  readonly bits: Int32Array;
}

/** Sets the bits of members that are above or below the edge and puts the others into the band. */
export function gatherBands(
  { caps, open, edges }: { readonly caps: Caps; readonly open: OpenBlocks; readonly edges: Edges },
  band: Band,
  { first, stop, bits }: WordsOfRanks,
): void {
  const { low, high } = edges;
  for (let member = 0; member < caps.calendar.members; member++) {
    const block = first >> BLOCK_SHIFT;
    const ownFirst = open.first[member * open.blocks + block];
    if (ownFirst === SKIPPED) continue;
    const start = ownFirst - block * BLOCK;
    for (let word = first; word < stop; word++) {
      const own = bits[start + word];
      if (mostSize(own) < low[word]) {
        bits[start + word] = 0;
      } else if (leastSize(own) > high[word]) {
        bits[start + word] = knownOf(caps, member, word, own);
        if (bits[start + word] !== FULL) leaveOut(edges, word, bits[start + word]);
      } else {
        const from = word;
        while (word + 1 < stop && isWithin(bits[start + word + 1], low[word + 1], high[word + 1])) word++;
        copyCaps(caps, band, { member, from, to: word, start, bits });
      }
    }
  }
}

function isWithin(own: CapSizes, low: number, high: number): boolean {
  return mostSize(own) >= low && leastSize(own) <= high;
}

/** The bars of a word that have a cap. */
export function knownOf({ calendar, capsOf }: Caps, member: number, word: number, own: CapSizes): number {
  const at = member * calendar.words + word;
  const bars = calendar.present[at];
  if ((own & PARTLY) === 0) return bars;
  const row = calendar.fromRow[member] + calendar.barsBefore[at];
  return knownAmong(bars, capsOf(member, row, row + countBits(bars)));
}

/** Takes a member that is above the edge out of the counts of sessions on which it has no cap. */
function leaveOut({ above }: Edges, word: number, known: number): void {
  addEach(above, sessionsOf(word, above.length) & ~known, word, -1);
}

/** Words from .. to of a member. */
interface Stretch {
  readonly member: number;
  readonly from: number;
  readonly to: number;
  /** bits[start + word] are the member's sizes. */
  readonly start: number;
  readonly bits: Int32Array;
}

function copyCaps({ calendar, capsOf }: Caps, band: Band, { member, from, to, start, bits }: Stretch): void {
  const { words, present, fromRow, barsBefore } = calendar;
  const ofMember = member * words;
  const first = barsBefore[ofMember + from];
  const stop = barsBefore[ofMember + to] + countBits(present[ofMember + to]);
  const own = capsOf(member, fromRow[member] + first, fromRow[member] + stop);
  for (let word = from; word <= to; word++) {
    const at = ofMember + word;
    const place = band.to[word]++;
    band.at[place] = start + word;
    const isWhole = present[at] === FULL && (bits[start + word] & PARTLY) === 0;
    if (isWhole) copyWhole(own, barsBefore[at] - first, band.caps, place * STRIDE);
    else copyPart(own.subarray(barsBefore[at] - first), present[at], band.caps, place * STRIDE);
  }
}

function copyWhole(own: Float64Array, first: number, caps: Float64Array, into: number): void {
  for (let k = 0; k < WORD; k++) caps[into + k] = own[first + k];
}

function copyPart(own: Float64Array, present: number, caps: Float64Array, into: number): void {
  let bar = 0;
  for (let k = 0; k < WORD; k++) {
    const isBar = (present >>> k) & 1;
    caps[into + k] = isBar === 1 && own[bar] > 0 ? own[bar] : NaN;
    bar += isBar;
  }
}
