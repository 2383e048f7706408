import { expect, it } from "vitest";
import { joinWords, scannerWarning, strategySentences, summarySections } from "#src/format/strategy-text.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

it("lists the built-in strategy as the specification words it", () => {
  expect(summarySections(defaultStrategy, "INR")).toEqual([
    { title: "Market", lead: null, lines: ["Exchange NSE", "Instrument EQUITY"] },
    {
      title: "Scanner",
      lead: "Any of",
      lines: [
        "Price growth over 300 days of at least 0%",
        "Price of at least ₹99",
        "Market cap rank in the top 10%",
        "90-day average daily value of at least ₹30Cr",
      ],
    },
    {
      title: "Buy Rules",
      lead: "All of",
      lines: [
        "Last price at or above the close 30 days before",
        "Last price at or above the 30-day moving average",
      ],
    },
    {
      title: "Sell Rules",
      lead: null,
      lines: ["10% trailing stop below the highest close", "5 days held at least"],
    },
    {
      title: "Simulation",
      lead: null,
      lines: [
        "Initial margin ₹1,00,000",
        "20 positions at most, equal weight",
        "01/01/2000 to 20/03/2025",
        "Order priority: 300-day top gainers first",
        "Filled at the next day's open, no costs",
      ],
    },
  ]);
});

it("says the built-in strategy in four sentences", () => {
  expect(strategySentences(defaultStrategy, "INR")).toEqual([
    "NSE EQUITY instruments pass with any one of: price growth over 300 days of at least 0%, price of at least ₹99, " +
      "market cap rank in the top 10% or 90-day average daily value of at least ₹30Cr.",
    "Buy when the last price is at or above the close 30 days before and the 30-day moving average.",
    "Sell on a fall of 10% from the highest close, but not before 5 days.",
    "Start with ₹1,00,000 on 01/01/2000, end on 20/03/2025, and hold at most 20 positions of equal weight; " +
      "300-day top gainers first.",
  ]);
});

it("says so when nothing is filtered, nothing is asked and nothing is sold", () => {
  const scanner = {
    ...defaultStrategy.scanner,
    priceGrowth: null,
    minPrice: null,
    marketCapRank: null,
    avgDailyValue: null,
  };
  const buy = { ...defaultStrategy.buy, lastPriceVsClose: false, lastPriceVsMA: false };
  const sell = { ...defaultStrategy.sell, trailingStopLoss: null };
  expect(strategySentences({ ...defaultStrategy, scanner, buy, sell }, "INR").slice(0, 3)).toEqual([
    "Every NSE EQUITY instrument passes the scanner.",
    "Whatever passes is bought while there is a place for it.",
    "Never sell: no exit rule is on.",
  ]);
});

it("lists every exit rule, the first to hold deciding", () => {
  const sell = { trailingStopLoss: 10, minHoldingDays: 0, stopLoss: 8, takeProfit: 25, maxHoldingDays: 250 };
  expect(strategySentences({ ...defaultStrategy, sell }, "INR")[2]).toBe(
    "Sell on a fall of 8% below the entry price, a fall of 10% from the highest close, a rise of 25% above the entry price " +
      "or the end of 250 days, whichever comes first.",
  );
});

it.each([
  { title: "nothing for the built-in scanner", change: {}, warns: false },
  { title: "a growth that everything has", change: { priceGrowth: -100 }, warns: true },
  { title: "a price that everything has", change: { minPrice: 0 }, warns: true },
  { title: "nothing where all must hold", change: { minPrice: 0, match: "all" as const }, warns: false },
])("warns of $title", ({ change, warns }) => {
  expect(scannerWarning({ ...defaultStrategy.scanner, ...change }) !== null).toBe(warns);
});

it("joins words with commas and a conjunction", () => {
  expect(joinWords([], "or")).toBe("");
  expect(joinWords(["a"], "or")).toBe("a");
  expect(joinWords(["a", "b", "c"], "and")).toBe("a, b and c");
});
