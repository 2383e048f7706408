/** The run itself, the same in a browser worker, on the command line and in a test: plan, simulate, measure. */
import { countable } from "./figures/countable.ts";
import { measure } from "./figures/measure.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import { simulateInPieces } from "./engine/simulate.ts";
import type { SimulationHooks } from "./engine/simulation-hooks.ts";
import { planRun } from "./plan-run.ts";
import type { RunOptions } from "./plan-run.ts";
import type { Market } from "./model/market.ts";
import type { Result } from "./model/problem.ts";
import type { Report } from "./model/report.ts";
import type { Strategy } from "./model/strategy.ts";

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
