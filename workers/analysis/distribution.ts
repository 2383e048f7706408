/** How values spread: bins of a round width, and the moments. */
import type { Distribution } from "#workers/model/analysis.ts";
import { momentsOf } from "./returns.ts";

const MOST_BINS = 40;
/** Values beyond these quantiles are put into the outer bins, so that one extreme does not flatten all others. */
const CLIPPED_SHARE = 0.005;

/**
 * @param percents - in any order
 * @returns null where there is no value
 *
 * Source of the width: Freedman & Diaconis, "On the histogram as a density estimator", 1981 (twice the interquartile
 * range over the cube root of the count), made round (1, 2 or 5 times a power of ten) so that 0 is an edge.
 */
export function distributionOf(percents: readonly number[]): Distribution | null {
  const count = percents.length;
  if (count === 0) return null;
  const sorted = Float64Array.from(percents).toSorted();
  const { mean, deviation, skewness, kurtosis } = momentsOf(sorted);
  const width = binWidth(sorted);
  const low = Math.floor(quantile(sorted, CLIPPED_SHARE) / width);
  const high = Math.floor(quantile(sorted, 1 - CLIPPED_SHARE) / width);
  const counts = Array.from({ length: high - low + 1 }, () => 0);
  for (const percent of sorted) counts[Math.min(Math.max(Math.floor(percent / width), low), high) - low]++;
  return {
    count,
    firstEdge: low * width,
    width,
    counts,
    mean,
    median: quantile(sorted, 0.5),
    deviation: count < 2 ? null : deviation,
    skewness: Number.isNaN(skewness) ? null : skewness,
    excessKurtosis: Number.isNaN(kurtosis) ? null : kurtosis - 3,
    lowest: sorted[0],
    highest: sorted[count - 1],
    above0: (sorted.reduce((above, percent) => above + (percent > 0 ? 1 : 0), 0) / count) * 100,
  };
}

/**
 * The value below which this share of the sorted values lies, between neighbours by their distance.
 *
 * Source: Hyndman & Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50(4), 1996, type 7.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

function binWidth(sorted: Float64Array): number {
  const spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  const range = quantile(sorted, 1 - CLIPPED_SHARE) - quantile(sorted, CLIPPED_SHARE);
  const wished = Math.max((2 * spread) / Math.cbrt(sorted.length), range / (MOST_BINS - 1));
  return wished > 0 ? roundUp(wished) : 1;
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= width * (1 - 1e-9)) ?? 10;
  return step * power;
}
