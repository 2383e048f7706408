/** A line, right or not, in parts that have a colour each: as the language's own tokens, and what is no token. */
import { functionNamed } from "#workers/rules/function-table.ts";
import { KEYWORDS } from "#workers/rules/grammar.ts";
import { numberNamed } from "#workers/rules/name-table.ts";
import { tokensOf } from "#workers/rules/tokens.ts";
import { placeOfColumn, placesOf } from "./columns.ts";
import type { Token } from "#workers/rules/tokens.ts";

/** "name": of a number of the language; "fact": any other one. */
export type PartKind =
  | "number"
  | "keyword"
  | "function"
  | "name"
  | "fact"
  | "text"
  | "sign"
  | "bracket"
  | "wrong";

/** Characters `from` to before `to`, counted from 0. */
export interface LinePart {
  readonly kind: PartKind;
  readonly from: number;
  readonly to: number;
}

const BRACKETS: ReadonlySet<string> = new Set(["(", ")", "[", "]"]);

/** From left to right, blanks left out; [] for an empty line. */
export function partsOfLine(line: string): readonly LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  while (at < line.length) {
    const stop = readUntilWrong(line, at, parts);
    if (stop === null) break;
    // A text without an end goes on to the end of the line.
    const to = line[stop] === '"' ? line.length : stop + placesOf(line, stop);
    parts.push({ kind: line[stop] === '"' ? "text" : "wrong", from: stop, to });
    at = to;
  }
  return parts;
}

/** The part that the place is in or directly behind; undefined where none is. */
export function partAt(parts: readonly LinePart[], at: number): LinePart | undefined {
  return parts.find(({ from, to }) => from <= at && at < to) ?? parts.find(({ to }) => to === at);
}

/** Adds the parts from `at` on. @returns the first place that is no token; null for the end of the line */
function readUntilWrong(line: string, at: number, parts: LinePart[]): number | null {
  const rest = line.slice(at);
  const all = tokensOf(rest);
  const last = all.at(-1);
  const wrong = last?.type === "unreadable" ? placeOfColumn(rest, last.column) : null;
  const tokens = wrong === null ? all : tokensOf(rest.slice(0, wrong)); // a number before it may be wrong only with it
  let [place, column] = [0, 1];
  for (const token of tokens) {
    if (token.type === "end") break;
    for (; column < token.column; column++) place += placesOf(rest, place);
    parts.push({ kind: kindOf(token), from: at + place, to: at + place + lengthOf(token) });
  }
  return wrong === null ? null : at + wrong;
}

function lengthOf({ type, text }: Token): number {
  return type === "text" ? text.length + 2 : text.length;
}

function kindOf({ type, text }: Token): PartKind {
  if (type === "number" || type === "text") return type;
  if (type !== "word") return BRACKETS.has(text) ? "bracket" : "sign";
  if (KEYWORDS.includes(text.toLowerCase())) return "keyword";
  if (functionNamed(text)) return "function";
  return numberNamed(text) ? "name" : "fact";
}
