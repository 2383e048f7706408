/**
 * Whether a run's choice of shares could be chance: how probable the Sharpe ratio of its returns above the average share
 * is, by their length and shape, and by how many variants were tried. Against 0 the market's own rise would be taken for
 * skill: the index itself would look all but certain.
 */
import type { Significance } from "#workers/model/analysis.ts";
import { momentsOf } from "./returns.ts";

const EULER_MASCHERONI = 0.577_215_664_901_532_9;
const LEAST_DEVIATION = 1e-12;

/** A Sharpe ratio a period, not a year, with the returns that it was measured on; kurtosis 3 is normal. */
export interface MeasuredSharpe {
  readonly sharpe: number;
  readonly returns: number;
  readonly skewness: number;
  readonly kurtosis: number;
}

/**
 * Probability, 0..1, that the true ratio is above `reference` (a ratio a period); NaN where the shape of the returns
 * leaves the formula no variance.
 *
 * Source: Bailey & Lopez de Prado, "The Sharpe Ratio Efficient Frontier", J. of Risk 15(2), 2012, eq. 11.
 */
export function probabilisticSharpe(measured: MeasuredSharpe, reference: number): number {
  const { sharpe, returns, skewness, kurtosis } = measured;
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  return normalCdf(((sharpe - reference) * Math.sqrt(returns - 1)) / Math.sqrt(variance));
}

/**
 * The highest ratio to expect among `trials` independent ones whose true ratio is 0; 0 for a single trial.
 *
 * Source: Bailey & Lopez de Prado, "The Deflated Sharpe Ratio", J. of Portfolio Management 40(5), 2014, eq. 1.
 */
export function expectedHighestSharpe(trials: number, deviation: number): number {
  if (trials < 2) return 0;
  const first = normalQuantile(1 - 1 / trials);
  const second = normalQuantile(1 - 1 / (trials * Math.E));
  return deviation * ((1 - EULER_MASCHERONI) * first + EULER_MASCHERONI * second);
}

/**
 * Tries without skill are taken to have the ratios that chance alone gives so many returns: 0, with the standard error
 * 1 / sqrt(returns - 1) of the formula above at a true ratio of 0. They count as independent of one another, which asks
 * rather too much of a run whose variants are alike.
 *
 * @param returns - of account and average share, of the same sessions, fractions
 * @param tried - variants, this one among them
 * @returns null where the ratio is undefined: fewer than two returns, or an account that does as the average share does
 */
export function significanceOf(
  returns: { readonly own: Float64Array; readonly averageShare: Float64Array },
  tried: number,
): Significance | null {
  const above = returns.own.map((earned, at) => earned - returns.averageShare[at]);
  if (above.length < 2) return null;
  const { mean, deviation, skewness, kurtosis } = momentsOf(above);
  if (!(deviation >= LEAST_DEVIATION)) return null;
  const sharpe = mean / deviation;
  const measured: MeasuredSharpe = { sharpe, returns: above.length, skewness, kurtosis };
  const trials = Math.max(1, tried);
  const chanceDeviation = 1 / Math.sqrt(above.length - 1);
  const expectedHighest = expectedHighestSharpe(trials, chanceDeviation);
  return {
    ...measured,
    probabilistic: probabilisticSharpe(measured, 0) * 100,
    trials,
    chanceDeviation,
    expectedHighest,
    deflated: probabilisticSharpe(measured, expectedHighest) * 100,
  };
}

/** Beyond this the distribution's tail is below what a double can tell from 0 or 1. */
const FARTHEST = 8.5;

/**
 * The standard normal distribution.
 * Probability that a standard normal value is at most x, within 1e-15.
 *
 * Source: Marsaglia, "Evaluating the Normal Distribution", J. of Statistical Software 11(4), 2004.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x < -FARTHEST) return 0;
  if (x > FARTHEST) return 1;
  let sum = x;
  let term = x;
  let before = 0;
  for (let divisor = 3; sum !== before; divisor += 2) {
    before = sum;
    term *= (x * x) / divisor;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - 0.918_938_533_204_672_7); // half the logarithm of 2 pi
}

/** The x with normalCdf(x) = probability, by halving, within 1e-12 around the middle; 0 < probability < 1. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  let low = -FARTHEST;
  let high = 0;
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (normalCdf(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
