/** Charts work with sums, differences and ratios of values: of larger ones these are no numbers, and they are left out. */
const MOST = 1e300;

/** False for NaN, too. */
export function isDrawable(value: number): boolean {
  return Math.abs(value) <= MOST;
}
