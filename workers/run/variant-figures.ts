/** The figures of a market's variants; what they share is kept for the next ones on it. */
import { countableFigures } from "#workers/figures/countable.ts";
import type { Shortcut } from "#workers/engine/run-plan.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { VariantFigures } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "./plan-run.ts";
import { makeVariants } from "#workers/shortcuts/variants.ts";
import type { Variants } from "#workers/shortcuts/variants.ts";
import { shortcutsFor } from "./variant-shortcuts.ts";

/** So many variants of before say, with those to come, on which sessions rules are looked at: few come at once. */
const LATELY = 8;

/** What is kept of a market for its next variants. */
interface Kept {
  readonly run: Variants;
  /** The last ones on it. */
  lately: readonly Strategy[];
  /** For those that are under way. */
  shortcuts: readonly Shortcut[];
}

const keptOf = new WeakMap<Market, Kept>();

/** In the order of the strategies; one that can't be run has its own problem. */
export function figuresOf(strategies: readonly Strategy[], market: Market): Result<VariantFigures>[] {
  const kept = keptOf.get(market) ?? keepVariants(market);
  keptOf.set(market, kept);
  const all = [...kept.lately, ...strategies];
  kept.shortcuts = shortcutsFor(all);
  kept.lately = all.slice(-LATELY);
  const figures: Result<VariantFigures>[] = [];
  kept.run(strategies, (place, result) => {
    if (!result.ok) {
      figures[place] = result;
      return;
    }
    const { performance, passedOver, account } = result.value;
    figures[place] = countableFigures({ performance, passedOver, ...(account && { account }) });
  });
  return figures;
}

function keepVariants(market: Market): Kept {
  const kept: Kept = {
    run: makeVariants((strategy) => planRun(strategy, market, { shortcuts: kept.shortcuts })),
    lately: [],
    shortcuts: [],
  };
  return kept;
}
