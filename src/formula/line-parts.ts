/** A line, right or not, in parts that have a colour each: as the language's own tokens, and what is no token. */
import { functionNamed } from "#workers/rules/function-table.ts";
import { KEYWORDS } from "#workers/rules/grammar.ts";
import { numberNamed } from "#workers/rules/name-table.ts";
import { tokensOf } from "#workers/rules/tokens.ts";
import { placeOfColumn } from "./columns.ts";
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
    const to = line[stop] === '"' ? line.length : stop + codeLengthAt(line, stop);
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
  const column = firstWrongColumn(rest);
  const wrong = column === null ? null : placeOfColumn(rest, column);
  const readable = wrong === null ? rest : rest.slice(0, wrong);
  for (const token of tokensOf(readable)) {
    if (token.type === "end") break;
    const from = at + placeOfColumn(readable, token.column);
    parts.push({ kind: kindOf(token), from, to: from + lengthOf(token) });
  }
  return wrong === null ? null : at + wrong;
}

function firstWrongColumn(line: string): number | null {
  const last = tokensOf(line).at(-1);
  return last?.type === "unreadable" ? last.column : null;
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

function codeLengthAt(line: string, at: number): number {
  return String.fromCodePoint(line.codePointAt(at) ?? 0).length;
}
