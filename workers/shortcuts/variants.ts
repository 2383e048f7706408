/**
 * Many strategies on one market: variants of one strategy, as an optimiser asks for them. Each result is that of
 * its own run. What the prices alone say is worked out once for all; variants that ask for the same look-backs and
 * conditions follow one another, so that little has to be kept. Gains what sweep.ts says; variants that can't be swept
 * share what the prices say.
 */
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { PassedOver, Performance } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import { accountFigures } from "#workers/figures/account-figures.ts";
import type { AccountFigures } from "#workers/model/holdings.ts";
import { countTrades, measurePerformance } from "#workers/figures/measure.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { MOST_AT_ONCE, canSweep, makeSweep } from "./sweep.ts";
import type { Sweep } from "./sweep.ts";

/** A sweep keeps some fifteen bytes for each instrument and session; a market with more of them is run without. */
const MOST_CELLS = 50_000_000;

export interface VariantResult {
  readonly performance: Performance;
  readonly passedOver: PassedOver;
  /** Figures of the account; only a strategy/3 has them. */
  readonly account?: AccountFigures;
  /** One value a session of the variant's period, at the close, in currency; good until the next result. */
  readonly equity: Float64Array;
}

/**
 * Calls `onResult` once for each strategy with its place in the list, in an order of its own: what came out, or why
 * the strategy can't be run.
 */
export type Variants = (
  strategies: readonly Strategy[],
  onResult: (place: number, result: Result<VariantResult>) => void,
) => void;

/**
 * One list after another on the same market: what was worked out for one serves the next.
 *
 * @param planOf - on the market; plans with the same universe and price basis have the same facts
 * @param mostCells - instruments x sessions up to which a sweep's tables are worth their memory
 */
export function makeVariants(
  planOf: (strategy: Strategy) => Result<Plan>,
  mostCells: number = MOST_CELLS,
): Variants {
  const sweepOn = keepLast(1, (_facts: PriceFacts, plan: Plan): Sweep => {
    const { members, sessionDay } = plan.calendar;
    return members * sessionDay.length > mostCells ? simulateEach : makeSweep(plan);
  });
  return (strategies, onResult) => {
    const order = strategies
      .map((strategy, place) => ({ strategy, place, shared: sharedBy(strategy) }))
      .toSorted((a, b) => (a.shared < b.shared ? -1 : a.shared > b.shared ? 1 : 0));
    let batch: { place: number; plan: Plan }[] = [];
    const runBatch = () => {
      const [first] = batch;
      if (first === undefined) return;
      const runs = sweepOn(first.plan.facts, first.plan)(batch.map(({ plan }) => plan));
      for (const [at, { place, plan }] of batch.entries()) {
        const { equity, passedOver } = runs[at];
        const performance = measurePerformance(plan, runs[at], runs[at]);
        onResult(place, ok({ performance, passedOver, equity }));
      }
      batch = [];
    };
    for (const { strategy, place } of thereAndBack(order)) {
      const plan = planOf(strategy);
      if (!plan.ok) {
        onResult(place, plan);
        continue;
      }
      if (!canSweep(plan.value)) {
        const run = simulate(plan.value);
        const { passedOver, equity } = run;
        const performance = measurePerformance(plan.value, run, countTrades(plan.value, run));
        const account = accountFigures(plan.value, run);
        onResult(place, ok({ performance, passedOver, equity, ...(account && { account }) }));
        continue;
      }
      const isFull = batch.length === MOST_AT_ONCE || batch.at(-1)?.plan.facts !== plan.value.facts;
      if (isFull) runBatch();
      batch.push({ place, plan: plan.value });
    }
    runBatch();
  };
}

/**
 * Every second group of those that share is turned round: it begins with the sell rules with which the group before it
 * ended, whose trades are mostly still kept, however many sell rules there are.
 */
function thereAndBack<T extends { readonly shared: string }>(order: readonly T[]): T[] {
  const groups: T[][] = [];
  for (const one of order) {
    const group = groups.at(-1);
    if (group?.[0]?.shared === one.shared) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group, at) => (at % 2 === 0 ? group : group.toReversed()));
}

/** Sums and choices are those of a sweep; slower, without tables. */
const simulateEach: Sweep = (plans) =>
  plans.map((plan) => {
    const run = simulate(plan);
    const { equity, cash, moves, passedOver } = run;
    return { ...countTrades(plan, run), equity, cash, moves, passedOver };
  });

/** Everything that decides which facts and candidates a run needs, as text; the dearest first. */
function sharedBy({ scanner, buy, simulation }: Strategy): string {
  return JSON.stringify([
    scanner.exchange,
    scanner.instrumentType,
    simulation.priceBasis,
    scanner.avgDailyValueDays,
    scanner.marketCapRank,
    buy,
    scanner,
  ]);
}
