/** The figures of a market's variants; what they share is kept for the next ones on it. */
import { countableFigures } from "./figures/countable.ts";
import type { Market } from "./model/market.ts";
import type { Result } from "./model/problem.ts";
import type { VariantFigures } from "./model/protocol.ts";
import type { Strategy } from "./model/strategy.ts";
import { planRun } from "./plan-run.ts";
import { makeVariants } from "./shortcuts/variants.ts";
import type { Variants } from "./shortcuts/variants.ts";

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
    const { performance, passedOver } = result.value;
    figures[place] = countableFigures({ performance, passedOver });
  });
  return figures;
}
