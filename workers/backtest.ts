/** The run itself, the same in a browser worker, on the command line and in a test: plan, simulate, measure. */
import type { PriceFacts } from "./engine/facts.ts";
import { measure } from "./figures/measure.ts";
import type { KeptVerdicts } from "./analysis/member-verdicts.ts";
import { inOneGo } from "./engine/pieces.ts";
import type { Pieces } from "./engine/pieces.ts";
import { previewRules } from "./analysis/preview.ts";
import type { Plan } from "./engine/run-plan.ts";
import { simulateInPieces } from "./engine/simulate.ts";
import type { SimulationHooks } from "./engine/simulation-hooks.ts";
import { planRun } from "./plan-run.ts";
import type { RunOptions } from "./plan-run.ts";
import { INDEX_TYPE } from "./model/market.ts";
import type { Market } from "./model/market.ts";
import type { BenchmarkSeries, Preview } from "./model/preview.ts";
import { ok } from "./model/problem.ts";
import type { Result } from "./model/problem.ts";
import type { Report } from "./model/report.ts";
import type { Strategy } from "./model/strategy.ts";

/** A person looks through no longer list; any other symbol can be typed. */
const MOST_SERIES = 300;

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
  return ok(measure(plan.value, simulation));
}

/** What passes each rule on the last session of the strategy's period; refused for the same reasons as the run. */
export function previewStrategy(
  strategy: Strategy,
  market: Market,
  options: RunOptions = {},
): Result<Preview> {
  const plan = planRun(strategy, market, options);
  if (!plan.ok) return plan;
  const counts = previewRules(plan.value, keptVerdicts(plan.value));
  return ok({ ...counts, series: benchmarkSeries(strategy, market) });
}

/** Rules whose verdicts are kept for the next preview. */
const MOST_KEPT = 1000;

interface KeptCount {
  /** Session and benchmark, on which verdicts hang beside the prices. */
  readonly of: string;
  readonly verdicts: KeptVerdicts;
}

const counted = new WeakMap<PriceFacts, KeptCount>();

/** What the last preview on the same session found, so that one changed line costs its own evaluation alone. */
function keptVerdicts({ facts, benchmark, lastSession }: Plan): KeptVerdicts {
  const of = JSON.stringify([lastSession, benchmark]);
  const known = counted.get(facts);
  if (known?.of === of && known.verdicts.size < MOST_KEPT) return known.verdicts;
  const verdicts: KeptVerdicts = new Map();
  counted.set(facts, { of, verdicts });
  return verdicts;
}

function benchmarkSeries({ scanner }: Strategy, { instruments }: Market): readonly BenchmarkSeries[] {
  const own = instruments.filter(({ exchange }) => exchange === scanner.exchange);
  const indices = own.filter(({ instrumentType }) => instrumentType === INDEX_TYPE);
  const others = own.filter(({ instrumentType }) => instrumentType !== INDEX_TYPE);
  return [...indices, ...others].slice(0, MOST_SERIES).map(({ symbol, name }) => ({ symbol, name }));
}
