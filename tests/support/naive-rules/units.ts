/** Whether a number is a price, a percentage or neither (workers/rules/README.md section 3): comparisons forgive accordingly. */
import type { FunctionName, Node } from "./tree.ts";

export type Unit = "price" | "percent" | "neither";

const PRICE_NAMES: ReadonlySet<string> = new Set([
  "open",
  "high",
  "low",
  "close",
  "rawclose",
  "entryprice",
  "peak",
]);
const PERCENT_NAMES: ReadonlySet<string> = new Set(["profit", "fall"]);

const PRICE_FUNCTIONS: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "trueRange",
  "atr",
  "macd",
  "macdSignal",
  "macdHistogram",
  "bollingerUpper",
  "bollingerLower",
  "supertrend",
]);
const PERCENT_FUNCTIONS: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "growth",
  "rsi",
  "stochK",
  "stochD",
  "adx",
  "plusDI",
  "minusDI",
  "mfi",
  "williamsR",
  "percentRank",
  "rank",
  "breadth",
  "volatility",
  "trend",
  "bandwidth",
  "zscore",
  "cci",
  "percentB",
]);
/** These have the unit of their first argument. */
const LIKE_THEIR_INPUT: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "sma",
  "ema",
  "rma",
  "wma",
  "highest",
  "lowest",
  "sum",
  "stdev",
  "change",
  "slope",
  "abs",
]);

/** @throws TypeError where an argument is missing, which no right text has */
export function unitOf(node: Node): Unit {
  switch (node.type) {
    case "name":
      if (PRICE_NAMES.has(node.name)) return "price";
      return PERCENT_NAMES.has(node.name) ? "percent" : "neither";
    case "call":
      return unitOfCall(node.name, node.args);
    case "ago":
    case "negative":
      return unitOf(node.of);
    case "arithmetic":
      return unitOfArithmetic(node.sign, unitOf(node.left), unitOf(node.right));
    case "number":
    case "text":
    case "comparison":
    case "crosses":
    case "not":
    case "and":
    case "or":
      return "neither";
  }
}

function unitOfCall(name: FunctionName, args: readonly Node[]): Unit {
  if (PRICE_FUNCTIONS.has(name)) return "price";
  if (PERCENT_FUNCTIONS.has(name)) return "percent";
  if (LIKE_THEIR_INPUT.has(name)) return strongest(args.slice(0, 1).map(unitOf));
  if (name === "weekly" || name === "monthly") return strongest(args.map(unitOf));
  if (name === "min" || name === "max") return strongest(args.map(unitOf));
  if (name === "if") return strongest(args.slice(1).map(unitOf));
  return "neither";
}

function strongest(units: readonly Unit[]): Unit {
  if (units.includes("price")) return "price";
  return units.includes("percent") ? "percent" : "neither";
}

function unitOfArithmetic(sign: string, left: Unit, right: Unit): Unit {
  const unit = strongest([left, right]);
  if (sign === "+" || sign === "-") return unit;
  if (left === right) return "neither"; // a price over a price, two percents, or two plain numbers
  return sign === "/" && right === unit ? "neither" : unit;
}
