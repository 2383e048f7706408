/** The names that the chosen dataset adds to the rule language, for every field that a formula is typed into. */
import { createContext } from "react";
import { ANY_NAMES } from "#src/formula/formula-names.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import type { Dataset } from "#src/storage/datasets.ts";

export const DatasetNames = createContext<FormulaNames>(ANY_NAMES);

/** A person's own number: rules know it by its name unless it is off. */
interface OwnName {
  readonly name: string;
  readonly off?: boolean;
}

/**
 * The same object for the same dataset and own numbers; of a dataset that is gone nothing is known. An own number hides a
 * fact of its name.
 */
export function namesOf(dataset: Dataset | null, numbers: readonly OwnName[] = []): FormulaNames {
  const own = [
    ...new Set(numbers.flatMap(({ name, off }) => (off || name.trim() === "" ? [] : [name.trim()]))),
  ];
  const key = own.join(" ");
  const known = made.get(dataset ?? NO_DATASET) ?? new Map<string, FormulaNames>();
  made.set(dataset ?? NO_DATASET, known);
  const names = known.get(key) ?? makeNames(dataset, own);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, names);
  return names;
}

function makeNames(dataset: Dataset | null, own: readonly string[]): FormulaNames {
  if (dataset === null) return own.length === 0 ? ANY_NAMES : { ...ANY_NAMES, own };
  const hidden = new Set(own.map((name) => name.toLowerCase()));
  const ofKind = (wanted: "fact" | "signal") =>
    dataset.factNames.flatMap(({ kind, name }) =>
      kind === wanted && !hidden.has(name.toLowerCase()) ? [name] : [],
    );
  return { facts: ofKind("fact"), signals: ofKind("signal"), symbols: null, own };
}

const NO_DATASET = {};
/** Each key of a name that is being typed makes another one. */
const MOST_KEPT = 50;
const made = new WeakMap<object, Map<string, FormulaNames>>();
