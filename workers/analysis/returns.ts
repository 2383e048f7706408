/** Session returns and their moments. */
import type { YearlyTerms } from "#workers/model/bar-length.ts";

/**
 * equity[t] / equity[t - 1] - 1 from the second session on, as fractions; nothing earns nothing. Empty for fewer than two
 * values.
 */
export function sessionReturns(equity: Float64Array): Float64Array {
  const returns = new Float64Array(Math.max(0, equity.length - 1));
  for (let row = 1; row < equity.length; row++)
    returns[row - 1] = equity[row - 1] === 0 ? 0 : equity[row] / equity[row - 1] - 1;
  return returns;
}

/** What session returns are above the riskless return of the same session. */
export function excessReturns(
  returns: Float64Array,
  { riskFreePercent, sessionsOfYear, riskless }: YearlyTerms,
): Float64Array {
  const fixed = riskFreePercent / 100 / sessionsOfYear;
  return returns.map((earned, at) => earned - (riskless === undefined ? fixed : riskless[at + 1]));
}

export interface Moments {
  readonly mean: number;
  /** ddof 1; NaN for one value. */
  readonly deviation: number;
  /** Third and fourth standardised moments with the population's deviation; a normal distribution has 0 and 3. */
  readonly skewness: number;
  readonly kurtosis: number;
}

/** A spread below this is none: the moments beyond it are NaN. */
const LEAST_DEVIATION = 1e-12;

/** @param values - at least one */
export function momentsOf(values: Float64Array | readonly number[]): Moments {
  const count = values.length;
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / count;
  let [squares, cubes, fourths] = [0, 0, 0];
  for (const value of values) {
    const distance = value - mean;
    const square = distance * distance;
    squares += square;
    cubes += square * distance;
    fourths += square * square;
  }
  const variance = squares / count;
  const isFlat = Math.sqrt(variance) < LEAST_DEVIATION;
  return {
    mean,
    deviation: count < 2 ? NaN : Math.sqrt(squares / (count - 1)),
    skewness: isFlat ? NaN : cubes / count / (variance * Math.sqrt(variance)),
    kurtosis: isFlat ? NaN : fourths / count / variance ** 2,
  };
}
