/**
 * The market cap rank on a market that is read in parts. The census says of each session between which caps its edge
 * lies: only the members between them, a few in a hundred, have to be compared once all parts were read.
 */
import { WORD, countBits, firstBits } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import type { CapBands } from "./cap-census.ts";
import { selectDescending } from "./cap-rank.ts";

/** By the calendar's words: the bars in the top, and those in it or in the band. */
export interface CapVerdicts {
  readonly sure: Int32Array;
  readonly likely: Int32Array;
}

/** @param marketCap - by the calendar's rows; NaN, 0 or less is unknown */
export function judgeCaps(calendar: Calendar, marketCap: Float64Array, { high, low }: CapBands): CapVerdicts {
  const { words, present, firstRow } = calendar;
  const sure = new Int32Array(present.length);
  const likely = new Int32Array(present.length);
  for (let at = 0; at < present.length; at++) {
    let row = firstRow[at];
    let session = (at % words) * WORD;
    let isIn = 0;
    let mayBeIn = 0;
    for (let rest = present[at], bit = 1; rest !== 0; rest >>>= 1, bit <<= 1, session++) {
      if ((rest & 1) === 0) continue;
      const cap = marketCap[row++];
      if (!(cap > 0 && cap >= low[session])) continue;
      mayBeIn |= bit;
      if (cap >= high[session]) isIn |= bit;
    }
    sure[at] = isIn;
    likely[at] = mayBeIn;
  }
  return { sure, likely };
}

/** A member's bars that the rank may let pass. */
export interface BandMember {
  /** In the calendar whose rows the caps have. */
  readonly place: number;
  /** In the universe. */
  readonly member: number;
  /** The bars, by the words of the calendar, to which it makes a difference whether the cap is in the top. */
  readonly matters: (word: number) => number;
}

/** The caps in the bands of all sessions. */
export interface CapBand {
  readonly add: (calendar: Calendar, marketCap: Float64Array, verdicts: CapVerdicts, of: BandMember) => void;
  /** Once all members were added, in their order: calls `onIn` for each bar in the top to which it makes a difference. */
  readonly settle: (onIn: (member: number, session: number) => void) => void;
}

export function makeCapBand({ within, places }: CapBands): CapBand {
  const sessions = within.length;
  const start = new Int32Array(sessions + 1);
  for (let session = 0; session < sessions; session++) start[session + 1] = start[session] + within[session];
  const filled = start.slice();
  const caps = new Float64Array(start[sessions]);
  /** Twice the member, and 1 more where it makes a difference. */
  const members = new Int32Array(start[sessions]);

  return {
    add({ words, present, firstRow }, marketCap, { sure, likely }, { place, member, matters }) {
      for (let word = 0; word < words; word++) {
        const at = place * words + word;
        for (let rest = likely[at] & ~sure[at]; rest !== 0; rest &= rest - 1) {
          const bit = WORD - 1 - Math.clz32(rest & -rest);
          const entry = filled[word * WORD + bit]++;
          caps[entry] = marketCap[firstRow[at] + countBits(present[at] & firstBits(bit))];
          members[entry] = 2 * member + ((matters(word) >>> bit) & 1);
        }
      }
    },
    settle(onIn) {
      const sorted = new Float64Array(within.reduce((most, count) => Math.max(most, count), 0));
      for (let session = 0; session < sessions; session++) {
        const [from, to] = [start[session], start[session + 1]];
        if (from === to) continue;
        sorted.set(caps.subarray(from, to));
        const edge = selectDescending(sorted, to - from, places[session] - 1);
        let placesAtEdge = places[session];
        for (let at = from; at < to; at++) placesAtEdge -= Number(caps[at] > edge);
        for (let at = from; at < to; at++) {
          const isIn = caps[at] > edge || (caps[at] === edge && placesAtEdge-- > 0);
          if (isIn && (members[at] & 1) === 1) onIn(members[at] >> 1, session);
        }
      }
    },
  };
}
