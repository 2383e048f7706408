/** Which variants of a sweep are still to be done, are at work, and are written. */
import type { Block } from "./run-block.ts";

const OPEN = 0;
const GIVEN = 1;
const WRITTEN = 2;

export interface SweepPlan {
  readonly variants: number;
  /** How many are written. */
  readonly done: number;
  /** The next open variants that follow on one another, `most` at most; null where none is open. They are given then. */
  take(most: number): Block | null;
  /** Given out already, elsewhere. */
  give(block: Block): void;
  /** False where it was written before. */
  write(index: number): boolean;
}

export function createPlan(variants: number): SweepPlan {
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
      while (cursor < variants && cursor - from < most && state[cursor] === OPEN) state[cursor++] = GIVEN;
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
