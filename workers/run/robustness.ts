/** Runs that ask how far a result hangs on chance and haste. Refused for the same reasons as the run. */
import { makeDraws } from "#workers/analysis/random-entries.ts";
import { simulateDecided } from "#workers/analysis/entry-decisions.ts";
import { oneSessionLate, withoutBest } from "#workers/analysis/otherwise.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { findGround, simulateOn } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { countableFigures } from "#workers/figures/countable.ts";
import { countTrades, measurePerformance } from "#workers/figures/measure.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { VariantFigures } from "#workers/model/protocol.ts";
import { BEST_POSITIONS } from "#workers/model/robustness.ts";
import type { Otherwise, RandomEntries } from "#workers/model/robustness.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withoutYardsticks } from "#workers/shortcuts/all-shortcuts.ts";
import { planRun } from "./plan-run.ts";
import type { RunOptions } from "./plan-run.ts";

/** The run with one thing of it otherwise. */
export function runOtherwise(
  { strategy, how }: { readonly strategy: Strategy; readonly how: Otherwise },
  market: Market,
  options: RunOptions = { shortcuts: withoutYardsticks },
): Result<VariantFigures> {
  const plan = planRun(strategy, market, options);
  if (!plan.ok) return plan;
  const run = SIMULATIONS[how](plan.value);
  const performance = measurePerformance(plan.value, run, countTrades(plan.value, run));
  return countableFigures({ performance, passedOver: run.passedOver });
}

const SIMULATIONS: Readonly<Record<Otherwise, (plan: Plan) => Simulation>> = {
  late: simulateLate,
  "without-best": simulateWithoutBest,
};

export function simulateLate(plan: Plan): Simulation {
  const ground = inOneGo(findGround(plan));
  return simulateOn(plan, {
    ...ground,
    decideOtherwise: (own) => oneSessionLate(own, plan.firstSession),
  });
}

/** Without its BEST_POSITIONS most profitable positions; of a run with no more of them, without all. */
export function simulateWithoutBest(plan: Plan): Simulation {
  const run = simulateDecided(plan);
  return simulateOn(plan, {
    ...inOneGo(findGround(plan)),
    decideOtherwise: (own) => withoutBest(own, plan, run, BEST_POSITIONS),
  });
}

/** Runs with random entries: draws `first` .. `first + count - 1`. */
export function randomEntries(
  strategy: Strategy,
  market: Market,
  { first, count }: { readonly first: number; readonly count: number },
): Result<RandomEntries> {
  const plan = planRun(strategy, market, { shortcuts: withoutYardsticks });
  if (!plan.ok) return plan;
  const draw = makeDraws(plan.value, simulateDecided(plan.value));
  const outcome: RandomEntries = {
    growthPercent: new Float64Array(count),
    cagr: new Float64Array(count),
    positions: new Int32Array(count),
  };
  for (let at = 0; at < count; at++) {
    const run = draw(first + at);
    const { totalGrowthPercent, cagr } = measurePerformance(plan.value, run, countTrades(plan.value, run));
    outcome.growthPercent[at] = totalGrowthPercent;
    outcome.cagr[at] = cagr ?? NaN;
    outcome.positions[at] = run.ledger.count;
  }
  return ok(outcome);
}
