/** The tree of a rule or expression as the naive reference reads it, and what each function takes. */

export type Node =
  | { readonly type: "number"; readonly value: number }
  | { readonly type: "text"; readonly value: string }
  /** In lower case: a column, a date's part, a position's figure, or a fact. */
  | { readonly type: "name"; readonly name: string }
  /** Every argument is there, also one that the text left out. */
  | { readonly type: "call"; readonly name: FunctionName; readonly args: readonly Node[] }
  | { readonly type: "ago"; readonly of: Node; readonly bars: number }
  | { readonly type: "negative"; readonly of: Node }
  | {
      readonly type: "arithmetic";
      readonly sign: "+" | "-" | "*" | "/";
      readonly left: Node;
      readonly right: Node;
    }
  | {
      readonly type: "comparison";
      readonly sign: ComparisonSign;
      readonly left: Node;
      readonly right: Node;
    }
  | {
      readonly type: "crosses";
      readonly direction: "above" | "below";
      readonly left: Node;
      readonly right: Node;
    }
  | { readonly type: "not"; readonly of: Node }
  | { readonly type: "and" | "or"; readonly left: Node; readonly right: Node };

export type ComparisonSign = ">=" | "<=" | ">" | "<" | "=" | "!=";

/**
 * What each function takes, a letter an argument: x a number that may be left out (then close), a a number, n a count,
 * k a literal above 0, r a rule, e a number or a rule, s a text.
 */
export const FUNCTION_ARGUMENTS = {
  sma: "xn",
  wma: "xn",
  highest: "xn",
  lowest: "xn",
  sum: "xn",
  stdev: "xn",
  zscore: "xn",
  percentRank: "xn",
  growth: "xn",
  change: "xn",
  slope: "xn",
  trend: "xn",
  volatility: "xn",
  streak: "x",
  ema: "xn",
  rma: "xn",
  rsi: "xn",
  macd: "nn",
  macdSignal: "nnn",
  macdHistogram: "nnn",
  trueRange: "",
  atr: "n",
  plusDI: "n",
  minusDI: "n",
  adx: "n",
  stochK: "n",
  stochD: "nn",
  williamsR: "n",
  cci: "n",
  mfi: "n",
  obv: "",
  bollingerUpper: "nk",
  bollingerLower: "nk",
  percentB: "nk",
  bandwidth: "nk",
  supertrend: "nk",
  barsSince: "r",
  count: "rn",
  once: "rn",
  always: "rn",
  latch: "rr",
  rising: "xn",
  falling: "xn",
  min: "aa",
  max: "aa",
  abs: "a",
  sqrt: "a",
  ln: "a",
  if: "raa",
  weekly: "e",
  monthly: "e",
  rank: "as",
  place: "as",
  breadth: "r",
  market: "e",
  of: "se",
} as const;

export type FunctionName = keyof typeof FUNCTION_ARGUMENTS;

const NAMES: ReadonlyMap<string, FunctionName> = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
  (Object.keys(FUNCTION_ARGUMENTS) as FunctionName[]).map((name) => [name.toLowerCase(), name]),
);

/** Every function of the language, in the order of the contract. */
export const FUNCTION_NAMES: readonly FunctionName[] = [...NAMES.values()];

/** The function of that name in any case of letters, or null. */
export function findFunction(name: string): FunctionName | null {
  return NAMES.get(name.toLowerCase()) ?? null;
}
