/** What one line says and hardly means, seen without prices: percents as fractions, a day compared with itself. */
import { quoteLine } from "#src/format/rule-text.ts";
import { placeOfColumn } from "#src/formula/columns.ts";
import { childrenOf, withChildren } from "#src/formula/syntax-parts.ts";
import { numbersIn, ruleLines, withNumber } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import type { Syntax, SyntaxOf } from "#workers/rules/syntax.ts";
import type { MendedWarning } from "./terms-advice.ts";

/** Of the lines in use whose place begins with a text; every line can be read. */
export function slipsOf(strategy: Strategy): (section: string) => readonly MendedWarning[] {
  const lines = ruleLines(strategy).filter(({ isOff }) => !isOff);
  return (section) =>
    lines
      .filter(({ place }) => place.startsWith(section))
      .flatMap(({ place, text }) => {
        const tree = parseLine(text);
        return percentSlips(tree, place, text).concat(sameDaySlips(tree, place, text));
      });
}

/** Functions that run from 0 to 100, whatever they are of. */
export const TO_100: readonly string[] = [
  "rsi",
  "stochK",
  "stochD",
  "adx",
  "plusDI",
  "minusDI",
  "mfi",
  "percentRank",
  "rank",
  "breadth",
];

/** Numbers that are counted in percent, which people write as fractions. */
const IN_PERCENT: readonly string[] = [
  ...TO_100,
  "williamsR",
  "growth",
  "volatility",
  "trend",
  "bandwidth",
  "profit",
  "fall",
];

/** "growth(126) > 0.1" where 10 was meant. */
function percentSlips(tree: Syntax, place: string, text: string): readonly MendedWarning[] {
  return comparedNumbers(tree).flatMap(({ name, column }): MendedWarning[] => {
    const at = placeOfColumn(text, column);
    const numbers = numbersIn(text);
    const which = numbers.findIndex(({ start }) => start === at) + 1;
    const value = numbers[which - 1]?.value ?? 0;
    const meant = Number((value * 100).toPrecision(12));
    const mended = withNumber(text, which, meant);
    if (value <= 0 || value >= 1 || mended === null) return [];
    const message = `${quoteLine(text)}: ${name} counts in percent, so ${value} is less than one percent.`;
    return [{ message, mend: { label: `Make it ${meant}`, changes: [{ line: place, text: mended }] } }];
  });
}

interface ComparedNumber {
  /** What it is compared with. */
  readonly name: string;
  readonly column: number;
}

/** In every comparison of the tree, those within a function's brackets too. */
function comparedNumbers(tree: Syntax): readonly ComparedNumber[] {
  const within = childrenOf(tree).flatMap(comparedNumbers);
  switch (tree.type) {
    case "between":
      return [...within, ...numberBeside(tree.of, tree.low), ...numberBeside(tree.of, tree.high)];
    case "compare":
    case "crosses":
      return [...within, ...numberBeside(tree.left, tree.right), ...numberBeside(tree.right, tree.left)];
    case "and":
    case "or":
    case "not":
    case "number":
    case "name":
    case "text":
    case "ago":
    case "minus":
    case "arithmetic":
      return within;
  }
}

function numberBeside(compared: Syntax, other: Syntax): readonly ComparedNumber[] {
  const number = other.type === "minus" ? other.of : other;
  const named = unwrapped(compared);
  if (named.type !== "name" || number.type !== "number") return [];
  const name = IN_PERCENT.find((one) => isNamed(named, one));
  return name === undefined ? [] : [{ name, column: number.start }];
}

/** What is counted of another day, of the market or of another instrument is counted alike. */
function unwrapped(tree: Syntax): Syntax {
  if (tree.type === "ago" || tree.type === "minus") return unwrapped(tree.of);
  if (tree.type !== "name" || !ELSEWHERE.some((name) => isNamed(tree, name))) return tree;
  const of = tree.args?.at(-1);
  return of ? unwrapped(of) : tree;
}

const ELSEWHERE: readonly string[] = ["market", "of"];

function isNamed({ name }: SyntaxOf<"name">, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** "close > highest(high, 20)" is never true: the highest of the twenty days is the day's own high at least. */
function sameDaySlips(tree: Syntax, place: string, text: string): readonly MendedWarning[] {
  return extremesIn(tree).flatMap(({ extreme, day, name, way }): MendedWarning[] => {
    const before = { type: "ago", of: callOf(extreme), bars: day + 1, start: extreme.start } as const;
    const mended = printLine(replaced(tree, extreme, before));
    const days = printLine(extreme);
    return [
      {
        message: `${quoteLine(text)} can never hold: ${days} counts the same day, so ${name} is never ${way} it.`,
        mend: { label: `Use ${printLine(before)}`, changes: [{ line: place, text: mended }] },
      },
    ];
  });
}

interface Extreme {
  /** The function with its `[n]`. */
  readonly extreme: SyntaxOf<"name"> | SyntaxOf<"ago">;
  /** How many bars ago the value is of that it is compared with. */
  readonly day: number;
  /** That value. */
  readonly name: string;
  readonly way: "above" | "below";
}

/** Comparisons that ask a value to be beyond the extreme of days that its own is one of. */
function extremesIn(tree: Syntax): readonly Extreme[] {
  const within = childrenOf(tree).flatMap(extremesIn);
  if (tree.type !== "compare" && tree.type !== "crosses") return within;
  const way = tree.type === "crosses" ? tree.way : tree.sign === ">" ? "above" : "below";
  if (tree.type === "compare" && tree.sign !== ">" && tree.sign !== "<") return within;
  const turned = way === "above" ? "below" : "above";
  const own = [
    ...beyondExtreme(tree.left, tree.right, way),
    ...(tree.type === "crosses" ? [] : beyondExtreme(tree.right, tree.left, turned)),
  ];
  return [...within, ...own];
}

function beyondExtreme(value: Syntax, extreme: Syntax, way: Extreme["way"]): readonly Extreme[] {
  if (extreme.type !== "name" && extreme.type !== "ago") return [];
  const call = callOf(extreme);
  const first = extreme.type === "ago" ? extreme.bars : 0;
  if (call.type !== "name" || !isNamed(call, way === "above" ? "highest" : "lowest")) return [];
  const count = call.args?.at(-1);
  const of = call.args?.length === 2 ? call.args[0] : CLOSE;
  if (!of || count?.type !== "number") return [];
  const day = value.type === "ago" ? value.bars : 0;
  const compared = value.type === "ago" ? value.of : value;
  const isWithin = day >= first && day < first + count.value;
  if (!isWithin || !isNeverBeyond(compared, of, way)) return [];
  return [{ extreme, day, name: printLine(value), way }];
}

const CLOSE: Syntax = { type: "name", name: "close", args: null, column: 1, start: 1 };

function callOf(extreme: Extreme["extreme"]): Syntax {
  return extreme.type === "ago" ? extreme.of : extreme;
}

/** On one bar no value of its prices lies above its high or below its low, and none beyond itself. */
function isNeverBeyond(value: Syntax, of: Syntax, way: Extreme["way"]): boolean {
  const [name, bound] = [printLine(value).toLowerCase(), printLine(of).toLowerCase()];
  if (name === bound) return true;
  const outermost = way === "above" ? ["high", "low"] : ["low", "high"];
  return PRICES.has(name) && PRICES.has(bound) && (bound === outermost[0] || name === outermost[1]);
}

const PRICES: ReadonlySet<string> = new Set(["open", "high", "low", "close"]);

function replaced(tree: Syntax, part: Syntax, by: Syntax): Syntax {
  if (tree === part) return by;
  return withChildren(
    tree,
    childrenOf(tree).map((child) => replaced(child, part, by)),
  );
}
