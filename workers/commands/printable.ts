/** Texts of files on a terminal: nothing in them may move its cursor, colour it, or turn its lines around. */

/** What steers a terminal, and marks that change the direction of text. */
const STEERING = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The text with such characters as their numbers, `\u001b`; line breaks stay. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, toNumber);
}

/** The same for a text that is a part of one line: a line break in it, too. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", toNumber);
}

/** A problem's words; of a person's own code behind its code, by which the README of own code explains it. */
export function codedWords({ code, message }: { readonly code: string; readonly message: string }): string {
  return code.startsWith("code-") ? `${code}: ${message}` : message;
}

function toNumber(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
