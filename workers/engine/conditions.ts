/** Scanner and buy rules of a strategy as conditions, each from the first shortcut that has it, or bar by bar. */
import type { ConditionName } from "#workers/model/preview.ts";
import { fixedBuyRules, fixedScannerRules } from "#workers/rules/fixed-fields.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";
import type { PlacedRule } from "#workers/rules/strategy-rules.ts";
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
  const scanner = ruleConditions(premises, span, premises.rules.scanner);
  const buy = [...ruleConditions(premises, span, premises.rules.buy), ...sizable(premises, span)];
  return premises.strategy.scanner.match === "any"
    ? { every: [...fixed, ...buy], some: [...price, ...growth, ...value, ...rank, ...scanner] }
    : { every: [...price, ...rank, ...fixed, ...growth, ...value, ...scanner, ...buy], some: [] };
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
  rules: readonly PlacedRule[],
): readonly Condition[] {
  return inUse(rules).map((rule) => fromBits(calendar, span, ground().bitsOf(rule)));
}

/** With sizing by risk, a candidate whose distance is unknown or not above 0 is none. */
function sizable({ ground, calendar, rules }: Premises, span: WordSpan): readonly Condition[] {
  if (rules.riskDistance === null) return [];
  return [fromBits(calendar, span, ground().aboveZero(rules.riskDistance.expression))];
}
