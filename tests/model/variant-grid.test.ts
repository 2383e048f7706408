import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { makeVariants } from "#workers/shortcuts/variants.ts";
import type { Rule } from "#workers/model/rule.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import {
  axisValues,
  fieldValue,
  gridCells,
  gridSize,
  gridVariants,
  numberTargets,
  readTarget,
  targetKey,
} from "#workers/model/variant-grid.ts";
import type { Axis, GridAxes } from "#workers/model/variant-grid.ts";
import { strategyOf } from "../support/strategy-of.ts";
import { buildMarket } from "../support/market-builder.ts";
import { smallRuns } from "../support/random-market.ts";
import { tries } from "#tests/support/tries.ts";

const stops: Axis = { field: "sell.trailingStopLoss", from: 5, to: 15, step: 5 };
const holds: Axis = { field: "sell.minHoldingDays", from: 0, to: 1, step: 1 };

describe("the values of an axis", () => {
  it.each([
    { title: "go from the start to the end", axis: { from: 5, to: 20, step: 5 }, values: [5, 10, 15, 20] },
    { title: "end before an end that no step meets", axis: { from: 1, to: 6, step: 2 }, values: [1, 3, 5] },
    { title: "are one where both ends are the same", axis: { from: 7, to: 7, step: 3 }, values: [7] },
    { title: "are none where the end is below the start", axis: { from: 7, to: 6, step: 1 }, values: [] },
    {
      title: "are the decimals that were meant, the end among them",
      axis: { from: 0.1, to: 0.5, step: 0.1 },
      values: [0.1, 0.2, 0.3, 0.4, 0.5],
    },
    { title: "may be below 0", axis: { from: -10, to: 10, step: 10 }, values: [-10, 0, 10] },
  ])("$title", ({ axis, values }) => {
    expect(axisValues(axis)).toEqual(values);
  });
});

describe("a grid", () => {
  it("has its cells row by row", () => {
    expect(gridCells([stops, holds])).toEqual([
      [5, 0],
      [5, 1],
      [10, 0],
      [10, 1],
      [15, 0],
      [15, 1],
    ]);
    expect(gridCells([stops])).toEqual([[5], [10], [15]]);
    expect(gridSize([stops, holds])).toBe(6);
  });

  it("changes nothing of the strategy but the figures of its axes", () => {
    const variants = gridVariants(defaultStrategy, [stops, holds]);
    const { sell } = defaultStrategy;
    expect(variants.ok && variants.value[3]).toEqual({
      ...defaultStrategy,
      sell: { ...sell, trailingStopLoss: 10, minHoldingDays: 1 },
    });
  });

  it("refuses what the strategy's own limits forbid, and says where", () => {
    const tooFar = gridVariants(defaultStrategy, [{ ...stops, from: 90, to: 110, step: 10 }]);
    expect(!tooFar.ok && tooFar.problem).toMatchObject({
      code: "strategy-invalid",
      place: "sell.trailingStopLoss",
    });
    const halfDays = gridVariants(defaultStrategy, [stops, { ...holds, step: 0.5 }]);
    expect(!halfDays.ok && halfDays.problem.place).toBe("sell.minHoldingDays");
  });

  it("knows the strategy's own figures, and which conditions are off", () => {
    expect(fieldValue(defaultStrategy, { field: "sell.trailingStopLoss" })).toBe(10);
    expect(fieldValue(defaultStrategy, { field: "sell.takeProfit" })).toBeNull();
  });
});

const byRules = strategyOf({
  buy: { rules: rulesWith("close > sma(200)", "close > 1.5k") },
  simulation: { sortingType: "expression", sortBy: "growth(126)" },
});

/** Those of `byRules` with other lines. */
function rulesWith(first: string, last: string): readonly Rule[] {
  return [first, { off: "rsi(2) < 5" }, { any: ["a > 1", { all: [last] }] }];
}

describe("a number in a rule as an axis", () => {
  it("is put into its text, and into nothing else", () => {
    const longer: Axis = { field: "buy.rules[0]", number: 1, from: 100, to: 200, step: 100 };
    const higher: Axis = { field: "buy.rules[2].any[1].all[0]", number: 1, from: 1500, to: 2500, step: 1000 };
    const variants = gridVariants(byRules, [longer, higher]);
    const rules = variants.ok && variants.value.map(({ buy }) => buy.rules);
    expect(rules).toEqual([
      rulesWith("close > sma(100)", "close > 1.5k"),
      rulesWith("close > sma(100)", "close > 2500"),
      rulesWith("close > sma(200)", "close > 1.5k"),
      rulesWith("close > sma(200)", "close > 2500"),
    ]);
    expect(variants.ok && variants.value[2]).toEqual(byRules);
  });

  it("may stand in the expression to sort by", () => {
    const axis: Axis = { field: "simulation.sortBy", number: 1, from: 20, to: 20, step: 1 };
    const variants = gridVariants(byRules, [axis]);
    expect(variants.ok && variants.value[0]?.simulation.sortBy).toBe("growth(20)");
    expect(fieldValue(byRules, axis)).toBe(126);
  });

  it("is refused at its place where the text has no such number, or there is no such text", () => {
    const second: Axis = { field: "buy.rules[0]", number: 2, from: 1, to: 1, step: 1 };
    const nowhere: Axis = { ...second, field: "sell.rules[0]", number: 1 };
    for (const axis of [second, nowhere]) {
      const variants = gridVariants(byRules, [axis]);
      expect(!variants.ok && variants.problem.place).toBe(axis.field);
      expect(fieldValue(byRules, axis)).toBeNull();
    }
  });

  it("is offered for what is in use alone", () => {
    expect(numberTargets(byRules).map(targetKey)).toEqual([
      "buy.rules[0] number 1",
      "buy.rules[2].any[0] number 1",
      "buy.rules[2].any[1].all[0] number 1",
      "simulation.sortBy number 1",
    ]);
  });

  it.each([
    { field: "buy.rules[0]", number: 1, isTarget: true },
    { field: "sell.takeProfit", number: undefined, isTarget: true },
    { field: "buy.rules[0]", number: undefined, isTarget: false },
    { field: "buy.rules[0]", number: 0, isTarget: false },
    { field: "buy.rules[0]", number: 1.5, isTarget: false },
    { field: "sell.takeProfit", number: 1, isTarget: false },
    { field: "simulation.benchmark", number: undefined, isTarget: false },
    { field: "constructor", number: undefined, isTarget: false },
  ])("$field with number $number is a target: $isTarget", ({ field, number, isTarget }) => {
    expect(readTarget(field, number) !== null).toBe(isTarget);
  });
});

describe("a setting of strategy/2 as an axis", () => {
  it("is left out where it has its default, and the format says so", () => {
    const axis: Axis = { field: "sell.coolDownDays", from: 0, to: 10, step: 10 };
    const variants = gridVariants(defaultStrategy, [axis]);
    expect(variants.ok && variants.value[0]).toEqual(defaultStrategy);
    expect(variants.ok && variants.value[1]).toMatchObject({
      format: "strategy/2",
      sell: { coolDownDays: 10 },
    });
    expect(fieldValue(defaultStrategy, axis)).toBe(0);
  });
});

const axes: fc.Arbitrary<GridAxes> = fc.constantFrom<GridAxes[]>(
  [stops],
  [stops, holds],
  [{ field: "scanner.priceGrowth", from: -10, to: 10, step: 10 }, stops],
  [
    { field: "scanner.minPrice", from: 80, to: 120, step: 20 },
    { field: "sell.takeProfit", from: 5, to: 25, step: 10 },
  ],
  [
    { field: "buy.movingAverageDays", from: 2, to: 6, step: 2 },
    { field: "simulation.maxPositions", from: 1, to: 3, step: 1 },
  ],
  [{ field: "simulation.commissionPercent", from: 0, to: 0.2, step: 0.1 }, holds],
);

it("every cell of a grid has the figures of its own run", () => {
  fc.assert(
    fc.property(smallRuns(), axes, ({ series, strategy }, grid) => {
      const market = buildMarket(series);
      const variants = gridVariants(strategy, grid);
      if (!variants.ok) throw new Error(variants.problem.message);
      makeVariants((planned) => planRun(planned, market))(variants.value, (cell, result) => {
        const variant = variants.value[cell];
        if (!variant) throw new Error(`no cell ${cell}`);
        const own = backtest(variant, { ...market });
        const ownFigures = own.ok
          ? { performance: own.value.performance, passedOver: own.value.passedOver }
          : own.problem;
        const { equity: _equity, ...figures } = result.ok
          ? result.value
          : { equity: null, ...result.problem };
        expect(figures).toEqual(ownFigures);
      });
    }),
    { numRuns: tries(60) },
  );
});
