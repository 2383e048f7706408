/**
 * Caps that are surely too small for a rank's top. Over a block of 256 sessions the top never has more than so many places:
 * where as many members have larger caps on each of them, a cap is out. A bound of a block is found in an eighth of the
 * time of those of its words, and with other conditions beside the rank nobody may ever be asked about who is near its edge.
 */
import { WORD, countBits } from "./bits.ts";
import { SIZES, bitsOfSingles, leastAbove, sizeOfSingle } from "./cap-sizes.ts";
import type { Caps } from "./rank-sizes.ts";

/** Words of a block, as a power of two. */
const BLOCK_SHIFT = 3;

/** False where more has to be known. The member has a bar in the word. */
export type CapFloors = (member: number, word: number) => boolean;

/** @param places - that the top has at most on any session */
export function findCapFloors(caps: Pick<Caps, "calendar" | "zones">, places: number): CapFloors {
  const { calendar, zones } = caps;
  const { words, present, barsBefore } = calendar;
  const { zoneOffset, most } = zones;
  const floors = countSizes(caps).map((counts) => floorOf(counts, places));
  return (member, word) => {
    const at = member * words + word;
    const bar = barsBefore[at];
    const zone = zoneOffset[member] + (bar >> 5);
    const lastZone = zoneOffset[member] + ((bar + countBits(present[at]) - 1) >> 5);
    return Math.max(most[zone], most[lastZone]) < floors[word >> BLOCK_SHIFT];
  };
}

/** By block: of the members that have a cap on each of its sessions, how many have a least of each size. */
function countSizes({ calendar, zones }: Pick<Caps, "calendar" | "zones">): Int32Array[] {
  const { members, words, sessionDay, barsBefore, fromRow, toRow } = calendar;
  const blocks = Math.ceil(words / (1 << BLOCK_SHIFT));
  const counts = Array.from({ length: blocks }, () => new Int32Array(SIZES));
  const least = bitsOfSingles(zones.least);
  for (let member = 0; member < members; member++) {
    zones.ready(member);
    const start = zones.zoneOffset[member];
    const next = (member + 1) * words;
    for (let block = 0; block < blocks; block++) {
      const word = block << BLOCK_SHIFT;
      const at = member * words + word;
      const behind = at + (1 << BLOCK_SHIFT);
      const bar = barsBefore[at];
      const stop = behind < next ? barsBefore[behind] : toRow[member] - fromRow[member];
      const sessions = Math.min(sessionDay.length - word * WORD, WORD << BLOCK_SHIFT);
      if (stop - bar < sessions) continue;
      let low = least[start + (bar >> 5)];
      const lastZone = start + ((stop - 1) >> 5);
      for (let zone = start + (bar >> 5) + 1; zone <= lastZone; zone++) low = Math.min(low, least[zone]);
      if (low > 0) counts[block][sizeOfSingle(low)]++;
    }
  }
  return counts;
}

/** As many members as there are places have at least that cap. */
function floorOf(counts: Int32Array, places: number): number {
  let size = SIZES - 1;
  for (let count = counts[size]; size > 0 && count < places; count += counts[size]) size--;
  return size > 0 ? leastAbove(size, 0, 0) : 0;
}
