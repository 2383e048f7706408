/** The straight lines that fit windows best. Definitions: README.md section 5. */
import type { NumberPass } from "../function-entry.ts";
import { finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/** Sums over values that span more than this, from the smallest to the largest, lose places when they are rolled on. */
const MOST_SPAN = 50;
/** The same of squares about a block's first mean, and of what they come to. */
const MOST_CHANGE = 300;
const SESSIONS_A_YEAR = 252;

/** Slope a bar of the least-squares line. */
export const slope: NumberPass = (pass, out) => rollBlocks(pass, out, rollSlopes);

function rollSlopes(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  const share = 12 / (n * (n * n - 1));
  const middle = (n - 1) / 2;
  const mean = freshSum(x, first - n + 1, first + 1) / n;
  let largest = largestIn(x, first - n + 1, first + 1);
  let smallest = smallestIn(x, first - n + 1, first + 1);
  let shift = 0;
  let moment = 0;
  for (let at = 0; at < n; at++) {
    const off = x[first - n + 1 + at] - mean;
    shift += off;
    moment += (at - middle) * off;
  }
  out[first] = freshSlope(x, first, n);
  for (let bar = first + 1; bar < stop; bar++) {
    const come = x[bar] - mean;
    const gone = x[bar - n] - mean;
    shift += come - gone;
    moment += middle * gone + (middle + 1) * come - shift;
    const own = Math.abs(x[bar]);
    if (own > largest) largest = own;
    if (own < smallest) smallest = own;
    if (largest > smallest * MOST_SPAN) return bar;
    const rise = moment * share;
    if (Math.abs(rise) >= 1e-11 * largest) out[bar] = rise;
    else if (rise === rise) out[bar] = freshSlope(x, bar, n);
    else return bar;
  }
  return stop;
}

function freshSlope(x: Float64Array, bar: number, n: number): number {
  const first = bar - n + 1;
  const mean = freshSum(x, first, bar + 1) / n;
  let moment = 0;
  for (let at = 0; at < n; at++) moment += (at - (n - 1) / 2) * (x[first + at] - mean);
  const rise = moment / ((n * (n * n - 1)) / 12);
  return Math.abs(rise) < 1e-12 * largestIn(x, first, bar + 1) ? 0 : finite(rise);
}

function largestIn(x: Float64Array, from: number, to: number): number {
  let largest = 0;
  for (let bar = from; bar < to; bar++) largest = Math.max(largest, Math.abs(x[bar]));
  return largest;
}

function smallestIn(x: Float64Array, from: number, to: number): number {
  let smallest = Infinity;
  for (let bar = from; bar < to; bar++) smallest = Math.min(smallest, Math.abs(x[bar]));
  return smallest;
}

/**
 * Yearly growth of the line through the logarithms, in percent, times how well it fits (R2).
 * Source of the idea: Clenow, "Stocks on the Move", 2015.
 */
export const trend: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const logs = new Float64Array(pass.bars);
  for (let bar = 0; bar < pass.bars; bar++) logs[bar] = x[bar] > 0 ? Math.log(x[bar]) : NaN;
  rollBlocks({ ...pass, numbers: [logs] }, out, rollTrends);
};

function rollTrends(y: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  const middle = (n - 1) / 2;
  const perTime = 12 / (n * (n * n - 1));
  const share = 1 / n;
  const base = freshSum(y, first - n + 1, first + 1) * share;
  let [shift, raw, moment] = [0, 0, 0];
  for (let at = 0; at < n; at++) {
    const off = y[first - n + 1 + at] - base;
    shift += off;
    raw += off * off;
    moment += (at - middle) * off;
  }
  let most = raw;
  for (let bar = first; bar < stop; bar++) {
    if (bar > first) {
      const come = y[bar] - base;
      const gone = y[bar - n] - base;
      shift += come - gone;
      raw += (come - gone) * (come + gone);
      moment += middle * gone + (middle + 1) * come - shift;
      if (raw > most) most = raw;
    }
    const squares = raw - shift * shift * share;
    if (bar > first && !(most <= squares * MOST_CHANGE)) return bar;
    const rise = moment * perTime;
    const yearly = (Math.exp(SESSIONS_A_YEAR * rise) - 1) * 100;
    out[bar] = squares < 1e-18 ? 0 : finite((yearly * rise * moment) / squares);
  }
  return stop;
}
