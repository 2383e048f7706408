/** What a number in a rule is worth as it is written: digits, perhaps grouped, and perhaps a suffix. */

/** Suffixes directly behind a number, and the power of ten that each multiplies it by. */
export const SUFFIX_POWERS: Readonly<Record<string, number>> = {
  "%": 0,
  k: 3,
  m: 6,
  bn: 9,
  lakh: 5,
  cr: 7,
};

/**
 * The nearest double to what is written: the suffix moves the point, so that 1.005k is 1005 and no rounding less.
 *
 * @param digits - as "1_000.5e3"
 * @param suffix - in any case of letters; "" for none
 * @returns Infinity for one that is too large; undefined where the suffix is none
 */
export function writtenNumber(digits: string, suffix: string): number | undefined {
  const key = suffix.toLowerCase();
  const power = key === "" ? 0 : Object.hasOwn(SUFFIX_POWERS, key) ? SUFFIX_POWERS[key] : undefined;
  if (power === undefined) return undefined;
  const [mantissa = "", exponent = "0"] = digits.replaceAll("_", "").toLowerCase().split("e");
  return Number(`${mantissa}e${Number(exponent) + power}`);
}
