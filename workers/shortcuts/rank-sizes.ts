/**
 * Between which sizes the market caps of each member lie on 32 sessions, a word, and how many members' do: what says
 * between which two sizes the edge of a rank lies. For rank-condition.ts: bounds of words take the place of caps.
 */
import { FULL, WORD, countBits, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { SIZES, bitsOfSingles, sizeOfSingle } from "./cap-sizes.ts";
import type { Caps } from "./cap-sizes.ts";
import { BLOCK, BLOCK_SHIFT, SKIPPED } from "./cap-floors.ts";
import type { OpenBlocks } from "./cap-floors.ts";

/** No cap is as large. Sizes are those of cap-sizes.ts and 1 more: 0 is for none. */
export const NO_SIZE: number = SIZES + 1;

/** Of a word of a member: the size of its least cap, 2^16 times that of its most, PARTLY; 0 where none is known. */
export type CapSizes = number;

/** Set where some of the word's bars have no cap. */
export const PARTLY = 0x8000;

export function leastSize(sizes: CapSizes): number {
  return sizes & (PARTLY - 1);
}

export function mostSize(sizes: CapSizes): number {
  return sizes >> 16;
}

export interface SizeCounts {
  readonly words: number;
  /**
   * Members whose least cap of word w has size n: at 2 x (n x words + w), and behind it those whose most has. A cap
   * stays near its size from one word to the next.
   */
  readonly counts: Uint16Array | Uint32Array;
  /** No cap is larger. */
  readonly largest: number;
  /** By word: members that have a cap on none of its sessions. */
  readonly absent: Int32Array;
  /** By session: how many of the others have none on it. */
  readonly missing: Int32Array;
}

/** @param sizes - becomes the CapSizes of the open blocks' words; holds zeros */
export function measureCaps(
  { calendar, capsOf, zones }: Caps,
  open: OpenBlocks,
  sizes: Int32Array,
): SizeCounts {
  const { words, present, fromRow, sessionDay } = calendar;
  const room = 2 * NO_SIZE * words;
  const counts = calendar.members < 2 ** 16 ? new Uint16Array(room) : new Uint32Array(room);
  const absent = new Int32Array(words);
  const missing = new Int32Array(sessionDay.length);
  const [leastOf, mostOf] = [bitsOfSingles(zones.least), bitsOfSingles(zones.most)];
  let largest = 0;
  for (let member = 0; member < calendar.members; member++) {
    const start = zones.zoneOffset[member];
    let bar = 0;
    for (let word = 0; word < words; word++) {
      const firstOpen = open.first[member * open.blocks + (word >> BLOCK_SHIFT)];
      if (firstOpen === SKIPPED) {
        word += BLOCK - 1;
        bar += BLOCK * WORD;
        continue;
      }
      const at = member * words + word;
      let known = present[at];
      if (known === 0) {
        absent[word]++;
        continue;
      }
      const first = bar;
      bar += known === FULL ? WORD : countBits(known);
      const zone = start + (first >> 5);
      const lastZone = start + ((bar - 1) >> 5);
      let least = leastOf[zone];
      let most = mostOf[zone];
      if (zone < lastZone) {
        least = Math.min(least, leastOf[lastZone]);
        most = Math.max(most, mostOf[lastZone]);
      }
      let flag = 0;
      if (least <= 0) {
        const own = capsOf(member, fromRow[member] + first, fromRow[member] + bar);
        known = knownAmong(known, own);
        if (known === 0) {
          absent[word]++;
          continue;
        }
        if (known !== present[at]) flag = PARTLY;
        boundKnown(own);
        [least, most] = bitsOfBounds;
      }
      const low = 1 + sizeOfSingle(least);
      const high = 1 + sizeOfSingle(most);
      sizes[firstOpen + (word % BLOCK)] = low | flag | (high << 16);
      counts[2 * (low * words + word)]++;
      counts[2 * (high * words + word) + 1]++;
      if (high > largest) largest = high;
      if (known !== FULL) addEach(missing, sessionsOf(word, missing.length) & ~known, word, 1);
    }
  }
  return { words, counts, largest, absent, missing };
}

/** Of a word's bars, those that have a cap. @param caps - of the bars, one after the other */
export function knownAmong(present: number, caps: Float64Array): number {
  let known = 0;
  let bar = 0;
  for (let rest = present; rest !== 0; rest &= rest - 1) {
    if (caps[bar++] > 0) known |= rest & -rest;
  }
  return known;
}

const bounds = new Float32Array(2);
const bitsOfBounds = bitsOfSingles(bounds);

/** Writes the least and the most of those that are known. */
function boundKnown(caps: Float64Array): void {
  bounds[0] = Infinity;
  bounds[1] = 0;
  for (const cap of caps) {
    if (!(cap > 0)) continue;
    bounds[0] = Math.min(bounds[0], cap);
    bounds[1] = Math.max(bounds[1], cap);
  }
}

/** The bits of a word that stand for one of so many sessions. */
export function sessionsOf(word: number, sessions: number): number {
  return firstBits(Math.min(WORD, sessions - word * WORD));
}

/** Adds to the count of each of the word's sessions whose bit is set. */
export function addEach(counts: Int32Array, bits: number, word: number, added: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) counts[word * WORD + lowestBit(rest)] += added;
}
