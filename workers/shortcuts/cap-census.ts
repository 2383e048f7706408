/**
 * How many market caps of each size there are on each session: what says, without all of them in memory, between which
 * two sizes the edge of a session's top lies. Where the zones know the least and the most of 32 bars, these are counted
 * in place of the caps. Gains, for runs in parts: no cap is kept to find the edges, and none is read where zones know
 * it.
 */
import { upperHalves } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits, lowestBit } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { BandCaps } from "./cap-band.ts";
import { placesFor } from "./cap-rank.ts";
import { SIZES, bitsOfSingles, sizeOf, sizeOfSingle } from "./cap-sizes.ts";

export interface CapCensus {
  readonly count: (calendar: Calendar, caps: BandCaps) => void;
  /** null where no cap is known. */
  readonly edgesOf: (percent: number) => RoughEdges | null;
}

/** By session: the edge of the top is a cap of the sizes low .. high - 1. */
export interface RoughEdges {
  /** How many caps are in the top; 0 where none is known. */
  readonly places: Int32Array;
  readonly low: Int32Array;
  /** Up to SIZES. */
  readonly high: Int32Array;
}

/** What the counts of so many sessions take, and those of cap-edges.ts: about a third of the sizes are met. */
export function bytesOfCensus(sessions: number): number {
  return sessions * SIZES * Int32Array.BYTES_PER_ELEMENT;
}

export function makeCapCensus(sessions: number, words: number): CapCensus {
  const least = makeTally(sessions, words);
  const most = makeTally(sessions, words);

  function countBars(caps: Float64Array, present: number, word: number): void {
    const upper = upperHalves(caps);
    let bar = 0;
    for (let rest = present; rest !== 0; rest &= rest - 1, bar++) {
      if (!(caps[bar] > 0)) continue;
      const size = sizeOf(upper[2 * bar + 1]);
      least.add(size, word, rest & -rest);
      most.add(size, word, rest & -rest);
    }
  }

  return {
    count({ members, words: own, present, fromRow, barsBefore }, { capsOf, zones }) {
      for (let member = 0, at = 0; member < members; member++) {
        const bounds = zones?.wordsOf(member);
        const lowest = bounds && bitsOfSingles(bounds.least);
        const highest = bounds && bitsOfSingles(bounds.most);
        for (let word = 0; word < own; word++, at++) {
          if (present[at] === 0) continue;
          if (bounds && lowest && highest && bounds.least[word] > 0) {
            least.add(sizeOfSingle(lowest[word]), word, present[at]);
            most.add(sizeOfSingle(highest[word]), word, present[at]);
          } else {
            const row = fromRow[member] + barsBefore[at];
            countBars(capsOf(member, row, row + countBits(present[at])), present[at], word);
          }
        }
      }
    },
    edgesOf: (percent) => findEdges(least, most, percent, sessions),
  };
}

/** Counts by size and session. */
interface Tally {
  /** Counts 1 of a size on each session of the word whose bit is set. */
  readonly add: (size: number, word: number, on: number) => void;
  /** Adds the counts of a size to those of the sessions; false where there are none. */
  readonly addTo: (sums: Int32Array, size: number) => boolean;
}

function makeTally(sessions: number, words: number): Tally {
  /** By size: of whole words, and of the sessions of others. */
  const ofWords: (Int32Array | undefined)[] = [];
  const ofSessions: (Int32Array | undefined)[] = [];
  return {
    add(size, word, on) {
      if (on === FULL) (ofWords[size] ??= new Int32Array(words))[word]++;
      else {
        const counts = (ofSessions[size] ??= new Int32Array(sessions));
        for (let rest = on; rest !== 0; rest &= rest - 1) counts[word * WORD + lowestBit(rest)]++;
      }
    },
    addTo(sums, size) {
      const [byWord, bySession] = [ofWords[size], ofSessions[size]];
      if (byWord !== undefined) {
        for (let session = 0; session < sessions; session++) sums[session] += byWord[session >> 5];
      }
      if (bySession !== undefined) {
        for (let session = 0; session < sessions; session++) sums[session] += bySession[session];
      }
      return byWord !== undefined || bySession !== undefined;
    },
  };
}

function findEdges(least: Tally, most: Tally, percent: number, sessions: number): RoughEdges | null {
  const counts = new Int32Array(sessions);
  for (let size = 0; size < SIZES; size++) least.addTo(counts, size);
  if (counts.every((count) => count === 0)) return null;
  const places = counts.map((count) => placesFor(percent, count));
  return { places, low: sizesAt(least, places), high: sizesAt(most, places).map((size) => size + 1) };
}

/** The size at which the counts from the largest down reach the places of each session. */
function sizesAt(tally: Tally, places: Int32Array): Int32Array {
  const sizes = new Int32Array(places.length).fill(-1);
  const sums = new Int32Array(places.length);
  for (let size = SIZES - 1; size >= 0; size--) {
    if (!tally.addTo(sums, size)) continue;
    for (let session = 0; session < places.length; session++) {
      if (sizes[session] < 0 && sums[session] >= places[session]) sizes[session] = size;
    }
  }
  return sizes;
}
