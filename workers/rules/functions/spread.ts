/** How far values lie apart, and what is told by that: windows whose squares are rolled on. Definitions: README.md section 5. */
import type { NumberPass, Pass, Roll } from "../function-entry.ts";
import { sma } from "./averages.ts";
import { finite, freshSum } from "./known-runs.ts";

/**
 * Squares about the mean of the first window that grow to so many times what they come to may have lost too many places: the
 * next ones are worked out about a mean of their own.
 */
const MOST_CHANGE = 300;

/**
 * What is told of a window: ofValue times its last value, ofMean times its mean and ofDeviation times its standard deviation (0 below
 * 1e-9 of the mean's size), divided by overMean times the one and overDeviation times the other where that is not nothing.
 */
export interface Told {
  readonly ofValue: number;
  readonly ofMean: number;
  readonly ofDeviation: number;
  readonly overMean: number;
  readonly overDeviation: number;
  /** Less than this is told as 0. */
  readonly least: number;
}

const NOTHING: Told = {
  ofValue: 0,
  ofMean: 0,
  ofDeviation: 0,
  overMean: 0,
  overDeviation: 0,
  least: -Infinity,
};

function tell(pass: Pass, out: Float64Array, told: Partial<Told>): void {
  pass.rollBlocks(pass, rollMoments, { ...NOTHING, ...told }, out);
}

/** One loop tells everything: it waits for its sums, and a division has the time meanwhile. */
export const rollMoments: Roll<Told> = (x, { first, stop, n }, told, out) => {
  const { ofValue, ofMean, ofDeviation, overMean, overDeviation, least } = told;
  const share = 1 / n;
  const isRatio = overMean !== 0 || overDeviation !== 0;
  const base = freshSum(x, first - n + 1, first + 1) * share;
  let [shift, raw] = [0, 0];
  for (let bar = first - n + 1; bar <= first; bar++) {
    const off = x[bar] - base;
    shift += off;
    raw += off * off;
  }
  let most = raw;
  let squares = Math.max(0, raw - shift * shift * share);
  for (let bar = first; ;) {
    const mean = base + shift * share;
    const spread = Math.sqrt(squares * share);
    const deviation = spread < 1e-9 * Math.abs(mean) ? 0 : spread;
    const top = ofValue * x[bar] + ofMean * mean + ofDeviation * deviation;
    const value = finite(isRatio ? top / (overMean * mean + overDeviation * deviation) : top);
    out[bar] = value < least ? 0 : value;
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
};

export const stdev: NumberPass = (pass, out) => tell(pass, out, { ofDeviation: 1 });

export const zscore: NumberPass = (pass, out) =>
  tell(pass, out, { ofValue: 1, ofMean: -1, overDeviation: 1 });

/** The mean and k standard deviations. */
export const bollingerUpper: NumberPass = (pass, out) => tell(pass, out, { ofMean: 1, ofDeviation: pass.k });

export const bollingerLower: NumberPass = (pass, out) => tell(pass, out, { ofMean: 1, ofDeviation: -pass.k });

/** Where the value lies between the bands. */
export const percentB: NumberPass = (pass, out) =>
  tell(pass, out, { ofValue: 1, ofMean: -1, ofDeviation: pass.k, overDeviation: 2 * pass.k });

/** How wide the bands are, in percent of the mean. */
export const bandwidth: NumberPass = (pass, out) =>
  tell(pass, out, { ofDeviation: 200 * pass.k, overMean: 1 });

/** The deviation of the returns from bar to bar, put to a year, in percent. */
export const volatility: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  const returns = pass.scratch(1);
  returns[0] = NaN;
  for (let bar = 1; bar < pass.bars; bar++) returns[bar] = finite(x[bar] / x[bar - 1] - 1);
  volatilityOf(pass, returns, out);
};

/** Of what the values were multiplied by from bar to bar, less 1. */
export function volatilityOf(pass: Pass, returns: Float64Array, out: Float64Array): void {
  const yearly = Math.sqrt((pass.sessionsOfYear * pass.n) / (pass.n - 1)) * 100;
  tell({ ...pass, numbers: [returns] }, out, { ofDeviation: yearly, least: 1e-6 });
}

/** How far the typical price (the numbers are high, low and close) lies from its mean, in mean distances from that. */
export const cci: NumberPass = (pass, out) => {
  const { bars, n, scratch } = pass;
  const [high, low, close] = pass.numbers;
  const [x, means] = [scratch(0), scratch(1)];
  for (let bar = 0; bar < bars; bar++) x[bar] = finite((high[bar] + low[bar] + close[bar]) / 3);
  sma({ ...pass, numbers: [x] }, means);
  for (let bar = 0; bar < bars; bar++) {
    const mean = means[bar];
    out[bar] = NaN;
    if (mean !== mean) continue;
    let even = 0; // two sums side by side: each waits for its own last one alone
    let odd = 0;
    for (let at = bar - n + 1; at < bar; at += 2) {
      even += Math.abs(x[at] - mean);
      odd += Math.abs(x[at + 1] - mean);
    }
    if ((n & 1) === 1) even += Math.abs(x[bar] - mean);
    const usual = finite((even + odd) / n);
    const isNone = usual < 1e-9 * Math.abs(mean);
    if (!isNone) out[bar] = finite((x[bar] - mean) / (0.015 * usual));
  }
};
