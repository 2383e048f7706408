/** A number as every CSV of Tidemark has it: as it is meant, without the noise of arithmetic. JSON has doubles in full. */

/** What the text may differ from the double, as a share of it. */
const TOLERANCE = 1e-12;
/** A text with so many characters has too few digits to leave one out within the tolerance. */
const ALWAYS_SHORTEST = 12;
/** What is within the tolerance of fewer digits than these, rounds to those digits and zeros. */
const FEWEST_DIGITS = 11;
/** From here on JavaScript writes whole numbers with an exponent. */
const EXPONENT_FROM = 1e21;

/**
 * The shortest decimal that reads back within 1e-12 of the value: -8.04884 for -8.04883999999982, thirteen digits at most
 * but for whole numbers, which keep all of theirs.
 *
 * @returns "" for what is undefined: NaN and the infinities
 */
export function csvNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  const text = String(value);
  if (text.length <= ALWAYS_SHORTEST) return text;
  const size = Math.abs(value);
  const whole = size < EXPONENT_FROM ? Math.floor(Math.log10(size)) + 1 : 0; // a zero in its place saves nothing
  for (let digits = Math.max(FEWEST_DIGITS, whole); ; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.abs(short - value) <= TOLERANCE * size) return String(short);
  }
}
