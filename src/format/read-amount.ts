/**
 * Reads a number as people type it: 3,00,00,000 or 300,000,000; 30cr, 1.5L, 300m, 2k, 1bn; with a currency or
 * percent sign. A comma only groups: "1,5" is no number rather than 1.5 or 15.
 */

const EXPONENTS: Readonly<Record<string, number>> = {
  k: 3,
  l: 5,
  lac: 5,
  lakh: 5,
  m: 6,
  mn: 6,
  million: 6,
  cr: 7,
  crore: 7,
  b: 9,
  bn: 9,
  billion: 9,
};

const AMOUNT = /^([+-]?)[₹$€£]?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(\.\d*)?\s*([a-z]*)\s*%?$/;

/** The number meant, or null where the text is not one. */
export function readAmount(text: string): number | null {
  const match = AMOUNT.exec(text.trim().toLowerCase().replace("−", "-"));
  if (!match) return null;
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  if (whole === "" && !/\d/.test(fraction)) return null;
  const exponent = suffix === "" ? 0 : EXPONENTS[suffix];
  if (exponent === undefined) return null;
  const value = Number(`${sign}${whole.replaceAll(",", "") || "0"}${fraction}e${exponent}`);
  return Number.isFinite(value) ? value : null;
}
