/**
 * Decimal commas and grouped digits. Outside of a call's brackets a comma separates nothing, so "1,5" is one and a half
 * there; inside it is two arguments, unless semicolons separate them.
 */
import type { MendNotes } from "./mend-notes.ts";
import { saidOf } from "./mend-notes.ts";

const NUMBER = /(?<![\w.])\d+(?:[.,]\d+)*/y;

export function mendNumbers(text: string, notes: MendNotes): string {
  const brackets: { isCall: boolean; hasSemicolons: boolean }[] = [];
  let out = "";
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? "";
    const inner = brackets.at(-1);
    NUMBER.lastIndex = at;
    const digits = NUMBER.exec(text)?.[0];
    if (digits !== undefined) {
      const isOfCall = inner?.isCall === true && !inner.hasSemicolons && !isGrouped(digits);
      out += isOfCall ? digits : mendNumber(digits, notes);
      at += digits.length;
      continue;
    }
    if (sign === "(" || sign === "[") brackets.push(bracketAt(text, at));
    if (sign === ")" || sign === "]") brackets.pop();
    const separates = sign === ";" && inner?.isCall === true;
    if (separates) notes.changes.add(saidOf(";", ","));
    out += separates ? "," : sign;
    at += 1;
  }
  return out;
}

/** What stands in it directly, without further brackets, tells what separates there. */
function bracketAt(text: string, at: number): { isCall: boolean; hasSemicolons: boolean } {
  const isCall =
    text[at] === "(" &&
    /[a-z_][\w.]*\s*$/i.test(text.slice(0, at)) &&
    !/\b(?:and|or|not|above|below|between)\s*$/i.test(text.slice(0, at));
  let depth = 0;
  let hasSemicolons = false;
  for (let place = at; place < text.length; place++) {
    if (text[place] === "(" || text[place] === "[") depth += 1;
    if (text[place] === ")" || text[place] === "]") depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && text[place] === ";") hasSemicolons = true;
  }
  return { isCall, hasSemicolons };
}

/** "1,00,000": nobody writes 00 as an argument of its own, so this is one number in a call too. */
function isGrouped(digits: string): boolean {
  return /^\d{1,3}(?:,\d{2,3})+,\d{3}$/.test(digits) && /,0\d/.test(digits);
}

/** A number that is not in a call. */
function mendNumber(digits: string, notes: MendNotes): string {
  const written = plainNumber(digits);
  if (written === null) {
    notes.doubts.add(
      `“${digits}” can be ${digits.replaceAll(",", "")} or ${digits.replaceAll(",", ".")}: write it without the comma.`,
    );
    return digits;
  }
  if (written !== digits) notes.changes.add(saidOf(digits, written));
  return written;
}

/** null where it has two meanings. */
function plainNumber(digits: string): string | null {
  if (!digits.includes(",")) return digits;
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}\.\d+$/.test(digits)) return digits.replaceAll(",", "");
  if (/^\d{1,3}(?:,\d{2,3})+,\d{3}$/.test(digits)) return digits.replaceAll(",", "");
  const [whole = "", fraction = "", ...more] = digits.split(",");
  if (more.length > 0 || whole.includes(".") || fraction.includes(".")) return null;
  return fraction.length !== 3 || whole === "0" ? `${whole}.${fraction}` : null;
}
