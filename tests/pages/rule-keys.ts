import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";

/** The tree of a line as text, in small letters and without what is free in writing it. */
export function valueOfKey(line: string): string {
  return printLine(parseLine(line)).toLowerCase();
}
