/** Values of the language: a number or a truth, and null where it is unknown. */

export type Figure = number | null;
export type Truth = boolean | null;
export type Value = number | boolean | null;

/**
 * A number on each bar of an instrument up to the one asked about, newest first: x[0] is that bar's, x[k] the one of k
 * bars before, as in workers/rules/README.md. Past its end there are no bars.
 */
export type History = readonly Figure[];

export function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

export function either(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

export function opposite(a: Truth): Truth {
  return a === null ? null : !a;
}

/** a >= b, forgiving rounding (workers/rules/README.md section 3); the other comparisons are made of these two. */
export function atLeast(a: number, b: number, floor: number): boolean {
  return a >= b - tolerance(a, b, floor);
}

/** a <= b, forgiving rounding. */
export function atMost(a: number, b: number, floor: number): boolean {
  return a <= b + tolerance(a, b, floor);
}

function tolerance(a: number, b: number, floor: number): number {
  return 1e-9 * Math.max(Math.abs(a), Math.abs(b), floor);
}

/** Unknown where the divisor is exactly 0, or not finite and so unknown itself. */
export function ratio(a: number, b: number): Figure {
  return b === 0 || !Number.isFinite(b) ? null : a / b;
}

/** What is not finite is unknown. */
export function finite(value: Figure): Figure {
  return value !== null && Number.isFinite(value) ? value : null;
}
