import { describe, expect, it } from "vitest";
import { readAxes, toText } from "#src/pages/optimise/axis-form.ts";
import { gridCsv } from "#src/pages/optimise/search-files.ts";
import { axesFile } from "#src/pages/optimise/sweep-rows.ts";
import { firstTargets, pickTarget, suggestedAxis, targetsWithGroups } from "#src/pages/optimise/targets.ts";
import { namedNumbers } from "#src/format/number-names.ts";
import { cellText, targetName, targetWords, unitOf, valueText } from "#src/format/target-text.ts";
import { gridCell } from "#tests/storage/sample-grid.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { targetsFor } from "#workers/model/grid-targets.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { axesOfAddress, optimiseAddress } from "#src/share/optimise-address.ts";
import { axesSchema } from "#src/storage/grid-record.ts";
import { gridVariants, targetKey } from "#workers/model/variant-grid.ts";
import type { AxisTarget, GridAxes } from "#workers/model/variant-grid.ts";

const ruled = strategyOf({
  scanner: { priceGrowth: null },
  buy: { lastPriceVsMA: false, rules: ["close > sma(200)", { any: ["rsi(2) < 2"] }, { off: "low > 5" }] },
  simulation: { positionSizing: "percent-of-equity", positionPercent: 5 },
});

const length: AxisTarget = { field: "buy.rules[0]", number: 1 };
const depth = { field: "buy.rules[1].any[0]", number: 2 } as const;

describe("what can be varied", () => {
  it("are settings that change something, then the numbers of rules in use", () => {
    const keys = targetsFor(ruled).map(targetKey);
    expect(keys.slice(-3)).toEqual([
      "buy.rules[0] number 1",
      "buy.rules[1].any[0] number 1",
      targetKey(depth),
    ]);
    for (const idle of ["scanner.priceGrowthDays", "buy.movingAverageDays", "simulation.riskPercent"])
      expect(keys).not.toContain(idle);
    for (const live of [
      "scanner.priceGrowth",
      "buy.closeDays",
      "simulation.positionPercent",
      "sell.coolDownDays",
    ])
      expect(keys).toContain(live);
    expect(targetsFor(defaultStrategy).map(targetKey)).not.toContain("simulation.positionPercent");
  });

  it("is called by the builder's words, and a number by what it is", () => {
    expect(targetName({ field: "sell.trailingStopLoss" }, ruled)).toBe("Trailing stop loss");
    expect(targetName(length, ruled)).toBe("Average period");
    expect(targetName(depth, ruled)).toBe("RSI level");
    const sorted = strategyOf({ simulation: { sortingType: "expression", sortBy: "growth(126)" } });
    expect(targetName({ field: "simulation.sortBy", number: 1 }, sorted)).toBe("Growth period");
    expect([
      unitOf({ field: "sell.coolDownDays" }),
      unitOf({ field: "scanner.minPrice" }),
      unitOf(length),
    ]).toEqual(["days", "", ""]);
  });

  it("is called so where it is of a portfolio", () => {
    const strategy = strategyOf({
      simulation: {
        positionSizing: "weights",
        weight: "1 / volatility(60)",
        weights: [{ symbol: "A", weight: "60" }],
        rebalance: "monthly",
        rebalanceBand: { points: 2.5 },
        flows: [{ amount: -40_000, every: "yearly", growPercent: 2 }],
        cash: { percent: 3 },
      },
    });
    const told = (target: AxisTarget, value: number) => [
      targetName(target, strategy),
      valueText(target, value, "INR"),
      unitOf(target),
    ];
    expect(told({ field: "simulation.weight", number: 1 }, 2)[0]).toBe("Weight: 1 in 1 / volatility(60)");
    expect(told({ field: "simulation.weight", number: 2 }, 90)).toEqual(["Volatility period", "90", ""]);
    expect(told({ field: "simulation.weights[0].weight", number: 1 }, 50)[0]).toBe("Weight of A");
    expect(told({ field: "simulation.rebalanceBand.points" }, 2.5)).toEqual([
      "Band, in points of the account",
      "2.5 points",
      "points",
    ]);
    expect(told({ field: "simulation.flows[0].amount" }, -40_000)).toEqual([
      "Money in and out 1, sum",
      "−₹40K",
      "",
    ]);
    expect(told({ field: "simulation.flows[0].growPercent" }, 2)).toEqual([
      "Money in and out 1, growth",
      "2%",
      "% a year",
    ]);
    expect(told({ field: "simulation.startDate" }, 0)).toEqual([
      "Start date, later by",
      "0 months",
      "months",
    ]);
    expect(told({ field: "simulation.scheduleDay" }, 20)).toEqual(["Day of the schedule", "20", ""]);
    expect(suggestedAxis({ field: "simulation.flows[0].amount" }, strategy)).toMatchObject({
      from: -40_000,
      to: -30_000,
      step: 2000,
    });
    const day: AxisTarget = { field: "simulation.scheduleDay" };
    expect(suggestedAxis(day, strategy)).toMatchObject({ from: 1, to: 20, step: 1 });
    const weekly = strategyOf({ simulation: { schedule: "weekly" } });
    expect(suggestedAxis(day, weekly)).toMatchObject({ from: 1, to: 5, step: 1 });
    expect(suggestedAxis({ field: "simulation.startDate" }, strategy)).toMatchObject({
      from: 0,
      to: 12,
      step: 1,
    });
  });

  it("is explained where it is the number of a line", () => {
    expect(targetWords(length, ruled)).toBe("The close is above its 200-day average.");
    expect(targetWords({ field: "sell.trailingStopLoss" }, ruled)).toBeUndefined();
  });

  it.each([
    { line: "close > sma(200)", range: { from: 100, to: 300, step: 20 } },
    { line: "rsi(2) < 5", range: { from: 1, to: 7, step: 1 } },
    { line: "close > 0.75 * low", range: { from: 0.5, to: 1, step: 0.05 } },
    { line: "close > 0", range: { from: 0, to: 5, step: 1 } },
    { line: "value > 2cr", range: { from: 10_000_000, to: 30_000_000, step: 2_000_000 } },
  ])("goes about the number of $line at first", ({ line, range }) => {
    expect(suggestedAxis(length, strategyOf({ buy: { rules: [line] } }))).toEqual({ ...length, ...range });
  });

  it("makes axes of it, one number of a line beside another, but not one twice", () => {
    const text = toText({ ...depth, from: 1, to: 3, step: 1 });
    const other = toText({ ...depth, number: 1, from: 1, to: 3, step: 1 });
    const both = readAxes(text, other);
    expect(both.type === "axes" && both.axes).toEqual([
      { ...depth, from: 1, to: 3, step: 1 },
      { ...depth, number: 1, from: 1, to: 3, step: 1 },
    ]);
    expect(readAxes(text, text)).toEqual({
      type: "wrong",
      messages: { "columns.field": "Choose a parameter other than the first." },
    });
  });

  it("names its cells shortly", () => {
    const axes: AxisTarget[] = [{ field: "sell.trailingStopLoss" }, length];
    expect(cellText(axes, [12.5, 150], ruled, "INR")).toBe("Trailing stop loss 12.5%, Average period 150");
  });

  it("names the cells of a number without a name by its rule", () => {
    const half = strategyOf({ buy: { rules: ["close > 0.5 * low"] } });
    expect(cellText([length], [0.75], half, "INR")).toBe("Buy rule 1: 0.75 for 0.5");
  });

  it("heads its column in the file by place and number", () => {
    const csv = gridCsv([{ ...depth, from: 1, to: 2, step: 1 }], [gridCell(1), null]);
    expect(csv).toMatch(/^buy\.rules\[1\]\.any\[0\] number 2,startValue,/);
  });
});

/** Buys where the short average crosses above the long one, sells where it crosses below. */
const crossing = strategyOf({
  buy: { rules: ["sma(50) crosses above sma(200)", "rsi(14) > 50"] },
  sell: { trailingStopLoss: null, rules: ["sma(50) crosses below sma(200)", "rsi(14) < 40"] },
});
const short = {
  field: "buy.rules[0]",
  number: 1,
  also: [{ field: "sell.rules[0]", number: 1 }],
} as const satisfies AxisTarget;
const long = { ...short, number: 2, also: [{ field: "sell.rules[0]", number: 2 }] } as const;

describe("a number that stands in several rules", () => {
  it("is one, which is called by what it is, and still each by itself", () => {
    const rules = targetsWithGroups(crossing).filter(({ number }) => number !== undefined);
    expect(rules.map((target) => targetName(target, crossing))).toEqual([
      "Short average",
      "Short average (buy rule 1 alone)",
      "Long average",
      "Long average (buy rule 1 alone)",
      "RSI period",
      "RSI period (buy rule 2 alone)",
      "RSI level (buy rule 2)",
      "Short average (sell rule 1 alone)",
      "Long average (sell rule 1 alone)",
      "RSI period (sell rule 2 alone)",
      "RSI level (sell rule 2)",
    ]);
    expect(rules[0]).toEqual(short);
  });

  it("is what a page begins with where no stop is set", () => {
    expect(firstTargets(crossing)).toEqual([short, long]);
  });

  it("goes into all of its rules", () => {
    const variants = gridVariants(crossing, [{ ...short, from: 20, to: 20, step: 1 }]);
    const [varied] = variants.ok ? variants.value : [];
    expect(varied?.buy.rules?.[0]).toBe("sma(20) crosses above sma(200)");
    expect(varied?.sell.rules?.[0]).toBe("sma(20) crosses below sma(200)");
  });

  it("can't be varied by two axes at once", () => {
    const range = { from: "20", to: "60", step: "20" };
    const alone: AxisTarget = { field: "sell.rules[0]", number: 1 };
    expect(readAxes({ ...short, ...range }, { ...long, ...range }).type).toBe("axes");
    expect(readAxes({ ...short, ...range }, { ...alone, ...range })).toMatchObject({
      messages: { "columns.field": "Choose a parameter other than the first." },
    });
  });

  it("stays one in an address, in a stored grid and in the file for a sweep", () => {
    const axes: GridAxes = [{ ...short, from: 20, to: 60, step: 20 }];
    const address = new URL(optimiseAddress("a", axes), "http://localhost");
    expect(axesOfAddress(address.searchParams)).toEqual(axes);
    expect(axesSchema.parse(JSON.parse(JSON.stringify(axes)))).toEqual(axes);
    const file: unknown = JSON.parse(axesFile(axes));
    expect(file).toEqual({
      axes: [
        {
          path: "buy.rules[0]",
          number: 1,
          also: [{ path: "sell.rules[0]", number: 1 }],
          values: [20, 40, 60],
        },
      ],
    });
  });

  it("heads its column in the file by all of its places", () => {
    const csv = gridCsv([{ ...short, from: 20, to: 40, step: 20 }], [gridCell(1), null]);
    expect(csv).toMatch(/^buy\.rules\[0\] number 1 and sell\.rules\[0\] number 1,startValue,/);
  });
});

describe("a number of a rule is called", () => {
  it.each([
    ["close > sma(200)", ["Average period"]],
    ["ema(12) > ema(26)", ["Short exponential average", "Long exponential average"]],
    ["volume > 2 * sma(volume, 50)", [null, "Average of the volume period"]],
    ["close > highest(high, 20)[1]", ["Highest high period", null]],
    ["close < bollingerLower(20, 2)", ["Lower Bollinger band period", null]],
    ["rank(growth(126)) < 10", ["Growth period", "Rank by growth limit"]],
    ["rsi(14) between 30 and 70", ["RSI period", null, null]],
    ["profit >= 20 or close > 5", ["Profit limit", "Close limit"]],
    ["close >", []],
  ])("in %s %j", (line, names) => {
    const strategy = strategyOf({ sell: { rules: [line] } });
    expect(namedNumbers(strategy).map(({ name }) => name)).toEqual(names);
  });
});

describe("what a page begins with", () => {
  it("is the specification's stop and holding period, or the rules' own numbers where no stop is set", () => {
    expect(firstTargets(defaultStrategy)).toEqual([
      { field: "sell.trailingStopLoss" },
      { field: "sell.minHoldingDays" },
    ]);
    const { sell } = ruled;
    expect(firstTargets({ ...ruled, sell: { ...sell, trailingStopLoss: null } })).toEqual([
      length,
      { field: "buy.rules[1].any[0]", number: 1 },
    ]);
    const bare = { ...defaultStrategy, sell: { ...defaultStrategy.sell, trailingStopLoss: null } };
    expect(firstTargets(bare)).toHaveLength(2);
  });
});

describe("a click on a figure", () => {
  const [stop, days, rule] = [
    toText(suggestedAxis({ field: "sell.trailingStopLoss" }, ruled)),
    toText(suggestedAxis({ field: "sell.minHoldingDays" }, ruled)),
    toText(suggestedAxis(length, ruled)),
  ];

  it("varies it in place of the one that was chosen first", () => {
    expect(pickTarget([stop, days], length, ruled)).toEqual([days, rule]);
    expect(pickTarget([stop, null], length, ruled)).toEqual([stop, rule]);
  });

  it("that is varied leaves it as it is, but for the last one", () => {
    expect(pickTarget([stop, rule], length, ruled)).toEqual([stop, null]);
    expect(pickTarget([rule, stop], length, ruled)).toEqual([stop, null]);
    expect(pickTarget([rule, null], length, ruled)).toEqual([rule, null]);
  });
});
