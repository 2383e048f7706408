/**
 * The market cap rank on a market that is read in parts. The census says of each session between which caps its edge
 * lies: only the members between them, a few in a hundred, have to be compared once all parts were read. Gains, for
 * runs in parts: the caps of all the others are never in memory.
 */
import type { RowsOfMember } from "#workers/engine/bar-prices.ts";
import { WORD, countBits, firstBits } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { selectDescending } from "./cap-rank.ts";
import type { Zones } from "./zones.ts";

/** By session: where the edge of the top lies. NaN where there is no cap. */
export interface CapBands {
  /** Caps from here on are in the top; NaN, too, where none is beyond the band. */
  readonly high: Float64Array;
  /** Caps below are not; those between are the band. */
  readonly low: Float64Array;
  /** Caps in the band. */
  readonly within: Int32Array;
  /** How many of the band's are in the top. */
  readonly places: Int32Array;
}

/** By the calendar's words: the bars in the top, and those in it or in the band. */
export interface CapVerdicts {
  readonly sure: Int32Array;
  readonly likely: Int32Array;
}

/** The market caps of a calendar's members. */
export interface BandCaps {
  /** NaN, 0 or less is unknown. */
  readonly capsOf: RowsOfMember;
  /** Of these; null where nobody knows them. */
  readonly zones: Zones | null;
}

/** Looks at the caps of those words alone whose zones lie neither above nor below the band. */
export function judgeCaps(
  { members, words, present, fromRow, barsBefore }: Calendar,
  { capsOf, zones }: BandCaps,
  bands: CapBands,
): CapVerdicts {
  const { high, low } = bands;
  const sure = new Int32Array(present.length);
  const likely = new Int32Array(present.length);
  const limits = limitsByWord(bands, words);

  function judgeWord(member: number, word: number, at: number): void {
    const row = fromRow[member] + barsBefore[at];
    const caps = capsOf(member, row, row + countBits(present[at]));
    let bar = 0;
    for (let rest = present[at]; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const session = word * WORD + WORD - 1 - Math.clz32(bit);
      const cap = caps[bar++];
      if (!(cap > 0 && cap >= low[session])) continue;
      likely[at] |= bit;
      if (cap >= high[session]) sure[at] |= bit;
    }
  }

  for (let member = 0, at = 0; member < members; member++) {
    const bounds = zones?.wordsOf(member);
    for (let word = 0; word < words; word++, at++) {
      if (present[at] === 0) continue;
      const isKnown = bounds !== undefined && bounds.least[word] > 0;
      if (isKnown && bounds.most[word] < limits.low[word]) continue;
      if (isKnown && bounds.least[word] >= limits.high[word]) sure[at] = likely[at] = present[at];
      else judgeWord(member, word, at);
    }
  }
  return { sure, likely };
}

/** By word: caps below `low` are below the band of each of its sessions, those from `high` on above each. */
export type BandLimits = Pick<CapBands, "high" | "low">;

/** @param bands - by session */
export function limitsByWord(bands: BandLimits, words: number): BandLimits {
  const low = new Float64Array(words).fill(Infinity);
  const high = new Float64Array(words).fill(-Infinity);
  for (let session = 0; session < bands.low.length; session++) {
    if (Number.isNaN(bands.low[session])) continue; // no cap
    const word = session >> 5;
    const top = Number.isNaN(bands.high[session]) ? Infinity : bands.high[session];
    low[word] = Math.min(low[word], bands.low[session]);
    high[word] = Math.max(high[word], top);
  }
  return { low, high };
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
  readonly add: (calendar: Calendar, capsOf: RowsOfMember, verdicts: CapVerdicts, of: BandMember) => void;
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
    add({ words, present, fromRow, barsBefore }, capsOf, { sure, likely }, { place, member, matters }) {
      for (let word = 0; word < words; word++) {
        const at = place * words + word;
        for (let rest = likely[at] & ~sure[at]; rest !== 0; rest &= rest - 1) {
          const bit = WORD - 1 - Math.clz32(rest & -rest);
          const entry = filled[word * WORD + bit]++;
          const row = fromRow[place] + barsBefore[at] + countBits(present[at] & firstBits(bit));
          caps[entry] = capsOf(place, row, row + 1)[0];
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
