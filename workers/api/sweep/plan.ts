/** Which variants of a sweep are still to be done, are at work, and are written. */
import type { Block } from "./run-block.ts";

/** What of a sweep's axes tells where variants are. */
type Axes = readonly { readonly values: { readonly length: number } }[];

const OPEN = 0;
const GIVEN = 1;
const WRITTEN = 2;

export interface SweepPlan {
  readonly variants: number;
  /** How many are written. */
  readonly done: number;
  /**
   * The next open variants that follow on one another, `most` at most; null where none is open. They are given then. The last of them
   * ends a round of as many of the last axes as go into them: variants that differ in those alone share work, which would be done
   * twice where a block parts them.
   */
  take(most: number): Block | null;
  /** Given out already, elsewhere. */
  give(block: Block): void;
  /** False where it was written before. */
  write(index: number): boolean;
}

/** @param axes - the one that runs fastest last */
export function createPlan(axes: Axes): SweepPlan {
  const rounds = roundsOf(axes);
  const variants = rounds.at(-1) ?? 1;
  const state = new Uint8Array(variants);
  let done = 0;
  let cursor = 0;
  return {
    variants,
    get done() {
      return done;
    },
    take(most) {
      while (cursor < variants && state[cursor] !== OPEN) cursor++;
      if (cursor >= variants) return null;
      const from = cursor;
      let end = from;
      while (end < variants && end - from < most && state[end] === OPEN) end++;
      const round = rounds.findLast((one) => one <= end - from) ?? 1;
      end -= end % round;
      state.fill(GIVEN, from, end);
      cursor = end;
      return { from, count: cursor - from };
    },
    give({ from, count }) {
      for (let at = from; at < from + count; at++) if (state[at] === OPEN) state[at] = GIVEN;
    },
    write(index) {
      if (index >= variants || state[index] === WRITTEN) return false;
      state[index] = WRITTEN;
      done++;
      return true;
    },
  };
}

/** After how many variants the last axis begins anew, then the last two, and so on: 1 first, all of them last. */
function roundsOf(axes: Axes): readonly number[] {
  const rounds = [1];
  for (const { values } of axes.toReversed()) rounds.push((rounds.at(-1) ?? 1) * values.length);
  return rounds;
}
