/** Rules as people read them: each line as it is written, in quotes, and groups in words. */
import type { Rule } from "#workers/model/rule.ts";
import { groupOf, isInUse } from "#workers/model/rule-lines.ts";

/** A text of the rule language within a sentence; it may have quotes of its own. */
export function quoteLine(text: string): string {
  return `“${text}”`;
}

/** 'Trend: any of (“close > sma(50)”, off: “rsi(14) < 30”)'; what is off is told as such. */
export function ruleWords(rule: Rule): string {
  if (typeof rule === "string") return quoteLine(rule);
  const label = rule.label === undefined || rule.label.trim() === "" ? "" : `${rule.label.trim()}: `;
  if ("off" in rule) return `${label}off: ${ruleWords(rule.off)}`;
  const { kind, members } = groupOf(rule);
  return `${label}${kind} of (${members.map(ruleWords).join(", ")})`;
}

/** The rules in use in words, each once, without what is off in it; [] where none is in use. */
export function usedRuleWords(rules: readonly Rule[] = []): readonly string[] {
  return [...new Set(rules.filter(isInUse).map((rule) => ruleWords(usedPart(rule))))];
}

/** Of a rule that is in use. */
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
