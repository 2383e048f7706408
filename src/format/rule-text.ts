/** Rules as people read them: in plain words, and as they are written. */
import type { Rule } from "#workers/model/rule.ts";
import { groupOf, isInUse } from "#workers/model/rule-lines.ts";
import { orderOf, sentenceOfLine, sentenceOfRule, weightOfLine } from "#workers/words/sentences.ts";
import type { Asked } from "#workers/words/sentences.ts";
import { upperFirst } from "./first-letter.ts";
import { joinWords } from "./join-words.ts";

export interface RuleText {
  /** "the close is above its 200-day average": a clause, small at its beginning and without a full stop. */
  readonly words: string;
  /** "close > sma(200)"; of a group: "any of (“close > sma(200)”, off: “rsi(14) < 30”)". */
  readonly formula: string;
  /** For a group of several, which is better shown than said; null for everything else. */
  readonly group: GroupText | null;
}

export interface GroupText {
  /** "Dips: any of these". */
  readonly heading: string;
  readonly members: readonly RuleText[];
}

export type RuleGroup = Exclude<Rule, string | { readonly off: Rule }>;

/** A text of the rule language within a sentence; it may have quotes of its own. */
export function quoteLine(text: string): string {
  return `“${text}”`;
}

/** A rule with all that is in it, what is off as such; or a number: "2 times the 20-day average true range". */
export function ruleText(rule: Rule, asked: Asked = "candidate"): RuleText {
  const words = sentenceOfRule(rule, asked);
  if (typeof rule === "string") return { words, formula: rule, group: null };
  if ("off" in rule) return { words, formula: ruleText(rule.off).formula, group: null };
  return { words, formula: ruleFormula(rule), group: groupText(rule, asked) };
}

function groupText(rule: RuleGroup, asked: Asked): GroupText | null {
  const { kind, members } = groupOf(rule);
  if (members.length < 2 && kind !== "none") return null;
  return { heading: groupWords(rule), members: members.map((member) => ruleText(member, asked)) };
}

/** How a line of the strategy is said: the expression that orders candidates tells which come first, a weight how much. */
export function wordsOfLine(field: string, line: string): string {
  if (field === "simulation.sortBy") return orderOf(line);
  if (field.startsWith("simulation.weight")) return weightOfLine(line);
  return sentenceOfLine(line, field.startsWith("sell.") ? "position" : "candidate");
}

/** Words of a rule as a line of their own: "The close is above ..."; a name or a label in front stays as it is written. */
export function lineOf(words: string, formula: string): string {
  const [first = ""] = words.split(" ", 1);
  const [label = ""] = words.split(": ", 1);
  const isName = !KEYWORDS.has(first) && formula.split(/[^\w.]+/).includes(first);
  return isName || formula.startsWith(`${label}: `) ? words : upperFirst(words);
}

const KEYWORDS: ReadonlySet<string> = new Set(["any", "all", "none", "if"]);

/** What a group says of its members: "Dips: any of these". */
export function groupWords(group: RuleGroup): string {
  const label = labelOf(group);
  const { kind } = groupOf(group);
  return `${label}${kind} of these`;
}

/** 'Trend: any of (“close > sma(50)”, off: “rsi(14) < 30”)'; what is off is told as such. */
export function ruleFormula(rule: Rule): string {
  if (typeof rule === "string") return quoteLine(rule);
  const label = labelOf(rule);
  if ("off" in rule) return `${label}off: ${ruleFormula(rule.off)}`;
  const { kind, members } = groupOf(rule);
  return `${label}${kind} of (${members.map(ruleFormula).join(", ")})`;
}

function labelOf({ label = "" }: { readonly label?: string | undefined }): string {
  return label.trim() === "" ? "" : `${label.trim()}: `;
}

/** The rules in use, each once, without what is off in them; [] where none is in use. */
export function usedRules(rules: readonly Rule[] = [], asked: Asked = "candidate"): readonly RuleText[] {
  const texts = rules.filter(isInUse).map((rule) => ruleText(usedPart(rule), asked));
  return texts.filter(({ formula }, at) => texts.findIndex((each) => each.formula === formula) === at);
}

/** The part that stays of a rule that is in use. */
function usedPart(rule: Rule): Rule {
  if (typeof rule === "string" || "off" in rule) return rule;
  const { kind, members } = groupOf(rule);
  const used = members.filter(isInUse).map(usedPart);
  const label = rule.label === undefined ? {} : { label: rule.label };
  switch (kind) {
    case "any":
      return { any: used, ...label };
    case "all":
      return { all: used, ...label };
    case "none":
      return { none: used, ...label };
  }
}

const LONGEST_IN_A_ROW = 3;

/**
 * Rules within a sentence: "the close is above the open and the 2-day RSI is below 5", or a list at its end, "all of
 * these hold: ...; ...", where words between them would not tell one from the next. "" for none.
 */
export function togetherInWords(rules: readonly RuleText[], conjunction: "and" | "or"): string {
  const words = rules.map((rule) => rule.words);
  const [only] = words;
  if (only !== undefined && words.length === 1) return STANDS_ALONE.test(only) ? only : `this holds: ${only}`;
  if (words.length <= LONGEST_IN_A_ROW && words.every((each) => !READS_ON.test(each))) {
    return joinWords(words, conjunction);
  }
  const list = words.map((each) => (each.includes(";") ? `(${each})` : each)).join("; ");
  return `${conjunction === "and" ? "all of these hold" : "any of these holds"}: ${list}`;
}

/** Whether words end in a list, behind which the sentence can't go on. */
export function endsInList(words: string): boolean {
  return words.includes(": ");
}

/** A clause that can stand behind "when": no list of its own, no "if". */
const STANDS_ALONE = /^(?!if )[^:;]*$/;

/** A clause of which nobody would know where it ends before an "and": it has one itself, or speaks of other days or instruments. */
const READS_ON = /[,:;(]| and | or | ago |^(?:on|for|if) /;
