/** Scanner and buy rules of a strategy as conditions, each from the first shortcut that has it, or bar by bar. */
import type { ConditionName } from "#workers/model/preview.ts";
import { fixedBuyRules, fixedScannerRules } from "#workers/rules/fixed-fields.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression, TruthExpression } from "#workers/rules/expression.ts";
import { fromBits } from "./condition.ts";
import type { Condition, Conditions, WordSpan } from "./condition.ts";
import { firstAnswer } from "./run-plan.ts";
import type { Premises } from "./run-plan.ts";

/** Those that are on, cheap ones first; the rank, the dearest when it is asked for first, late where others can decide. */
export function makeConditions(premises: Premises, span: WordSpan): Conditions {
  const ask = (...fields: ConditionName[]) => fixedConditions(premises, span, fields);
  const price = ask("minPrice");
  const growth = ask("priceGrowth");
  const value = ask("avgDailyValue");
  const rank = ask("marketCapRank");
  const fixed = ask("lastPriceVsClose", "lastPriceVsMA");
  const scanner = inUse(premises.rules.scanner);
  const buy = inUse(premises.rules.buy);
  const all = (rules: readonly TruthExpression[]) => [
    ...ruleConditions(premises, span, inOrder(span, rules)),
    ...sizable(premises, span),
  ];
  if (premises.strategy.scanner.match === "any") {
    const some = [...price, ...growth, ...value, ...rank, ...ruleConditions(premises, span, scanner)];
    return { every: [...fixed, ...all(buy)], some };
  }
  return {
    every: [...price, ...rank, ...fixed, ...growth, ...value, ...all([...scanner, ...buy])],
    some: [],
  };
}

/** The fixed conditions that are on; that of the rank is left out where no market cap is known. */
export function fixedRulesOn({ strategy, facts }: Pick<Premises, "strategy" | "facts">): {
  readonly scanner: readonly FixedRule[];
  readonly buy: readonly FixedRule[];
} {
  const scanner = fixedScannerRules(strategy);
  return {
    scanner: facts.isCapKnown ? scanner : scanner.filter(({ field }) => field !== "marketCapRank"),
    buy: fixedBuyRules(strategy),
  };
}

/** Those of the fields that are on, joined where a shortcut has them together. */
export function fixedConditions(
  premises: Premises,
  span: WordSpan,
  fields: readonly ConditionName[],
): readonly Condition[] {
  const { scanner, buy } = fixedRulesOn(premises);
  const on = [...scanner, ...buy].filter(({ field }) => fields.includes(field));
  if (on.length === 0) return [];
  const names = on.map(({ field }) => field);
  const known = firstAnswer(premises.shortcuts, ({ condition }) => condition?.(names, premises, span));
  if (known !== null) return [known];
  return on.map(({ rule }) => fromBits(premises.calendar, span, premises.ground().bitsOf(rule)));
}

function ruleConditions(
  { ground, calendar }: Premises,
  span: WordSpan,
  rules: readonly TruthExpression[],
): readonly Condition[] {
  return rules.map((rule) => fromBits(calendar, span, ground().bitsOf(rule)));
}

/** Words of so few sessions that a member is soon ruled out on all of them. */
const FEW_WORDS = 3;

/**
 * Rules that must all hold, in the order in which they are asked. On few sessions they are taken apart, and what is worked out
 * soonest is asked first: of most members, then, the others are never worked out.
 */
function inOrder({ first, stop }: WordSpan, rules: readonly TruthExpression[]): readonly TruthExpression[] {
  if (stop - first > FEW_WORDS) return rules;
  return rules.flatMap(takenApart).toSorted((a, b) => costOf(a) - costOf(b));
}

function takenApart(rule: TruthExpression): readonly TruthExpression[] {
  return rule.op === "and" ? rule.members.flatMap(takenApart) : [rule];
}

/** By what a part goes along: the bars of every member, or those of one, several times in an oscillator. */
const COST_ACROSS = 100;
const COST_OF_OSCILLATOR = 4;

function costOf(rule: TruthExpression): number {
  return partsOf(rule).reduce((sum, part) => sum + costOfPart(part), 0);
}

function costOfPart(part: Expression): number {
  if (part.op === "rank" || part.op === "breadth" || part.op === "top") return COST_ACROSS;
  if (part.op !== "call") return 0;
  return part.entry.group === "oscillators" ? COST_OF_OSCILLATOR : 1;
}

/** With sizing by risk, a candidate whose distance is unknown or not above 0 is none. */
function sizable({ ground, calendar, rules }: Premises, span: WordSpan): readonly Condition[] {
  if (rules.riskDistance === null) return [];
  return [fromBits(calendar, span, ground().aboveZero(rules.riskDistance.expression))];
}
