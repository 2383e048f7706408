/** What the entries of the function table share: their parameters, groups and kinds of meaning. */
import type { Figure, FunctionEntry, Meaning, NumberPass, Parameter, TruthPass } from "../function-entry.ts";

export const X: Parameter = { name: "x", type: "series" };
export const N: Parameter = { name: "n", type: "count" };
export const N_FROM_2: Parameter = { name: "n", type: "count", least: 2 };
export const K: Parameter = { name: "k", type: "factor" };
export const R: Parameter = { name: "r", type: "rule" };
export const A: Parameter = { name: "a", type: "number" };
export const B: Parameter = { name: "b", type: "number" };
export const SPANS: readonly Parameter[] = ["f", "s", "g"].map((name) => ({ name, type: "count" }));

type Kind = Pick<FunctionEntry, "group" | "gives" | "unit">;
/** What else an entry says; it may be of another kind in some respect. */
type Rest = Pick<FunctionEntry, "sentence" | "example"> & Partial<FunctionEntry>;
type EntryMaker = (
  name: string,
  parameters: readonly Parameter[],
  meaning: Meaning,
  rest: Rest,
) => FunctionEntry;

function makerOf(kind: Kind): EntryMaker {
  return (name, parameters, meaning, rest) => ({ ...kind, name, parameters, meaning, ...rest });
}

/** An average of a series over n bars; its unit is the series' own. */
export const average: EntryMaker = makerOf({ group: "averages", gives: "number", unit: "arguments" });
export const oscillator: EntryMaker = makerOf({ group: "oscillators", gives: "number", unit: "percent" });
export const range: EntryMaker = makerOf({ group: "ranges", gives: "number", unit: "price" });
export const volume: EntryMaker = makerOf({ group: "volume", gives: "number", unit: "none" });
export const truth: EntryMaker = makerOf({ group: "truths", gives: "truth", unit: "none" });
export const counted: EntryMaker = makerOf({ group: "truths", gives: "number", unit: "none" });
export const arithmetic: EntryMaker = makerOf({ group: "arithmetic", gives: "number", unit: "arguments" });

/** A meaning in the language itself. */
export function text(meaning: string): Meaning {
  return { type: "text", text: meaning };
}

export function numbers(run: NumberPass, ...figures: readonly Figure[]): Meaning {
  return { type: "numbers", figures, run };
}

export function truths(run: TruthPass): Meaning {
  return { type: "truths", figures: [], run };
}
