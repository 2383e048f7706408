/** The highest and lowest of windows, ranges of a bar and of days, and what is told by them. Definitions: README.md section 5. */
import type { Extremes, NumberPass, Pass } from "../function-entry.ts";
import { finite } from "./known-runs.ts";

/** Place of the scratch column that extremes() goes by. */
const BACK = 1;

export const highest: NumberPass = (pass, out) => pass.extremes(pass, 1, out);

export const lowest: NumberPass = (pass, out) => pass.extremes(pass, -1, out);

/**
 * The highest so far from the front of each n bars, and from their back: of any window, one of each. An unknown value makes both
 * unknown.
 * Source: van Herk, "A fast algorithm for local minimum and maximum filters", Pattern Recognition Letters 13, 1992.
 */
export const extremes: Extremes = ({ numbers: [x], n, bars, scratch }, sign, out) => {
  if (n > bars) return void out.fill(NaN, 0, bars);
  const back = scratch(BACK).fill(NaN, 0, n);
  for (let start = 0; start < bars; start += n) {
    const end = Math.min(bars, start + n);
    let front = -Infinity;
    for (let bar = start; bar < end - 1; bar++) {
      front = Math.max(front, sign * x[bar]);
      out[bar] = finite(sign * Math.max(front, back[bar - start + 1]));
    }
    front = Math.max(front, sign * x[end - 1]);
    const highestYet = end - start === n ? front : Math.max(front, back[end - start]);
    out[end - 1] = finite(sign * highestYet);
    let last = -Infinity;
    for (let bar = end - 1; bar >= start; bar--) {
      last = Math.max(last, sign * x[bar]);
      back[bar - start] = last;
    }
  }
};

/** Unknown on the first bar. The numbers are high, low and close. */
export const trueRange: NumberPass = ({ numbers: [high, low, close], bars }, out) => {
  out[0] = NaN;
  for (let bar = 1; bar < bars; bar++) out[bar] = rangeAt(high[bar], low[bar], close[bar - 1]);
};

/** @param before - the close of the bar before */
export function rangeAt(high: number, low: number, before: number): number {
  return Math.max(high, before) - Math.min(low, before);
}

export const stochK: NumberPass = (pass, out) => {
  const [, , close] = pass.numbers;
  const lows = rangesOf(pass, out);
  for (let bar = 0; bar < pass.bars; bar++) {
    out[bar] = finite((100 * (close[bar] - lows[bar])) / (out[bar] - lows[bar]));
  }
};

export const williamsR: NumberPass = (pass, out) => {
  const [, , close] = pass.numbers;
  const lows = rangesOf(pass, out);
  for (let bar = 0; bar < pass.bars; bar++) {
    out[bar] = finite((-100 * (out[bar] - close[bar])) / (out[bar] - lows[bar]));
  }
};

/** Writes the highest high of the last n bars, and gives the lowest lows. The numbers are high, low and close. */
function rangesOf(pass: Pass, highs: Float64Array): Float64Array {
  const [high, low] = pass.numbers;
  const lows = pass.scratch(0);
  pass.extremes({ ...pass, numbers: [low] }, -1, lows);
  pass.extremes({ ...pass, numbers: [high] }, 1, highs);
  return lows;
}
