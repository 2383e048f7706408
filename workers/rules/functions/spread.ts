/** How far values lie apart: windows whose squares are rolled on. Definitions: rules.md section 5. */
import type { NumberPass } from "../function-entry.ts";
import { finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/**
 * Squares about a block's first mean that grow to so many times what they come to may have lost too many places: from there on
 * the block's are worked out afresh.
 */
const MOST_CHANGE = 300;
const SESSIONS_A_YEAR = 252;

export const stdev: NumberPass = (pass, out) => rollBlocks(pass, out, rollDeviations);

function rollDeviations(x: Float64Array, windows: Windows, out: Float64Array): number {
  const { n, first } = windows;
  const stop = rollSquares(x, windows, out);
  for (let bar = first; bar < stop; bar++) {
    const deviation = Math.sqrt(out[bar] / n);
    const isNone = deviation < 1e-7 * Math.abs(x[bar]) && deviation < 1e-9 * Math.abs(meanAt(x, bar, n));
    out[bar] = isNone ? 0 : finite(deviation);
  }
  return stop;
}

/** Of the returns from bar to bar, a year, in percent. */
export const volatility: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const returns = new Float64Array(pass.bars);
  returns[0] = NaN;
  for (let bar = 1; bar < pass.bars; bar++) returns[bar] = finite(x[bar] / x[bar - 1] - 1);
  rollBlocks({ ...pass, numbers: [returns] }, out, rollVolatilities);
};

function rollVolatilities(returns: Float64Array, windows: Windows, out: Float64Array): number {
  const stop = rollSquares(returns, windows, out);
  const factor = SESSIONS_A_YEAR / (windows.n - 1);
  for (let bar = windows.first; bar < stop; bar++) {
    const yearly = Math.sqrt(out[bar] * factor) * 100;
    out[bar] = yearly < 1e-6 ? 0 : finite(yearly);
  }
  return stop;
}

/** Writes the sum of squares about its mean of each window. */
function rollSquares(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  const base = meanAt(x, first, n);
  let shift = 0;
  let raw = 0;
  for (let bar = first - n + 1; bar <= first; bar++) {
    const off = x[bar] - base;
    shift += off;
    raw += off * off;
  }
  const share = 1 / n;
  let most = raw;
  let bar = first;
  for (; bar < stop; bar++) {
    if (bar > first) {
      const come = x[bar] - base;
      const gone = x[bar - n] - base;
      const step = come - gone;
      shift += step;
      raw += step * (come + gone);
    }
    const squares = raw - shift * shift * share;
    if (raw > most) most = raw;
    if (!(most <= squares * MOST_CHANGE)) break;
    out[bar] = squares;
  }
  for (; bar < stop && x[bar] === x[bar]; bar++) out[bar] = squaresAbout(x, meanAt(x, bar, n), bar, n);
  return bar;
}

/** Of the n values up to a bar. */
function meanAt(x: Float64Array, bar: number, n: number): number {
  return freshSum(x, bar - n + 1, bar + 1) / n;
}

function squaresAbout(x: Float64Array, mean: number, bar: number, n: number): number {
  let squares = 0;
  for (let at = bar - n + 1; at <= bar; at++) squares += (x[at] - mean) * (x[at] - mean);
  return squares;
}

/** Mean distance from the mean; unknown where it is below 1e-9 of the mean's size. For cci. */
export const meanDeviation: NumberPass = (pass, out) => rollBlocks(pass, out, meanDeviations);

function meanDeviations(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  let bar = first;
  for (; bar < stop && x[bar] === x[bar]; bar++) {
    const mean = meanAt(x, bar, n);
    const distance = distanceFrom(x, mean, bar - n + 1, bar + 1) / n;
    out[bar] = distance < 1e-9 * Math.abs(mean) ? NaN : finite(distance);
  }
  return bar;
}

/** Sum of |x - mean|, in four lanes. */
function distanceFrom(x: Float64Array, mean: number, from: number, to: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = from;
  for (; at + 3 < to; at += 4) {
    a += Math.abs(x[at] - mean);
    b += Math.abs(x[at + 1] - mean);
    c += Math.abs(x[at + 2] - mean);
    d += Math.abs(x[at + 3] - mean);
  }
  for (; at < to; at++) a += Math.abs(x[at] - mean);
  return a + b + (c + d);
}
