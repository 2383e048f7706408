import { describe, expect, it } from "vitest";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readAxes, variantsOf } from "#workers/api/sweep/axes.ts";
import { checkAxes } from "#workers/api/sweep/check-axes.ts";
import { valuesAt, variantAt } from "#workers/api/sweep/variants.ts";

function strategyOf(value: unknown): Strategy {
  const read = parseStrategy(value);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const WITH_RULES = strategyOf({
  format: "strategy/2",
  buy: { rules: ['close > -2.5% * sma(20) and close[3] > 10k and index("10", close) > 1'] },
});

async function refusal(strategy: Strategy, value: unknown): Promise<readonly string[]> {
  const axes = readAxes(value);
  const checked = axes.ok ? await checkAxes(strategy, axes.value) : axes;
  if (checked.ok) throw new Error("the axes were taken");
  return (checked.problem.problems ?? [checked.problem]).map(({ message }) => message);
}

function lineOf(strategy: Strategy): unknown {
  return strategy.buy.rules?.[0];
}

describe("axes of a sweep", () => {
  it("are a list, or the list in an object", () => {
    const list = [{ path: "sell.trailingStopLoss", values: [5, 10] }];
    expect(readAxes(list)).toStrictEqual({ ok: true, value: list });
    expect(readAxes({ axes: list })).toStrictEqual({ ok: true, value: list });
  });

  it("make variants of which the last axis runs fastest, from 0", () => {
    const axes = [
      { path: "sell.trailingStopLoss", values: [5, 10] },
      { path: "sell.minHoldingDays", values: [1, 2, 3] },
    ];
    expect(variantsOf(axes)).toBe(6);
    expect([0, 1, 2, 3, 4, 5].map((index) => valuesAt(axes, index))).toStrictEqual([
      [5, 1],
      [5, 2],
      [5, 3],
      [10, 1],
      [10, 2],
      [10, 3],
    ]);
    const variant = variantAt(strategyOf({}), axes, 4);
    expect(variant.ok && variant.value.sell).toMatchObject({ trailingStopLoss: 10, minHoldingDays: 2 });
    expect(variant.ok && variant.value.format).toBe("strategy/1");
  });

  it.each([
    [1, 4, 'close > -4% * sma(20) and close[3] > 10k and index("10", close) > 1'],
    [2, 50, 'close > -2.5% * sma(50) and close[3] > 10k and index("10", close) > 1'],
    [3, 5, 'close > -2.5% * sma(20) and close[5] > 10k and index("10", close) > 1'],
    [4, 25_000, 'close > -2.5% * sma(20) and close[3] > 25000 and index("10", close) > 1'],
    [5, 2, 'close > -2.5% * sma(20) and close[3] > 10k and index("10", close) > 2'],
  ])("put a value for number %i of a rule, with its suffix, behind its minus", (number, value, line) => {
    const variant = variantAt(WITH_RULES, [{ path: "buy.rules[0]", number, values: [value] }], 0);
    expect(variant.ok && lineOf(variant.value)).toBe(line);
  });

  it("put one value for several numbers, each of which is there and no other axis's", async () => {
    const also = [{ path: "sell.rules[0]", number: 1 }];
    const axes = [{ path: "buy.rules[0]", number: 1, also, values: [30] }];
    const both = strategyOf({
      format: "strategy/2",
      buy: { rules: ["close > sma(50)"] },
      sell: { rules: ["close < sma(50)"] },
    });
    const variant = variantAt(both, axes, 0);
    expect(variant.ok && [lineOf(variant.value), variant.value.sell.rules?.[0]]).toEqual([
      "close > sma(30)",
      "close < sma(30)",
    ]);
    expect(await refusal(strategyOf({ buy: { rules: ["close > sma(50)"] } }), axes)).toEqual([
      "axes[0].path: the strategy has no text at sell.rules[0]; name one of its rules",
    ]);
    expect(await refusal(both, [...axes, { ...also[0], values: [5] }])).toEqual([
      "axes[1]: sell.rules[0]#1 has an axis already",
    ]);
    expect(await refusal(both, [{ path: "sell.stopLoss", also, values: [5] }])).toEqual([
      "axes[0].also: only a number of a text goes with others, and sell.stopLoss is a setting",
    ]);
  });

  it("vary choices, conditions that are off, flags, dates and lists", () => {
    const axes = [
      { path: "scanner.match", values: ["any", "all"] },
      { path: "scanner.minPrice", values: [null, 5] },
      { path: "buy.lastPriceVsMA", values: [true, false] },
      { path: "simulation.startDate", values: ["2010-01-01"] },
      { path: "scanner.symbols", values: [["A", "B"]] },
    ];
    const variant = variantAt(strategyOf({}), axes, 0);
    expect(variant.ok && variant.value).toMatchObject({
      scanner: { match: "any", minPrice: null, symbols: ["A", "B"] },
      buy: { lastPriceVsMA: true },
      simulation: { startDate: "2010-01-01" },
    });
  });

  it("vary figures within settings, numbers of weights, and dates", async () => {
    const strategy = strategyOf({
      simulation: {
        positionSizing: "weights",
        weights: [{ symbol: "A", weight: "60" }],
        flows: [{ amount: 100, every: "monthly" }],
      },
    });
    const axes = [
      { path: "simulation.weights[0].weight", number: 1, values: [40] },
      { path: "simulation.flows[0].amount", values: [-5] },
      { path: "simulation.startDate", values: ["2010-01-01"] },
      { path: "simulation.rebalance", values: ["yearly"] },
    ];
    expect(await checkAxes(strategy, axes)).toEqual({ ok: true, value: null });
    const variant = variantAt(strategy, axes, 0);
    expect(variant.ok && variant.value).toMatchObject({
      format: "strategy/3",
      simulation: {
        weights: [{ symbol: "A", weight: "40" }],
        flows: [{ amount: -5, every: "monthly" }],
        startDate: "2010-01-01",
        rebalance: "yearly",
      },
    });
    expect(await refusal(strategy, [{ path: "simulation.flows[1].amount", values: [5] }])).toEqual([
      "axes[0].path: the strategy has no figure at simulation.flows[1].amount that could be varied",
    ]);
    const [zero] = await refusal(strategy, [{ path: "simulation.flows[0].amount", values: [0] }]);
    expect(zero).toContain("simulation.flows[0].amount can't be 0");
  });

  it.each([
    ["no list", 7, "axes:"],
    ["no axis at all", [], "axes:"],
    ["nine axes", Array.from({ length: 9 }, () => ({ path: "a.b", values: [1] })), "axes:"],
    ["an axis without values", [{ path: "sell.stopLoss", values: [] }], "axes[0].values:"],
    ["an unknown field", [{ path: "sell.stopLoss", values: [1], step: 1 }], "axes[0]:"],
    ["number 0", [{ path: "buy.rules[0]", number: 0, values: [1] }], "axes[0].number:"],
    ["an unknown path", [{ path: "sell.nothing", values: [1] }], "axes[0].path:"],
    ["a path into a prototype", [{ path: "__proto__.x", values: [1] }], "axes[0].path:"],
    ["a rule without its number", [{ path: "buy.rules[0]", values: [1] }], "axes[0].path:"],
    ["a rule that is not there", [{ path: "buy.rules[4]", number: 1, values: [1] }], "axes[0].path:"],
    ["a number that is not there", [{ path: "buy.rules[0]", number: 6, values: [1] }], "axes[0].number:"],
    ["text for a number", [{ path: "buy.rules[0]", number: 1, values: ["1"] }], "axes[0].values[0]:"],
  ])("are refused with their place: %s", async (_, axes, place) => {
    const [first] = await refusal(WITH_RULES, axes);
    expect(first?.startsWith(place)).toBe(true);
  });

  it("are refused for every value that a limit forbids, all at once", async () => {
    const axes = [
      { path: "sell.trailingStopLoss", values: [5, 0, 101] },
      { path: "simulation.positionSizing", values: ["equal", "by feel"] },
    ];
    const told = await refusal(strategyOf({}), axes);
    expect(told.map((line) => line.split(":")[0])).toStrictEqual([
      "sell.trailingStopLoss can't be 0",
      "sell.trailingStopLoss can't be 101",
      'simulation.positionSizing can\'t be "equal"',
      'simulation.positionSizing can\'t be "by feel"',
    ]);
  });

  it("are refused where two are of the same, and beyond a million variants", async () => {
    const same = { path: "sell.trailingStopLoss", values: [5] };
    expect(await refusal(WITH_RULES, [same, same])).toStrictEqual([
      "axes[1]: sell.trailingStopLoss has an axis already",
    ]);
    const thousand = Array.from({ length: 1001 }, (_, at) => at + 1);
    const many = [
      { path: "sell.minHoldingDays", values: thousand },
      { path: "sell.maxHoldingDays", values: thousand },
    ];
    expect(await refusal(WITH_RULES, many)).toStrictEqual([
      "axes: they make 1,002,001 variants, and 1,000,000 are the most; take values out",
    ]);
  });

  it("take a value that goes only with those of another axis", async () => {
    const axes = readAxes([
      { path: "simulation.startDate", values: ["1990-01-01"] },
      { path: "simulation.endDate", values: ["1991-01-01"] },
    ]);
    expect(axes.ok && (await checkAxes(strategyOf({}), axes.value)).ok).toBe(true);
  });
});
