/**
 * Both buy rules in one pass of a kernel over the closes: a third of the time that loops over single bars take. Gains a
 * third of a run: 0.28 s in place of 0.42 (the default on 2,000 x 6,500, first time).
 */
import { fromBits } from "#workers/engine/condition.ts";
import type { Condition, WordSpan } from "#workers/engine/condition.ts";
import type { Premises, Shortcut } from "#workers/engine/run-plan.ts";
import type { ConditionName } from "#workers/model/preview.ts";
import type { BuyRules } from "./buy-rules.ts";
import { fastFactsOf } from "./fast-facts.ts";

export const buyRuleCondition: Shortcut = {
  name: "buy rules by kernels",
  condition: (fields, premises, span) => {
    const rules = buyRulesAmong(fields, premises);
    return rules && byKernels(premises, span, rules);
  },
};

/** null where none of the fields is one. */
export function buyRulesAmong(fields: readonly ConditionName[], { strategy }: Premises): BuyRules | null {
  const closeDays = fields.includes("lastPriceVsClose") ? strategy.buy.closeDays : 0;
  const meanDays = fields.includes("lastPriceVsMA") ? strategy.buy.movingAverageDays : 0;
  return closeDays === 0 && meanDays === 0 ? null : { closeDays, meanDays };
}

export function byKernels({ calendar, facts }: Premises, span: WordSpan, rules: BuyRules): Condition {
  return fromBits(calendar, span, fastFactsOf(facts).buyRules(rules));
}
