/** The standard normal distribution. */

/** Beyond this the distribution's tail is below what a double can tell from 0 or 1. */
const FARTHEST = 8.5;

/**
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
