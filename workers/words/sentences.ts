/**
 * Rules and numbers of the language in plain words, for somebody who has never seen a formula: "the close is above its
 * 200-day average". What has no good words stands as it is written, in quotes: “...”. Words begin small and have no full stop.
 */
import type { Rule } from "#workers/model/rule.ts";
import { groupOf } from "#workers/model/rule-lines.ts";
import { wordsOfFunction } from "./function-words.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { amountClause } from "./sentence-amounts.ts";
import { dateRange, dateWords } from "./sentence-dates.ts";
import { literalOf, literalWords } from "./sentence-figures.ts";
import {
  bare,
  callOf,
  daysAgo,
  fill,
  formula,
  isPercent,
  keyOf,
  nounOf,
  subjectOf,
} from "./sentence-numbers.ts";
import type { Call, Clause, Speech, When } from "./sentence-numbers.ts";
import { LineError } from "#workers/rules/syntax.ts";
import type { NameSyntax, Sign, Syntax, SyntaxOf } from "#workers/rules/syntax.ts";

/** What a rule asks about: a position is asked by sell rules, of which some words differ. */
export type Asked = "candidate" | "position";

/** @param tree - a rule or a number; what the check would refuse is told as it is written */
export function sentenceOf(tree: Syntax, asked: Asked = "candidate"): string {
  const when: When = asked === "position" ? { ...TODAY, isHeld: true } : TODAY;
  return isTruth(tree) ? clauseOf(tree, when).words : nounOf(tree, speechOf(when)).words;
}

/** A line that can't be read stands in quotes. */
export function sentenceOfLine(line: string, asked: Asked = "candidate"): string {
  const tree = readLine(line);
  return tree ? sentenceOf(tree, asked) : `“${line}”`;
}

/**
 * A line, or a group with all its members: "any of these: the close is above the open; pe is below 15". A label stands in
 * front, and what is off is told as such.
 */
export function sentenceOfRule(rule: Rule, asked: Asked = "candidate"): string {
  if (typeof rule === "string") return sentenceOfLine(rule, asked);
  const label = rule.label?.trim() ? `${rule.label.trim()}: ` : "";
  if ("off" in rule) return `${label}switched off: ${asMember(rule.off, asked)}`;
  const { kind, members } = groupOf(rule);
  const [only] = members;
  if (only !== undefined && members.length === 1 && kind !== "none")
    return label + sentenceOfRule(only, asked);
  return `${label}${kind} of these: ${members.map((member) => asMember(member, asked)).join("; ")}`;
}

/** How much of something: "20 if the close is above its 210-day average, otherwise 0". */
export function weightOfLine(line: string): string {
  const tree = readLine(line);
  const [rule, some, other] =
    tree?.type === "name" && tree.name.toLowerCase() === "if" ? (tree.args ?? []) : [];
  if (!rule || !some || !other) return sentenceOfLine(line);
  return `${sentenceOf(some)} if ${sentenceOf(rule)}, otherwise ${sentenceOf(other)}`;
}

/** Which candidates come first, for a number of `sortBy`: "lowest 2-day RSI first". */
export function orderOf(line: string): string {
  const tree = readLine(line);
  if (!tree) return `highest “${line}” first`;
  const isLowest = tree.type === "minus";
  const noun = nounOf(isLowest ? tree.of : tree, speechOf(TODAY));
  return `${isLowest ? "lowest" : "highest"} ${bare(noun)} first`;
}

function asMember(rule: Rule, asked: Asked): string {
  const words = sentenceOfRule(rule, asked);
  return typeof rule === "string" ? words : `(${words})`;
}

function readLine(line: string): Syntax | null {
  try {
    return parseLine(line);
  } catch (error) {
    if (error instanceof LineError) return null;
    throw error;
  }
}

/** Words that speak of the day that is asked about. */
const TODAY: When = { isPast: false, bar: "day" };

function speechOf(when: When, subject: string | null = null): Speech {
  return { ...when, subject, clauseOf };
}

function isTruth(tree: Syntax): boolean {
  switch (tree.type) {
    case "number":
    case "text":
    case "arithmetic":
    case "minus":
      return false;
    case "compare":
    case "between":
    case "crosses":
    case "and":
    case "or":
    case "not":
      return true;
    case "ago":
      return isTruth(tree.of);
    case "name": {
      const asked = callOf(tree)?.args.get("e");
      return asked ? isTruth(asked) : wordsOfFunction(tree.name)?.clause !== undefined;
    }
  }
}

function clauseOf(tree: Syntax, when: When): Clause {
  switch (tree.type) {
    case "compare":
    case "between":
    case "crosses": {
      const told = tell(tree, when);
      return "verb" in told ? whole(told) : told;
    }
    case "and":
    case "or":
      return joined(tree, when);
    case "not":
      return denied(tree.of, when);
    case "ago":
      return earlier(tree.of, tree.bars, when);
    case "name":
      return called(tree, when);
    case "number":
    case "text":
    case "arithmetic":
    case "minus":
      return written(tree, when);
  }
}

/** What is said of a number: "the close", "is", "above its 20-day average". */
interface Told {
  readonly subject: string;
  /** Equal where it is the same number: "the volume is above 5 and below 9". */
  readonly key: string;
  readonly verb: string;
  readonly rest: string;
}

function whole({ subject, verb, rest }: Told): Clause {
  return { words: `${subject} ${verb} ${rest}`, stands: "alone" };
}

function written(tree: Syntax, when: When): Clause {
  return { words: `${formula(tree)} ${when.isPast ? "held" : "holds"}`, stands: "alone" };
}

type Test = SyntaxOf<"compare" | "crosses" | "between">;

function isTest(tree: Syntax): tree is Test {
  return tree.type === "compare" || tree.type === "crosses" || tree.type === "between";
}

/** A test as what is said of its left side, or with words of its own. */
function tell(test: Test, when: When, isDenied = false): Told | Clause {
  switch (test.type) {
    case "compare": {
      const turned = turn(test);
      return inOtherWords(turned, when) ?? tellComparison(turned, when, isDenied);
    }
    case "between": {
      const { low, high } = test;
      const about = aboutLeft(test.of, when);
      const date = dateRange(test.of, low, high);
      const rest = date ?? `from ${about.wordsOf(low)} to ${about.wordsOf(high)}`;
      return { subject: date ? "it" : about.subject, key: about.key, verb: be(when.isPast, isDenied), rest };
    }
    case "crosses": {
      const { subject, key, wordsOf } = aboutLeft(test.left, when);
      const verb = when.isPast ? "crossed" : "crosses";
      const denial = when.isPast ? "did not cross" : "does not cross";
      return { subject, key, verb: isDenied ? denial : verb, rest: `${test.way} ${wordsOf(test.right)}` };
    }
  }
}

function be(isPast: boolean, isDenied: boolean): string {
  return `${isPast ? "was" : "is"}${isDenied ? " not" : ""}`;
}

const TURNED: Readonly<Record<Sign, Sign>> = {
  ">": "<",
  "<": ">",
  ">=": "<=",
  "<=": ">=",
  "=": "=",
  "!=": "!=",
};

/** A literal on the left goes to the right. */
function turn(test: SyntaxOf<"compare">): SyntaxOf<"compare"> {
  const { left, right, sign } = test;
  const isTurned = literalOf(left) !== null && literalOf(right) === null;
  return isTurned ? { ...test, sign: TURNED[sign], left: right, right: left } : test;
}

/** Of two numbers of the same earlier bar, of a choice, and of numbers that are compared in words of their own. */
function inOtherWords(test: SyntaxOf<"compare">, when: When): Clause | null {
  const { left, right } = test;
  if (left.type === "ago" && right.type === "ago" && left.bars === right.bars) {
    return earlier({ ...test, left: left.of, right: right.of }, left.bars, when);
  }
  const args = callOf(left)?.args;
  const [rule, a, b] = [args?.get("r"), args?.get("a"), args?.get("b")];
  if (!rule || !a || !b) return amountClause(test, speechOf(when));
  const [first, second] = [a, b].map((each) => clauseOf({ ...test, left: each }, when).words);
  return { words: `if ${clauseOf(rule, when).words}, ${first}, otherwise ${second}`, stands: "joined" };
}

const SIGN_WORDS: Readonly<Record<Sign, string>> = {
  ">": "above ",
  ">=": "at least ",
  "<": "below ",
  "<=": "at most ",
  "=": "",
  "!=": "",
};

function tellComparison({ left, right, sign }: SyntaxOf<"compare">, when: When, isDenied: boolean): Told {
  const { subject, key, wordsOf } = aboutLeft(left, when);
  const isNot = isDenied !== (sign === "!=");
  const date = dateWords(left, sign, right);
  if (date !== null) return { subject: "it", key, verb: be(when.isPast, isNot), rest: date };
  const words = wordsOf(right);
  const isSame = sign === "=" || sign === "!=";
  const isEqual = isSame && literalOf(right) === null && !/^(?:its|what) /.test(words);
  if (!isEqual) return { subject, key, verb: be(when.isPast, isNot), rest: `${SIGN_WORDS[sign]}${words}` };
  if (isNot) return { subject, key, verb: when.isPast ? "did not equal" : "does not equal", rest: words };
  return { subject, key, verb: when.isPast ? "equalled" : "equals", rest: words };
}

/** The number that a test is about, and how its other numbers are told beside it. */
function aboutLeft(left: Syntax, when: When) {
  const speech = speechOf(when, subjectOf(left));
  const isOfPercent = isPercent(left);
  return {
    subject: nounOf(left, speechOf(when)).words,
    key: keyOf(left),
    wordsOf: (side: Syntax) =>
      literalOf(side) === null ? nounOf(side, speech).words : literalWords(side, isOfPercent),
  };
}

/** Denied where it says something, never as a whole: of several members each, of an earlier day what was said then. */
function denied(tree: Syntax, when: When): Clause {
  const test = isTest(tree) ? tell(tree, when, true) : null;
  if (test && "verb" in test) return whole(test);
  if (tree.type === "not") return clauseOf(tree.of, when);
  if (tree.type === "ago") return earlier(negated(tree.of), tree.bars, when);
  if (tree.type === "and" || tree.type === "or") {
    const type = tree.type === "and" ? "or" : "and";
    return joined({ ...tree, type, members: tree.members.map(negated) }, when);
  }
  const call = callOf(tree);
  const never = call?.words.never;
  if (call && never !== undefined) return { words: fill(never, call, speechOf(when)), stands: "open" };
  if (tree.type === "name" && tree.args !== null && call?.args.has("e") === true && isTruth(tree)) {
    const last = tree.args.length - 1;
    const args = tree.args.map((arg, at) => (at === last ? negated(arg) : arg));
    return called({ ...tree, args }, when);
  }
  const { words } = test ?? clauseOf(tree, when);
  return { words: `this ${when.isPast ? "did" : "does"} not hold: (${words})`, stands: "alone" };
}

function negated(tree: Syntax): Syntax {
  return { type: "not", of: tree, start: tree.start };
}

function earlier(tree: Syntax, bars: number, when: When): Clause {
  if (bars === 0) return clauseOf(tree, when);
  const { words, stands } = clauseOf(tree, { ...when, isPast: true });
  const what = stands === "joined" ? `(${words})` : words;
  return { words: `${daysAgo(bars, speechOf(when))} ${what}`, stands: "open" };
}

/** once, always, rising, falling; market and of with a rule. */
function called(tree: NameSyntax, when: When): Clause {
  const call = callOf(tree);
  if (call?.words.clause === undefined || !isTruth(tree)) return written(tree, when);
  const ofCloses = ofOthersCloses(call, when);
  if (ofCloses) return ofCloses;
  const isOfSeries = call.words.takes[0] === "x";
  return { words: fill(call.words.clause, call, speechOf(when)), stands: isOfSeries ? "alone" : "open" };
}

/** "the index is above its 200-day average": a test of another's close is said of that itself; null for any other rule. */
function ofOthersCloses({ words, args }: Call, when: When): Clause | null {
  const rule = args.get("e");
  if (!rule || words.bar !== undefined) return null;
  const isDenied = rule.type === "not";
  const test = isDenied ? rule.of : rule;
  const told = isTest(test) ? tell(test, when, isDenied) : null;
  if (!told || !("verb" in told) || told.subject !== "the close") return null;
  const symbol = args.get("symbol");
  return whole({ ...told, subject: symbol?.type === "text" ? symbol.value : "the index" });
}

function joined(tree: SyntaxOf<"and" | "or">, when: When): Clause {
  const range = rangeOf(tree);
  if (range) return clauseOf(range, when);
  const told = tree.members.map((each) => (isTest(each) ? tell(each, when) : clauseOf(each, when)));
  const members = sameTogether(told, tree.type);
  const words = members.map((member, at) => {
    const isEnclosed = member.stands === "joined" || (member.stands === "open" && at < members.length - 1);
    return isEnclosed ? `(${member.words})` : member.words;
  });
  return { words: listed(words, tree.type), stands: "joined" };
}

/** `x >= a and x <= b`. */
function rangeOf({ type, members, start }: SyntaxOf<"and" | "or">): SyntaxOf<"between"> | null {
  const [low, high] = members;
  if (type !== "and" || members.length !== 2 || low?.type !== "compare" || high?.type !== "compare")
    return null;
  const isRange = low.sign === ">=" && high.sign === "<=" && keyOf(low.left) === keyOf(high.left);
  return isRange ? { type: "between", of: low.left, low: low.right, high: high.right, start } : null;
}

/** What is said of the same number side by side is said in one. */
function sameTogether(told: readonly (Told | Clause)[], type: "and" | "or"): readonly Clause[] {
  const groups: (Clause | { readonly first: Told; readonly rests: string[] })[] = [];
  for (const each of told) {
    const last = groups.at(-1);
    if (!("verb" in each)) groups.push(each);
    else if (last && "rests" in last && isAlike(last.first, each)) last.rests.push(each.rest);
    else groups.push({ first: each, rests: [each.rest] });
  }
  return groups.map((group) =>
    "rests" in group ? whole({ ...group.first, rest: listed(group.rests, type) }) : group,
  );
}

function isAlike(a: Told, b: Told): boolean {
  return a.key === b.key && a.subject === b.subject && a.verb === b.verb;
}

/** "a, b and c"; a comma before each "and" where there are others within, outside of brackets. */
function listed(parts: readonly string[], word: "and" | "or"): string {
  const isPlain = parts.every((part) => !/,| and | or /.test(part.replace(/\(.*\)/, "")));
  if (!isPlain) return parts.join(`, ${word} `);
  if (parts.length === 1) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}
