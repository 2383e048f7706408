/**
 * A line of the language as tokens: numbers with their suffixes, words, texts in double quotes and signs. Columns count
 * characters, as people do, of which some take two places in a line.
 */
import { codePointOf } from "#workers/model/code-point.ts";
import { SUFFIX_POWERS, writtenNumber } from "#workers/model/written-number.ts";
import { LineError } from "./syntax.ts";

export type Token =
  | { readonly type: "number"; readonly value: number; readonly text: string; readonly column: number }
  | { readonly type: "word"; readonly text: string; readonly column: number }
  | { readonly type: "text"; readonly text: string; readonly column: number }
  | { readonly type: "sign"; readonly text: string; readonly column: number }
  | { readonly type: "unreadable"; readonly text: ""; readonly column: number; readonly error: LineError }
  | { readonly type: "end"; readonly text: ""; readonly column: number };

const SPACE = /\s+/y;
const NUMBER = /\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+(?:_\d+)*)?/iy;
const WORD = /[a-z][a-z0-9_.]*/iy;
const SIGN = />=|<=|!=|[-+*/()[\],<>=]/y;
/** What stands directly behind a number and is no part of one. */
const TAIL = /%|[a-z_.][a-z0-9_.]*/iy;

/**
 * The last token is the end, behind the line's last character, or the first place that is no token: thrown only when the parser
 * reaches it, so that of two mistakes in a line the left one is told.
 */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  const stop = line.trimEnd().length;
  let [at, column] = [0, 1];
  for (;;) {
    const space = lengthAt(SPACE, line, at);
    at += space;
    column += space;
    if (at >= stop) break;
    const { token, length } = tokenAt(line, at, column);
    tokens.push(token);
    if (token.type === "unreadable") return tokens;
    column += token.type === "text" ? Array.from(token.text).length + 2 : length; // all others have one place a character
    at += length;
  }
  tokens.push({ type: "end", text: "", column: column - (at - stop) });
  return tokens;
}

interface PlacedToken {
  readonly token: Token;
  /** How many places of the line it takes. */
  readonly length: number;
}

function tokenAt(line: string, at: number, column: number): PlacedToken {
  const word = lengthAt(WORD, line, at);
  if (word > 0) return { token: { type: "word", text: line.slice(at, at + word), column }, length: word };
  const digits = lengthAt(NUMBER, line, at);
  if (digits > 0) return numberAt(line, at, column, digits);
  if (line[at] === '"') return textAt(line, at, column);
  const sign = lengthAt(SIGN, line, at);
  if (sign > 0) return { token: { type: "sign", text: line.slice(at, at + sign), column }, length: sign };
  const found = String.fromCodePoint(line.codePointAt(at) ?? 0);
  const isUnseen = /[\p{Cc}\p{Cf}\p{Cs}]/u.test(found);
  const shown = isUnseen ? `the invisible ${codePointOf(found)}` : quoted(found);
  return unreadable(column, `${shown} has no meaning here; write a number, a name or a sign`);
}

function numberAt(line: string, at: number, column: number, digits: number): PlacedToken {
  const tail = lengthAt(TAIL, line, at + digits);
  const suffix = line.slice(at + digits, at + digits + tail).toLowerCase();
  const written = line.slice(at, at + digits).toLowerCase();
  const value = writtenNumber(written, suffix);
  if (value === undefined) {
    const known = Object.keys(SUFFIX_POWERS).join(", ");
    return unreadable(
      column + digits,
      `${quoted(suffix)} is no suffix of a number; write one of ${known}, or nothing`,
    );
  }
  if (!Number.isFinite(value)) return unreadable(column, `${written} is too large for a number`);
  const token: Token = { type: "number", value, text: written + suffix, column };
  return { token, length: digits + tail };
}

function textAt(line: string, at: number, column: number): PlacedToken {
  const close = line.indexOf('"', at + 1);
  if (close < 0) return unreadable(column, 'this text has no end; close it with "');
  const token: Token = { type: "text", text: line.slice(at + 1, close), column };
  return { token, length: close + 1 - at };
}

function lengthAt(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0].length ?? 0;
}

function unreadable(column: number, text: string): PlacedToken {
  return { token: { type: "unreadable", text: "", column, error: new LineError(column, text) }, length: 0 };
}

/** What stands in a line as messages show it: short, in quotes. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 37)}...` : text}"`;
}
