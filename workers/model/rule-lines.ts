/** The texts of the rule language that a strategy holds, each with its place; and the numbers in such a text. */
import type { Rule } from "./rule.ts";
import type { Strategy } from "./strategy.ts";
import { writtenNumber } from "./written-number.ts";

/** Lists of rules, by section. */
export const RULE_SECTIONS = ["scanner", "buy", "sell"] as const;

export interface RuleLine {
  /** "buy.rules[2].any[0]". */
  readonly place: string;
  readonly text: string;
  /** It stands in something that is off. */
  readonly isOff: boolean;
}

/** The lines of scanner, buy and sell rules in the order of the file; [] where there are none. */
export function ruleLines(strategy: Strategy): readonly RuleLine[] {
  return RULE_SECTIONS.flatMap((section) => linesOf(strategy[section].rules ?? [], `${section}.rules`));
}

/** Settings of the simulation that are a number in the rule language. */
export const EXPRESSIONS = ["simulation.sortBy", "simulation.riskDistance", "simulation.weight"] as const;

/** The numbers of the simulation that are written in the language, listed weights last; what is not there is left out. */
export function numberLines({ simulation }: Pick<Strategy, "simulation">): readonly RuleLine[] {
  const { sortBy, riskDistance, weight, weights = [] } = simulation;
  const texts = [sortBy, riskDistance, weight];
  return [
    ...EXPRESSIONS.map((place, at) => ({ place, text: texts[at] })),
    ...weights.map((each, at) => ({ place: weightPlace(at), text: each.weight })),
  ].flatMap(({ place, text }) => (text === undefined ? [] : [{ place, text, isOff: false }]));
}

/** The place of the listed weight `at`, counted from 0. */
export function weightPlace(at: number): string {
  return `simulation.weights[${at}].weight`;
}

/** The lines of one list, which stands at `place`. */
export function linesOf(rules: readonly Rule[], place: string, isOff = false): readonly RuleLine[] {
  return rules.flatMap((rule, at) => linesOfRule(rule, `${place}[${at}]`, isOff));
}

function linesOfRule(rule: Rule, place: string, isOff: boolean): readonly RuleLine[] {
  if (typeof rule === "string") return [{ place, text: rule, isOff }];
  if ("off" in rule) return linesOfRule(rule.off, `${place}.off`, true);
  const { kind, members } = groupOf(rule);
  return linesOf(members, `${place}.${kind}`, isOff);
}

export interface GroupParts {
  readonly kind: "any" | "all" | "none";
  readonly members: readonly Rule[];
}

export function groupOf(rule: Exclude<Rule, string | { readonly off: Rule }>): GroupParts {
  if ("any" in rule) return { kind: "any", members: rule.any };
  if ("all" in rule) return { kind: "all", members: rule.all };
  return { kind: "none", members: rule.none };
}

/** Whether anything of a rule is in use: an empty group is not, and what is off. */
export function isInUse(rule: Rule): boolean {
  if (typeof rule === "string") return true;
  return "off" in rule ? false : groupOf(rule).members.some(isInUse);
}

/** The same rules with the line at a place changed; unchanged where none stands there. */
export function withLine(rules: readonly Rule[], place: string, line: RuleLine): readonly Rule[] {
  return withRule(rules, place, { place: line.place, make: () => line.text });
}

/** What is made of the line at a place. */
export interface LineChange {
  readonly place: string;
  readonly make: (line: string) => Rule;
}

/** The same rules, which stand at `place`, with another rule for one line; unchanged where none stands there. */
export function withRule(rules: readonly Rule[], place: string, change: LineChange): readonly Rule[] {
  return rules.map((rule, at) => changed(rule, `${place}[${at}]`, change));
}

function changed(rule: Rule, place: string, change: LineChange): Rule {
  if (place === change.place && typeof rule === "string") return change.make(rule);
  if (typeof rule === "string" || !change.place.startsWith(place)) return rule;
  if ("off" in rule) return { ...rule, off: changed(rule.off, `${place}.off`, change) };
  const { kind, members } = groupOf(rule);
  const within = withRule(members, `${place}.${kind}`, change);
  switch (kind) {
    case "any":
      return { ...rule, any: within };
    case "all":
      return { ...rule, all: within };
    case "none":
      return { ...rule, none: within };
  }
}

/** A number in a text, its suffix included: characters `start` to before `end`, counted from 0. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** A text in quotes, a word with the digits in it, or a number with what stands directly behind it. */
const PART =
  /"[^"]*"?|[a-z_][a-z0-9_.]*|(\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+(?:_\d+)*)?)(%|[a-z_.][a-z0-9_.]*)?/gi;

/** The numbers of a text from left to right, counts too; those that can't be read are left out. */
export function numbersIn(text: string): readonly NumberSpan[] {
  return Array.from(text.matchAll(PART)).flatMap((match): NumberSpan[] => {
    const [whole, digits, suffix = ""] = match;
    const value = digits === undefined ? undefined : writtenNumber(digits, suffix);
    if (value === undefined || !Number.isFinite(value)) return [];
    return [{ start: match.index, end: match.index + whole.length, value }];
  });
}

/**
 * The text with its number `which` (from 1) changed; null where it has no such number. A number that has the value
 * already keeps its spelling, and % stays.
 */
export function withNumber(text: string, which: number, value: number): string | null {
  const span = numbersIn(text)[which - 1];
  if (!span) return null;
  if (span.value === value) return text;
  const percent = text[span.end - 1] === "%" ? "%" : "";
  return `${text.slice(0, span.start)}${value}${percent}${text.slice(span.end)}`;
}
