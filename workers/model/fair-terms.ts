/** What strategies start with that are new: the terms that an honest backtest is on. */
import { costsOf, firstTradeValue, presetForExchange } from "./cost-presets.ts";
import { defaultStrategy } from "./strategy.ts";
import type { Strategy } from "./strategy.ts";

/**
 * A strategy on adjusted prices, so that no split looks like a crash and dividends count, and after what buying and
 * selling costs on its exchange, half of the spread included. Files that say nothing of either keep the defaults of their format, which are prices as
 * traded and no costs.
 */
export function onFairTerms(strategy: Strategy): Strategy {
  const { scanner, simulation } = strategy;
  const costs = costsOf(presetForExchange(scanner.exchange) ?? "none", firstTradeValue(simulation));
  return {
    ...strategy,
    simulation: {
      ...simulation,
      priceBasis: "adjusted",
      commissionPercent: costs.percent,
      slippagePercent: costs.slippage,
    },
  };
}

/** The specification's parameters, as a new strategy has them. */
export const fairStrategy: Strategy = onFairTerms(defaultStrategy);
