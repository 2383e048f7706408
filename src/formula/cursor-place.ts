/** Where in a line the cursor stands: what is being typed there, and in which calls. */
import { functionNamed } from "#workers/rules/function-table.ts";
import type { FunctionEntry, Parameter } from "#workers/rules/function-entry.ts";
import { partsOfLine } from "./line-parts.ts";
import type { LinePart } from "./line-parts.ts";

export interface OpenCall {
  readonly entry: FunctionEntry;
  /** Which argument the cursor is in, from 0. */
  readonly argument: number;
  /** What may stand there: a series that may be left out gives two. */
  readonly parameters: readonly Parameter[];
}

export interface CursorPlace {
  /** Where the word, or the text in quotes, begins that ends at the cursor; the cursor itself where none does. */
  readonly from: number;
  /** The word up to the cursor, in quotes what stands behind the first; "" for none. */
  readonly typed: string;
  readonly isInText: boolean;
  /** Directly behind a number, where only a suffix can follow. */
  readonly isBehindNumber: boolean;
  /** Innermost last; brackets that are no call's are left out. */
  readonly calls: readonly OpenCall[];
  /** Directly in a function's brackets, not in further ones within. */
  readonly isArgument: boolean;
  /** Words and signs before the one that is typed. */
  readonly before: readonly LinePart[];
}

/** @param at - from 0 */
export function placeOfCursor(line: string, at: number): CursorPlace {
  const parts = partsOfLine(line.slice(0, at));
  const last = parts.at(-1);
  const touches = last?.to === at;
  const isInText = touches && last.kind === "text" && (last.to - last.from === 1 || line[at - 1] !== '"');
  const isWord = touches && ["keyword", "function", "name", "fact"].includes(last.kind);
  const isTyped = isInText || isWord;
  const before = isTyped ? parts.slice(0, -1) : parts;
  const from = isTyped ? last.from : at;
  const neighbour = before.at(-1);
  return {
    from,
    typed: line.slice(isInText ? from + 1 : from, at),
    isInText,
    isBehindNumber: neighbour?.kind === "number" && neighbour.to === from,
    before,
    ...openBrackets(line, before),
  };
}

function openBrackets(line: string, parts: readonly LinePart[]): Pick<CursorPlace, "calls" | "isArgument"> {
  const open: { entry: FunctionEntry | null; argument: number; written: number }[] = [];
  for (const [at, { kind, from, to }] of parts.entries()) {
    const text = line.slice(from, to);
    const inner = open.at(-1);
    if (kind === "bracket" && (text === "(" || text === "[")) {
      const name = parts[at - 1];
      const isCall = text === "(" && name?.kind === "function";
      const entry = isCall ? functionNamed(line.slice(name.from, name.to)) : undefined;
      open.push({ entry: entry ?? null, argument: 0, written: 0 });
    } else if (kind === "bracket") open.pop();
    else if (text === "," && inner) inner.argument += 1;
  }
  const calls = open.flatMap(({ entry, argument }): OpenCall[] =>
    entry === null ? [] : [{ entry, argument, parameters: parametersAt(entry, argument) }],
  );
  return { calls, isArgument: open.at(-1)?.entry !== null && open.length > 0 };
}

/** The first argument may be that of the second parameter, where the series is left out. */
function parametersAt({ parameters }: FunctionEntry, argument: number): readonly Parameter[] {
  const [first] = parameters;
  const mayShift = first?.type === "series";
  const possible = [parameters[argument], ...(mayShift ? [parameters[argument + 1]] : [])];
  return possible.filter((each) => each !== undefined);
}
