import { describe, expect, it } from "vitest";
import { summarySections } from "#src/format/strategy-sections.ts";
import { OWN_INDEX } from "#workers/model/benchmark-names.ts";
import { scannerWarning, strategySentences } from "#src/format/strategy-text.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { strategyOf } from "../support/strategy-of.ts";

/** The lines of each section without the formulas. */
function linesOf(strategy: Strategy) {
  return summarySections(strategy, "INR").map(({ title, lead, lines }) => ({
    title,
    lead,
    lines: lines.map(({ words }) => words),
  }));
}

function plain(words: string) {
  return { words, formula: null, group: null };
}

function rule(words: string, formula: string) {
  return { words, formula, group: null };
}

function scannerOf(scanner: object) {
  return strategySentences(strategyOf({ scanner }), "INR")[0];
}

it("lists the built-in strategy as the specification words it", () => {
  expect(linesOf(defaultStrategy)).toEqual([
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
        "Prices as traded",
        "Compared with the dataset's own index (where it has none: all instruments, bought in equal parts and held)",
      ],
    },
  ]);
});

it.each([
  ["TIDAL120", "Compared with TIDAL120, the dataset's own index"],
  [
    "equal-weight universe",
    "Compared with the equal-weight universe: the data has no index, so all instruments are bought in equal parts and held",
  ],
  [undefined, `Compared with ${OWN_INDEX}`],
])("names in the settings of a run what it was compared with: %s", (benchmark, words) => {
  const settings = summarySections(strategyOf({}), "INR", benchmark).at(-1);
  expect(settings?.lines.at(-1)?.words).toBe(words);
});

it("says the specification's strategy in four sentences, and one on what its result hangs on besides", () => {
  expect(strategySentences(defaultStrategy, "INR")).toEqual([
    "NSE EQUITY instruments pass with any one of: price growth over 300 days of at least 0%, price of at least ₹99, " +
      "market cap rank in the top 10% or 90-day average daily value of at least ₹30Cr.",
    "Buy when the last price is at or above the close 30 days before and the 30-day moving average.",
    "Sell on a fall of 10% from the highest close, but not before 5 days.",
    "Start with ₹1,00,000 on 01/01/2000, end on 20/03/2025, and hold at most 20 positions of equal weight; " +
      "300-day top gainers first.",
    "Orders fill at the next day's open, in whole shares, at prices as traded, where a split looks like a fall and dividends are missing. " +
      "Nothing is taken off for costs. The result is compared with the dataset's own index (where it has none: all instruments, bought in equal parts and held).",
  ]);
});

it("tells costs, fill, price basis, benchmark and what is taken off for risk", () => {
  const simulation = {
    fillAt: "next-close",
    priceBasis: "adjusted",
    commissionPercent: 0.23,
    slippagePercent: 0.1,
    fractionalShares: true,
    riskFreePercent: 6.5,
    benchmark: "NIFTY50",
  };
  expect(strategySentences(strategyOf({ simulation }), "INR")[4]).toBe(
    "Orders fill at the next day's close, in fractions of shares too, at prices adjusted for splits and dividends. " +
      "Costs take 0.23% commission and 0.1% slippage of each buy and each sale. " +
      "The result is compared with NIFTY50; most indices leave dividends out, your prices do not. " +
      "The Sharpe ratio subtracts a risk-free rate of 6.5% a year.",
  );
  expect(strategySentences(defaultStrategy, "INR", { ownBenchmark: "TIDAL120" })[4]).toContain(
    "compared with TIDAL120, the dataset's own index.",
  );
  const average =
    "compared with the average share: all instruments in equal parts, set back each month, without costs.";
  expect(strategySentences(strategyOf({ simulation: { benchmark: "average-share" } }), "INR")[4]).toContain(
    average,
  );
  expect(strategySentences(defaultStrategy, "INR", { ownBenchmark: "average-share" })[4]).toContain(average);
  expect(strategySentences(defaultStrategy, "INR", { ownBenchmark: "equal-weight universe" })[4]).toContain(
    "compared with the equal-weight universe: the data has no index, so all instruments are bought in equal parts and held.",
  );
});

it("does not tell a condition that the data can't answer, but that it is left out", () => {
  const leftOut = ["marketCapRank", "lastPriceVsMA"] as const;
  const sentences = strategySentences(defaultStrategy, "INR", { leftOut });
  expect(sentences[0]).not.toContain("market cap");
  expect(sentences[1]).toBe("Buy when the last price is at or above the close 30 days before.");
  expect(sentences.at(-1)).toBe(
    "Left out, because the data can't answer it: market cap rank and last price at or above the moving average.",
  );
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
    "Every NSE EQUITY instrument is looked at.",
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

describe("a strategy/2", () => {
  const off = { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null };
  const noMarks = { lastPriceVsClose: false, lastPriceVsMA: false };
  const ruled = strategyOf({
    scanner: { ...off, symbols: ["TIDE", "MOON"], sectors: ["Shipping"], rules: ["rank(growth(252)) < 10"] },
    buy: {
      ...noMarks,
      rules: [
        "close > sma(200)",
        { off: "rsi(2) < 5" },
        { any: ["rsi(2) < 5", "rsi(4) < 5", { off: "low > 1" }], label: "Dips" },
      ],
    },
    sell: { trailingStopLoss: null, minHoldingDays: 0, rules: ["close < sma(50)", "held >= 5"] },
    simulation: {
      sortingType: "expression",
      sortBy: "growth(126)",
      positionSizing: "risk",
      positionPercent: 10,
      riskPercent: 0.5,
      riskDistance: "2 * atr(20)",
      schedule: "weekly",
    },
    computed: [
      { name: "score", language: "python", source: "" },
      { name: "idle", language: "python", source: "", off: true },
    ],
  });

  it("is said with its rules in plain words, and without what is off", () => {
    expect(strategySentences(ruled, "INR")).toEqual([
      "An instrument (NSE EQUITY, only TIDE and MOON, only of the sector Shipping) passes when it is among the top 10% by growth over 252 days.",
      "Buy when all of these hold: the close is above its 200-day average; (Dips: any of these: the 2-day RSI is below 5; the 4-day RSI is below 5).",
      "Sell when the close is below its 50-day average or it will have been held for at least 5 days, whichever comes first.",
      "Start with ₹1,00,000 on 01/01/2000, end on 20/03/2025, and hold at most 20 positions, " +
        "each risking 0.5% of the account over 2 times the 20-day average true range and costing at most 10% of the account; " +
        "highest growth over 126 days first. Buys and sell rules are decided weekly, on the first session.",
      "Orders fill at the next day's open, in whole shares, at prices as traded, where a split looks like a fall and dividends are missing. " +
        "Nothing is taken off for costs. The result is compared with the dataset's own index (where it has none: all instruments, bought in equal parts and held).",
      "It uses numbers from own code: score (python).",
    ]);
  });

  it("is said with fixed conditions and rules beside each other", () => {
    const mixed = strategyOf({
      buy: { rules: ["volume > 1k"] },
      sell: { rules: ["held >= 5"], coolDownDays: 3, stopOrders: "resting" },
      simulation: { positionSizing: "percent-of-equity", positionPercent: 5 },
    });
    const [, buy, sell, simulation] = strategySentences(mixed, "INR");
    expect(buy).toBe(
      "Buy when the last price is at or above the close 30 days before and the 30-day moving average, and the volume is above 1 thousand. " +
        "A share that was sold may be bought again after 3 days.",
    );
    expect(sell).toBe(
      "Sell on a fall of 10% from the highest close, or when it will have been held for at least 5 days, whichever comes first, but not before 5 days. " +
        "Stops and profit target are resting orders.",
    );
    expect(simulation).toContain(
      "hold at most 20 positions, 5% of the account each; 300-day top gainers first.",
    );
  });

  it("is listed with everything that is set, rules with their formulas", () => {
    expect(summarySections(ruled, "INR").map(({ lead, lines }) => ({ lead, lines }))).toEqual([
      {
        lead: null,
        lines: ["Exchange NSE", "Instrument EQUITY", "Only TIDE and MOON", "Only of the sector Shipping"].map(
          plain,
        ),
      },
      {
        lead: "Any of",
        lines: [rule("It is among the top 10% by growth over 252 days", "rank(growth(252)) < 10")],
      },
      {
        lead: "All of",
        lines: [
          rule("The close is above its 200-day average", "close > sma(200)"),
          {
            words: "Dips: any of these: the 2-day RSI is below 5; the 4-day RSI is below 5",
            formula: "Dips: any of (“rsi(2) < 5”, “rsi(4) < 5”)",
            group: {
              heading: "Dips: any of these",
              members: [
                rule("the 2-day RSI is below 5", "rsi(2) < 5"),
                rule("the 4-day RSI is below 5", "rsi(4) < 5"),
              ],
            },
          },
        ],
      },
      {
        lead: null,
        lines: [
          rule("Sold when the close is below its 50-day average", "close < sma(50)"),
          rule("Sold when it will have been held for at least 5 days", "held >= 5"),
          plain("No minimum hold"),
        ],
      },
      {
        lead: null,
        lines: [
          plain("Initial margin ₹1,00,000"),
          rule(
            "20 positions at most, each risking 0.5% of the account over 2 times the 20-day average true range and costing at most 10% of the account",
            "2 * atr(20)",
          ),
          plain("01/01/2000 to 20/03/2025"),
          rule("Order priority: highest growth over 126 days first", "growth(126)"),
          plain("Decided weekly, on the first session"),
          plain("Filled at the next day's open, no costs"),
          plain("Prices as traded"),
          plain(
            "Compared with the dataset's own index (where it has none: all instruments, bought in equal parts and held)",
          ),
          plain("Own number: score (python)"),
        ],
      },
    ]);
  });

  it("is listed with what a group of sell rules sells on", () => {
    const rules = [{ all: ["held >= 60", "profit < 5"], label: "Dead money" }];
    const [, , , sell] = summarySections(strategyOf({ sell: { rules } }), "INR");
    expect(sell?.lines[1]).toMatchObject({
      words:
        "Sold when Dead money: all of these: it will have been held for at least 60 days; the profit is below 5%",
      group: { heading: "Sold when Dead money: all of these" },
    });
  });

  it("passes the scanner with conditions of the form, or by a rule of its own", () => {
    const priced = { ...off, minPrice: 99 };
    expect(scannerOf({ ...priced, rules: ["pe < 15"] })).toBe(
      "An instrument (NSE EQUITY) passes with price of at least ₹99, or when pe is below 15.",
    );
    const both = { ...priced, marketCapRank: 10, match: "all", rules: ["pe < 15", "eps > 0"] };
    expect(scannerOf(both)).toBe(
      "An instrument (NSE EQUITY) passes with all of: price of at least ₹99 and market cap rank in the top 10%, and when pe is below 15 and eps is above 0.",
    );
  });

  it("says what holds of all sales in a sentence of its own behind a list", () => {
    const rules = ["close < sma(50)", "month >= 5 and month <= 10", "pe > 5 or pe < 0"];
    const [, , sell] = strategySentences(strategyOf({ sell: { rules, minHoldingDays: 5 } }), "INR");
    expect(sell).toBe(
      "Sell on a fall of 10% from the highest close, or when any of these holds: the close is below its 50-day average; " +
        "it is from May to October; pe is above 5 or below 0. Nothing is sold before 5 days.",
    );
  });

  it("names ten symbols and counts the others", () => {
    const symbols = Array.from({ length: 12 }, (_, at) => `S${at}`);
    const [sentence] = strategySentences(strategyOf({ scanner: { ...off, symbols } }), "INR");
    expect(sentence).toBe("Only S0, S1, S2, S3, S4, S5, S6, S7, S8, S9 and 2 more are looked at.");
  });
});
