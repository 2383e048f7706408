/** Which number formats of a workbook show a day or a time. Source: ECMA-376 part 1, 18.8.30 (numFmt). */

/** Formats that have a number and no text in a file: dates and times, those of East Asia with them. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** @param code - the text of a format that the book defines itself; undefined for a built-in one */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined) return isDateCode(code);
  return BUILT_IN.some(([from, to]) => id >= from && id <= to);
}

/** True for `yyyy-mm-dd`, `[$-409]d-mmm-yy;@`, `hh:mm`; not for `0.00`, `"day" 0` or `[h]:mm`, which is a duration. */
export function isDateCode(code: string): boolean {
  if (/^\s*(?:general|standard|@)\s*$/i.test(code)) return false;
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false;
  const signs = code
    .replaceAll(/"[^"]*"?/g, "")
    .replaceAll(/\\./g, "")
    .replaceAll(/[_*]./g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  const [first = ""] = signs.split(";");
  const withoutFractions = first.replaceAll(/s[.,]0+/gi, "s");
  return /[dmyhs年月日]/i.test(withoutFractions) && !/[0#?]/.test(withoutFractions);
}
