/** Windows over columns with gaps: what most passes go along. */
import type { Pass } from "../function-entry.ts";

/** Windows of n bars, by the bar of their last place. */
export interface Windows {
  readonly first: number;
  readonly stop: number;
  readonly n: number;
}

/**
 * Writes the values of the windows that end on the bars first .. stop - 1, of which the first has n known values, that one
 * afresh and the others rolled on from it.
 *
 * @returns the first bar whose value doesn't count: stop, one whose value is unknown, or one that is to be worked out afresh
 */
export type Roll = (x: Float64Array, windows: Windows, out: Float64Array) => number;

/** Windows that are rolled on from one that was worked out afresh at most: so rounding can't add up. */
const BLOCK = 512;

/** Goes along the stretches of known values of the pass' first number, some bars at once; a bar without a whole window is unknown. */
export function rollBlocks({ numbers: [x], n, bars }: Pass, out: Float64Array, roll: Roll): void {
  for (let bar = 0; bar < bars;) {
    bar = toWholeWindow(x, { first: bar, stop: bars, n }, out);
    while (bar < bars && x[bar] === x[bar]) {
      bar = roll(x, { first: bar, stop: Math.min(bars, bar + BLOCK), n }, out);
    }
  }
}

/** Writes unknown up to the first bar from `first` on that has a whole window of known values, and gives it; stop where none has. */
function toWholeWindow(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
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
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
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

/** Whether no |x| of x[from .. to - 1] is above `most`; false where one is unknown. */
export function areWithin(x: Float64Array, from: number, to: number, most: number): boolean {
  for (let bar = from; bar < to; bar++) if (!(Math.abs(x[bar]) <= most)) return false;
  return true;
}

/** The number, or unknown where it is not finite: infinity less infinity is not known, and 0 for all others. */
export function finite(value: number): number {
  return value + (value - value);
}

/** The value, or 0 for one below: half of itself and its size, in place of a branch, which would be as good as random. */
export function aboveZero(value: number): number {
  return (value + Math.abs(value)) / 2;
}
