/**
 * How often properties are tried. `npm test` tries a tenth, which shows most faults within minutes; everything is tried
 * with FULL=1: in CI and by `npm run check`.
 */
export const IS_FULL = process.env["FULL"] === "1";

/** What a property is tried of `count` times. At least once. */
export function tries(count: number): number {
  return IS_FULL ? count : Math.ceil(count / 10);
}

/** What must have been seen at least `count` times after all tries: with a tenth of them, chance may have left it out. */
export function whenFull(count: number): number {
  return IS_FULL ? count : 0;
}
