/** The straight lines that fit windows best. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/** Sums over values that are so many times as large, or as small, as some in their first window lose places when they are rolled on. */
const MOST_SPAN = 20;
/** The same of squares about a block's first mean, and of what they come to. */
const MOST_CHANGE = 300;
const SESSIONS_A_YEAR = 252;

/** Slope a bar of the least-squares line. */
export const slope: NumberPass = (pass, out) => rollBlocks(pass, out, rollSlopes);

function rollSlopes(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  let total = freshSum(x, first - n + 1, first + 1);
  const fresh = freshMoment(x, first, n, total / n) / ((n * (n * n - 1)) / 12);
  let largest = Math.abs(x[first]);
  let smallest = largest;
  for (let bar = first - n + 1; bar < first; bar++) {
    const size = Math.abs(x[bar]);
    if (size > largest) largest = size;
    else if (size < smallest) smallest = size;
  }
  const share = 12 / (n * (n * n - 1));
  out[first] = Math.abs(fresh) < 1e-12 * largest ? 0 : finite(fresh);
  const least = largest / MOST_SPAN;
  const most = smallest * MOST_SPAN;
  const flat = (1e-11 * most) / share;
  const ofOldest = (n - 1) / 2;
  const ofNewest = (n + 1) / 2;
  let moment = out[first] / share;
  for (let bar = first + 1; bar < stop; bar++) {
    const newest = x[bar];
    const oldest = x[bar - n];
    total += newest - oldest;
    moment += ofOldest * oldest + ofNewest * newest - total;
    out[bar] = moment * share;
    const size = Math.abs(newest);
    if (!(size >= least && size <= most && Math.abs(moment) >= flat)) return bar;
  }
  return stop;
}

/** Sum of the distances from the mean times those of their places from the middle. @param last - bar of the window */
function freshMoment(x: Float64Array, last: number, n: number, mean: number): number {
  let moment = 0;
  for (let at = 0; at < n; at++) moment += (at - (n - 1) / 2) * (x[last - n + 1 + at] - mean);
  return moment;
}

/**
 * Yearly growth of the line through the logarithms, in percent, times how well it fits (R2); before bar `from`, nothing of use.
 * Source of the idea: Clenow, "Stocks on the Move", 2015.
 */
export function trend(pass: Pass, out: Float64Array, from = 0): void {
  const [x] = pass.numbers;
  const logs = pass.scratch(0);
  for (let bar = 0; bar < pass.bars; bar++) logs[bar] = x[bar] > 0 ? Math.log(x[bar]) : NaN;
  rollBlocks({ ...pass, numbers: [logs] }, out, (y, windows, to) => rollTrends(y, windows, from, to));
}

function rollTrends(y: Float64Array, { first, stop, n }: Windows, from: number, out: Float64Array): number {
  const middle = (n - 1) / 2;
  const perTime = 12 / (n * (n * n - 1));
  const share = 1 / n;
  const base = freshSum(y, first - n + 1, first + 1) * share;
  let shift = 0;
  let raw = 0;
  let moment = 0;
  for (let at = 0; at < n; at++) {
    const off = y[first - n + 1 + at] - base;
    shift += off;
    raw += off * off;
    moment += (at - middle) * off;
  }
  let most = raw;
  out[first] = trendOf(moment, perTime, raw - shift * shift * share);
  for (let bar = first + 1; bar < stop; bar++) {
    const come = y[bar] - base;
    const gone = y[bar - n] - base;
    shift += come - gone;
    raw += (come - gone) * (come + gone);
    moment += middle * gone + (middle + 1) * come - shift;
    most = Math.max(most, raw);
    const squares = raw - shift * shift * share;
    if (!(most <= squares * MOST_CHANGE)) return bar;
    if (bar >= from) out[bar] = trendOf(moment, perTime, squares);
  }
  return stop;
}

function trendOf(moment: number, perTime: number, squares: number): number {
  const rise = moment * perTime;
  const yearly = (Math.exp(SESSIONS_A_YEAR * rise) - 1) * 100;
  return squares < 1e-18 ? 0 : finite(yearly * ((rise * moment) / squares));
}
