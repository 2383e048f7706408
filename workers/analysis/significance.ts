/** Whether a Sharpe ratio could be chance: by the length and shape of its returns, and by how many variants were tried. */
import type { Significance } from "#workers/model/analysis.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { momentsOf } from "./returns.ts";

const SESSIONS_PER_YEAR = 252;
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
 * @param returns - of the sessions, fractions
 * @param trials - yearly ratios of all variants, this one's among them; an undefined one counts as a trial all the same
 * @returns null where the ratio is undefined
 */
export function significanceOf(
  returns: Float64Array,
  riskFreePercent: number,
  trials: readonly (number | null)[],
): Significance | null {
  if (returns.length < 2) return null;
  const { mean, deviation, skewness, kurtosis } = momentsOf(returns);
  if (deviation < LEAST_DEVIATION) return null;
  const sharpe = (mean - riskFreePercent / 100 / SESSIONS_PER_YEAR) / deviation;
  const measured: MeasuredSharpe = { sharpe, returns: returns.length, skewness, kurtosis };
  const count = Math.max(1, trials.length);
  const trialsDeviation = deviationOf(trials) / Math.sqrt(SESSIONS_PER_YEAR);
  const expectedHighest = expectedHighestSharpe(count, trialsDeviation);
  return {
    ...measured,
    probabilistic: probabilisticSharpe(measured, 0) * 100,
    trials: count,
    trialsDeviation,
    expectedHighest,
    deflated: probabilisticSharpe(measured, expectedHighest) * 100,
  };
}

/** ddof 1; 0 for fewer than two ratios. */
function deviationOf(trials: readonly (number | null)[]): number {
  const known = trials.filter((ratio) => ratio !== null);
  return known.length < 2 ? 0 : momentsOf(known).deviation;
}
