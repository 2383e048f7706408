/**
 * Text to tree, by recursive descent along the grammar of workers/rules/README.md section 2, for texts that are right: it throws
 * at what it cannot read and does not check kinds, limits or names.
 */
import { readTokens } from "./read-tokens.ts";
import type { Token } from "./read-tokens.ts";
import { FUNCTION_ARGUMENTS, findFunction } from "./tree.ts";
import type { ComparisonSign, FunctionName, Node } from "./tree.ts";

const CLOSE: Node = { type: "name", name: "close" };
const MACD_COUNTS: readonly Node[] = [12, 26, 9].map((value) => ({ type: "number", value }));
const COMPARISON_SIGNS: ReadonlySet<string> = new Set<ComparisonSign>([">=", "<=", ">", "<", "=", "!="]);

/** The tokens and how many of them are read. */
interface Reading {
  readonly tokens: readonly Token[];
  at: number;
}

/** @throws SyntaxError where the text is no rule and no expression */
export function parseNaively(text: string): Node {
  const reading: Reading = { tokens: readTokens(text), at: 0 };
  const node = readOr(reading);
  if (reading.at < reading.tokens.length) throw new SyntaxError(`${text}: more than one expression`);
  return node;
}

function next(reading: Reading): Token | undefined {
  return reading.tokens[reading.at];
}

/** Reads a keyword or sign if it stands next. */
function take(reading: Reading, value: string): boolean {
  const token = next(reading);
  const isIt =
    token !== undefined && (token.type === "word" || token.type === "sign") && token.value === value;
  if (isIt) reading.at++;
  return isIt;
}

function expect(reading: Reading, value: string): void {
  if (!take(reading, value)) throw new SyntaxError(`${value} is missing at token ${reading.at}`);
}

function readOr(reading: Reading): Node {
  let node = readAnd(reading);
  while (take(reading, "or")) node = { type: "or", left: node, right: readAnd(reading) };
  return node;
}

function readAnd(reading: Reading): Node {
  let node = readNot(reading);
  while (take(reading, "and")) node = { type: "and", left: node, right: readNot(reading) };
  return node;
}

function readNot(reading: Reading): Node {
  return take(reading, "not") ? { type: "not", of: readNot(reading) } : readTest(reading);
}

function readTest(reading: Reading): Node {
  const left = readSum(reading);
  if (take(reading, "between")) {
    const least = readSum(reading);
    expect(reading, "and");
    const most = readSum(reading);
    return {
      type: "and",
      left: { type: "comparison", sign: ">=", left, right: least },
      right: { type: "comparison", sign: "<=", left, right: most },
    };
  }
  if (take(reading, "crosses")) {
    const isAbove = take(reading, "above");
    if (!isAbove) expect(reading, "below");
    return { type: "crosses", direction: isAbove ? "above" : "below", left, right: readSum(reading) };
  }
  const sign = next(reading)?.value;
  if (!isComparison(sign)) return left;
  reading.at++;
  return { type: "comparison", sign, left, right: readSum(reading) };
}

function isComparison(sign: unknown): sign is ComparisonSign {
  return typeof sign === "string" && COMPARISON_SIGNS.has(sign);
}

function readSum(reading: Reading): Node {
  let left = readProduct(reading);
  for (;;) {
    const sign = take(reading, "+") ? "+" : take(reading, "-") ? "-" : null;
    if (sign === null) return left;
    left = { type: "arithmetic", sign, left, right: readProduct(reading) };
  }
}

function readProduct(reading: Reading): Node {
  let left = readUnary(reading);
  for (;;) {
    const sign = take(reading, "*") ? "*" : take(reading, "/") ? "/" : null;
    if (sign === null) return left;
    left = { type: "arithmetic", sign, left, right: readUnary(reading) };
  }
}

function readUnary(reading: Reading): Node {
  return take(reading, "-") ? { type: "negative", of: readUnary(reading) } : readPostfix(reading);
}

function readPostfix(reading: Reading): Node {
  let node = readPrimary(reading);
  while (take(reading, "[")) {
    const bars = next(reading);
    if (bars?.type !== "number") throw new SyntaxError("[ ] wants a number");
    reading.at++;
    expect(reading, "]");
    node = { type: "ago", of: node, bars: bars.value };
  }
  return node;
}

function readPrimary(reading: Reading): Node {
  if (take(reading, "(")) {
    const node = readOr(reading);
    expect(reading, ")");
    return node;
  }
  const token = next(reading);
  if (token === undefined || token.type === "sign") throw new SyntaxError(`no value at token ${reading.at}`);
  reading.at++;
  if (token.type !== "word") return token;
  const args = take(reading, "(") ? readArguments(reading) : [];
  const name = findFunction(token.value);
  if (name !== null) return { type: "call", name, args: fillArguments(name, args) };
  return { type: "name", name: token.value };
}

function readArguments(reading: Reading): Node[] {
  const args: Node[] = [];
  if (take(reading, ")")) return args;
  do args.push(readOr(reading));
  while (take(reading, ","));
  expect(reading, ")");
  return args;
}

/** Puts in what the text left out: close for x, the usual counts of macd. */
function fillArguments(name: FunctionName, args: readonly Node[]): readonly Node[] {
  const wanted = FUNCTION_ARGUMENTS[name];
  if (wanted.startsWith("x") && args.length === wanted.length - 1) return [CLOSE, ...args];
  if (wanted.startsWith("nn") && name !== "stochD" && args.length === 0) {
    return MACD_COUNTS.slice(0, wanted.length);
  }
  return args;
}
