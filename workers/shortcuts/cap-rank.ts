/**
 * The market cap rank condition: rank by market cap descending among the universe's instruments that have a bar and a
 * market cap on the session, ties by symbol ascending; true when (rank - 1) x 100 < percent x count.
 *
 * 32 sessions, a word, at a time. Counts of sizes say between which two the edge of the top lies on all of them:
 * members whose caps are larger, or smaller, throughout are in, or out, without a look at a cap. The others are the
 * word's band, a few in a hundred, whose caps are compared session by session once one of them is asked about: with few
 * questions, most words never are.
 *
 * For rank-condition.ts: what it gains is gained here.
 */
import { WORD } from "#workers/sessions/bits.ts";
import { BLOCK, BLOCK_SHIFT, OUT, SKIPPED, findCapFloors, openBlocks } from "./cap-floors.ts";
import type { CapFloors, OpenBlocks } from "./cap-floors.ts";
import { findEdges } from "./rank-edges.ts";
import type { Edges } from "./rank-edges.ts";
import { STRIDE, gatherBands, knownOf, makeBand, placeWords } from "./rank-band.ts";
import type { Band } from "./rank-band.ts";
import { leastSize, measureCaps, mostSize } from "./rank-sizes.ts";
import type { Caps } from "./cap-sizes.ts";
import type { SizeCounts } from "./rank-sizes.ts";

/** How far, as a factor, the edge of a session is looked for from that of the one before, at first. */
const NEAR = 1.02;

export interface CapRank {
  /** False where the member is never in the top. */
  readonly mayBeIn: (member: number) => boolean;
  /** A member's bars of a word that are in the top. */
  readonly inTop: (member: number, word: number) => number;
}

/** Worked out as somebody asks. @param percent - above 0 up to 100 */
export function makeCapRank(caps: Caps, percent: number): CapRank {
  let found: CapFloors | null = null;
  let ranking: Ranking | null = null;
  const floorsOf = (): CapFloors =>
    (found ??= findCapFloors(caps, placesFor(percent, caps.calendar.members)));
  return {
    mayBeIn: (member) => {
      const { blocks, known } = floorsOf();
      for (let at = member * blocks; at < (member + 1) * blocks; at++)
        if ((known[at] & OUT) === 0) return true;
      return false;
    },
    inTop: (member, word) => {
      if (ranking === null) {
        const { blocks, known } = floorsOf();
        if ((known[member * blocks + (word >> BLOCK_SHIFT)] & OUT) !== 0) return 0;
      }
      ranking ??= startRanking(caps, floorsOf(), percent);
      return wordInTop(ranking, member, word);
    },
  };
}

interface Ranking {
  readonly caps: Caps;
  readonly places: Int32Array;
  readonly edges: Edges;
  readonly band: Band;
  readonly cut: Cut;
  /** Caps that are looked through for an edge. */
  readonly sorted: Float64Array;
  readonly open: OpenBlocks;
  /** By the open blocks' words: a member's sizes, and once the word is settled its bits. New memory is dear to the browser. */
  readonly bits: Int32Array;
  /** By word. */
  readonly isSettled: Uint8Array;
}

function startRanking(caps: Caps, floors: CapFloors, percent: number): Ranking {
  const open = openBlocks(floors);
  const bits = new Int32Array(open.words);
  const sizeCounts = measureCaps(caps, open, bits);
  const places = placesBySession(caps, sizeCounts, percent);
  const edges = findEdges(sizeCounts, floors, places);
  const band = makeBand(edges);
  return {
    caps,
    open,
    places,
    edges,
    band,
    cut: { edge: new Float64Array(WORD), surplus: new Int32Array(WORD), before: NaN },
    sorted: new Float64Array(band.at.length),
    bits,
    isSettled: new Uint8Array(sizeCounts.words),
  };
}

function wordInTop(ranking: Ranking, member: number, word: number): number {
  const { caps, open, edges, bits, isSettled } = ranking;
  const first = open.first[member * open.blocks + (word >> BLOCK_SHIFT)];
  if (first === SKIPPED) return 0;
  const at = first + (word % BLOCK);
  if (isSettled[word] === 0) {
    const sizes = bits[at];
    if (mostSize(sizes) < edges.low[word]) return 0;
    if (leastSize(sizes) > edges.high[word]) return knownOf(caps, member, word, sizes);
    settleAround(ranking, word);
  }
  return bits[at];
}

/** Settles a word and those around it that are gathered at no great cost beside it. */
function settleAround(ranking: Ranking, word: number): void {
  const { caps, open, edges, band, places, isSettled, cut, sorted, bits } = ranking;
  for (let first = word - (word % BLOCK), stop = 0; isSettled[word] === 0; first = stop) {
    while (isSettled[first] === 1) first++;
    stop = placeWords(edges, band, first, isSettled);
    gatherBands({ caps, open, edges }, band, { first, stop, bits });
    for (let own = first; own < stop; own++) {
      const ownBand = bandOf(band, own);
      cutWord({ word: own, places, above: edges.above }, ownBand, cut, sorted);
      setBits(ownBand, cut, bits);
    }
    isSettled.fill(1, first, stop);
  }
}

/** How many are in the top on each session. */
function placesBySession(
  { calendar: { members } }: Caps,
  { absent, missing }: SizeCounts,
  percent: number,
): Int32Array {
  return missing.map((without, session) => placesFor(percent, members - absent[session >> 5] - without));
}

/** The places from .. to - 1 of a band: those of one word. */
interface WordBand {
  readonly at: Int32Array;
  readonly caps: Float64Array;
  readonly from: number;
  readonly to: number;
}

function bandOf({ at, caps, from, to }: Band, word: number): WordBand {
  return { at, caps, from: from[word], to: to[word] };
}

/** How the sessions of a word part the band. */
interface Cut {
  /** By session: the least cap in the top; NaN where nobody is in it. */
  readonly edge: Float64Array;
  /** By session: how many more reach it than are in the top, as caps tie. */
  readonly surplus: Int32Array;
  /** The last edge that was found. */
  before: number;
}

interface WordOfRanks {
  readonly word: number;
  /** By session: how many are in the top, and those of them that are not in the band. */
  readonly places: Int32Array;
  readonly above: Int32Array;
}

function cutWord({ word, places, above }: WordOfRanks, own: WordBand, cut: Cut, sorted: Float64Array): void {
  cut.edge.fill(NaN);
  cut.surplus.fill(0);
  for (let k = 0; k < WORD; k++) {
    const session = word * WORD + k;
    if (!(places[session] > 0)) continue;
    const wanted = places[session] - above[session];
    const near = { low: cut.before / NEAR, high: cut.before * NEAR };
    if (!cutBetween(own, { k, wanted, ...near }, cut, sorted)) {
      cutBetween(own, { k, wanted, low: 0, high: Infinity }, cut, sorted);
    }
  }
}

/** For the `wanted`-th highest cap of the band on session k of the word. */
interface Search {
  readonly k: number;
  readonly wanted: number;
  readonly low: number;
  readonly high: number;
}

/** False where it does not lie within low..high. No branch hangs on a single cap: they are as good as random. */
function cutBetween(
  { caps, from, to }: WordBand,
  { k, wanted, low, high }: Search,
  cut: Cut,
  sorted: Float64Array,
): boolean {
  let higher = 0;
  let between = 0;
  for (let at = from * STRIDE + k; at < to * STRIDE; at += STRIDE) {
    const cap = caps[at];
    const isHigher = Number(cap > high);
    sorted[between] = cap;
    between += Number(cap >= low) - isHigher;
    higher += isHigher;
  }
  if (wanted <= higher || wanted > higher + between) return false;
  const edge = selectDescending(sorted, between, wanted - higher - 1);
  let reaching = higher;
  for (let at = 0; at < between; at++) reaching += Number(sorted[at] >= edge);
  cut.edge[k] = edge;
  cut.surplus[k] = reaching - wanted;
  cut.before = edge;
  return true;
}

/** Of those whose caps tie at the edge, the first by symbol are in. */
function setBits({ at, caps, from, to }: WordBand, { edge, surplus }: Cut, bits: Int32Array): void {
  for (let place = from; place < to; place++) bits[at[place]] = reachingBits(caps, place * STRIDE, edge);
  for (let k = 0; k < WORD; k++) {
    let tooMany = surplus[k];
    for (let place = to - 1; tooMany > 0; place--) {
      if (caps[place * STRIDE + k] !== edge[k]) continue;
      bits[at[place]] ^= 1 << k;
      tooMany--;
    }
  }
}

/** The sessions of a word on which the cap reaches the edge. */
function reachingBits(caps: Float64Array, start: number, edge: Float64Array): number {
  let bits = 0;
  for (let k = 0; k < WORD; k += 4) {
    const at = start + k;
    const four =
      Number(caps[at] >= edge[k]) |
      (Number(caps[at + 1] >= edge[k + 1]) << 1) |
      (Number(caps[at + 2] >= edge[k + 2]) << 2) |
      (Number(caps[at + 3] >= edge[k + 3]) << 3);
    bits |= four << k;
  }
  return bits;
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
