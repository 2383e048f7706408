/** Functions of the last n values of a number. */
import type { Given, NumberDefinition } from "./definition.ts";
import { atMost, ratio } from "./values.ts";
import type { Figure, History } from "./values.ts";

/** The last n values, newest first, or null unless all are known. */
export function lastKnown(x: History, n: number): number[] | null {
  const known = x.slice(0, n).filter((value) => value !== null);
  return known.length === n ? known : null;
}

export function total(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Of at least one value. */
export function mean(values: readonly number[]): number {
  return total(values) / values.length;
}

/** A function of the window x[0..n-1], all of it known. */
function over(formula: (window: readonly number[], given: Given) => Figure): NumberDefinition {
  return (given) => {
    const window = lastKnown(given.x, given.n);
    return window === null ? null : formula(window, given);
  };
}

/** Root mean square about the mean, 0 where only rounding is left. */
export function deviation(window: readonly number[]): number {
  const middle = mean(window);
  const root = Math.sqrt(mean(window.map((value) => (value - middle) ** 2)));
  return root < 1e-9 * Math.abs(middle) ? 0 : root;
}

/** The least-squares line through values of which the newest stands first. */
function fitLine(newestFirst: readonly number[]): { slope: number; rSquared: number; scatter: number } {
  const y = newestFirst.toReversed();
  const middleTime = (y.length - 1) / 2;
  const middle = mean(y);
  const times = total(y.map((_, time) => (time - middleTime) ** 2));
  const together = total(y.map((value, time) => (time - middleTime) * (value - middle)));
  const scatter = total(y.map((value) => (value - middle) ** 2));
  return { slope: together / times, rSquared: together ** 2 / (times * scatter), scatter };
}

function slope(window: readonly number[]): number {
  const found = fitLine(window).slope;
  return Math.abs(found) < 1e-12 * Math.max(...window.map(Math.abs)) ? 0 : found;
}

function trend(window: readonly number[], { sessionsOfYear }: Given): Figure {
  if (window.some((value) => value <= 0)) return null;
  const line = fitLine(window.map(Math.log));
  if (line.scatter < 1e-18) return 0;
  return (Math.exp(line.slope) ** sessionsOfYear - 1) * 100 * line.rSquared;
}

function volatility({ x, n, sessionsOfYear }: Given): Figure {
  const prices = lastKnown(x, n + 1);
  if (prices === null || prices.slice(1).includes(0)) return null;
  const returns = prices.slice(0, n).map((price, k) => price / (prices[k + 1] ?? Number.NaN) - 1);
  const middle = mean(returns);
  const sample = Math.sqrt(total(returns.map((each) => (each - middle) ** 2)) / (n - 1));
  const yearly = sample * Math.sqrt(sessionsOfYear) * 100;
  return yearly < 1e-6 ? 0 : yearly;
}

function percentRank({ x, n, floor }: Given): Figure {
  const window = lastKnown(x, n + 1);
  if (window === null) return null;
  const [today = Number.NaN, ...before] = window;
  return (before.filter((value) => atMost(value, today, floor(0))).length / n) * 100;
}

/** x[0] and x[n] alone; what lies between may be unknown. */
function ends(formula: (today: number, before: number) => Figure): NumberDefinition {
  return ({ x, n }) => {
    const today = x[0] ?? null;
    const before = x[n] ?? null;
    return today === null || before === null ? null : formula(today, before);
  };
}

export const WINDOWS = {
  sma: over(mean),
  wma: over((window) => {
    const n = window.length;
    return total(window.map((value, k) => (n - k) * value)) / ((n * (n + 1)) / 2);
  }),
  highest: over((window) => Math.max(...window)),
  lowest: over((window) => Math.min(...window)),
  sum: over(total),
  stdev: over(deviation),
  zscore: over((window) => ratio((window[0] ?? Number.NaN) - mean(window), deviation(window))),
  percentRank,
  growth: ends((today, before) => (before <= 0 ? null : (today / before - 1) * 100)),
  change: ends((today, before) => today - before),
  slope: over(slope),
  trend: over(trend),
  volatility,
} satisfies Record<string, NumberDefinition>;
