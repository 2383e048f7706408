/** Counts the instruments that pass each rule on one session, with the very conditions that a run uses. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { ConditionName, Preview } from "#workers/model/preview.ts";
import { countOn, findPassing } from "./candidates.ts";
import { withOnly } from "./only-rules.ts";
import type { Rules } from "./only-rules.ts";
import type { Plan } from "./plan.ts";

/** The last session of the plan's period; without the series, which the plan doesn't know. */
export function previewRules(plan: Plan): Omit<Preview, "series"> {
  const { scanner, buy } = plan.strategy;
  const only = (rules: Rules): number => countPassing(plan, rules);
  const ranks = plan.facts.capRank !== null && scanner.marketCapRank !== null;
  const passing: Record<ConditionName, number | null> = {
    priceGrowth: scanner.priceGrowth === null ? null : only({ priceGrowth: scanner.priceGrowth }),
    minPrice: scanner.minPrice === null ? null : only({ minPrice: scanner.minPrice }),
    marketCapRank: ranks ? only({ marketCapRank: scanner.marketCapRank }) : null,
    avgDailyValue: scanner.avgDailyValue === null ? null : only({ avgDailyValue: scanner.avgDailyValue }),
    lastPriceVsClose: buy.lastPriceVsClose ? only({ lastPriceVsClose: true }) : null,
    lastPriceVsMA: buy.lastPriceVsMA ? only({ lastPriceVsMA: true }) : null,
  };
  return {
    date: formatIsoDay(plan.sessionDay[plan.lastSession]),
    instruments: countPassing(plan, {}),
    passing,
    scanner: only(scanner),
    buy: only(buy),
    together: only({ ...scanner, ...buy }),
  };
}

/** Instruments that pass when of all rules only the given ones are on. */
function countPassing(plan: Plan, rules: Rules): number {
  const strategy = withOnly(plan.strategy, rules);
  const passing = findPassing({ ...plan, strategy }, plan.lastSession, plan.lastSession + 1);
  return countOn(passing, plan.lastSession);
}
