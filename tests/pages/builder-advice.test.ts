/** Warnings that need no prices: contradictions, slips of unit, look-backs longer than the data. */
import { describe, expect, it } from "vitest";
import { refusedBy } from "#src/pages/builder/advice.ts";
import { figureSlips, warmUpWarnings } from "#src/pages/builder/figure-advice.ts";
import { quoteLine } from "#src/format/rule-text.ts";
import { lineWarnings } from "#src/pages/builder/line-advice.ts";
import { REFUSALS } from "#src/run/start-problem.ts";
import type { DataDays } from "#src/run/warm-up.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";

const plain = { lastPriceVsClose: false, lastPriceVsMA: false };
const buying = (...rules: unknown[]) => lineWarnings(strategyOf({ buy: { ...plain, rules } })).buy;

describe("lines that can't be true together", () => {
  it.each([
    { title: "two limits of one value", rules: ["rsi(14) < 30", "rsi(14) > 70"] },
    { title: "limits that touch", rules: ["close >= 50", "close < 50"] },
    { title: "two averages both ways", rules: ["sma(20) > sma(50)", "sma(50) > sma(20)"] },
    { title: "a value written on the right", rules: ["close > 100", "50 > close"] },
    { title: "lines within groups of all", rules: ["close > 100", { all: [{ all: ["close < 50"] }] }] },
  ])("$title", ({ rules }) => {
    const [warning, ...others] = buying(...rules);
    expect(others).toEqual([]);
    expect(warning?.message).toContain("exclude each other");
    expect(warning?.mend?.changes).toHaveLength(1);
  });

  it.each([
    { title: "in one line", rule: "rsi(14) < 30 and rsi(14) > 70", says: "contradicts itself" },
    {
      title: "by what the function is",
      rule: "rsi(14) > 130",
      says: "can never hold: rsi lies between 0 and 100",
    },
    { title: "and what holds always", rule: "rank(close) <= 100", says: "always holds: rank lies between" },
  ])("$title", ({ rule, says }) => {
    const [warning] = buying(rule);
    expect(warning?.message).toContain(says);
    expect(warning?.mend?.changes).toEqual([{ line: "buy.rules[0]", text: null }]);
  });

  it("beside a fixed condition, where the scanner asks for all", () => {
    const scanner = {
      match: "all",
      priceGrowth: null,
      minPrice: 99,
      marketCapRank: null,
      avgDailyValue: null,
    };
    const rules = ["rawClose < 50"];
    expect(lineWarnings(strategyOf({ scanner, buy: { ...plain, rules } })).buy).toHaveLength(1);
    const any = { ...scanner, match: "any" };
    expect(lineWarnings(strategyOf({ scanner: any, buy: { ...plain, rules } })).buy).toEqual([]);
  });

  it.each([
    { title: "a span", rules: ["rsi(14) > 30", "rsi(14) < 70"] },
    { title: "one value", rules: ["close >= 50", "close <= 50"] },
    { title: "different lengths", rules: ["rsi(2) < 5", "rsi(14) > 70"] },
    { title: "places beyond a hundred", rules: ["place(close) <= 200", "place(close) > 100"] },
    { title: "different days", rules: ["close > 100", "close[1] < 50"] },
    { title: "members of an any", rules: [{ any: ["rsi(14) < 30", "rsi(14) > 70"] }] },
    { title: "what is off", rules: ["rsi(14) < 30", { off: "rsi(14) > 70" }] },
    { title: "a crossing", rules: ["rsi(14) crosses above 30", "rsi(14) < 70"] },
    { title: "what can't be read", rules: ["rsi(14) <", "rsi(14) > 130"] },
  ])("not $title", ({ rules }) => {
    expect(buying(...rules)).toEqual([]);
  });
});

describe("slips of unit", () => {
  it.each([
    { rule: "growth(126) > 0.1", mended: "growth(126) > 10" },
    { rule: "close > 5 and rsi(14) < 0.3", mended: "close > 5 and rsi(14) < 30" },
    { rule: "growth(20) < -0.15", mended: "growth(20) < -15" },
    { rule: "0.05 > rank(growth(126))", mended: "5 > rank(growth(126))" },
    { rule: 'of("😀", close > 1) and rsi(2) < 0.3', mended: 'of("😀", close > 1) and rsi(2) < 30' },
    { rule: "market(growth(126)) > 0.1", mended: "market(growth(126)) > 10" },
    { rule: "market(growth(126) > 0.1)", mended: "market(growth(126) > 10)" },
    { rule: 'of("TIDE", rsi(14)) < 0.3', mended: 'of("TIDE", rsi(14)) < 30' },
    { rule: "growth(20)[5] > 0.2", mended: "growth(20)[5] > 20" },
    { rule: "-growth(5) > 0.05", mended: "-growth(5) > 5" },
    {
      rule: "once(abs(close) > 5 and Trend(90) > 0.5, 9)",
      mended: "once(abs(close) > 5 and Trend(90) > 50, 9)",
    },
    { rule: "bandwidth(20, 2) < 0.1", mended: "bandwidth(20, 2) < 10" },
    { rule: "williamsR(14) < -0.8", mended: "williamsR(14) < -80" },
  ])("$rule", ({ rule, mended }) => {
    expect(buying(rule).map(({ mend }) => mend?.changes)).toEqual([[{ line: "buy.rules[0]", text: mended }]]);
  });

  it.each(["growth(126) > 1", "percentB(20, 2) < 0.1", "growth(126) > 0", "streak() > 0.5"])(
    "not %s",
    (rule) => {
      expect(buying(rule)).toEqual([]);
    },
  );

  it("of a position's profit, and of the form's own figures", () => {
    const [profit] = lineWarnings(strategyOf({ sell: { rules: ["profit <= -0.1"] } })).sell;
    expect(profit?.mend?.label).toBe("Make it 10");
    const [stop] = figureSlips(strategyOf({ sell: { stopLoss: 0.07 } }), "sell");
    expect(stop?.mend).toEqual({ label: "Make it 7%", changes: [{ name: "sell.stopLoss", value: "7" }] });
    expect(figureSlips(strategyOf({}), "scanner")).toEqual([]);
  });
});

describe("an extreme whose days include the day that it is compared with", () => {
  it.each([
    { rule: "close > highest(high, 20)", mended: "close > highest(high, 20)[1]" },
    { rule: "close > highest(20)", mended: "close > highest(20)[1]" },
    { rule: "close crosses above highest(high, 150)", mended: "close crosses above highest(high, 150)[1]" },
    { rule: "lowest(low, 10) > close", mended: "lowest(low, 10)[1] > close" },
    { rule: "low < lowest(close, 9)", mended: null },
    { rule: "high < lowest(close, 9)", mended: "high < lowest(close, 9)[1]" },
    { rule: "volume > highest(volume, 50)", mended: "volume > highest(volume, 50)[1]" },
    { rule: "close[2] > highest(high, 20)", mended: "close[2] > highest(high, 20)[3]" },
    { rule: "close[1] > highest(high, 20)[1]", mended: "close[1] > highest(high, 20)[2]" },
    { rule: "market(close > highest(high, 20))", mended: "market(close > highest(high, 20)[1])" },
    { rule: "close > 5 or close > highest(high, 3)", mended: "close > 5 or close > highest(high, 3)[1]" },
    { rule: "close > highest(high, 20)[1]", mended: null },
    { rule: "close >= highest(high, 20)", mended: null },
    { rule: "close = highest(close, 7)", mended: null },
    { rule: "high > highest(close, 20)", mended: null },
    { rule: "highest(high, 20) crosses above close", mended: null },
  ])("$rule", ({ rule, mended }) => {
    const warnings = buying(rule);
    expect(warnings.flatMap(({ mend }) => mend?.changes ?? [])).toEqual(
      mended === null ? [] : [{ line: "buy.rules[0]", text: mended }],
    );
    expect(warnings.every(({ message }) => message.includes("can never hold"))).toBe(true);
  });
});

/** What is said of one rule of the scanner. */
function toldOf(rule: string, dataset: DataDays): readonly string[] {
  return warmUpWarnings(strategyOf({ scanner: { rules: [rule] } }), dataset, "scanner")
    .map(({ message }) => message)
    .filter((message) => message.startsWith(quoteLine(rule)));
}

function countOf(rule: string, frequency: DataDays["frequency"]): number {
  return toldOf(rule, { firstDate: "2024-01-01", lastDate: "2024-12-31", frequency }).length;
}

describe("a look-back longer than the data", () => {
  const dataset = { firstDate: "2024-01-01", lastDate: "2024-12-31", frequency: "daily" } as const;

  it("is told of the form's own days with days that fit, and of a line", () => {
    const strategy = strategyOf({ scanner: { priceGrowthDays: 300, rules: ["close > sma(200)[60]"] } });
    const warnings = warmUpWarnings(strategy, dataset, "scanner");
    expect(warnings.map(({ mend }) => mend?.changes)).toEqual([
      [{ name: "scanner.priceGrowthDays", value: "50" }],
      [{ line: "scanner.rules[0]", text: null }],
    ]);
  });

  it("is none where the condition is off, fits, or is one of two that are enough", () => {
    const off = strategyOf({ scanner: { priceGrowth: null, priceGrowthDays: 300 } });
    expect(warmUpWarnings(off, dataset, "scanner")).toEqual([]);
    const fits = strategyOf({ scanner: { priceGrowthDays: 200, rules: ["close > sma(400) or close > 5"] } });
    expect(warmUpWarnings(fits, dataset, "scanner")).toEqual([]);
    expect(warmUpWarnings(strategyOf({}), null, "scanner")).toEqual([]);
  });

  it("counts weeks and months of a line by their days, and those of a dataset as its sessions", () => {
    // about 252 days, 52 weeks or 12 months
    expect(countOf("weekly(close > sma(50))", "daily")).toBe(0);
    expect(countOf("weekly(close > sma(60))", "daily")).toBe(1);
    expect(countOf("monthly(close > sma(13))", "daily")).toBe(1);
    expect(countOf("close > sma(60)", "daily")).toBe(0);
    expect(countOf("close > sma(60)", "weekly")).toBe(1);
    expect(countOf("close > sma(13)", "monthly")).toBe(1);
    expect(countOf("close > sma(11)", "monthly")).toBe(0);
  });

  it("is that of what sets a latch, since it is false until then", () => {
    expect(toldOf("latch(close > sma(300), close < 5)", dataset).join(" ")).toContain("looks 300 bars back");
    expect(toldOf("latch(close > 5, close < sma(300))", dataset)).toEqual([]);
  });

  it("counts to the end of the period alone", () => {
    const strategy = strategyOf({ simulation: { startDate: "2024-01-01", endDate: "2024-02-01" } });
    expect(warmUpWarnings(strategy, dataset, "buy")).toHaveLength(2);
  });
});

describe("a refusal of the counts, which only prices tell", () => {
  it.each([
    { code: "universe-currencies", place: "scanner.exchange", step: "scanner" },
    { code: "adjclose-missing", place: "simulation.priceBasis", step: "simulation" },
  ] as const)("stops the start: $code", ({ code, place, step }) => {
    const problem = { code, message: "the prices are none. Choose others.", place };
    expect(refusedBy(problem, strategyOf({}), null)).toMatchObject({ step, stopsStart: true });
    expect(REFUSALS).toContain(code); // and so it is no run in the list
  });

  it("says of several currencies what is wrong, and leaves the mend to the person", () => {
    const problem = { code: "universe-currencies", message: "the prices are in two currencies." } as const;
    expect(refusedBy(problem, strategyOf({}), null)).toMatchObject({
      message: "The prices are in two currencies.",
      mend: null,
    });
  });

  it("is none where nothing was refused, or it lies elsewhere", () => {
    expect(refusedBy(null, strategyOf({}), null)).toBeNull();
    const elsewhere = { code: "cancelled", message: "stopped" } as const;
    expect(refusedBy(elsewhere, strategyOf({}), null)).toBeNull();
  });
});
