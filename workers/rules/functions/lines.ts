/** The straight lines that fit windows best. Definitions: README.md section 5. */
import type { NumberPass, Pass, Roll } from "../function-entry.ts";
import { finite, freshSum } from "./known-runs.ts";

/** Sums over values that are so many times as large, or as small, as some in their first window lose places when they are rolled on. */
const MOST_SPAN = 20;
/** The same of squares about a block's first mean, and of what they come to. */
const MOST_CHANGE = 300;
/** Values so many times as large as a mean that was worked out afresh would swallow its places. */
const MOST_OF_MEAN = 1000;
/** A mean that has shrunk by more than this may have lost too many places. */
const MOST_SHRINKING = 30;
/** Squares about the mean that are so few are those of equal values. */
const FLAT = 1e-18;

/** Slope a bar of the least-squares line. */
export const slope: NumberPass = (pass, out) => pass.rollBlocks(pass, rollPlaces, false, out);

/** Weights n for the newest to 1 for the oldest. */
export const wma: NumberPass = (pass, out) => pass.rollBlocks(pass, rollPlaces, true, out);

/**
 * A share of the sum of a window's values, each times its place (0 for the oldest) less the middle: their weighted mean, by which they
 * are judged, or the slope of the line through them, for which they are held against each other.
 */
export const rollPlaces: Roll<boolean> = (x, { first, stop, n }, isMean, out) => {
  const middle = isMean ? -1 : (n - 1) / 2;
  const share = isMean ? 2 / (n * (n + 1)) : 12 / (n * (n * n - 1));
  let total = freshSum(x, first - n + 1, first + 1);
  const base = isMean ? 0 : total / n;
  let [moment, largest, smallest] = [0, 0, Infinity];
  for (let at = 0; at < n; at++) {
    const value = x[first - n + 1 + at];
    const size = Math.abs(value);
    moment += (at - middle) * (value - base);
    if (size > largest) largest = size;
    if (size < smallest) smallest = size;
  }
  if (!isMean && Math.abs(moment * share) < 1e-12 * largest) moment = 0;
  const least = isMean ? 0 : largest / MOST_SPAN;
  const most = isMean ? Math.abs(moment * share) * MOST_OF_MEAN : smallest * MOST_SPAN;
  const flat = isMean ? Math.abs(moment) / MOST_SHRINKING : (1e-11 * most) / share;
  out[first] = finite(moment * share);
  if (isMean && !(largest <= most && (4 * most) / share < Infinity)) return first + 1;
  const ofNewest = n - middle;
  for (let bar = first + 1; bar < stop; bar++) {
    const newest = x[bar];
    const oldest = x[bar - n];
    total += newest - oldest;
    moment += middle * oldest + ofNewest * newest - total;
    out[bar] = moment * share;
    const size = Math.abs(newest);
    if (!(size >= least && size <= most && Math.abs(moment) >= flat)) return bar;
  }
  return stop;
};

/**
 * Yearly growth of the line through the logarithms, in percent, times how well it fits (R2).
 * Source of the idea: Clenow, "Stocks on the Move", 2015.
 */
export const trend: NumberPass = (pass, out) => {
  const fits = pass.scratch(1);
  fitLines(pass, fits, out);
  for (let bar = 0; bar < pass.bars; bar++) out[bar] = trendOf(out[bar], fits[bar], pass.sessionsOfYear);
};

/** Of each window of logarithms what its line rises a bar, and its R2. */
export function fitLines(pass: Pass, fits: Float64Array, rises: Float64Array): void {
  const [x] = pass.numbers;
  const logs = pass.scratch(0);
  for (let bar = 0; bar < pass.bars; bar++) logs[bar] = x[bar] > 0 ? Math.log(x[bar]) : NaN;
  pass.rollBlocks({ ...pass, numbers: [logs] }, rollLines, fits, rises);
}

export const trendOf = (rise: number, fit: number, sessionsOfYear: number): number =>
  finite((Math.exp(sessionsOfYear * rise) - 1) * 100 * fit);

const rollLines: Roll<Float64Array> = (y, { first, stop, n }, fits, rises) => {
  const [middle, perTime, share] = [(n - 1) / 2, 12 / (n * (n * n - 1)), 1 / n];
  const base = freshSum(y, first - n + 1, first + 1) * share;
  let [shift, raw, moment] = [0, 0, 0];
  for (let at = 0; at < n; at++) {
    const off = y[first - n + 1 + at] - base;
    shift += off;
    raw += off * off;
    moment += (at - middle) * off;
  }
  let most = raw;
  let squares = raw - shift * shift * share;
  for (let bar = first; ;) {
    const rise = squares < FLAT ? 0 : moment * perTime;
    rises[bar] = rise;
    fits[bar] = squares < FLAT ? 0 : (rise * moment) / squares;
    bar++;
    if (bar === stop) return stop;
    const come = y[bar] - base;
    const gone = y[bar - n] - base;
    shift += come - gone;
    raw += (come - gone) * (come + gone);
    moment += middle * gone + (middle + 1) * come - shift;
    most = Math.max(most, raw);
    squares = raw - shift * shift * share;
    if (!(most <= squares * MOST_CHANGE)) return bar;
  }
};
