/** What a person's text threw, in words and with its place in the text. */
import { cut, match, textOf } from "./kept.ts";

/** The text's name in stacks. */
export const SOURCE_NAME = "own-number.js";
/** Lines that the harness puts before the text. */
export const LINES_BEFORE = 1;

const PLACE = /own-number\.js:(\d+):(\d+)/;
const LONGEST_TEXT = 500;

export interface Exception {
  readonly text: string;
  /** From 1; null where the engine does not tell. */
  readonly line: number | null;
  readonly column: number | null;
}

/** What engines tell of an error; whoever threw it may have put anything there. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly line?: unknown;
  readonly column?: unknown;
  readonly sourceURL?: unknown;
}

/** Whatever was thrown: its getters may throw again. */
export function exceptionOf(thrown: unknown): Exception {
  try {
    if (typeof thrown !== "object" || thrown === null) return placeless(`${textOf(thrown)} was thrown`);
    const { name, message, stack, line, column, sourceURL } = thrown as Thrown;
    const kind = typeof name === "string" ? name : "an object";
    const text = typeof message === "string" && message !== "" ? `${kind}: ${message}` : `${kind} was thrown`;
    const found = typeof stack === "string" ? match(PLACE, stack) : null;
    if (found !== null) return placed(text, +(found[1] ?? 0), +(found[2] ?? 0));
    // WebKit names no evaluated text in its stacks: an error of one has a line, but no source.
    if (sourceURL === undefined && typeof line === "number" && typeof column === "number") {
      return placed(text, line, column);
    }
    return placeless(text);
  } catch {
    return placeless("an object was thrown that throws when it is looked at");
  }
}

/** @param line - of the script that was evaluated */
function placed(text: string, line: number, column: number): Exception {
  return line > LINES_BEFORE ? { ...placeless(text), line: line - LINES_BEFORE, column } : placeless(text);
}

function placeless(text: string): Exception {
  return { text: cut(text, 0, LONGEST_TEXT), line: null, column: null };
}
