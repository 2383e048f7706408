/** When a condition lets nearly all of the market through, and how that is said. */
import { checkRule } from "#workers/rules/check.ts";
import { membersOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";

/** What lets this share of the market through is no filter. */
const NEARLY_ALL = 0.95;
/** Instruments; of fewer nothing is said, for all of eight may well be meant. */
const FEWEST_INSTRUMENTS = 10;

/** "filters nothing"; null where it does filter. */
export function filterWords(passing: number, instruments: number): string | null {
  if (instruments < FEWEST_INSTRUMENTS || passing < NEARLY_ALL * instruments) return null;
  return passing === instruments ? "filters nothing" : "filters next to nothing";
}

/** Whether a line asks about the instrument: one of the market or the calendar alone holds for all on a day, or for none. */
export function isAboutInstrument(line: string): boolean {
  const checked = checkRule(line);
  return checked.ok && looksAtInstrument(checked.expression);
}

function looksAtInstrument(expression: Expression): boolean {
  switch (expression.op) {
    case "literal":
    case "date":
    case "elsewhere":
    case "breadth":
      return false;
    case "figure":
    case "fact":
    case "position":
    case "top":
    case "rank":
      return true;
    case "call": {
      const members = membersOf(expression); // without any it reads the bars themselves
      return members.length === 0 || members.some(looksAtInstrument);
    }
    case "arithmetic":
    case "compare":
    case "negate":
    case "not":
    case "ago":
    case "period":
    case "and":
    case "or":
      return membersOf(expression).some(looksAtInstrument);
  }
}
