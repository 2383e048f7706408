/** What the language says of the function or name at the cursor. */
import { numberNamed } from "#workers/rules/name-table.ts";
import { functionNamed } from "#workers/rules/function-table.ts";
import { waysToWrite } from "#workers/words/reference.ts";
import { placeOfCursor } from "./cursor-place.ts";
import { partAt, partsOfLine } from "./line-parts.ts";

export interface FormulaHelp {
  /** As the language writes it; the part of /functions that it leads to is called so, too. */
  readonly name: string;
  /** "sma(x, n)". */
  readonly signature: string;
  readonly sentence: string;
  /** The parameter that the cursor is at; null where that is not certain. */
  readonly parameter: string | null;
}

/** Of the word at the cursor, else of the innermost call around it; null where there is neither. */
export function findHelp(line: string, at: number): FormulaHelp | null {
  const part = partAt(partsOfLine(line), at);
  const word = part ? line.slice(part.from, part.to) : "";
  const entry = part?.kind === "function" ? functionNamed(word) : undefined;
  if (entry) return { ...helpOf(entry), parameter: null };
  const named = part?.kind === "name" ? numberNamed(word) : undefined;
  const call = placeOfCursor(line, at).calls.at(-1);
  if (call) {
    const [parameter, other] = call.parameters;
    return { ...helpOf(call.entry), parameter: other || !parameter ? null : parameter.name };
  }
  return named
    ? { name: named.name, signature: named.name, sentence: named.sentence, parameter: null }
    : null;
}

function helpOf(entry: Parameters<typeof waysToWrite>[0]): Omit<FormulaHelp, "parameter"> {
  const [signature = entry.name] = waysToWrite(entry);
  return { name: entry.name, signature, sentence: entry.sentence };
}
