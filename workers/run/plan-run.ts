/** From a strategy and a market to the plan of a run. What the market's prices say is kept beside it for the next one. */
import { makeMarketFacts } from "#workers/engine/facts.ts";
import type { MarketFacts } from "#workers/engine/facts.ts";
import { planOn } from "#workers/engine/plan.ts";
import type { Plan, Shortcut } from "#workers/engine/run-plan.ts";
import type { BarLength } from "#workers/model/bar-length.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { allShortcuts } from "#workers/shortcuts/all-shortcuts.ts";

export interface RunOptions {
  /** Those that answer the run's questions, all of them without it; with none the plain engine gives the same result. */
  readonly shortcuts?: readonly Shortcut[];
  /** What a bar is on the whole market, where this one is a part of it. */
  readonly bars?: BarLength;
}

const factsOf = new WeakMap<Market, MarketFacts>();

export function planRun(
  strategy: Strategy,
  market: Market,
  { shortcuts = allShortcuts, bars }: RunOptions = {},
): Result<Plan> {
  return planOn(strategy, knownFacts(market), shortcuts, { bars });
}

/** What a market's prices say, the same object each time. */
export function knownFacts(market: Market): MarketFacts {
  const facts = factsOf.get(market) ?? makeMarketFacts(market);
  factsOf.set(market, facts);
  return facts;
}
