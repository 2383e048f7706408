/**
 * Whether a run's choice of shares could be chance: how probable the Sharpe ratio of its returns above the average share
 * is, by their length and shape, and by how many variants were tried. Against 0 the market's own rise would be taken for
 * skill: the index itself would look all but certain.
 */
import type { Significance } from "#workers/model/analysis.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
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
