import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { makeVariants } from "#workers/shortcuts/variants.ts";
import type { Rule } from "#workers/model/rule.ts";
import { targetsFor } from "#workers/model/grid-targets.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
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
import type { BarSpec, SeriesSpec } from "../support/market-builder.ts";
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

/** A portfolio of 60/40, set back in a band, with money that comes in and goes out. */
const portfolio = strategyOf({
  simulation: {
    startDate: "2010-01-31",
    positionSizing: "weights",
    weight: "1 / volatility(60)",
    weights: [
      { symbol: "A", weight: "60" },
      { symbol: "B", weight: "if(close > sma(210), 20, 0)" },
    ],
    rebalance: "monthly",
    rebalanceBand: { percent: 25 },
    flows: [
      { amount: 100, every: "weekly" },
      { percent: -4, every: "yearly" },
    ],
    cash: { percent: 3 },
  },
});

/** Of the variants of one axis. */
function variantsOf(axis: Axis, strategy = portfolio) {
  const variants = gridVariants(strategy, [axis]);
  if (!variants.ok) throw new Error(variants.problem.message);
  return variants.value.map(({ simulation }) => simulation);
}

describe("a figure of a portfolio as an axis", () => {
  it("is offered where the strategy has it", () => {
    const keys = targetsFor(portfolio).map(targetKey);
    expect(keys.slice(keys.indexOf("simulation.scheduleDay"))).toEqual([
      "simulation.scheduleDay",
      "simulation.startDate",
      "simulation.rebalanceBand.percent",
      "simulation.flows[0].amount",
      "simulation.flows[1].percent",
      "simulation.cash.percent",
      "simulation.weight number 1",
      "simulation.weight number 2",
      "simulation.weights[0].weight number 1",
      "simulation.weights[1].weight number 1",
      "simulation.weights[1].weight number 2",
      "simulation.weights[1].weight number 3",
    ]);
    const plain = targetsFor(defaultStrategy).map(targetKey);
    expect(plain).toContain("simulation.startDate");
    expect(plain).not.toContain("simulation.scheduleDay");
    expect(targetsFor(strategyOf({ simulation: { schedule: "yearly" } })).map(targetKey)).toContain(
      "simulation.scheduleDay",
    );
  });

  it("is a number of a weight, of one symbol or of all", () => {
    const own: Axis = { field: "simulation.weights[1].weight", number: 1, from: 200, to: 220, step: 20 };
    expect(variantsOf(own).map(({ weights }) => weights?.map(({ weight }) => weight))).toEqual([
      ["60", "if(close > sma(200), 20, 0)"],
      ["60", "if(close > sma(220), 20, 0)"],
    ]);
    expect(fieldValue(portfolio, own)).toBe(210);
    const all: Axis = { field: "simulation.weight", number: 2, from: 20, to: 40, step: 20 };
    expect(variantsOf(all).map(({ weight }) => weight)).toEqual(["1 / volatility(20)", "1 / volatility(40)"]);
  });

  it("is a band, a sum of money, what idle money earns, or a day of the schedule", () => {
    const band: Axis = { field: "simulation.rebalanceBand.percent", from: 10, to: 20, step: 10 };
    expect(variantsOf(band).map(({ rebalanceBand }) => rebalanceBand)).toEqual([
      { points: null, percent: 10 },
      { points: null, percent: 20 },
    ]);
    const sum: Axis = { field: "simulation.flows[0].amount", from: -50, to: 150, step: 100 };
    expect(variantsOf(sum).map(({ flows }) => flows?.[0]?.amount)).toEqual([-50, 50, 150]);
    expect(variantsOf(sum)[0]?.flows?.[1]).toEqual({ percent: -4, every: "yearly" });
    const rate: Axis = { field: "simulation.cash.percent", from: 0, to: 3, step: 3 };
    expect(variantsOf(rate).map(({ cash }) => cash)).toEqual([{ percent: 0 }, { percent: 3 }]);
    const day: Axis = { field: "simulation.scheduleDay", from: 1, to: 2, step: 1 };
    expect(variantsOf(day).map(({ scheduleDay }) => scheduleDay)).toEqual([undefined, 2]);
    expect([band, sum, rate, day].map((axis) => fieldValue(portfolio, axis))).toEqual([25, 100, 3, 1]);
  });

  it("is the start, so many months later, on the month's last day where it has no such day", () => {
    const start: Axis = { field: "simulation.startDate", from: 0, to: 3, step: 1 };
    expect(variantsOf(start).map(({ startDate }) => startDate)).toEqual([
      "2010-01-31",
      "2010-02-28",
      "2010-03-31",
      "2010-04-30",
    ]);
    expect(fieldValue(portfolio, start)).toBe(0);
  });

  it.each<Axis>([
    { field: "simulation.rebalanceBand.percent", from: 100, to: 101, step: 1 },
    { field: "simulation.flows[0].amount", from: 0, to: 0, step: 1 },
    { field: "simulation.flows[1].percent", from: -101, to: -101, step: 1 },
    { field: "simulation.cash.percent", from: 51, to: 51, step: 1 },
    { field: "simulation.scheduleDay", from: 21, to: 21, step: 1 },
  ])("keeps the limits of the strategy: $field up to $to", (axis) => {
    const variants = gridVariants(portfolio, [axis]);
    expect(!variants.ok && variants.problem.place).toBe(axis.field);
  });

  it("is no start in half a month, nor one at the end", () => {
    const starts = [
      { from: 0.5, to: 0.5, step: 1 },
      { from: 1200, to: 1200, step: 1 },
    ];
    const places = starts.map((range) => {
      const variants = gridVariants(portfolio, [{ field: "simulation.startDate", ...range }]);
      return !variants.ok && variants.problem.place;
    });
    expect(places).toEqual(["simulation.startDate", "simulation.endDate"]);
  });

  it("is none where the strategy has no such figure", () => {
    const missing: Axis = { field: "simulation.rebalanceBand.points", from: 1, to: 2, step: 1 };
    const variants = gridVariants(portfolio, [missing]);
    expect(!variants.ok && variants.problem.place).toBe(missing.field);
    const other: Axis = { field: "simulation.weights[7].weight", number: 1, from: 1, to: 2, step: 1 };
    expect(gridVariants(portfolio, [other]).ok).toBe(false);
  });

  it.each([
    ["simulation.flows[0].amount", undefined, true],
    ["simulation.flows[0].amount", 1, false],
    ["simulation.flows[01].amount", undefined, false],
    ["simulation.flows.amount", undefined, false],
    ["simulation.flows[0].every", undefined, false],
    ["simulation.rebalanceBand.points", undefined, true],
    ["simulation.rebalanceBand[0].points", undefined, false],
    ["simulation.cash.percent", undefined, true],
    ["simulation.cash.price", undefined, false],
    ["simulation.startDate", undefined, true],
    ["simulation.endDate", undefined, false],
    ["simulation.weight", 1, true],
    ["simulation.weights[3].weight", 1, true],
    ["simulation.weights[3].weight", undefined, false],
    ["simulation.weights[3].symbol", 1, false],
  ])("%s with number %s is read as a target: %s", (field, number, isTarget) => {
    expect(readTarget(field, number) !== null).toBe(isTarget);
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

/** A price that rises and falls. */
const close = (session: number) => 100 + 10 * Math.sin(session / 9) + session / 10;

it("every start of a grid has the figures of its own run", () => {
  const bars = Array.from({ length: 150 }, (_, at): BarSpec => [at, close(at), close(at + 1)]);
  const market = buildMarket([{ symbol: "A", bars }]);
  const strategy = strategyOf({
    scanner: { priceGrowth: null, minPrice: 1, marketCapRank: null, avgDailyValue: null },
    buy: { closeDays: 5, movingAverageDays: 5 },
    simulation: { startDate: "2020-01-10", endDate: "2020-05-20", maxPositions: 1 },
  });
  const variants = gridVariants(strategy, [{ field: "simulation.startDate", from: 0, to: 3, step: 1 }]);
  if (!variants.ok) throw new Error(variants.problem.message);
  const found: unknown[] = [];
  makeVariants((planned) => planRun(planned, market))(variants.value, (cell, result) => {
    found[cell] = result.ok && result.value.performance;
  });
  const own = variants.value.map((variant) => backtest(variant, { ...market }));
  expect(found).toEqual(own.map((run) => run.ok && run.value.performance));
  expect(new Set(found.map((figures) => JSON.stringify(figures))).size).toBe(4);
});

interface CellFigures {
  /** By cell. */
  readonly together: readonly unknown[];
  /** The same of each cell's own run. */
  readonly alone: readonly unknown[];
  /** Positions of all of them. */
  readonly positions: number;
}

function runCells(strategy: Strategy, grid: GridAxes, series: readonly SeriesSpec[]): CellFigures {
  const market = buildMarket(series);
  const variants = gridVariants(strategy, grid);
  if (!variants.ok) throw new Error(variants.problem.message);
  const together: unknown[] = [];
  makeVariants((planned) => planRun(planned, market))(variants.value, (cell, result) => {
    together[cell] = result.ok
      ? { performance: result.value.performance, passedOver: result.value.passedOver }
      : result.problem;
  });
  const runs = variants.value.map((variant) => backtest(variant, { ...market }));
  const alone = runs.map((own) =>
    own.ok ? { performance: own.value.performance, passedOver: own.value.passedOver } : own.problem,
  );
  const positions = runs.reduce((sum, own) => sum + (own.ok ? own.value.positions.length : 0), 0);
  return { together, alone, positions };
}

it("every cell of a grid has the figures of its own run", () => {
  fc.assert(
    fc.property(smallRuns(), axes, ({ series, strategy }, grid) => {
      const { together, alone } = runCells(strategy, grid, series);
      expect(together).toEqual(alone);
    }),
    { numRuns: tries(60) },
  );
});

const portfolioAxes: fc.Arbitrary<GridAxes> = fc.constantFrom<GridAxes[]>(
  [{ field: "simulation.rebalanceBand.percent", from: 10, to: 30, step: 20 }],
  [
    { field: "simulation.weights[0].weight", number: 1, from: 20, to: 60, step: 20 },
    { field: "simulation.scheduleDay", from: 1, to: 3, step: 1 },
  ],
  [
    { field: "simulation.flows[0].amount", from: -500, to: 500, step: 1000 },
    { field: "simulation.cash.percent", from: 0, to: 20, step: 20 },
  ],
  [{ field: "simulation.weight", number: 2, from: 2, to: 3, step: 1 }, holds],
);

it("every cell of a portfolio's grid has, too", () => {
  let seen = 0;
  fc.assert(
    fc.property(smallRuns(), portfolioAxes, ({ series, strategy }, grid) => {
      const { startDate, endDate, startMargin } = strategy.simulation;
      const held = strategyOf({
        scanner: { exchange: strategy.scanner.exchange, instrumentType: strategy.scanner.instrumentType },
        sell: { minHoldingDays: 1 },
        simulation: {
          startDate,
          endDate,
          startMargin,
          positionSizing: "weights",
          weight: "1 / volatility(2)",
          weights: [{ symbol: series[0]?.symbol ?? "", weight: "40" }],
          fractionalShares: true,
          rebalance: "weekly",
          rebalanceBand: { percent: 5 },
          flows: [{ amount: 100, every: "weekly" }],
          cash: { percent: 5 },
        },
      });
      const { together, alone, positions } = runCells(held, grid, series);
      expect(together).toEqual(alone);
      seen += positions;
    }),
    { numRuns: tries(60) },
  );
  expect(seen).toBeGreaterThan(0);
});
