/**
 * Many strategies on one market: variants of one strategy, as an optimiser asks for them. Each result is that of
 * its own run. What the prices alone say (facts.ts) is worked out once for all; variants that ask for the same
 * look-backs follow one another, so that little has to be kept.
 */
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { PassedOver, Performance } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { deepestFall } from "./drawdown.ts";
import { measurePerformance } from "./measure.ts";
import { planRun } from "./plan.ts";
import { simulate } from "./simulate.ts";

export interface VariantResult {
  readonly performance: Performance;
  readonly passedOver: PassedOver;
  /** One value a session of the variant's period, at the close, in currency. */
  readonly equity: Float64Array;
}

/**
 * Calls `onResult` once for each strategy with its place in the list, in an order of its own: what came out, or why
 * the strategy can't be run. Nothing is kept of a result that was handed over.
 */
export function simulateVariants(
  market: Market,
  strategies: readonly Strategy[],
  onResult: (place: number, result: Result<VariantResult>) => void,
): void {
  const order = strategies
    .map((strategy, place) => ({ strategy, place, shared: lookBacksOf(strategy) }))
    .toSorted((a, b) => (a.shared < b.shared ? -1 : a.shared > b.shared ? 1 : 0));
  for (const { strategy, place } of order) {
    const plan = planRun(strategy, market);
    if (!plan.ok) {
      onResult(place, plan);
      continue;
    }
    const run = simulate(plan.value);
    const performance = measurePerformance(plan.value, run, deepestFall(run.equity));
    onResult(place, ok({ performance, passedOver: run.passedOver, equity: run.equity }));
  }
}

/** Everything that decides which facts a run needs, as text; the dearest first. */
function lookBacksOf({ scanner, buy, simulation }: Strategy): string {
  return JSON.stringify([
    scanner.exchange,
    scanner.instrumentType,
    simulation.priceBasis,
    scanner.avgDailyValueDays,
    scanner.marketCapRank,
    buy.movingAverageDays,
    buy.closeDays,
  ]);
}
