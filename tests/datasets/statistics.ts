/** Textbook statistics of return series, for the tests of the demo market. NaN marks a missing value. */

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Pearson's correlation over the rows that both have; NaN with fewer than `least` of them. */
export function correlation(left: Float64Array, right: Float64Array, least: number): number {
  const [x, y]: [number[], number[]] = [[], []];
  for (let row = 0; row < left.length; row++) {
    const [one = Number.NaN, other = Number.NaN] = [left[row], right[row]];
    if (Number.isNaN(one) || Number.isNaN(other)) continue;
    x.push(one);
    y.push(other);
  }
  if (x.length < least) return Number.NaN;
  return covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y));
}

/** Fourth central moment over the squared variance, less the normal distribution's 3. */
export function excessKurtosis(values: readonly number[]): number {
  const centre = mean(values);
  const variance = mean(values.map((value) => (value - centre) ** 2));
  return mean(values.map((value) => (value - centre) ** 4)) / variance ** 2 - 3;
}

/** Correlation of a series with itself `lag` rows later. */
export function autocorrelation(values: readonly number[], lag: number): number {
  return covariance(values.slice(lag), values.slice(0, -lag)) / covariance(values, values);
}

function covariance(left: readonly number[], right: readonly number[]): number {
  const [leftMean, rightMean] = [mean(left), mean(right)];
  const products = left.reduce(
    (sum, value, row) => sum + (value - leftMean) * ((right[row] ?? 0) - rightMean),
    0,
  );
  return products / left.length;
}
