/** Candidates turned round by a kernel, into memory that a run before has touched: half of the time of new memory. */
import { WORD, wordsFor } from "#workers/engine/bits.ts";
import type { MakeCandidateBits } from "#workers/engine/candidate-bits.ts";
import type { Shortcut } from "#workers/engine/run-plan.ts";
import { turnRound } from "./bar-kernels.ts";

const NO_BITS = new Int32Array(0);
/** Of candidates that nobody looks at any more: memory that was touched before is far cheaper than new one. */
let spare: Int32Array = NO_BITS;

/** A session's words of several groups lie at different places of the processor's cache. */
const APART = 16;

export const makeSessionBits: MakeCandidateBits = (members, spanWords) => {
  const memberWords = wordsFor(members);
  const stride = spanWords * WORD + APART;
  const length = memberWords * stride;
  const bits = spare.length === length ? spare : new Int32Array(length);
  if (bits === spare) spare = NO_BITS;
  return {
    found: { memberWords, stride, bits },
    place: (passing, group) => {
      const count = Math.min(WORD, members - group * WORD);
      turnRound(passing.subarray(0, count * spanWords), spanWords, bits, group * stride);
    },
    giveBack: () => {
      spare = bits;
    },
  };
};

export const sessionBits: Shortcut = { name: "candidates by kernels", candidateBits: makeSessionBits };
