/** Windows over columns with gaps: what most passes go along. */
import type { RollBlocks, Windows } from "../function-entry.ts";

/**
 * Windows that are rolled on from one that was worked out afresh at most: so rounding can't add up. Blocks of so many follow each other
 * from the first whole window of a run of known values on, and nothing before a block's first window has a part in its values.
 */
export const BLOCK = 512;

export const rollBlocks: RollBlocks = ({ numbers: [x], n, bars }, roll, told, out) => {
  const windows = { n, first: 0, stop: 0 }; // one for all: some columns are begun afresh every few bars
  for (let bar = 0; bar < bars;) {
    bar = toWholeWindow(x, { n, first: bar, stop: bars }, out);
    windows.stop = bar;
    while (bar < bars && x[bar] === x[bar]) {
      if (bar === windows.stop) windows.stop = Math.min(bars, bar + BLOCK);
      windows.first = bar;
      bar = roll(x, windows, told, out);
    }
  }
};

/** Writes unknown up to the first bar from `first` on that has a whole window of known values, and gives it; stop where none has. */
export function toWholeWindow(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  let known = 0;
  for (let bar = first; bar < stop; bar++) {
    known = x[bar] === x[bar] ? known + 1 : 0;
    if (known === n) return bar;
    out[bar] = NaN;
  }
  return stop;
}

/** Sum of x[from .. to - 1], in four lanes. */
export function freshSum(x: Float64Array, from: number, to: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = from;
  for (; at + 3 < to; at += 4) {
    a += x[at];
    b += x[at + 1];
    c += x[at + 2];
    d += x[at + 3];
  }
  for (; at < to; at++) a += x[at];
  return a + b + (c + d);
}

/** The number, or unknown where it is not finite: infinity less infinity is not known, and 0 for all others. */
export function finite(value: number): number {
  return value + (value - value);
}

/** The value, or 0 for one below: half of itself and its size, in place of a branch, which would be as good as random. */
export function aboveZero(value: number): number {
  return (value + Math.abs(value)) / 2;
}
