/** Tree to expression: names looked up, arguments counted, numbers and rules in their places. All problems of a line at once. */
import {
  ago,
  arithmetic,
  call,
  compare,
  figure,
  join,
  literal,
  negate,
  not,
  onPeriod,
} from "./expression.ts";
import type { Expression, NumberExpression, TruthExpression } from "./expression.ts";
import type { FunctionEntry, Parameter, Period } from "./function-entry.ts";
import { FUNCTIONS, functionNamed } from "./function-table.ts";
import { parseLine } from "./grammar.ts";
import { NAMES, numberNamed } from "./name-table.ts";
import type { NameEntry } from "./name-table.ts";
import { nearestName } from "#workers/model/nearest.ts";
import { LineError } from "./syntax.ts";
import type { LineProblem, NameSyntax, Syntax } from "./syntax.ts";
import { quoted } from "./tokens.ts";

export type Checked<E extends Expression> =
  | { readonly ok: true; readonly expression: E }
  | { readonly ok: false; readonly problems: readonly LineProblem[] };

export const LONGEST_FACT_NAME = 40;
export const MOST_COUNT = 5000;
/** Functions of which a position's numbers may be arguments. */
const OF_POSITIONS: ReadonlySet<string> = new Set(["min", "max", "abs", "sqrt", "ln", "if"]);

/** A line that wants a rule. */
export function checkRule(line: string, isOfPosition = false): Checked<TruthExpression> {
  return checked(line, (tree, checker) => asTruth(checker, tree), isOfPosition);
}

/** A line that wants a number. */
export function checkNumber(line: string, isOfPosition = false): Checked<NumberExpression> {
  return checked(line, (tree, checker) => asNumber(checker, tree), isOfPosition);
}

function checked<E extends Expression>(
  line: string,
  read: (tree: Syntax, checker: Checker) => E,
  isOfPosition: boolean,
): Checked<E> {
  try {
    const problems: LineProblem[] = [];
    const expression = read(parseLine(line), {
      problems,
      hasPosition: isOfPosition,
      isElsewhere: false,
      isRanked: false,
      isOfPeriod: false,
      given: null,
    });
    if (problems.length === 0) return { ok: true, expression };
    return { ok: false, problems: problems.toSorted((a, b) => a.column - b.column) };
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    return { ok: false, problems: [{ column: error.column, text: error.message }] };
  }
}

interface Checker {
  readonly problems: LineProblem[];
  /** A position's numbers may stand here. */
  readonly hasPosition: boolean;
  /** Inside market or of. */
  readonly isElsewhere: boolean;
  /** Inside rank, place or breadth. */
  readonly isRanked: boolean;
  /** Inside weekly or monthly. */
  readonly isOfPeriod: boolean;
  /** In a function's meaning: what its parameters' names stand for. */
  readonly given: Given | null;
}

interface Given {
  readonly numbers: ReadonlyMap<string, NumberExpression>;
  readonly counts: ReadonlyMap<string, number>;
}

const UNKNOWN: NumberExpression = literal(NaN);
const UNDECIDED: TruthExpression = compare("=", UNKNOWN, UNKNOWN);

function tell({ problems }: Checker, column: number, text: string): void {
  problems.push({ column, text });
}

type Kind = "number" | "truth" | "text" | "any";

/** "any" where a name is not known: whatever is wanted, that is what is wrong. */
function kindOf(tree: Syntax): Kind {
  switch (tree.type) {
    case "text":
      return "text";
    case "number":
    case "arithmetic":
    case "minus":
      return "number";
    case "compare":
    case "between":
    case "crosses":
    case "and":
    case "or":
    case "not":
      return "truth";
    case "ago":
      return kindOf(tree.of);
    case "name": {
      const entry = functionNamed(tree.name);
      if (entry?.gives === "any") {
        const [last] = (tree.args ?? []).slice(-1);
        return last && tree.args?.length === entry.parameters.length ? kindOf(last) : "any";
      }
      if (entry) return entry.gives;
      return tree.args === null || numberNamed(tree.name) ? "number" : "any";
    }
  }
}

const NOTHING: Syntax = { type: "name", name: "", args: [], start: 1, column: 1 };

function asNumber(checker: Checker, tree: Syntax): NumberExpression {
  const kind = kindOf(tree);
  if (kind === "truth" || kind === "text") {
    const found = kind === "text" ? "a text" : "a rule, true or false";
    tell(checker, tree.start, `a number must stand here, and this is ${found}`);
    return UNKNOWN;
  }
  const expression = expressionOf(checker, tree);
  return expression.kind === "number" ? expression : UNKNOWN;
}

function asTruth(checker: Checker, tree: Syntax): TruthExpression {
  const kind = kindOf(tree);
  if (kind === "number" || kind === "text") {
    const found = kind === "text" ? "a text" : "a number";
    tell(
      checker,
      tree.start,
      `a rule must stand here, true or false, and this is ${found}; compare it with something, as in close > 100`,
    );
    return UNDECIDED;
  }
  const expression = expressionOf(checker, tree);
  return expression.kind === "truth" ? expression : UNDECIDED;
}

function expressionOf(checker: Checker, tree: Syntax): Expression {
  switch (tree.type) {
    case "number":
      return literal(tree.value);
    case "text":
      throw new RangeError("check: a text where an expression is read");
    case "name":
      return namedExpression(checker, tree);
    case "minus":
      return negate(asNumber(checker, tree.of));
    case "not":
      return not(asTruth(checker, tree.of));
    case "arithmetic":
      return arithmetic(tree.operator, asNumber(checker, tree.left), asNumber(checker, tree.right));
    case "compare":
      return compare(tree.sign, asNumber(checker, tree.left), asNumber(checker, tree.right));
    case "between": {
      const of = asNumber(checker, tree.of);
      const [low, high] = [asNumber(checker, tree.low), asNumber(checker, tree.high)];
      return join("and", [compare(">=", of, low), compare("<=", of, high)]);
    }
    case "crosses":
      return crossing(withoutPosition(checker), tree);
    case "and":
    case "or":
      return join(
        tree.type,
        tree.members.map((member) => asTruth(checker, member)),
      );
    case "ago":
      return ago(ofEitherKind(withoutPosition(checker), tree.of), tree.bars);
  }
}

function crossing(checker: Checker, tree: Extract<Syntax, { type: "crosses" }>): TruthExpression {
  const [left, right] = [asNumber(checker, tree.left), asNumber(checker, tree.right)];
  const [now, before] = tree.way === "above" ? ([">", "<="] as const) : (["<", ">="] as const);
  return join("and", [compare(now, left, right), compare(before, ago(left, 1), ago(right, 1))]);
}

function ofEitherKind(checker: Checker, tree: Syntax): Expression {
  return kindOf(tree) === "truth" ? asTruth(checker, tree) : asNumber(checker, tree);
}

function withoutPosition(checker: Checker): Checker {
  return checker.hasPosition ? { ...checker, hasPosition: false } : checker;
}

function namedExpression(checker: Checker, tree: NameSyntax): Expression {
  const { name, args, column } = tree;
  const given = args === null ? checker.given?.numbers.get(name) : undefined;
  if (given) return given;
  const count = args === null ? checker.given?.counts.get(name) : undefined;
  if (count !== undefined) return literal(count);
  const number = numberNamed(name);
  if (number) return numberOfName(checker, tree, number);
  const entry = functionNamed(name);
  if (entry) return calling(checker, tree, entry);
  if (args !== null) {
    const nearest = nearestName(
      name,
      [...NAMES, ...FUNCTIONS].map((each) => each.name),
    );
    tell(checker, column, `${name} is not known; did you mean ${nearest}?`);
    return UNKNOWN;
  }
  if (name.length > LONGEST_FACT_NAME) {
    tell(
      checker,
      column,
      `${quoted(name)} is too long for a name; facts have names of at most ${LONGEST_FACT_NAME} characters`,
    );
    return UNKNOWN;
  }
  const key = name.toLowerCase();
  return {
    kind: "number",
    op: "fact",
    name: key,
    column,
    unit: "none",
    key: `fact ${key}`,
    isOfPosition: false,
  };
}

function numberOfName(
  checker: Checker,
  { name, args, column }: NameSyntax,
  entry: NameEntry,
): NumberExpression {
  if (args !== null) {
    tell(checker, column, `${entry.name} is not a function; write it without brackets`);
    return UNKNOWN;
  }
  switch (entry.type) {
    case "figure":
      return figure(entry.name, entry.unit);
    case "date":
      if (entry.name === "sessionOfMonth" && (checker.isElsewhere || checker.isOfPeriod)) {
        const where = checker.isOfPeriod ? "weekly or monthly" : "market or of";
        tell(checker, column, `sessionOfMonth can't stand inside ${where}; write it outside`);
      }
      return {
        kind: "number",
        op: "date",
        name: entry.name,
        unit: entry.unit,
        key: entry.name,
        isOfPosition: false,
      };
    case "position":
      if (!checker.hasPosition) {
        tell(
          checker,
          column,
          `${name} is a number of an open position. It can stand only in sell rules, and there outside of functions (but min, max, abs, sqrt, ln, if), of [n] and of crosses`,
        );
      }
      return {
        kind: "number",
        op: "position",
        name: entry.name,
        unit: entry.unit,
        key: entry.name,
        isOfPosition: true,
      };
  }
}

function calling(checker: Checker, tree: NameSyntax, entry: FunctionEntry): Expression {
  const matched = matchArguments(tree, entry);
  if (matched === null) {
    tell(checker, tree.column, `${entry.name} wants ${describeArguments(entry)}`);
    return entry.gives === "truth" ? UNDECIDED : UNKNOWN;
  }
  if (entry.meaning.type === "around") return around(checker, tree, entry);
  if (entry.meaning.type === "period") return putTogether(checker, tree, entry.meaning.period);
  const inside = OF_POSITIONS.has(entry.name) ? checker : withoutPosition(checker);
  const numbers: NumberExpression[] = [];
  const rules: TruthExpression[] = [];
  const counts: number[] = [];
  const given = { numbers: new Map<string, NumberExpression>(), counts: new Map<string, number>() };
  for (const [parameter, argument] of matched) {
    if (typeof argument === "number" || isCount(parameter)) {
      const count = typeof argument === "number" ? argument : countOf(checker, parameter, argument);
      counts.push(count);
      given.counts.set(parameter.name, count);
    } else if (parameter.type === "rule") {
      rules.push(asTruth(inside, argument ?? NOTHING));
    } else {
      const number = argument === null ? figure("close", "price") : asNumber(inside, argument);
      numbers.push(number);
      given.numbers.set(parameter.name, number);
    }
  }
  const { meaning } = entry;
  if (meaning.type === "text") return inWords(checker, entry, meaning.text, given);
  const figures = meaning.figures.map((name) => figure(name, numberNamed(name)?.unit ?? "none"));
  return call({ entry, numbers: [...numbers, ...figures], rules, counts });
}

/** A function's meaning in the language itself, with the unit that its entry names. */
function inWords(checker: Checker, entry: FunctionEntry, text: string, given: Given): Expression {
  const inside: Checker = { ...checker, given };
  const meaning = asNumber(inside, parseLine(text));
  const unit = entry.unit === "arguments" ? meaning.unit : entry.unit;
  return unit === meaning.unit ? meaning : { ...meaning, unit };
}

function isCount({ type }: Parameter): boolean {
  return type === "count" || type === "factor";
}

type Matched = readonly (readonly [Parameter, Syntax | number | null])[];

/** Each parameter with its argument; null for the close in place of a series. @returns null for a wrong number of them */
function matchArguments({ args }: NameSyntax, entry: FunctionEntry): Matched | null {
  const { parameters, defaults } = entry;
  const list = args ?? [];
  const [first] = parameters;
  if (list.length === parameters.length) return parameters.map((each, at) => [each, list[at] ?? null]);
  if (defaults && list.length === 0) return parameters.map((each, at) => [each, defaults[at] ?? 1]);
  if (list.length !== parameters.length - 1) return null;
  if (parameters.at(-1)?.type === "scope") return parameters.map((each, at) => [each, list[at] ?? null]);
  if (first?.type !== "series") return null;
  return parameters.map((each, at) => [each, at === 0 ? null : (list[at - 1] ?? null)]);
}

function countOf(checker: Checker, { name, type, least = 1 }: Parameter, argument: Syntax | null): number {
  if (argument?.type === "name" && argument.args === null) {
    const given = checker.given?.counts.get(argument.name);
    if (given !== undefined) return given;
  }
  const value = argument?.type === "number" ? argument.value : NaN;
  const isRight =
    type === "factor" ? value > 0 : Number.isInteger(value) && value >= least && value <= MOST_COUNT;
  if (isRight) return value;
  const limit = type === "factor" ? "a number above 0" : `a whole number, ${least} to ${MOST_COUNT}`;
  tell(checker, argument?.start ?? 1, `${name} must be ${limit}, written as such`);
  return least;
}

function describeArguments({ parameters, defaults }: FunctionEntry): string {
  if (parameters.length === 0) return "no arguments";
  const names = parameters.map(({ name, type }) => (type === "scope" ? '"sector" or nothing' : name));
  const list = names.length === 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  if (defaults) return `${list}, or none of them`;
  return parameters[0]?.type === "series" ? `${list}; x may be left out, and is then close` : list;
}

/** rank, place, breadth, market and of. */
function around(checker: Checker, tree: NameSyntax, entry: FunctionEntry): Expression {
  const { column } = tree;
  const [first = NOTHING, second] = tree.args ?? [];
  const isSomewhereElse = entry.gives === "any";
  if (checker.isOfPeriod) {
    tell(checker, column, `${entry.name} can't stand inside weekly or monthly; write it outside`);
  } else if (checker.isElsewhere) {
    tell(checker, column, `${entry.name} can't stand inside market or of; write it outside`);
  } else if (checker.isRanked && !isSomewhereElse) {
    tell(checker, column, `${entry.name} can't stand inside rank, place or breadth; write it outside`);
  }
  const inside: Checker = {
    ...withoutPosition(checker),
    isElsewhere: checker.isElsewhere || isSomewhereElse,
    isRanked: checker.isRanked || !isSomewhereElse,
  };
  if (entry.name === "breadth") {
    const of = asTruth(inside, first);
    return {
      kind: "number",
      op: "breadth",
      of,
      unit: "percent",
      key: `breadth(${of.key})`,
      isOfPosition: false,
    };
  }
  if (isSomewhereElse) return elsewhere(inside, tree, entry.name === "market" ? null : first);
  const of = asNumber(inside, first);
  const bySector = second !== undefined;
  if (second && !(second.type === "text" && second.value === "sector")) {
    tell(checker, second.start, 'only "sector" can stand here');
  }
  return {
    kind: "number",
    op: "rank",
    of,
    bySector,
    inPlaces: entry.name === "place",
    unit: entry.unit === "percent" ? "percent" : "none",
    key: `${entry.name}(${of.key}, ${bySector})`,
    isOfPosition: false,
  };
}

/** weekly and monthly. */
function putTogether(checker: Checker, { args, column }: NameSyntax, period: Period): Expression {
  if (checker.isOfPeriod) {
    tell(checker, column, `${period} can't stand inside weekly or monthly; write it outside`);
  }
  const inside: Checker = { ...withoutPosition(checker), isOfPeriod: true };
  return onPeriod(period, ofEitherKind(inside, args?.[0] ?? NOTHING), column);
}

function elsewhere(inside: Checker, { args, column }: NameSyntax, symbolTree: Syntax | null): Expression {
  const asked = args?.at(-1) ?? NOTHING;
  if (symbolTree && symbolTree.type !== "text") {
    tell(inside, symbolTree.start, 'a symbol in double quotes must stand here, as in of("ABC", close)');
  }
  const symbol = symbolTree === null ? null : symbolTree.type === "text" ? symbolTree.value : "";
  const of = ofEitherKind(inside, asked);
  const name = symbol === null ? "market" : `of ${JSON.stringify(symbol)}`;
  const shared = { op: "elsewhere", symbol, column, key: `${name}(${of.key})`, isOfPosition: false } as const;
  return of.kind === "number"
    ? { kind: "number", ...shared, of, unit: "none" }
    : { kind: "truth", ...shared, of };
}
