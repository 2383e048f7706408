/** The numbers of a run's rules that belong on a chart of prices: averages, bands, highs and lows, day by day. */
import type { RuleLevel } from "#workers/model/position-path.ts";
import { checkNumber } from "#workers/rules/check.ts";
import { fixedBuyRules } from "#workers/rules/fixed-fields.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import type { PlacedRule } from "#workers/rules/strategy-rules.ts";
import type { Syntax, SyntaxOf } from "#workers/rules/syntax.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { linePartsOf } from "./line-parts.ts";

/** More lines than these can't be told apart. */
const MOST_LEVELS = 4;
/** How many times the price a level may be about: a line far from the candles would press them flat. */
const [LEAST_MULTIPLE, MOST_MULTIPLE] = [0.5, 2];

/** On the bars of an instrument. Those of the buy rules come first, then those of the sell rules and of the scanner. */
export function ruleLevels(plan: Plan, instrument: number): readonly RuleLevel[] {
  const { strategy, rules, universe } = plan;
  const lines = [
    ...fixedBuyRules(strategy).map(({ text }) => text),
    ...[...rules.buy, ...rules.sell, ...rules.scanner].flatMap(linesInUse),
  ];
  const formulas = new Set(lines.flatMap((line) => levelsIn(parseLine(line)).map((tree) => printLine(tree))));
  const { columns, evaluator } = plan.ground();
  return [...formulas].slice(0, MOST_LEVELS).flatMap((formula) => {
    const checked = checkNumber(formula);
    if (!checked.ok) return [];
    columns.putMember(universe.indexOf(instrument));
    const values = evaluator.numbers(checked.expression)();
    return [{ formula, level: values.slice(0, columns.bars) }];
  });
}

function linesInUse({ rule, text, members }: PlacedRule): readonly string[] {
  if (rule === null) return [];
  return text === null ? members.flatMap(linesInUse) : [text];
}

/** The largest parts of a tree that are levels. */
function levelsIn(tree: Syntax): readonly Syntax[] {
  const multiple = multipleOf(tree);
  if (multiple !== null && multiple >= LEAST_MULTIPLE && multiple <= MOST_MULTIPLE)
    return isOfCandle(tree) ? [] : [tree];
  if (tree.type === "name" && ELSEWHERE.has(tree.name.toLowerCase())) return [];
  // a crossing's half of the day before has the same lines
  const parts = tree.type === "crosses" ? [tree.left, tree.right] : linePartsOf(tree);
  return parts.flatMap(levelsIn);
}

/** Their arguments are of other instruments, or of other bars. */
const ELSEWHERE: ReadonlySet<string> = new Set(["market", "of", "breadth", "weekly", "monthly"]);
const PRICES: ReadonlySet<string> = new Set(["open", "high", "low", "close"]);
/** What they give is about as large as what they are of: the close, where the text leaves it out. */
const AVERAGES: ReadonlySet<string> = new Set(["sma", "ema", "rma", "wma", "highest", "lowest"]);
const BANDS: ReadonlySet<string> = new Set(["bollingerupper", "bollingerlower", "supertrend"]);
/** Differences of prices, which don't rise with them. */
const RANGES: ReadonlySet<string> = new Set(["atr", "truerange", "stdev", "change"]);

/** A candle shows it. */
function isOfCandle(tree: Syntax): boolean {
  return tree.type === "ago"
    ? isOfCandle(tree.of)
    : tree.type === "name" && PRICES.has(tree.name.toLowerCase());
}

/** How many times the price it is about, 0 of a difference of prices; null of what has another scale. */
function multipleOf(tree: Syntax): number | null {
  switch (tree.type) {
    case "name":
      return multipleOfName(tree);
    case "ago":
      return multipleOf(tree.of);
    case "arithmetic":
      return multipleOfCalculation(tree);
    case "number":
    case "text":
    case "minus":
    case "not":
    case "compare":
    case "between":
    case "crosses":
    case "and":
    case "or":
      return null;
  }
}

function multipleOfName({ name, args }: SyntaxOf<"name">): number | null {
  const own = name.toLowerCase();
  if (PRICES.has(own) || BANDS.has(own)) return 1;
  if (RANGES.has(own)) return 0;
  if (!AVERAGES.has(own)) return null;
  const [first] = args ?? [];
  return first === undefined || args?.length === 1 ? 1 : multipleOf(first);
}

function multipleOfCalculation({ operator, left, right }: SyntaxOf<"arithmetic">): number | null {
  const [a, b] = [multipleOf(left), multipleOf(right)];
  switch (operator) {
    case "+":
      return a === null || b === null ? null : a + b;
    case "-":
      return a === null || b === null ? null : a - b;
    case "*":
      if (left.type === "number") return b === null ? null : b * left.value;
      return right.type === "number" && a !== null ? a * right.value : null;
    case "/":
      return right.type === "number" && a !== null ? a / right.value : null;
  }
}
