/** How far values lie apart, and what is told by that: windows whose squares are rolled on. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { BLOCK, finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/**
 * Squares about the mean of the first window that grow to so many times what they come to may have lost too many places: the
 * next ones are worked out about a mean of their own.
 */
const MOST_CHANGE = 300;
const SESSIONS_A_YEAR = 252;

/** Of a block's windows, the first one's first. */
interface Moments {
  readonly mean: Float64Array;
  /** Squares about the mean, summed; a standard deviation where `deviate` has been at them. */
  readonly spread: Float64Array;
}

/** Writes what a block's moments give; k is the pass' factor, where it has one. */
type Finish = (moments: Moments, x: Float64Array, windows: Windows, out: Float64Array) => void;

/** Goes along the pass' first number with moments of its windows of n bars. */
function rollMoments(pass: Pass, out: Float64Array, finish: Finish): void {
  const moments: Moments = { mean: new Float64Array(BLOCK), spread: new Float64Array(BLOCK) };
  rollBlocks(pass, out, (x, windows) => {
    const stop = findMoments(x, windows, moments);
    finish(moments, x, { ...windows, stop }, out);
    return stop;
  });
}

function findMoments(x: Float64Array, { first, stop, n }: Windows, { mean, spread }: Moments): number {
  const share = 1 / n;
  const base = freshSum(x, first - n + 1, first + 1) * share;
  let shift = 0;
  let raw = 0;
  for (let bar = first - n + 1; bar <= first; bar++) {
    const off = x[bar] - base;
    shift += off;
    raw += off * off;
  }
  let most = raw;
  mean[0] = base + shift * share;
  spread[0] = Math.max(0, raw - shift * shift * share);
  for (let bar = first + 1; bar < stop; bar++) {
    const come = x[bar] - base;
    const gone = x[bar - n] - base;
    const step = come - gone;
    shift += step;
    raw += step * (come + gone);
    const squares = raw - shift * shift * share;
    if (raw > most) most = raw;
    if (!(most <= squares * MOST_CHANGE)) return bar;
    mean[bar - first] = base + shift * share;
    spread[bar - first] = squares;
  }
  return stop;
}

/** Turns squares into standard deviations; 0 below 1e-9 of the mean's size. */
function deviate({ mean, spread }: Moments, count: number, n: number): void {
  const share = 1 / n;
  for (let at = 0; at < count; at++) {
    const deviation = Math.sqrt(spread[at] * share);
    spread[at] = deviation < 1e-9 * Math.abs(mean[at]) ? 0 : deviation;
  }
}

export const stdev: NumberPass = (pass, out) => {
  rollMoments(pass, out, (moments, _, { first, stop, n }) => {
    deviate(moments, stop - first, n);
    for (let bar = first; bar < stop; bar++) out[bar] = finite(moments.spread[bar - first]);
  });
};

export const zscore: NumberPass = (pass, out) => {
  rollMoments(pass, out, (moments, x, { first, stop, n }) => {
    deviate(moments, stop - first, n);
    const { mean, spread } = moments;
    for (let bar = first; bar < stop; bar++) {
      out[bar] = finite((x[bar] - mean[bar - first]) / spread[bar - first]);
    }
  });
};

export const bollingerUpper: NumberPass = (pass, out) => band(pass, pass.counts[1], out);

export const bollingerLower: NumberPass = (pass, out) => band(pass, -pass.counts[1], out);

/** The mean and k standard deviations. */
function band(pass: Pass, k: number, out: Float64Array): void {
  rollMoments(pass, out, (moments, _, { first, stop, n }) => {
    deviate(moments, stop - first, n);
    const { mean, spread } = moments;
    for (let bar = first; bar < stop; bar++) out[bar] = finite(mean[bar - first] + k * spread[bar - first]);
  });
}

/** Where the value lies between the bands. */
export const percentB: NumberPass = (pass, out) => {
  const [, k] = pass.counts;
  rollMoments(pass, out, (moments, x, { first, stop, n }) => {
    deviate(moments, stop - first, n);
    const { mean, spread } = moments;
    for (let bar = first; bar < stop; bar++) {
      const reach = k * spread[bar - first];
      out[bar] = finite((x[bar] - mean[bar - first] + reach) / (2 * reach));
    }
  });
};

/** How wide the bands are, in percent of the mean. */
export const bandwidth: NumberPass = (pass, out) => {
  const [, k] = pass.counts;
  rollMoments(pass, out, (moments, _, { first, stop, n }) => {
    deviate(moments, stop - first, n);
    const { mean, spread } = moments;
    for (let bar = first; bar < stop; bar++) {
      out[bar] = finite(((2 * k * spread[bar - first]) / mean[bar - first]) * 100);
    }
  });
};

/** Of the returns from bar to bar, a year, in percent. */
export const volatility: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const returns = new Float64Array(pass.bars);
  returns[0] = NaN;
  for (let bar = 1; bar < pass.bars; bar++) returns[bar] = finite(x[bar] / x[bar - 1] - 1);
  rollMoments({ ...pass, numbers: [returns] }, out, ({ spread }, _, { first, stop, n }) => {
    const factor = SESSIONS_A_YEAR / (n - 1);
    for (let bar = first; bar < stop; bar++) {
      const yearly = Math.sqrt(spread[bar - first] * factor) * 100;
      out[bar] = yearly < 1e-6 ? 0 : finite(yearly);
    }
  });
};

/** How far the typical price (the numbers are high, low and close) lies from its mean, in mean distances from that. */
export const cci: NumberPass = ({ numbers: [high, low, close], counts, bars, ...rest }, out) => {
  const typical = new Float64Array(bars);
  for (let bar = 0; bar < bars; bar++) typical[bar] = finite((high[bar] + low[bar] + close[bar]) / 3);
  rollBlocks({ ...rest, numbers: [typical], counts, bars }, out, distancesFromMean);
};

function distancesFromMean(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  const share = 1 / n;
  for (let bar = first; bar < stop; bar++) {
    const mean = freshSum(x, bar - n + 1, bar + 1) * share;
    if (mean !== mean) return bar;
    const usual = distanceFrom(x, mean, bar - n + 1, bar + 1) * share;
    const isNone = usual < 1e-9 * Math.abs(mean);
    out[bar] = isNone ? NaN : finite((x[bar] - mean) / (0.015 * usual));
  }
  return stop;
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
