/** What the builder warns of in portfolios, and what one click makes of it. */
import { describe, expect, it } from "vitest";
import { portfolioWarnings, stopOfPortfolio } from "#src/pages/builder/portfolio-advice.ts";
import { byWeights, strategyOf, weightsOf } from "#tests/support/strategy-of.ts";
import type { Strategy } from "#workers/model/strategy.ts";

function labels(strategy: Strategy): readonly string[] {
  return portfolioWarnings(strategy).flatMap((warning) => warning?.mend?.label ?? []);
}

describe("a portfolio", () => {
  it("that is set back, with places enough and fills of the next day, is not warned of", () => {
    expect(labels(strategyOf(byWeights({ weights: weightsOf(20) })))).toEqual([]);
    expect(stopOfPortfolio(strategyOf(byWeights({})))).toBeNull();
  });

  it("in parts that is never set back", () => {
    expect(labels(strategyOf(byWeights({ rebalance: "never" })))).toEqual(["Set back each year"]);
    expect(labels(strategyOf(byWeights({ rebalance: "never", weightsAre: "percents" })))).toEqual([]);
  });

  it("of more rows than places", () => {
    expect(labels(strategyOf(byWeights({ weights: weightsOf(21) })))).toEqual(["Use 21 places"]);
  });

  it("with the built-in stop left on", () => {
    const strategy = strategyOf({ ...byWeights({}), sell: { trailingStopLoss: 10 } });
    expect(stopOfPortfolio(strategy)?.message).toContain("when it falls by 10%");
  });
});

function flowing(amount: number): Strategy {
  return strategyOf({ simulation: { flows: [{ amount, every: "monthly" }] } });
}

it("deposits lie idle with places, not withdrawals", () => {
  expect(labels(flowing(100))).toEqual(["Hold all in equal parts instead"]);
  expect(labels(flowing(-100))).toEqual([]);
});

it("fills at the close that gave the signal", () => {
  expect(labels(strategyOf({ simulation: { fillAt: "same-close" } }))).toEqual(["Use the next day's open"]);
});
