/** Instruments that have a weight of their own (`simulation.weights`): their record and its limits. */
import { checkLength } from "./read-rules.ts";
import {
  entriesOf,
  isRecord,
  isText,
  ownValue,
  TEXT_LIMIT,
  unknownField,
  wrongValue,
} from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";

export interface Weight {
  readonly symbol: string;
  /** A number in the rule language, in place of the strategy's weight for all. */
  readonly weight: string;
}

export const MOST_WEIGHTS = 200;
const KEYS: ReadonlySet<string> = new Set(["symbol", "weight"]);

/** The weights of a list, each symbol once; what is wrong is left out of them and noted. */
export function readWeights(value: unknown, path: Path, faults: Fault[]): readonly Weight[] {
  const kind = "objects with symbol and weight";
  const symbols = new Set<string>();
  return entriesOf(value, { path, faults, kind, most: MOST_WEIGHTS }).flatMap((entry, at) => {
    const read = readWeight(entry, [...path, at], faults);
    if (read === null) return [];
    if (symbols.has(read.symbol))
      faults.push(wrongValue([...path, at, "symbol"], read.symbol, "must differ from the symbols before it"));
    symbols.add(read.symbol);
    return [read];
  });
}

function readWeight(entry: unknown, path: Path, faults: Fault[]): Weight | null {
  if (!isRecord(entry)) {
    faults.push(wrongValue(path, entry, "must be an object with symbol and weight"));
    return null;
  }
  for (const key of Object.keys(entry)) if (!KEYS.has(key)) faults.push(unknownField([...path, key]));
  const [symbol, weight] = [ownValue(entry, "symbol"), ownValue(entry, "weight")];
  if (!isText(symbol)) faults.push(wrongValue([...path, "symbol"], symbol, `must be ${TEXT_LIMIT}`));
  if (typeof weight === "string") checkLength(weight, [...path, "weight"], faults);
  else faults.push(wrongValue([...path, "weight"], weight, "must be an expression, as text"));
  return isText(symbol) && typeof weight === "string" ? { symbol, weight } : null;
}
