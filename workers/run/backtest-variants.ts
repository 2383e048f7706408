/** Many strategies on one market at once, for their figures; apart from backtest.ts, so that a run loads none of it. */
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { PassedOver, Performance } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "./plan-run.ts";
import { makeVariants } from "#workers/shortcuts/variants.ts";
import { shortcutsFor } from "./variant-shortcuts.ts";

export interface VariantHooks {
  /** Keep each variant's equity curve; without it `equity` is null. */
  readonly withEquity?: boolean;
  /** Called after each variant. */
  readonly onVariant?: (done: number, variants: number) => void;
}

export interface VariantOutcome {
  readonly performance: Performance;
  readonly passedOver: PassedOver;
  readonly equity: Float64Array | null;
}

/** Figures of many strategies on one market, in the order of the list; each is what its own run would give. */
export function backtestVariants(
  strategies: readonly Strategy[],
  market: Market,
  { withEquity = false, onVariant }: VariantHooks = {},
): Result<VariantOutcome>[] {
  const outcomes: Result<VariantOutcome>[] = [];
  let done = 0;
  const shortcuts = shortcutsFor(strategies);
  makeVariants((strategy) => planRun(strategy, market, { shortcuts }))(strategies, (place, result) => {
    outcomes[place] = result.ok
      ? ok({ ...result.value, equity: withEquity ? result.value.equity.slice() : null })
      : result;
    onVariant?.(++done, strategies.length);
  });
  return outcomes;
}
