/**
 * Where the edge of a rank's top, its least cap, lies in each word: between two sizes, for all of the word's sessions.
 * For rank-condition.ts: most members are in or out without a look at a cap.
 */
import { WORD } from "#workers/sessions/bits.ts";
import { BLOCK_SHIFT } from "./cap-floors.ts";
import type { CapFloors } from "./cap-floors.ts";
import { NO_SIZE } from "./rank-sizes.ts";
import type { SizeCounts } from "./rank-sizes.ts";

export interface Edges {
  /** By word: the sizes low .. high that the edges of its sessions have; NO_SIZE where nobody is in the top. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** By word: members with caps of those sizes, or on either side of them. */
  readonly within: Int32Array;
  /** By session: members whose caps in the word are all larger than those sizes. */
  readonly above: Int32Array;
}

/** @param places - how many are in the top on each session */
export function findEdges(
  { counts, largest, missing, words }: SizeCounts,
  floors: CapFloors,
  places: Int32Array,
): Edges {
  const edges: Edges = {
    low: new Int32Array(words).fill(NO_SIZE),
    high: new Int32Array(words).fill(NO_SIZE),
    within: new Int32Array(words),
    above: new Int32Array(places.length),
  };
  for (let word = 0; word < words; word++) {
    const { fewest, furthest } = placesInWord(places, missing, word);
    if (furthest === 0) continue;
    let at = 2 * (largest * words + word);
    let size = largest;
    let leasts = 0;
    let mosts = 0;
    for (; mosts + counts[at + 1] < fewest; size--, at -= 2 * words) {
      leasts += counts[at];
      mosts += counts[at + 1];
    }
    edges.high[word] = size;
    edges.above.fill(leasts, word * WORD, (word + 1) * WORD);
    edges.within[word] = -leasts;
    // at the floor there are members enough that are always there; those that were not counted are all below it
    const floor = 1 + floors.size[word >> BLOCK_SHIFT];
    for (; size > floor && leasts + counts[at] < furthest; size--, at -= 2 * words) {
      leasts += counts[at];
      mosts += counts[at + 1];
    }
    edges.low[word] = size;
    edges.within[word] += mosts + counts[at + 1];
  }
  return edges;
}

/**
 * The edge of a session is at most the places-th of the largest caps that the word's members ever have in it, and so
 * that of every session is at most the one for the fewest places. It is at least the places-th of the least caps of
 * those that are there; all the word's members without the missing ones, who may have the largest.
 */
function placesInWord(
  places: Int32Array,
  missing: Int32Array,
  word: number,
): { fewest: number; furthest: number } {
  const last = Math.min(places.length, (word + 1) * WORD);
  let fewest = Infinity;
  let furthest = 0;
  for (let session = word * WORD; session < last; session++) {
    if (places[session] === 0) continue;
    fewest = Math.min(fewest, places[session]);
    furthest = Math.max(furthest, places[session] + missing[session]);
  }
  return { fewest, furthest };
}
