/** The run itself, the same in a browser worker, on the command line and in a test: plan, simulate, measure. */
import { measure } from "./engine/measure.ts";
import { inOneGo } from "./engine/pieces.ts";
import type { Pieces } from "./engine/pieces.ts";
import { planRun } from "./engine/plan.ts";
import { previewRules } from "./engine/preview.ts";
import { simulateInPieces } from "./engine/simulate.ts";
import type { SimulationHooks } from "./engine/simulate.ts";
import { INDEX_TYPE } from "./model/market.ts";
import type { Market } from "./model/market.ts";
import type { BenchmarkSeries, Preview } from "./model/preview.ts";
import { ok } from "./model/problem.ts";
import type { Result } from "./model/problem.ts";
import type { Report } from "./model/report.ts";
import type { Strategy } from "./model/strategy.ts";

/** A person looks through no longer list; any other symbol can be typed. */
const MOST_SERIES = 300;

/** Synchronous and pure: the same strategy and market give the same report. */
export function backtest(strategy: Strategy, market: Market, hooks: SimulationHooks = {}): Result<Report> {
  return inOneGo(backtestInPieces(strategy, market, hooks));
}

/** The same report a piece at a time; the calendar and the figures at the end are one piece each. */
export function* backtestInPieces(
  strategy: Strategy,
  market: Market,
  hooks: SimulationHooks = {},
): Pieces<Result<Report>> {
  const plan = planRun(strategy, market);
  if (!plan.ok) return plan;
  yield;
  const simulation = yield* simulateInPieces(plan.value, hooks);
  return ok(measure(plan.value, simulation));
}

/** What passes each rule on the last session of the strategy's period; refused for the same reasons as the run. */
export function previewStrategy(strategy: Strategy, market: Market): Result<Preview> {
  const plan = planRun(strategy, market);
  return plan.ok ? ok({ ...previewRules(plan.value), series: benchmarkSeries(strategy, market) }) : plan;
}

function benchmarkSeries({ scanner }: Strategy, { instruments }: Market): readonly BenchmarkSeries[] {
  const own = instruments.filter(({ exchange }) => exchange === scanner.exchange);
  const indices = own.filter(({ instrumentType }) => instrumentType === INDEX_TYPE);
  const others = own.filter(({ instrumentType }) => instrumentType !== INDEX_TYPE);
  return [...indices, ...others].slice(0, MOST_SERIES).map(({ symbol, name }) => ({ symbol, name }));
}
