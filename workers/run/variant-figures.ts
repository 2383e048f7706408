/** The figures of a market's variants; what they share is kept for the next ones on it. */
import { countableFigures } from "#workers/figures/countable.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { VariantFigures } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "./plan-run.ts";
import { makeVariants } from "#workers/shortcuts/variants.ts";
import type { Variants } from "#workers/shortcuts/variants.ts";

const variantsOf = new WeakMap<Market, Variants>();

/** In the order of the strategies; one that can't be run has its own problem. */
export function figuresOf(strategies: readonly Strategy[], market: Market): Result<VariantFigures>[] {
  const variants = variantsOf.get(market) ?? makeVariants((strategy) => planRun(strategy, market));
  variantsOf.set(market, variants);
  const figures: Result<VariantFigures>[] = [];
  variants(strategies, (place, result) => {
    if (!result.ok) {
      figures[place] = result;
      return;
    }
    const { performance, passedOver, account } = result.value;
    figures[place] = countableFigures({ performance, passedOver, ...(account && { account }) });
  });
  return figures;
}
