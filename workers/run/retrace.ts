/** What of a finished run needs its prices again. Refused for the same reasons as the run. */
import { explainDay } from "#workers/analysis/explain-day.ts";
import { watchSales } from "#workers/analysis/count-sales.ts";
import { watchHoldings } from "#workers/analysis/holdings.ts";
import { watchLasting } from "#workers/analysis/lasting.ts";
import { followPosition } from "#workers/analysis/follow-position.ts";
import { traceRun } from "#workers/analysis/trace.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { RunWatcher } from "#workers/engine/simulate.ts";
import { listenForFills } from "#workers/analysis/listen-for-fills.ts";
import { planRun } from "./plan-run.ts";
import type { Trace } from "#workers/model/analysis.ts";
import type { Holdings } from "#workers/model/holdings.ts";
import type { LastingDraws, LastingQuestion } from "#workers/model/lasting.ts";
import type { Market } from "#workers/model/market.ts";
import type { PositionKey, PositionPath } from "#workers/model/position-path.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Position, RunFill, SaleCounts } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Why } from "#workers/model/why.ts";

/** How far each position went, and what was passed over when. The market needs its high and low. */
export function trace(strategy: Strategy, market: Market, positions: readonly Position[]): Result<Trace> {
  const plan = planRun(strategy, market);
  return plan.ok ? ok(traceRun(plan.value, positions)) : plan;
}

/** Every purchase and sale, in the order in which they happened. */
export function listFills(strategy: Strategy, market: Market): Result<readonly RunFill[]> {
  const plan = planRun(strategy, market);
  if (!plan.ok) return plan;
  const { hooks, fills } = listenForFills();
  simulate(plan.value, hooks);
  return ok(fills);
}

export function countSales(strategy: Strategy, market: Market): Result<SaleCounts> {
  return watched(strategy, market, watchSales);
}

/** What it held, and how it was set back to its plan. */
export function holdings(strategy: Strategy, market: Market): Result<Holdings> {
  return watched(strategy, market, watchHoldings);
}

/** Whether its money would have lasted in other orders of its months; null where it is too short to say. */
export function drawLasting(
  strategy: Strategy,
  market: Market,
  asked: LastingQuestion,
): Result<LastingDraws | null> {
  return watched(strategy, market, (plan) => watchLasting(plan, asked));
}

function watched<Found>(
  strategy: Strategy,
  market: Market,
  watch: (plan: RunPlan) => RunWatcher<Found>,
): Result<Found> {
  const plan = planRun(strategy, market);
  if (!plan.ok) return plan;
  const { hooks, found } = watch(plan.value);
  return ok(found(simulate(plan.value, hooks)));
}

/** Why an instrument was, or was not, bought or sold on a day. */
export function explain(strategy: Strategy, market: Market, instrument: string, date: string): Result<Why> {
  const plan = planRun(strategy, market);
  return plan.ok ? explainDay(plan.value, instrument, date) : plan;
}

/** One position day by day. The market needs its high and low. */
export function follow(strategy: Strategy, market: Market, position: PositionKey): Result<PositionPath> {
  const plan = planRun(strategy, market);
  return plan.ok ? followPosition(plan.value, position) : plan;
}
