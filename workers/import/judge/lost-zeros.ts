/** Codes of digits that lost their leading zeros where a program read them as numbers: 1 beside 300750 is 000001. */
import type { Answers, Question } from "#workers/model/import-check.ts";
import { listNames } from "../what/list-names.ts";

/** With an exchange before or behind it, or read as a number with decimals: `sz.1`, `1.SZ`, `1.0`. */
const CODE = /^((?:s[hz]\.?)?)(\d{1,6})(?:\.0)?((?:\.[A-Z]{1,3})?)$/;
/** Digits of the whole codes of an exchange; of codes without an ending those of mainland China, Korea and Compustat. */
const WHOLE: Readonly<Record<string, readonly number[]>> = {
  ".HK": [4, 5],
  ".T": [4],
  ".TW": [4],
  ".TWO": [4],
  ".KL": [4],
};
const OTHERS: readonly number[] = [6];
const MOST_SHORT = 5;
const SHOWN = 3;

interface Code {
  readonly symbol: string;
  readonly place: string;
  readonly digits: string;
}

/** Symbols as they are written to the codes that they are, likely; none where all may be whole. */
export function lostZeros(symbols: readonly string[]): ReadonlyMap<string, string> {
  const byEnding = new Map<string, Code[]>();
  for (const symbol of symbols) {
    const [, place = "", digits, ending = ""] = CODE.exec(symbol) ?? [];
    if (digits === undefined) return new Map();
    byEnding.set(ending, [...(byEnding.get(ending) ?? []), { symbol, place, digits }]);
  }
  const whole = new Map<string, string>();
  for (const [ending, codes] of byEnding) {
    if (codes.some(({ digits }) => digits.startsWith("0"))) continue; // there they are
    const longest = codes.reduce((most, { digits }) => Math.max(most, digits.length), 0);
    if (!(WHOLE[ending] ?? OTHERS).includes(longest)) continue;
    for (const { symbol, place, digits } of codes)
      if (digits.length < longest && digits.length <= MOST_SHORT)
        whole.set(symbol, `${place}${digits.padStart(longest, "0")}${ending}`);
  }
  return whole;
}

/** null where it was answered, or nothing was lost. */
export function zerosQuestion(
  lost: ReadonlyMap<string, string>,
  symbols: readonly string[],
  { codes }: Answers,
): Question | null {
  if (lost.size === 0 || codes !== undefined) return null;
  const [written, whole] = [[...lost.keys()].slice(0, SHOWN), [...lost.values()].slice(0, SHOWN)];
  const other = symbols.find((symbol) => !lost.has(symbol)) ?? "";
  const more = lost.size > SHOWN ? ` and ${lost.size - SHOWN} more` : "";
  const text = `${listNames(written)}${more} stand beside longer codes, such as ${other}: a program that reads codes as numbers loses the zeros in front. Are they ${listNames(whole)}?`;
  return { about: "codes", text, choices: ["pad", "keep", "leave out"] };
}
