/** The words that random rules are made of, sorted by the size of their values. */
import { FUNCTION_NAMES } from "#tests/support/naive-rules/tree.ts";
import type { FunctionName } from "#tests/support/naive-rules/tree.ts";

/** Numbers of a kind are of similar size, so that a comparison of two is now true and now false. */
export type Kind = "price" | "spread" | "percent" | "volume" | "small";

export const KINDS: readonly Kind[] = ["price", "spread", "percent", "volume", "small"];

/** What a market offers beside the language's own names. */
export interface Vocabulary {
  readonly facts: readonly string[];
  /** For of("..."). */
  readonly symbols: readonly string[];
}

/**
 * Where a text stands: in a sell rule outside of functions, anywhere, inside rank, place and breadth, inside market and of, inside
 * weekly and monthly.
 */
export type Scope = "sell" | "open" | "ranked" | "elsewhere" | "period";

/** Numbers without arguments to speak of. */
const SIMPLE: Readonly<Record<Kind, readonly string[]>> = {
  price: ["close", "open", "high", "low", "rawClose"],
  spread: ["close - open", "trueRange", "high - close[1]", "low - open"],
  percent: ["growth(1)", "rsi(2)", "williamsR(3)", "close / open * 100 - 100"],
  volume: ["volume", "value", "marketCap"],
  small: ["weekday", "day", "month", "year - 2019"],
};
const OF_A_POSITION: Readonly<Record<Kind, readonly string[]>> = {
  price: ["entryPrice", "peak"],
  spread: ["close - entryPrice", "close - peak"],
  percent: ["profit", "fall"],
  volume: [],
  small: ["held"],
};

export const CONSTANTS: Readonly<Record<Kind, readonly string[]>> = {
  price: ["100", "110", "99.0", "121", "90", "1e2", "0.1k", "81.00"],
  spread: ["0", "1", "-1", "10", "0.5", "-11"],
  percent: ["50", "0", "30%", "70", "-5", "100", "10", "20%"],
  volume: ["1k", "5_000", "0", "0.01lakh", "1m", "0.000_1cr", "0.002bn", "1_500"],
  small: ["1", "0", "2", "3", "0.5", "-1", "2.5e-1"],
};

/** The simplest numbers of a kind. */
export function simpleNumbers(kind: Kind, scope: Scope, vocabulary: Vocabulary): readonly string[] {
  return [
    ...SIMPLE[kind],
    ...(scope === "sell" ? OF_A_POSITION[kind] : []),
    ...(kind === "small" ? vocabulary.facts : []),
    ...(kind === "small" && scope !== "elsewhere" && scope !== "period" ? ["sessionOfMonth"] : []),
  ];
}

/** What a function gives: a kind, that of its input, what differs between two of these, a truth, or what it is asked for. */
const GIVES: Readonly<Record<FunctionName, Kind | "same" | "difference" | "truth" | "any">> = {
  sma: "same",
  wma: "same",
  highest: "same",
  lowest: "same",
  sum: "same",
  stdev: "difference",
  zscore: "small",
  percentRank: "percent",
  growth: "percent",
  change: "difference",
  slope: "difference",
  trend: "percent",
  volatility: "percent",
  streak: "small",
  ema: "same",
  rma: "same",
  rsi: "percent",
  macd: "spread",
  macdSignal: "spread",
  macdHistogram: "spread",
  trueRange: "spread",
  atr: "spread",
  plusDI: "percent",
  minusDI: "percent",
  adx: "percent",
  stochK: "percent",
  stochD: "percent",
  williamsR: "percent",
  cci: "percent",
  mfi: "percent",
  obv: "volume",
  bollingerUpper: "price",
  bollingerLower: "price",
  percentB: "small",
  bandwidth: "percent",
  supertrend: "price",
  barsSince: "small",
  count: "small",
  once: "truth",
  always: "truth",
  latch: "truth",
  rising: "truth",
  falling: "truth",
  min: "same",
  max: "same",
  abs: "same",
  sqrt: "small",
  ln: "small",
  if: "same",
  weekly: "any",
  monthly: "any",
  rank: "percent",
  place: "small",
  breadth: "percent",
  market: "any",
  of: "any",
};

/** Functions of which a call may stand there and gives such a value. */
export function functionsGiving(wanted: Kind | "truth", scope: Scope): readonly FunctionName[] {
  return FUNCTION_NAMES.filter((name) => mayStandIn(name, scope) && gives(name, wanted));
}

/** Kinds of value that a function can be asked for. */
export function kindsOf(name: FunctionName): readonly (Kind | "truth")[] {
  return [...KINDS, "truth" as const].filter((kind) => gives(name, kind));
}

function gives(name: FunctionName, wanted: Kind | "truth"): boolean {
  const given = GIVES[name];
  if (given === "any" || given === wanted) return true;
  if (given === "same") return wanted !== "truth";
  return given === "difference" && wanted !== "truth" && wanted !== "price";
}

/** Of what kind the input of a function is that gives the wanted kind; null where any will do. */
export function inputKind(name: FunctionName, wanted: Kind | "truth"): Kind | null {
  if (wanted === "truth") return null;
  if (GIVES[name] === "same") return wanted;
  if (GIVES[name] === "difference") return wanted === "spread" ? "price" : wanted;
  return null;
}

function mayStandIn(name: FunctionName, scope: Scope): boolean {
  if (looksAcross(name)) return scope === "open" || scope === "sell";
  if (name === "market" || name === "of") return scope !== "elsewhere" && scope !== "period";
  return !isOfPeriods(name) || scope !== "period";
}

function isOfPeriods(name: FunctionName): boolean {
  return name === "weekly" || name === "monthly";
}

function looksAcross(name: FunctionName): boolean {
  return name === "rank" || name === "place" || name === "breadth";
}

/** Where the arguments of a call stand that itself stands in `scope`. */
export function scopeInside(name: FunctionName, scope: Scope): Scope {
  if (looksAcross(name)) return "ranked";
  if (isOfPeriods(name)) return "period";
  if (name === "market" || name === "of") return "elsewhere";
  const isOfToday = ["min", "max", "abs", "sqrt", "ln", "if"].includes(name);
  return isOfToday ? scope : withoutPosition(scope);
}

/** The scope of what may not name the position's figures. */
export function withoutPosition(scope: Scope): Scope {
  return scope === "sell" ? "open" : scope;
}

/** Counts that a function takes. */
export function countsOf(name: FunctionName): readonly string[] {
  const isFromTwo = name === "slope" || name === "trend" || name === "volatility";
  return isFromTwo ? ["3", "2", "5", "12.0", "21", "0.002k"] : ["3", "1", "2", "5", "12.0", "20", "0.002k"];
}
