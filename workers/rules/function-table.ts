/**
 * Every function of the language, in the order of its page: the one list that the check, the evaluator, completion, help, the
 * reference and the tests read. A new function is one entry in a file of table/, and its pass in functions/ unless the language
 * can say it.
 */
import type { FunctionEntry } from "./function-entry.ts";
import { AVERAGES } from "./table/averages.ts";
import { OSCILLATORS } from "./table/oscillators.ts";
import { TRUTHS } from "./table/truths.ts";
import { ARITHMETIC } from "./table/arithmetic.ts";
import { MARKET, PERIODS } from "./table/surroundings.ts";

/** Those that people may use. */
export const FUNCTIONS: readonly FunctionEntry[] = [
  ...AVERAGES,
  ...OSCILLATORS,
  ...TRUTHS,
  ...ARITHMETIC,
  ...PERIODS,
  ...MARKET,
];

const byName: ReadonlyMap<string, FunctionEntry> = new Map(
  FUNCTIONS.map((entry) => [entry.name.toLowerCase(), entry]),
);

/** In any case of letters; undefined where there is none of that name. */
export function functionNamed(name: string): FunctionEntry | undefined {
  return byName.get(name.toLowerCase());
}
