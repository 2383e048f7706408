/**
 * A line whose names, counts and kinds are settled: what the evaluator works out. Expressions with the same key have the same
 * value, so that equal parts of a strategy are worked out once.
 */
import type { Figure, FunctionEntry, Period, Unit } from "./function-entry.ts";
import type { DateName, PositionName } from "./name-table.ts";
import type { Operator, Sign } from "./syntax.ts";

interface Keyed {
  readonly key: string;
  /** True where it looks at the position that a sell rule is asked about. */
  readonly isOfPosition: boolean;
}

interface CallParts {
  readonly entry: FunctionEntry;
  readonly numbers: readonly NumberExpression[];
  readonly rules: readonly TruthExpression[];
  /** Counts and factors, in the order of the parameters. */
  readonly counts: readonly number[];
}

/** On the bars put together, as of the last period before the bar's own; the column is that of its line. */
interface PeriodOf<E> {
  readonly op: "period";
  readonly period: Period;
  readonly of: E;
  readonly column: number;
}

export type NumberExpression = Keyed & { readonly kind: "number"; readonly unit: Unit } & (
    | { readonly op: "literal"; /** NaN is unknown. */ readonly value: number }
    | { readonly op: "figure"; readonly name: Figure }
    | { readonly op: "date"; readonly name: DateName }
    | { readonly op: "position"; readonly name: PositionName }
    /** Name in lower case; the column is that of its line. */
    | { readonly op: "fact"; readonly name: string; readonly column: number }
    | {
        readonly op: "arithmetic";
        readonly operator: Operator;
        readonly left: NumberExpression;
        readonly right: NumberExpression;
      }
    | { readonly op: "negate"; readonly of: NumberExpression }
    | { readonly op: "ago"; readonly of: NumberExpression; readonly bars: number }
    | ({ readonly op: "call" } & CallParts)
    | {
        readonly op: "rank";
        readonly of: NumberExpression;
        readonly bySector: boolean;
        /** The place itself, from 1 on, and not in percent. */
        readonly inPlaces: boolean;
      }
    | { readonly op: "breadth"; readonly of: TruthExpression }
    | PeriodOf<NumberExpression>
    /** On another instrument; null is the run's benchmark. */
    | {
        readonly op: "elsewhere";
        readonly symbol: string | null;
        readonly of: NumberExpression;
        readonly column: number;
      }
  );

export type TruthExpression = Keyed & { readonly kind: "truth" } & (
    | {
        readonly op: "compare";
        readonly sign: Sign;
        /** Rounding is forgiven of the right side alone, as the fixed conditions of strategy/1 do. */
        readonly isFixed: boolean;
        readonly left: NumberExpression;
        readonly right: NumberExpression;
      }
    /** Among the top percent of the universe by market cap, as the fixed condition has it: without singles. */
    | { readonly op: "top"; readonly percent: number }
    | { readonly op: "and" | "or"; readonly members: readonly TruthExpression[] }
    | { readonly op: "not"; readonly of: TruthExpression }
    | { readonly op: "ago"; readonly of: TruthExpression; readonly bars: number }
    | ({ readonly op: "call" } & CallParts)
    | PeriodOf<TruthExpression>
    | {
        readonly op: "elsewhere";
        readonly symbol: string | null;
        readonly of: TruthExpression;
        readonly column: number;
      }
  );

export type Expression = NumberExpression | TruthExpression;

/** The unit of what is made of these by a function or by adding: a price where one is, else a percent where one is. */
export function joinedUnit(parts: readonly NumberExpression[]): Unit {
  if (parts.some(({ unit }) => unit === "price")) return "price";
  return parts.some(({ unit }) => unit === "percent") ? "percent" : "none";
}

export function literal(value: number): NumberExpression {
  const own = Number.isFinite(value) ? value : NaN;
  return { kind: "number", op: "literal", value: own, unit: "none", key: String(own), isOfPosition: false };
}

export function figure(name: Figure, unit: Unit): NumberExpression {
  return { kind: "number", op: "figure", name, unit, key: name, isOfPosition: false };
}

export function arithmetic(
  operator: Operator,
  left: NumberExpression,
  right: NumberExpression,
): NumberExpression {
  if (left.op === "literal" && right.op === "literal")
    return literal(folded(operator, left.value, right.value));
  return {
    kind: "number",
    op: "arithmetic",
    operator,
    left,
    right,
    unit: unitOf(operator, left.unit, right.unit),
    key: `(${left.key} ${operator} ${right.key})`,
    isOfPosition: left.isOfPosition || right.isOfPosition,
  };
}

function folded(operator: Operator, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
  }
}

function unitOf(operator: Operator, left: Unit, right: Unit): Unit {
  const [hasPrice, hasPercent] = [
    left === "price" || right === "price",
    left === "percent" || right === "percent",
  ];
  if (operator === "+" || operator === "-") return hasPrice ? "price" : hasPercent ? "percent" : "none";
  if (operator === "*") {
    if (hasPrice) return left === right ? "none" : "price";
    return hasPercent && left !== right ? "percent" : "none";
  }
  if (left === "price") return right === "price" ? "none" : "price";
  return left === "percent" && right === "none" ? "percent" : "none";
}

export function negate(of: NumberExpression): NumberExpression {
  if (of.op === "literal") return literal(-of.value);
  const { unit, isOfPosition } = of;
  return { kind: "number", op: "negate", of, unit, key: `-${of.key}`, isOfPosition };
}

export function ago(of: NumberExpression, bars: number): NumberExpression;
export function ago(of: TruthExpression, bars: number): TruthExpression;
export function ago(of: Expression, bars: number): Expression;
export function ago(of: Expression, bars: number): Expression {
  if (bars === 0) return of;
  const key = `${of.key}[${bars}]`;
  return of.kind === "number"
    ? { kind: "number", op: "ago", of, bars, unit: of.unit, key, isOfPosition: of.isOfPosition }
    : { kind: "truth", op: "ago", of, bars, key, isOfPosition: of.isOfPosition };
}

export function compare(sign: Sign, left: NumberExpression, right: NumberExpression): TruthExpression {
  return {
    kind: "truth",
    op: "compare",
    sign,
    isFixed: false,
    left,
    right,
    key: `(${left.key} ${sign} ${right.key} ${joinedUnit([left, right])})`,
    isOfPosition: left.isOfPosition || right.isOfPosition,
  };
}

/** At least, forgiving rounding of the right side alone. */
export function compareFixed(left: NumberExpression, right: NumberExpression): TruthExpression {
  const key = `(${left.key} at least ${right.key})`;
  return { kind: "truth", op: "compare", sign: ">=", isFixed: true, left, right, key, isOfPosition: false };
}

export function topByCap(percent: number): TruthExpression {
  return { kind: "truth", op: "top", percent, key: `top ${percent} by cap`, isOfPosition: false };
}

/** Joins members by "and" or "or"; a single member stays what it is. */
export function join(op: "and" | "or", members: readonly TruthExpression[]): TruthExpression {
  const [first] = members;
  if (members.length === 1 && first) return first;
  return {
    kind: "truth",
    op,
    members,
    key: `(${members.map(({ key }) => key).join(` ${op} `)})`,
    isOfPosition: members.some(({ isOfPosition }) => isOfPosition),
  };
}

export function not(of: TruthExpression): TruthExpression {
  return { kind: "truth", op: "not", of, key: `not ${of.key}`, isOfPosition: of.isOfPosition };
}

/** @param parts - as the entry's parameters ask */
export function call(parts: CallParts): Expression {
  const { entry, numbers, rules, counts } = parts;
  const members = [...rules, ...numbers];
  const unit = entry.unit === "arguments" ? joinedUnit(numbers) : entry.unit;
  const key = `${entry.name}(${[...members.map((each) => each.key), ...counts, joinedUnit(numbers)].join(", ")})`;
  const isOfPosition = members.some((each) => each.isOfPosition);
  return entry.gives === "truth"
    ? { kind: "truth", op: "call", ...parts, key, isOfPosition }
    : { kind: "number", op: "call", ...parts, unit, key, isOfPosition };
}

export function onPeriod(period: Period, of: Expression, column: number): Expression {
  const shared = { op: "period", period, column, key: `${period}(${of.key})`, isOfPosition: false } as const;
  return of.kind === "number"
    ? { kind: "number", ...shared, of, unit: of.unit }
    : { kind: "truth", ...shared, of };
}

/** Every expression in it, itself last; equal ones once. */
export function partsOf(expression: Expression): readonly Expression[] {
  const parts = new Map<string, Expression>();
  collectParts(expression, parts);
  return Array.from(parts.values());
}

function collectParts(expression: Expression, parts: Map<string, Expression>): void {
  if (parts.has(expression.key)) return;
  for (const member of membersOf(expression)) collectParts(member, parts);
  parts.set(expression.key, expression);
}

/** What it is made of directly. */
export function membersOf(expression: Expression): readonly Expression[] {
  switch (expression.op) {
    case "literal":
    case "figure":
    case "date":
    case "position":
    case "fact":
    case "top":
      return [];
    case "arithmetic":
    case "compare":
      return [expression.left, expression.right];
    case "negate":
    case "not":
    case "ago":
    case "rank":
    case "breadth":
    case "period":
    case "elsewhere":
      return [expression.of];
    case "and":
    case "or":
      return expression.members;
    case "call":
      return [...expression.rules, ...expression.numbers];
  }
}
