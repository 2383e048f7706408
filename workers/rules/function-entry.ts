/** What an entry of the function table says of a function; the table itself is function-table.ts. */

/** What rounding is forgiven against: the bar's close, 100, or nothing (README.md section 3). */
export type Unit = "price" | "percent" | "none";

/** Columns that a bar has, on the run's price basis but for rawClose, volume, value and marketCap. */
export const FIGURES = ["open", "high", "low", "close", "rawClose", "volume", "value", "marketCap"] as const;

export type Figure = (typeof FIGURES)[number];

/**
 * - series: an expression that may be left out where it is the first; then it is the close
 * - number, rule: an expression
 * - count: a literal whole number from `least` (1 without it) to 5000
 * - factor: a literal number above 0
 * - symbol, scope: a text; the scope is "sector", and may be left out
 * - any: a number or a rule
 */
export interface Parameter {
  readonly name: string;
  readonly type: "series" | "number" | "rule" | "count" | "factor" | "symbol" | "scope" | "any";
  readonly least?: number;
}

/** Verdicts of a rule on an instrument's bars, a bit a bar; unknown is a bit in neither. */
export interface Verdicts {
  readonly yes: Int32Array;
  readonly no: Int32Array;
}

/**
 * What a pass over an instrument's bars gets. Numbers are the arguments, then the entry's figures, oldest bar first, NaN
 * where unknown; the values of bar i are worked out from bars 0 .. i alone. Arrays may be longer than `bars`.
 */
export interface Pass {
  readonly bars: number;
  readonly numbers: readonly Float64Array[];
  readonly rules: readonly Verdicts[];
  /** The first count: always a small whole number to the compiler too, so that places of bars are never reckoned in doubles. */
  readonly n: number;
  /** The second count, or the factor. */
  readonly k: number;
  /** Comparisons forgive 1e-9 of this at least, by bar; null where it is `floor` on all of them. */
  readonly floors: Float64Array | null;
  readonly floor: number;
  /** How many bars functions count as a year. */
  readonly sessionsOfYear: number;
  /** Columns to write on while the pass is under way: another one for each place, of `bars` or longer, with what was there before. */
  readonly scratch: (place: number) => Float64Array;
  readonly extremes: Extremes;
  readonly rollBlocks: RollBlocks;
}

/**
 * Writes the highest (sign 1) or lowest (-1) of the last n values of the pass' first number. Place 1 of its scratch
 * columns is written on.
 */
export type Extremes = (pass: Pass, sign: 1 | -1, out: Float64Array) => void;

/** Windows of n bars, by the bar of their last place. Made with `n` as the first field, for the compiler (../WHAT-HELPED.md). */
export interface Windows {
  readonly n: number;
  readonly first: number;
  readonly stop: number;
}

/**
 * Writes the values of the windows that end on the bars first .. stop - 1, of which the first has n known values, that one
 * afresh and the others rolled on from it. @param told - what is to be told of them
 *
 * @returns the first bar whose value doesn't count: stop, one whose value is unknown, or one that is to be worked out afresh
 */
export type Roll<T> = (x: Float64Array, windows: Windows, told: T, out: Float64Array) => number;

/** Goes along the stretches of known values of the pass' first number, some bars at once; a bar without a whole window is unknown. */
export type RollBlocks = <T>(pass: Pass, roll: Roll<T>, told: T, out: Float64Array) => void;

/** Writes a number for each bar, NaN where it is unknown; `out` holds what was there before, and is longer perhaps. */
export type NumberPass = (pass: Pass, out: Float64Array) => void;
/** Sets bits in empty words. */
export type TruthPass = (pass: Pass, out: Verdicts) => void;

export type Meaning =
  /** In the language itself: names of parameters stand for the arguments. */
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "numbers"; readonly figures: readonly Figure[]; readonly run: NumberPass }
  | { readonly type: "truths"; readonly figures: readonly Figure[]; readonly run: TruthPass }
  /** On the instrument's bars put together: the evaluator's own. */
  | { readonly type: "period"; readonly period: Period }
  /** Looks beyond the instrument: the evaluator's own. */
  | { readonly type: "around" };

/** By what bars are put together, as the functions are called that do it: ISO weeks, and months. */
export type Period = "weekly" | "monthly";

export type FunctionGroup =
  | "averages"
  | "ranges"
  | "oscillators"
  | "volume"
  | "truths"
  | "arithmetic"
  | "periods"
  | "market";

export interface FunctionEntry {
  /** The name as the page writes it. */
  readonly name: string;
  readonly group: FunctionGroup;
  readonly parameters: readonly Parameter[];
  /** Where all counts may be left out together. */
  readonly defaults?: readonly number[];
  readonly gives: "number" | "truth" | "any";
  /** "arguments": price where one of the numbers is, else percent where one is. */
  readonly unit: Unit | "arguments";
  /** What it is, for a person. */
  readonly sentence: string;
  /** A rule that uses it, and that some instrument of the demo market meets now and then. */
  readonly example: string;
  readonly meaning: Meaning;
}
