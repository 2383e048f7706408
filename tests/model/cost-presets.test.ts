import { describe, expect, it } from "vitest";
import { costsOf, firstTradeValue, presetForExchange, presetOf } from "#workers/model/cost-presets.ts";

/*
 * By hand, for a trade of 5,000 rupees on the NSE, in rupees. Buy: brokerage 5, STT 5, exchange 0.1485, SEBI 0.005,
 * GST 18 % of 5.1535 = 0.92763, stamp duty 0.75; together 11.83113. Sale: the same without stamp duty, 11.08113, and
 * 13 + 18 % = 15.34 for the depository: 26.42113. Half of both is 19.12613, or 0.3825226 % of 5,000: 0.39 % rounded up.
 * Half of both, of 1,000: 1 + 1 + 0.0297 + 0.001 + 18 % of 1.0307 = 0.185526 + 0.075 + 7.67 = 9.961226, or 0.9961226 %.
 * Of 10,000: 10 + 10 + 0.297 + 0.01 + 1.85526 + 0.75 + 7.67 = 30.58226, or 0.3058226 %.
 * Of 50,000: brokerage 20, STT 50, exchange 1.485, SEBI 0.05, GST 18 % of 21.535 = 3.8763, half the stamp duty 3.75,
 * 7.67: 86.8313, or 0.1736626 %. Of 100,000: 20 + 100 + 2.97 + 0.1 + 4.1526 + 7.5 + 7.67 = 142.3926, or 0.1423926 %.
 * Of 500,000: 20 + 500 + 14.85 + 0.5 + 6.363 + 37.5 + 7.67 = 586.883, or 0.1173766 %.
 */
describe("NSE delivery", () => {
  it.each([
    { trade: 1000, percent: 1, from: 1000, below: 2000 },
    { trade: 5000, percent: 0.39, from: 5000, below: 10_000 },
    { trade: 9999, percent: 0.39, from: 5000, below: 10_000 },
    { trade: 10_000, percent: 0.31, from: 10_000, below: 20_000 },
    { trade: 50_000, percent: 0.18, from: 50_000, below: 100_000 },
    { trade: 100_000, percent: 0.15, from: 100_000, below: 200_000 },
    { trade: 500_000, percent: 0.12, from: 500_000, below: null },
    { trade: 90_000_000, percent: 0.12, from: 500_000, below: null },
    { trade: 0, percent: 1, from: 1000, below: 2000 },
    { trade: Number.NaN, percent: 1, from: 1000, below: 2000 },
  ])("costs $percent % a side for a trade of $trade", ({ trade, percent, from, below }) => {
    const worked = costsOf("nse-delivery", trade);
    expect(worked).toMatchObject({ percent, slippage: 0.1, size: { from, below } });
  });

  it("has another percent in each size class, so that a commission tells its class", () => {
    const trades = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000];
    const percents = trades.map((trade) => costsOf("nse-delivery", trade).percent);
    expect(new Set(percents).size).toBe(trades.length);
    expect(percents).toEqual(percents.toSorted((a, b) => b - a));
  });

  it("has parts that make the percent up, the depository's on sales alone", () => {
    const { parts } = costsOf("nse-delivery", 5000);
    const sum = (side: "buy" | "sell") => parts.reduce((total, part) => total + part[side], 0);
    expect((sum("buy") + sum("sell")) / 2).toBeCloseTo(0.3825226, 10);
    expect(sum("buy") - sum("sell")).toBeCloseTo(0.015 - 0.3068, 10);
  });
});

describe("the United States", () => {
  // 0.00278 % and 0.000166 of 20 dollars, 0.00083 %, on sales alone: half of 0.00361 % is 0.001805 %.
  it("cost the regulators' fees on sales, and half of a spread", () => {
    expect(costsOf("us", 1_000_000)).toMatchObject({ percent: 0.002, slippage: 0.05, size: null });
  });
});

describe("a strategy's costs", () => {
  it.each([
    { commissionPercent: 0, slippagePercent: 0, preset: "none" },
    { commissionPercent: 0, slippagePercent: 0.1, preset: null },
    { commissionPercent: 0.39, slippagePercent: 0.1, preset: "nse-delivery" },
    { commissionPercent: 0.15, slippagePercent: 0, preset: "nse-delivery" },
    { commissionPercent: 0.002, slippagePercent: 0, preset: "us" },
    { commissionPercent: 0.1, slippagePercent: 0, preset: null },
  ])("of $commissionPercent % and $slippagePercent % are $preset", ({ preset, ...costs }) => {
    expect(presetOf(costs)).toBe(preset);
  });

  it("are suggested by the exchange's country", () => {
    expect(["NSE", "BSE", "NYSE", "NASDAQ", "XETRA"].map(presetForExchange)).toEqual([
      "nse-delivery",
      "nse-delivery",
      "us",
      "us",
      null,
    ]);
  });

  it("hang on what one position gets at the start", () => {
    expect(firstTradeValue({ startMargin: 100_000, maxPositions: 20 })).toBe(5000);
    expect(firstTradeValue({ startMargin: 100_000, maxPositions: 20, positionPercent: 8 })).toBe(8000);
  });
});
