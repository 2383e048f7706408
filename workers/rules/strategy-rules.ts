/** The rules and expressions of a strategy, each at its place: what is wrong with any of them, or what they say. */
import type { Rule, RuleGroup } from "#workers/model/rule.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Weight } from "#workers/model/weights.ts";
import { checkNumber, checkRule } from "./check.ts";
import type { Checked } from "./check.ts";
import { join, not } from "./expression.ts";
import type { Expression, NumberExpression, TruthExpression } from "./expression.ts";

/** A line, or a group with its members. */
export interface PlacedRule {
  /** The rule's place in the strategy, such as "buy.rules[2].any[0]". */
  readonly place: string;
  /** null for a group. */
  readonly text: string | null;
  /** How a group's members belong together; null for a line and for what is off. */
  readonly joins: "any" | "all" | "none" | null;
  /** "" without one. */
  readonly label: string;
  /** null where it is not in use. */
  readonly rule: TruthExpression | null;
  readonly members: readonly PlacedRule[];
}

export interface PlacedNumber {
  readonly place: string;
  readonly text: string;
  readonly expression: NumberExpression;
}

/** The weight of one instrument. */
export interface PlacedWeight extends PlacedNumber {
  readonly symbol: string;
}

export interface StrategyRules {
  readonly scanner: readonly PlacedRule[];
  readonly buy: readonly PlacedRule[];
  readonly sell: readonly PlacedRule[];
  readonly sortBy: PlacedNumber | null;
  readonly riskDistance: PlacedNumber | null;
  /** The weight of every instrument that `weights` does not name. */
  readonly weight: PlacedNumber | null;
  /** In the order of the strategy, each symbol once; empty for none. */
  readonly weights: readonly PlacedWeight[];
}

/** Something that is wrong at a column of a line. */
export interface RuleProblem {
  readonly place: string;
  readonly column: number;
  /** With place and column in front. */
  readonly message: string;
}

/** What was read of a strategy before: it never changes, so its lines are read once for all that look at them. */
const known = new WeakMap<Strategy, Result<StrategyRules>>();

/** All rules of a strategy; a problem that names every line that is wrong. */
export function readStrategyRules(strategy: Strategy): Result<StrategyRules> {
  const read = known.get(strategy) ?? readAnew(strategy);
  known.set(strategy, read);
  return read;
}

function readAnew(strategy: Strategy): Result<StrategyRules> {
  const problems: RuleProblem[] = [];
  const { scanner, buy, sell, simulation } = strategy;
  const rules: StrategyRules = {
    scanner: placeAll("scanner.rules", scanner.rules ?? [], false, problems),
    buy: placeAll("buy.rules", buy.rules ?? [], false, problems),
    sell: placeAll("sell.rules", sell.rules ?? [], true, problems),
    sortBy: placeNumber("simulation.sortBy", simulation.sortBy ?? null, problems),
    riskDistance: placeNumber("simulation.riskDistance", simulation.riskDistance ?? null, problems),
    weight: placeNumber("simulation.weight", simulation.weight ?? null, problems),
    weights: placeWeights(simulation.weights ?? [], problems),
  };
  return problems.length === 0 ? ok(rules) : err(asProblem("rules-invalid", problems));
}

/** @param problems - at least one */
export function asProblem(code: Problem["code"], problems: readonly RuleProblem[]): Problem {
  const [first] = problems;
  return {
    code,
    message: first.message,
    place: first.place,
    details: problems.map(({ message }) => message),
  };
}

export function ruleProblem(place: string, column: number, text: string): RuleProblem {
  return { place, column, message: `${place}, column ${column}: ${text}` };
}

/** Those in use among some rules, lines and groups alike. */
export function inUse(rules: readonly PlacedRule[]): readonly TruthExpression[] {
  return rules.flatMap(({ rule }) => (rule === null ? [] : [rule]));
}

/** Every expression in use with its place, lines of groups one by one. */
export function usedExpressions(
  rules: StrategyRules,
): readonly { readonly place: string; readonly expression: Expression }[] {
  return [...[...rules.scanner, ...rules.buy, ...rules.sell].flatMap(usedLines), ...numbersOf(rules)];
}

/** The expressions that are numbers: what candidates are sorted by, a distance, weights. */
export function numbersOf({ sortBy, riskDistance, weight, weights }: StrategyRules): readonly PlacedNumber[] {
  return [sortBy, riskDistance, weight, ...weights].filter((each) => each !== null);
}

function usedLines({ place, rule, members }: PlacedRule): { place: string; expression: Expression }[] {
  if (rule === null) return [];
  return members.length > 0 ? members.flatMap(usedLines) : [{ place, expression: rule }];
}

function placeAll(
  place: string,
  rules: readonly Rule[],
  isOfPosition: boolean,
  problems: RuleProblem[],
): PlacedRule[] {
  return rules.map((rule, at) => placeRule(`${place}[${at}]`, rule, isOfPosition, problems));
}

function placeRule(place: string, rule: Rule, isOfPosition: boolean, problems: RuleProblem[]): PlacedRule {
  if (typeof rule === "string") {
    const expression = take(place, checkRule(rule, isOfPosition), problems);
    return { place, text: rule, joins: null, label: "", rule: expression, members: [] };
  }
  const { label = "" } = rule;
  if ("off" in rule) {
    const kept = placeRule(`${place}.off`, rule.off, isOfPosition, problems);
    return { place, text: null, joins: null, label, rule: null, members: [kept] };
  }
  const [joins, own] = membersOf(rule);
  const members = placeAll(`${place}.${joins}`, own, isOfPosition, problems);
  return { place, text: null, joins, label, rule: joined(joins, inUse(members)), members };
}

function membersOf(group: RuleGroup): readonly ["any" | "all" | "none", readonly Rule[]] {
  if ("any" in group) return ["any", group.any];
  return "all" in group ? ["all", group.all] : ["none", group.none];
}

function joined(joins: "any" | "all" | "none", members: readonly TruthExpression[]): TruthExpression | null {
  if (members.length === 0) return null;
  const one = join(joins === "all" ? "and" : "or", members);
  return joins === "none" ? not(one) : one;
}

function placeNumber(place: string, text: string | null, problems: RuleProblem[]): PlacedNumber | null {
  if (text === null) return null;
  const expression = take(place, checkNumber(text), problems);
  return expression && { place, text, expression };
}

function placeWeights(weights: readonly Weight[], problems: RuleProblem[]): PlacedWeight[] {
  return weights.flatMap(({ symbol, weight }, at) => {
    const placed = placeNumber(`simulation.weights[${at}].weight`, weight, problems);
    return placed ? [{ ...placed, symbol }] : [];
  });
}

function take<E extends Expression>(place: string, checked: Checked<E>, problems: RuleProblem[]): E | null {
  if (checked.ok) return checked.expression;
  problems.push(...checked.problems.map(({ column, text }) => ruleProblem(place, column, text)));
  return null;
}
