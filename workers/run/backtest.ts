/** The run itself, the same in a browser worker, on the command line and in a test: plan, simulate, measure. */
import { countable } from "#workers/figures/countable.ts";
import { measure } from "#workers/figures/measure.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import { simulateInPieces } from "#workers/engine/simulate.ts";
import type { SimulationHooks } from "#workers/engine/simulation-hooks.ts";
import { planRun } from "./plan-run.ts";
import type { RunOptions } from "./plan-run.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface BacktestOptions extends SimulationHooks, RunOptions {}

/** Synchronous and pure: the same strategy and market give the same report. */
export function backtest(strategy: Strategy, market: Market, options: BacktestOptions = {}): Result<Report> {
  return inOneGo(backtestInPieces(strategy, market, options));
}

/** The same report a piece at a time; the calendar and the figures at the end are one piece each. */
export function* backtestInPieces(
  strategy: Strategy,
  market: Market,
  options: BacktestOptions = {},
): Pieces<Result<Report>> {
  const plan = planRun(strategy, market, options);
  if (!plan.ok) return plan;
  yield;
  const simulation = yield* simulateInPieces(plan.value, options);
  return countable(measure(plan.value, simulation));
}
