/**
 * Reads a number as people type it: 3,00,00,000 or 300,000,000; 30 crores, 1.5L, 2.5 lakh, 300m, 2k, 1bn; with a
 * currency or percent sign. A comma only groups: "1,5" is no number rather than 1.5 or 15.
 */

/** Powers of ten by the word behind a figure; each may have an s at its end. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ["k", 3],
  ["thousand", 3],
  ["l", 5],
  ["lac", 5],
  ["lakh", 5],
  ["m", 6],
  ["mn", 6],
  ["mio", 6],
  ["million", 6],
  ["cr", 7],
  ["crore", 7],
  ["b", 9],
  ["bn", 9],
  ["billion", 9],
]);

/** Commas group by lakh and crore, or by thousand. */
const WHOLE = String.raw`\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}`;
const AMOUNT = new RegExp(String.raw`^([+-]?)\s*(${WHOLE})?(\.\d*)?\s*([a-z]*)\.?\s*%?$`);
/** A sign of money in front of a figure, before its sign or behind it. */
const CURRENCY = /^([+-]?)\s*(?:[₹$€£]|rs\.?|inr|usd)\s*/;

/** The number meant, or null where the text is not one. */
export function readAmount(text: string): number | null {
  const plain = text.trim().toLowerCase().replace("−", "-").replace(CURRENCY, "$1");
  const match = AMOUNT.exec(plain);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  if (whole === "" && !/\d/.test(fraction)) return null;
  const exponent = suffix === "" ? 0 : (EXPONENTS.get(suffix) ?? EXPONENTS.get(suffix.replace(/s$/, "")));
  if (exponent === undefined) return null;
  const value = Number(`${sign}${whole.replaceAll(",", "") || "0"}${fraction}e${exponent}`);
  return Number.isFinite(value) ? value : null;
}
