import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Weight } from "#workers/model/weights.ts";

/** The default strategy with these settings, as every reader reads it. */
export function strategyOf(settings: object): Strategy {
  const read = parseStrategy(settings);
  if (!read.ok) throw new Error(read.problem.details?.join("\n"));
  return read.value;
}

/** With every setting of strategy/2. */
export const everythingStrategy: Strategy = strategyOf({
  name: "Everything",
  scanner: { symbols: ["TIDE", "MOON"], sectors: ["Shipping"], rules: ["rank(growth(252)) < 10"] },
  buy: { rules: ["close > sma(200)", { any: ["rsi(2) < 5", { off: "close > 5" }], label: "Dips" }] },
  sell: { rules: ["held >= 5"], coolDownDays: 3, stopOrders: "resting" },
  simulation: {
    sortingType: "expression",
    sortBy: "growth(126)",
    positionSizing: "risk",
    positionPercent: 10,
    riskPercent: 1,
    riskDistance: "2 * atr(20)",
    schedule: "weekly",
  },
  computed: [{ name: "score", language: "python", source: "def compute(bars):\n  return bars['close']" }],
});

/** By weights, with every setting of strategy/3. */
export const portfolioStrategy: Strategy = strategyOf({
  name: "Portfolio",
  scanner: { exchange: "NSE", exchanges: ["NSE", "BSE"] },
  simulation: {
    positionSizing: "weights",
    fillAt: "same-close",
    weight: "1 / volatility(60)",
    weights: [
      { symbol: "TIDE", weight: "60" },
      { symbol: "MOON", weight: "if(close > sma(210), 20, 0)" },
    ],
    weightsAre: "percents",
    rebalance: "monthly",
    rebalanceBand: { points: 5, percent: 25 },
    schedule: "yearly",
    scheduleDay: 2,
    flows: [
      { amount: 10_000, every: "monthly", from: "2010-01-05", growPercent: 10 },
      { percent: -4, every: "yearly", to: "2024-12-31" },
    ],
    cash: { price: "LIQUID" },
    riskFree: "cash",
  },
});

/** A strategy by weights that are set back each month, with some settings of the simulation changed. */
export function byWeights(simulation: object): object {
  return { simulation: { positionSizing: "weights", weight: "1", rebalance: "monthly", ...simulation } };
}

/** S0, S1 and so on, of equal weight. */
export function weightsOf(count: number): readonly Weight[] {
  return Array.from({ length: count }, (_, at) => ({ symbol: `S${at}`, weight: "1" }));
}
