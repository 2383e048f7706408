/**
 * exp and ln from + - * / alone.
 *
 * IEEE 754 fixes those four to the last bit, while Math.exp and Math.log may differ between engines, and the market
 * must come out the same everywhere.
 */

const EXP_TERMS = 14;
const LN_TERMS = 14;

/** e to the power of x, within about 1e-15 relative for |x| < 50. */
export function exp(x: number): number {
  const doublings = Math.round(x / Math.LN2);
  const rest = x - doublings * Math.LN2;
  let sum = 1;
  for (let term = EXP_TERMS; term >= 1; term--) sum = 1 + (sum * rest) / term;
  for (let step = 0; step < doublings; step++) sum *= 2;
  for (let step = 0; step > doublings; step--) sum /= 2;
  return sum;
}

/** Natural logarithm of x > 0, within about 1e-15 absolute for x between 1e-9 and 1e9. */
export function ln(x: number): number {
  let mantissa = x;
  let doublings = 0;
  for (; mantissa > 1.5; doublings++) mantissa /= 2;
  for (; mantissa < 0.75; doublings--) mantissa *= 2;
  // ln m = 2 artanh(z), a series that converges fast because |z| <= 0.2
  const z = (mantissa - 1) / (mantissa + 1);
  const square = z * z;
  let sum = 0;
  for (let term = LN_TERMS; term >= 0; term--) sum = 1 / (2 * term + 1) + square * sum;
  return 2 * z * sum + doublings * Math.LN2;
}
