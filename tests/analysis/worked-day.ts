/** A run of one instrument whose close rises by 1 a session from 100: what is bought when can be worked by hand. */
import { plainStrategy } from "#tests/engine/tables/worked-case.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { planRun } from "#workers/run/plan-run.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { Decision } from "#workers/model/decision.ts";

export function worked(): { plan: Plan; decisions: readonly Decision[]; equity: Float64Array } {
  const bars = Array.from({ length: 10 }, (_, t): BarSpec => [t, 100 + t, 100 + t]);
  const strategy = plainStrategy({
    scanner: { match: "all", minPrice: 50 },
    buy: { lastPriceVsClose: true, closeDays: 2, lastPriceVsMA: true, movingAverageDays: 3 },
    sell: { trailingStopLoss: 10, minHoldingDays: 0 },
    simulation: { maxPositions: 1, startMargin: 1000 },
  });
  const plan = planRun(strategy, buildMarket([{ symbol: "AAA", bars }]));
  if (!plan.ok) throw new Error(plan.problem.message);
  const decisions: Decision[] = [];
  const { equity } = simulate(plan.value, { log: decisions });
  return { plan: plan.value, decisions, equity };
}
