/** What can be done with the list of a person's own numbers, as pure functions. */
import { LANGUAGES, MOST_FIELDS } from "#workers/model/computed-field.ts";
import { RESERVED_NAMES } from "#workers/model/reserved-names.ts";
import { STARTERS } from "#src/code/starters.ts";
import type { OwnNumber } from "./own-numbers.ts";

export function isFull(numbers: readonly OwnNumber[]): boolean {
  return numbers.length >= MOST_FIELDS;
}

/** The name itself, or with the first number behind it that makes it another one: "score2". */
export function freeName(wanted: string, numbers: readonly OwnNumber[]): string {
  const taken = new Set(numbers.map(({ name }) => name.trim().toLowerCase()));
  const base = wanted.slice(0, LONGEST_BASE);
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}${count}`;
    if (!taken.has(name.toLowerCase()) && !RESERVED_NAMES.has(name.toLowerCase())) return name;
  }
}

/** Names have at most 40 letters; there is room for the number behind it. */
const LONGEST_BASE = 37;

/** With a copy behind the one at the place. */
export function withCopy(numbers: readonly OwnNumber[], at: number): OwnNumber[] {
  const original = numbers[at];
  if (!original) return [...numbers];
  const base = original.name.trim().replace(/\d+$/, "") || "own";
  return numbers.toSpliced(at + 1, 0, { ...original, name: freeName(base, numbers) });
}

/** In another language; a source that nobody has changed becomes that of the other language. */
export function inLanguage(number: OwnNumber, language: string): OwnNumber {
  const isUntouched = Object.values(STARTERS).includes(number.source);
  const other = LANGUAGES.find((one) => one === language);
  return { ...number, language, source: isUntouched && other ? STARTERS[other] : number.source };
}
