/**
 * Caps that are surely too small for a rank's top. Over a block of 256 sessions the top never has more than so many places:
 * where as many members have larger caps on each of them, a cap is out. Most members are out of most blocks, and bounds of
 * blocks are found in an eighth of the time of those of words. For rank-condition.ts: only what is left is looked at word by word.
 */
import { WORD } from "#workers/sessions/bits.ts";
import { SIZES, bitsOfSingles, leastAbove, sizeOfSingle } from "./cap-sizes.ts";
import type { Caps } from "./cap-sizes.ts";

/** Words of a block: 2^3. */
export const BLOCK_SHIFT = 3;
export const BLOCK: number = 1 << BLOCK_SHIFT;

export interface CapFloors {
  readonly blocks: number;
  /** By block: no cap below the least of that size is in the top. */
  readonly size: Int32Array;
  /** By member x blocks + block: OUT, ALWAYS_THERE, both or neither. */
  readonly known: Uint8Array;
}

/** None of the member's caps in the block is in the top. */
export const OUT = 1;
/** It has a cap on each of the block's sessions. */
const ALWAYS_THERE = 2;

/** @param places - that the top has at most on any session */
export function findCapFloors(caps: Pick<Caps, "calendar" | "zones">, places: number): CapFloors {
  const { members, words } = caps.calendar;
  const blocks = Math.ceil(words / BLOCK);
  const known = new Uint8Array(members * blocks);
  const highest = new Int32Array(members * blocks);
  const counts = Array.from({ length: blocks }, () => new Int32Array(SIZES));
  for (let member = 0; member < members; member++) boundBlocks(caps, member, { known, highest, counts });
  const size = Int32Array.from(counts, (ofBlock) => sizeAbove(ofBlock, places));
  const floor = bitsOfSingles(Float32Array.from(size, (of) => (of > 0 ? leastAbove(of, 0, 0) : 0)));
  for (let at = 0; at < known.length; at++) known[at] |= Number(highest[at] < floor[at % blocks]) * OUT;
  return { blocks, size, known };
}

/** Members' blocks that are looked at word by word. */
export interface OpenBlocks {
  readonly blocks: number;
  /** By member x blocks + block: its first word among those of all; SKIPPED for one that is always there, and out. */
  readonly first: Int32Array;
  readonly words: number;
}

export const SKIPPED = -1;

export function openBlocks({ blocks, known }: CapFloors): OpenBlocks {
  const first = new Int32Array(known.length).fill(SKIPPED);
  let words = 0;
  for (let at = 0; at < known.length; at++) {
    if (known[at] === (OUT | ALWAYS_THERE)) continue;
    first[at] = words;
    words += BLOCK;
  }
  return { blocks, first, words };
}

interface Blocks {
  readonly known: Uint8Array;
  /** The bits of singles: no cap is larger. */
  readonly highest: Int32Array;
  /** By block: of the members that are always there, how many have a least cap of each size. */
  readonly counts: readonly Int32Array[];
}

function boundBlocks(
  { calendar, zones }: Pick<Caps, "calendar" | "zones">,
  member: number,
  { known, highest, counts }: Blocks,
): void {
  const { words, sessionDay, barsBefore, fromRow, toRow } = calendar;
  zones.ready(member);
  const [least, most] = [bitsOfSingles(zones.least), bitsOfSingles(zones.most)];
  const start = zones.zoneOffset[member];
  for (let block = 0; block < counts.length; block++) {
    const word = block << BLOCK_SHIFT;
    const next = word + BLOCK;
    const bar = barsBefore[member * words + word];
    const stop = next < words ? barsBefore[member * words + next] : toRow[member] - fromRow[member];
    if (bar === stop) continue;
    let low = 0x7fff_ffff;
    let high = 0;
    const lastZone = start + ((stop - 1) >> 5);
    for (let zone = start + (bar >> 5); zone <= lastZone; zone++) {
      low = Math.min(low, least[zone]);
      high = Math.max(high, most[zone]);
    }
    highest[member * counts.length + block] = high;
    const sessions = Math.min(sessionDay.length - word * WORD, BLOCK * WORD);
    if (stop - bar < sessions || low <= 0) continue;
    known[member * counts.length + block] = ALWAYS_THERE;
    counts[block][sizeOfSingle(low)]++;
  }
}

/** As many members as there are places have at least caps of that size; the least of all sizes has no lower end. */
function sizeAbove(counts: Int32Array, places: number): number {
  let size = SIZES - 1;
  for (let count = counts[size]; size > 0 && count < places; count += counts[size]) size--;
  return size;
}
