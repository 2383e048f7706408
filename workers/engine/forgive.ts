/**
 * Comparisons that forgive rounding, so that no decision hangs on the order of a sum.
 * Every rule compares through these; only sorting compares plain doubles.
 */

const TOLERANCE = 1e-9;

/** The least number that passes for at least b, forgiving 1e-9 of b; grows with b. */
export function leastFor(b: number): number {
  return b - TOLERANCE * Math.abs(b);
}

/** The greatest number that passes for at most b, forgiving 1e-9 of b; grows with b. */
export function mostFor(b: number): number {
  return b + TOLERANCE * Math.abs(b);
}

/** a >= b, forgiving 1e-9 of b; false where either is NaN. */
export function atLeast(a: number, b: number): boolean {
  return a >= leastFor(b);
}

/** a <= b, forgiving 1e-9 of b; false where either is NaN. */
export function atMost(a: number, b: number): boolean {
  return a <= mostFor(b);
}

/** Whole shares in a quantity: 2.9999999999 is 3. */
export function wholeShares(quantity: number): number {
  return Math.floor(quantity + TOLERANCE);
}

/** Whether a trade's profit is more than rounding: above 1e-9 of what was bought. All in currency. */
export function isWon(profit: number, quantity: number, entryPrice: number): boolean {
  return profit > TOLERANCE * quantity * entryPrice;
}

/** The smallest sum of money that counts, in the run's currency: 1e-9 of the start margin. */
export function negligibleMoney(startMargin: number): number {
  return TOLERANCE * startMargin;
}
