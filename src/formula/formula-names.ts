/** Where a formula stands, and what the dataset adds to the language there. */

/** Step of the strategy; a position's numbers stand in sell rules alone. */
export type FormulaPlace = "scanner" | "buy" | "sell" | "simulation";

/** What must come out of it. */
export type Wanted = "rule" | "number";

/** null where it is not known: any name or symbol is then taken as it is. */
export interface FormulaNames {
  readonly facts: readonly string[] | null;
  readonly signals: readonly string[] | null;
  readonly symbols: readonly string[] | null;
  /** Numbers by a person's own code; none without it. */
  readonly own?: readonly string[];
}

/** Nothing is known of the data, and nothing is missed in it. */
export const ANY_NAMES: FormulaNames = { facts: null, signals: null, symbols: null };

/** Whether the dataset or a person's own code has a number of this name, in whatever case of letters; false where it is not known. */
export function isGivenName(name: string, { facts, signals, own = [] }: FormulaNames): boolean {
  const wanted = name.toLowerCase();
  return [...own, ...(facts ?? []), ...(signals ?? [])].some((each) => each.toLowerCase() === wanted);
}

export interface FormulaSetting {
  readonly wants: Wanted;
  readonly place: FormulaPlace;
  readonly names: FormulaNames;
}
