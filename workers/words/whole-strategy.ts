/**
 * A strategy from outside, read as a whole: its fields with their limits, and what its rules say. The door for files,
 * links and capsules, in the app and on the command line.
 */
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { MOST_RULE_LINES } from "#workers/model/rule.ts";
import { faultsAsProblem, readStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isRecord, ownValue, placeOf } from "#workers/model/strategy-fault.ts";
import type { Fault } from "#workers/model/strategy-fault.ts";
import { MOST_WEIGHTS } from "#workers/model/weights.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { withAnswer } from "./not-possible.ts";
import { readStrategyRules, ruleProblem } from "#workers/rules/strategy-rules.ts";
import type { RuleProblem } from "#workers/rules/strategy-rules.ts";

/** The strategy, or a problem whose `details` are everything that is wrong with it: its fields, then its lines. */
export function readWholeStrategy(value: unknown): Result<Strategy> {
  const read = readStrategy(value);
  if (!read.ok) {
    const problem = faultsAsProblem(read.problem);
    const wrongLines = lineProblems(value, read.problem).map(({ message }) => message);
    return err({ ...problem, details: [...(problem.details ?? []), ...wrongLines] });
  }
  const rules = readStrategyRules(read.value);
  return rules.ok ? read : rules;
}

/** Something that is wrong at a place of a strategy. */
export interface StrategyProblem {
  readonly code: Problem["code"];
  /** The place in the strategy, such as "buy.rules[0]"; "" for the strategy itself. */
  readonly place: string;
  /** The column in a line, from 1; null for a field. */
  readonly column: number | null;
  readonly message: string;
}

/** Everything that is wrong with it, field by field and line by line; none for one that readWholeStrategy takes. */
export function findStrategyProblems(value: unknown): StrategyProblem[] {
  const read = readStrategy(value);
  const faults = read.ok ? [] : read.problem;
  const fields = faults.map(({ code, path, text }) => ({
    code,
    place: placeOf(path),
    column: null,
    message: `strategy: ${text}`,
  }));
  const lines = lineProblems(value, faults).map(({ place, column, message }) => ({
    code: "rules-invalid" as const,
    place,
    column,
    message,
  }));
  return [...fields, ...lines];
}

interface PlacedLine {
  readonly place: string;
  readonly text: string;
}

/** Objects and lists around a line; a strategy that keeps its limits has fewer. */
const DEEPEST = 64;
const MEMBERS = ["any", "all", "none", "off"];

/** What is wrong with the lines of something that is no strategy for other faults; places that have one are left out. */
function lineProblems(value: unknown, faults: readonly Fault[]): RuleProblem[] {
  const faulty = new Set(faults.map(({ path }) => placeOf(path)));
  const rules = ["scanner", "buy", "sell"].flatMap((section) => rulesIn(value, section));
  return [...rules.slice(0, MOST_RULE_LINES), ...numbersIn(value)]
    .filter(({ place }) => !faulty.has(place))
    .flatMap(problemsOf);
}

function problemsOf({ place, text }: PlacedLine): RuleProblem[] {
  const isNumber = place.startsWith("simulation.");
  const checked = isNumber ? checkNumber(text) : checkRule(text, place.startsWith("sell."));
  return checked.ok
    ? []
    : checked.problems.map((each) => ruleProblem(place, each.column, withAnswer(each.text)));
}

function rulesIn(value: unknown, section: string): PlacedLine[] {
  return [...linesIn(at(at(value, section), "rules"), `${section}.rules`, 0)];
}

function numbersIn(value: unknown): PlacedLine[] {
  const simulation = at(value, "simulation");
  const listed = at(simulation, "weights");
  const weights = Array.isArray(listed) ? listed.slice(0, MOST_WEIGHTS) : [];
  const numbers = [
    ...["sortBy", "riskDistance", "weight"].map(
      (name) => [`simulation.${name}`, at(simulation, name)] as const,
    ),
    ...weights.map((each, place) => [`simulation.weights[${place}].weight`, at(each, "weight")] as const),
  ];
  return numbers.flatMap(([place, text]) => (typeof text === "string" ? [{ place, text }] : []));
}

/** Whatever else stands among the rules is passed over. */
function* linesIn(value: unknown, place: string, depth: number): Generator<PlacedLine> {
  if (typeof value === "string") yield { place, text: value };
  if (depth >= DEEPEST) return;
  if (Array.isArray(value)) {
    for (const [number, member] of value.entries()) yield* linesIn(member, `${place}[${number}]`, depth + 1);
  } else if (isRecord(value)) {
    for (const key of MEMBERS) yield* linesIn(at(value, key), `${place}.${key}`, depth + 1);
  }
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? ownValue(value, key) : undefined;
}
