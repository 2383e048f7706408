/** Who is a candidate when: a bit for each member and session, side by side for the members of a session. */
import { WORD, countBits, transpose, wordsFor } from "#workers/sessions/bits.ts";

/** Members 32 g .. 32 g + 31 are the bits of a word on each session from firstSession on: the s-th of them has g x stride + s. */
export interface Candidates {
  readonly firstSession: number;
  /** Words that hold a bit for each member. */
  readonly memberWords: number;
  readonly stride: number;
  readonly bits: Int32Array;
}

export interface FoundCandidates extends Candidates {
  /** Bits of the members that are a candidate on some session. */
  readonly ever: Int32Array;
}

/** Where the candidates of a period are put, group after group of 32 members. */
export interface CandidateBits {
  readonly found: Omit<Candidates, "firstSession">;
  /** Takes the words of sessions of 32 members, or of the last ones: one member after the other. */
  readonly place: (passing: Int32Array, group: number) => void;
}

/** A session's words of several groups lie at different places of the processor's cache. */
const APART = 16;

/** @param spanWords - words of sessions */
export function makeCandidateBits(members: number, spanWords: number): CandidateBits {
  const memberWords = wordsFor(members);
  const stride = spanWords * WORD + APART;
  const bits = new Int32Array(memberWords * stride);
  const square = new Int32Array(WORD);
  return {
    found: { memberWords, stride, bits },
    place: (passing, group) => {
      const count = Math.min(WORD, members - group * WORD);
      turnToMembers(passing, { count, spanWords, square }, bits.subarray(group * stride));
    },
  };
}

/** Words of sessions of some members, one member after the other, to words of members of a session. */
function turnToMembers(
  passing: Int32Array,
  { count, spanWords, square }: { count: number; spanWords: number; square: Int32Array },
  into: Int32Array,
): void {
  for (let word = 0; word < spanWords; word++) {
    for (let k = 0; k < WORD; k++) square[k] = k < count ? passing[k * spanWords + word] : 0;
    transpose(square);
    into.set(square, word * WORD);
  }
}

/** How many pass on the session. @param without - bits of members that don't count */
export function countOn(candidates: Candidates, session: number, without: Int32Array | null = null): number {
  const { memberWords, stride, bits, firstSession } = candidates;
  let count = 0;
  for (let group = 0, at = session - firstSession; group < memberWords; group++, at += stride) {
    count += countBits(bits[at] & ~(without?.[group] ?? 0));
  }
  return count;
}
