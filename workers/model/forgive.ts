/**
 * Comparisons that forgive rounding, so that no decision hangs on the order of a sum.
 * Every rule compares through these; only sorting compares plain doubles.
 */

import type { Strategy } from "./strategy.ts";

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

/** What says how many shares a run buys. */
interface BuyingTerms {
  readonly strategy: Pick<Strategy, "simulation">;
  /** Money that counts for nothing, in the run's currency. */
  readonly negligible: number;
}

/**
 * Shares that a slot and the cash pay for, at a cost a share, all in currency: whole ones unless the strategy takes parts, one
 * less while they would overdraw the cash, 0 where they cost next to nothing.
 */
export function affordableQuantity(
  slotValue: number,
  cash: number,
  costPerShare: number,
  { strategy, negligible }: BuyingTerms,
): number {
  let quantity = Math.min(slotValue, cash) / costPerShare;
  if (!strategy.simulation.fractionalShares) quantity = wholeShares(quantity);
  while (cash - quantity * costPerShare < -negligible && quantity - 1 < quantity) quantity--; // past 2^53 it is none less
  return quantity * costPerShare <= negligible ? 0 : quantity;
}

/** Whether a trade's profit is more than rounding: above 1e-9 of what was bought. All in currency. */
export function isWon(profit: number, quantity: number, entryPrice: number): boolean {
  return profit > TOLERANCE * quantity * entryPrice;
}

/** The same of a position. */
export function hasWon(position: {
  readonly profit: number;
  readonly quantity: number;
  readonly entryPrice: number;
}): boolean {
  return isWon(position.profit, position.quantity, position.entryPrice);
}

/** The smallest sum of money that counts, in the run's currency: 1e-9 of the start margin. */
export function negligibleMoney(startMargin: number): number {
  return TOLERANCE * startMargin;
}
