/**
 * How often properties are tried: $TRIES is the share of what each asks for. `npm test` tries a tenth, which shows most faults
 * within minutes, CI on a push a quarter, and FULL=1 by itself (at night, `npm run check`) all.
 */
const SHARE = Number(process.env["TRIES"] || (process.env["FULL"] === "1" ? 1 : 0.1));
if (!(SHARE > 0 && SHARE <= 1)) throw new Error(`TRIES=${process.env["TRIES"]} is no share: 0.1 to 1`);

export const IS_WHOLE = SHARE === 1;

/** What a property is tried of `count` times. At least once. */
export function tries(count: number): number {
  return Math.ceil(count * SHARE);
}

/** What must have been seen at least `count` times after all tries: with a part of them, chance may have left it out. */
export function whenFull(count: number): number {
  return IS_WHOLE ? count : 0;
}
