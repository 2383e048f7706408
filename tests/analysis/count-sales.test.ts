/** Why a run sold, counted by hand: each sale of a part is one. Session 0 is 2020-01-01. */
import { expect, it } from "vitest";
import { prices } from "#tests/engine/tables/worked-case.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { countSales } from "#workers/run/retrace.ts";

it("counts each sale of a part, by what it was made for", () => {
  const market = buildMarket([
    prices("A", { close: [100, 100, 100, 100, 200, 200, 200, 200] }),
    prices("B", { close: [100, 100, 100, 100, 100, 100, 100, 100] }),
  ]);
  const strategy = strategyOf({
    simulation: {
      startMargin: 1000,
      startDate: dateOf(0),
      endDate: "2039-12-31",
      fractionalShares: true,
      positionSizing: "weights",
      commissionPercent: 0,
      slippagePercent: 0,
      schedule: "weekly",
      rebalance: "weekly",
      weightsAre: "percents",
      weights: [
        { symbol: "A", weight: "50" },
        { symbol: "B", weight: "50" },
      ],
      flows: [{ amount: -150, every: "once", from: dateOf(2) }],
    },
  });
  // All is in A and B when 150 are to be paid out: a part of each is sold. A doubles on session 4; session 5, 06/01/2020,
  // begins a week, and what A has above the half is sold.
  expect(valueOf(countSales(strategy, market))).toEqual({ rebalance: 1, payment: 2 });
});
