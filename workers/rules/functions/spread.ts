/** How far values lie apart, and what is told by that: windows whose squares are rolled on. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { sma } from "./averages.ts";
import { finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/**
 * Squares about the mean of the first window that grow to so many times what they come to may have lost too many places: the
 * next ones are worked out about a mean of their own.
 */
const MOST_CHANGE = 300;
const SESSIONS_A_YEAR = 252;

/** Writes `times` the standard deviation of each window (0 below 1e-9 of its mean's size) and `timesMean` the mean; gives the means. */
function deviations(pass: Pass, out: Float64Array, times = 1, timesMean = 0): Float64Array {
  const mean = pass.scratch(0);
  rollBlocks(pass, out, (x, windows) => rollMoments(x, windows, { mean, times, timesMean }, out));
  return mean;
}

function rollMoments(
  x: Float64Array,
  { first, stop, n }: Windows,
  { mean, times, timesMean }: { mean: Float64Array; times: number; timesMean: number },
  out: Float64Array,
): number {
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
  let squares = Math.max(0, raw - shift * shift * share);
  for (let bar = first; ;) {
    const own = base + shift * share;
    const spread = Math.sqrt(squares * share);
    mean[bar] = own;
    const deviation = spread < 1e-9 * Math.abs(own) ? 0 : spread;
    out[bar] = finite(timesMean * own + times * deviation);
    if (++bar === stop) return stop;
    const come = x[bar] - base;
    const gone = x[bar - n] - base;
    const step = come - gone;
    shift += step;
    raw += step * (come + gone);
    if (raw > most) most = raw;
    squares = raw - shift * shift * share;
    if (!(most <= squares * MOST_CHANGE)) return bar;
  }
}

export const stdev: NumberPass = (pass, out) => deviations(pass, out);

export const zscore: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const mean = deviations(pass, out);
  for (let bar = 0; bar < pass.bars; bar++) out[bar] = finite((x[bar] - mean[bar]) / out[bar]);
};

/** The mean and k standard deviations. */
export const bollingerUpper: NumberPass = (pass, out) => deviations(pass, out, pass.counts[1], 1);

export const bollingerLower: NumberPass = (pass, out) => deviations(pass, out, -pass.counts[1], 1);

/** Where the value lies between the bands. */
export const percentB: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const [, k] = pass.counts;
  const mean = deviations(pass, out);
  for (let bar = 0; bar < pass.bars; bar++) {
    const reach = k * out[bar];
    out[bar] = finite((x[bar] - mean[bar] + reach) / (2 * reach));
  }
};

/** How wide the bands are, in percent of the mean. */
export const bandwidth: NumberPass = (pass, out) => {
  const [, k] = pass.counts;
  const mean = deviations(pass, out);
  for (let bar = 0; bar < pass.bars; bar++) out[bar] = finite((200 * k * out[bar]) / mean[bar]);
};

/** Of the returns from bar to bar, a year, in percent. */
export const volatility: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const [n] = pass.counts;
  const returns = pass.scratch(1);
  returns[0] = NaN;
  for (let bar = 1; bar < pass.bars; bar++) returns[bar] = finite(x[bar] / x[bar - 1] - 1);
  deviations({ ...pass, numbers: [returns] }, out, Math.sqrt((SESSIONS_A_YEAR * n) / (n - 1)) * 100);
  for (let bar = 0; bar < pass.bars; bar++) if (out[bar] < 1e-6) out[bar] = 0;
};

/** How far the typical price (the numbers are high, low and close) lies from its mean, in mean distances from that. */
export const cci: NumberPass = (pass, out) => {
  const [high, low, close] = pass.numbers;
  const [n] = pass.counts;
  const typical = pass.scratch(0);
  for (let bar = 0; bar < pass.bars; bar++) typical[bar] = finite((high[bar] + low[bar] + close[bar]) / 3);
  const means = pass.scratch(1);
  sma({ ...pass, numbers: [typical] }, means);
  for (let bar = 0; bar < pass.bars; bar++) {
    const mean = means[bar];
    out[bar] = NaN;
    if (mean !== mean) continue;
    let even = 0; // two sums side by side: each waits for its own last one alone
    let odd = 0;
    for (let at = bar - n + 1; at < bar; at += 2) {
      even += Math.abs(typical[at] - mean);
      odd += Math.abs(typical[at + 1] - mean);
    }
    if ((n & 1) === 1) even += Math.abs(typical[bar] - mean);
    const usual = finite((even + odd) / n);
    const isNone = usual < 1e-9 * Math.abs(mean);
    if (!isNone) out[bar] = finite((typical[bar] - mean) / (0.015 * usual));
  }
};
