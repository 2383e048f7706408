import { describe, expect, it } from "vitest";
import { costsOf, firstTradeValue, presetForExchange, presetOf } from "#workers/model/cost-presets.ts";

/*
 * By hand, for a trade of 5,000 rupees on the NSE, in rupees. Buy: brokerage 5, STT 5, exchange 0.1485, SEBI 0.005,
 * GST 18 % of 5.1535 = 0.92763, stamp duty 0.75; together 11.83113. Sale: the same without stamp duty, 11.08113. Half
 * of both is 11.45613, or 0.2291226 % of 5,000: 0.23 % rounded up.
 * Of 50,000: brokerage 20, STT 50, exchange 1.485, SEBI 0.05, GST 18 % of 21.535 = 3.8763, half the stamp duty 3.75:
 * 79.1613, or 0.1583226 %. Of 100,000: 20 + 100 + 2.97 + 0.1 + 4.1526 + 7.5 = 134.7226, or 0.1347226 %.
 * Of 500,000: 20 + 500 + 14.85 + 0.5 + 6.363 + 37.5 = 579.213, or 0.1158426 %.
 */
describe("NSE delivery", () => {
  it.each([
    { trade: 5000, percent: 0.23, from: 0, below: 50_000 },
    { trade: 49_999, percent: 0.23, from: 0, below: 50_000 },
    { trade: 50_000, percent: 0.16, from: 50_000, below: 100_000 },
    { trade: 100_000, percent: 0.14, from: 100_000, below: 500_000 },
    { trade: 500_000, percent: 0.12, from: 500_000, below: null },
    { trade: 90_000_000, percent: 0.12, from: 500_000, below: null },
    { trade: 0, percent: 0.23, from: 0, below: 50_000 },
    { trade: Number.NaN, percent: 0.23, from: 0, below: 50_000 },
  ])("costs $percent % a side for a trade of $trade", ({ trade, percent, from, below }) => {
    expect(costsOf("nse-delivery", trade)).toMatchObject({ percent, size: { from, below } });
  });

  it("has parts that make the percent up", () => {
    const { parts } = costsOf("nse-delivery", 5000);
    const sum = (side: "buy" | "sell") => parts.reduce((total, part) => total + part[side], 0);
    expect((sum("buy") + sum("sell")) / 2).toBeCloseTo(0.2291226, 10);
    expect(sum("buy") - sum("sell")).toBeCloseTo(0.015, 10);
  });
});

describe("the United States", () => {
  // 0.00278 % and 0.000166 of 20 dollars, 0.00083 %, on sales alone: half of 0.00361 % is 0.001805 %.
  it("cost the regulators' fees on sales", () => {
    expect(costsOf("us", 1_000_000)).toMatchObject({ percent: 0.002, size: null });
  });
});

describe("a strategy's costs", () => {
  it.each([
    { commissionPercent: 0, slippagePercent: 0, preset: "none" },
    { commissionPercent: 0, slippagePercent: 0.1, preset: null },
    { commissionPercent: 0.23, slippagePercent: 0.1, preset: "nse-delivery" },
    { commissionPercent: 0.14, slippagePercent: 0, preset: "nse-delivery" },
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
