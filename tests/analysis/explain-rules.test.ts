import { describe, expect, it } from "vitest";
import { plainStrategy } from "#tests/engine/tables/worked-case.ts";
import type { StrategyParts } from "#tests/engine/tables/worked-case.ts";
import { buildMarket, dateOf, dayOf } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { explainText } from "#workers/commands/explain-text.ts";
import type { Market } from "#workers/model/market.ts";
import type { Why } from "#workers/model/why.ts";
import { explain } from "#workers/run/retrace.ts";

/** Ten closes from a first one, a step apart, each with the same high and low. */
function rising(first: number, step: number): BarSpec[] {
  return Array.from({ length: 10 }, (_, t): BarSpec => [t, first + step * t, first + step * t]);
}

/** AAA 100, 101, ..., 109; BBB 50 throughout; an index that falls from 1,000 by 10; eps of AAA 2, known on session 4. */
function market(): Market {
  const bare = buildMarket([
    { symbol: "AAA", bars: rising(100, 1) },
    { symbol: "BBB", bars: rising(50, 0) },
    { symbol: "IDX", type: "INDEX", bars: rising(1000, -10) },
  ]);
  const eps = {
    name: "eps",
    kind: "fact" as const,
    stepOffset: Int32Array.of(0, 1, 1, 1),
    day: Int32Array.of(dayOf(4)),
    value: Float64Array.of(2),
  };
  return { ...bare, facts: [eps] };
}

function whyOf(parts: StrategyParts, session: number, symbol = "AAA"): Why {
  const strategy = plainStrategy({ scanner: { minPrice: null }, ...parts });
  const why = explain(strategy, market(), symbol, dateOf(session));
  if (!why.ok) throw new Error(why.problem.message);
  return why.value;
}

/** The buy rules as lines of text. */
function treeOf(
  rules: NonNullable<StrategyParts["buy"]>["rules"],
  session: number,
  symbol = "AAA",
): string[] {
  const lines = explainText(whyOf({ buy: { ...NO_FIXED, rules: rules ?? [] } }, session, symbol)).split("\n");
  const first = lines.findIndex((line) => line.startsWith("Buy rules"));
  const stop = lines.findIndex((line) => line.startsWith("Order priority"));
  return lines.slice(first + 1, stop).map((line) => line.slice(2));
}

const NO_FIXED = { lastPriceVsClose: false, lastPriceVsMA: false };

describe("the tree of a line", () => {
  it.each([
    {
      title: "has the value of each part",
      // on session 5 the close is 105, the mean of the last three 104
      rule: "close > sma(3)",
      session: 5,
      tree: ["close > sma(3): true", "  close = 105", "  sma(3) = 104"],
    },
    {
      title: "says false where it is",
      rule: "close < 100",
      session: 5,
      tree: ["close < 100: false", "  close = 105"],
    },
    {
      title: "says unknown where there are too few bars",
      rule: "close > sma(7)",
      session: 5,
      tree: ["close > sma(7): unknown", "  close = 105", "  sma(7) = unknown (only 6 bars so far)"],
    },
    {
      title: "goes into sums, and what is bracketed there",
      rule: "close * (2 + 1) >= high - 5",
      session: 0,
      tree: [
        "close * (2 + 1) >= high - 5: true",
        "  close * (2 + 1) = 300",
        "    close = 100",
        "    2 + 1 = 3",
        "  high - 5 = 95",
        "    high = 100",
      ],
    },
    {
      title: "shows both halves of a crossing, with their numbers",
      // 103 on session 3, 102 the bar before
      rule: "close crosses above 102.5",
      session: 3,
      tree: [
        "close crosses above 102.5: true",
        "  close > 102.5: true",
        "    close = 103",
        "  close[1] <= 102.5: true",
        "    close[1] = 102",
      ],
    },
    {
      title: "shows which half of a crossing fails",
      rule: "close crosses below sma(2)",
      session: 3,
      tree: [
        "close crosses below sma(2): false",
        "  close < sma(2): false",
        "    close = 103",
        "    sma(2) = 102.5",
        "  close[1] >= sma(2)[1]: true",
        "    close[1] = 102",
        "    sma(2)[1] = 101.5",
      ],
    },
    {
      title: "looks at other bars and other series where its parts do",
      // two bars before session 4: 102 and 980; the index 960 on session 4
      rule: "(close > 101)[2] and market(close < sma(2))",
      session: 4,
      tree: [
        "(close > 101)[2] and market(close < sma(2)): true",
        "  (close > 101)[2]: true",
        "    close[2] = 102",
        "  market(close < sma(2)): true",
        "    market(close) = 960",
        "    market(sma(2)) = 965",
      ],
    },
    {
      title: "asks the parts of a week of whole weeks",
      // sessions 0 to 4 are Wednesday to Sunday, of which the last closes at 104
      rule: "close > weekly(close + 1) and latch(close > 105, close < 103)",
      session: 5,
      tree: [
        "close > weekly(close + 1) and latch(close > 105, close < 103): false",
        "  close > weekly(close + 1): false",
        "    close = 105",
        "    weekly(close + 1) = 105",
        "      weekly(close) = 104",
        "  latch(close > 105, close < 103): false",
        "    close > 105: false",
        "      close = 105",
        "    close < 103: false",
        "      close = 105",
      ],
    },
    {
      title: "knows the place among the others",
      // AAA grew by 5 %, BBB by nothing: AAA is the first of two
      rule: "rank(growth(5)) < 50",
      session: 5,
      tree: ["rank(growth(5)) < 50: true", "  rank(growth(5)) = 0", "    growth(5) = 5"],
    },
    {
      title: "says that a fact is not known yet on its own day",
      rule: "close / eps > 10",
      session: 4,
      tree: [
        "close / eps > 10: unknown",
        "  close / eps = unknown",
        "    close = 104",
        "    eps = unknown (no value is known by this day)",
      ],
    },
    {
      title: "has the fact from the next day on",
      rule: "close / eps > 10",
      session: 5,
      tree: ["close / eps > 10: true", "  close / eps = 52.5", "    close = 105", "    eps = 2"],
    },
    {
      title: "says that a divisor is 0",
      rule: "not close / (high - low) > 1",
      session: 5,
      tree: [
        "not close / (high - low) > 1: unknown",
        "  close / (high - low) > 1: unknown",
        "    close / (high - low) = unknown (divided by 0)",
        "      close = 105",
        "      high - low = 0",
        "        high = 105",
        "        low = 105",
      ],
    },
    {
      title: "has the limits of a between, and rules inside of functions",
      rule: "count(close > close[1], 3) between 3 and volume",
      session: 5,
      tree: [
        "count(close > close[1], 3) between 3 and volume: false",
        "  count(close > close[1], 3) = 3",
        "    close > close[1]: true",
        "      close = 105",
        "      close[1] = 104",
        "  volume = 0",
      ],
    },
  ])("$title", ({ rule, session, tree }) => {
    expect(treeOf([rule], session)).toEqual(tree);
  });
});

describe("the tree of a group", () => {
  it("has its members, its label, and what is off marked as off", () => {
    const rules = [
      { any: ["close > 200", "sma(9) > 1"], label: "Either" },
      { none: ["close > 200", { off: "rsi(2) < 5" }] },
      { off: { all: ["close > 1"] }, label: "Later" },
    ];
    expect(treeOf(rules, 5)).toEqual([
      "Either: any of: unknown",
      "  close > 200: false",
      "    close = 105",
      "  sma(9) > 1: unknown",
      "    sma(9) = unknown (only 6 bars so far)",
      "none of: true",
      "  close > 200: false",
      "    close = 105",
      "  rsi(2) < 5: off",
      "Later: all of: off",
      "  close > 1: off",
    ]);
  });
});

describe("beside the rules", () => {
  it("a fixed condition has the tree of its line, with the verdict of its field", () => {
    const why = whyOf({ scanner: { minPrice: 103 } }, 3);
    expect(why.scanner).toMatchObject([
      {
        value: 103,
        threshold: 103,
        holds: true,
        tree: {
          text: "rawClose >= 103",
          worth: { type: "rule", state: "true" },
          parts: [{ text: "rawClose", worth: { type: "number", value: 103 } }],
        },
      },
    ]);
  });

  it("sell rules see the position", () => {
    // a candidate at the close of session 0, bought at the open of session 1, 101; on session 4 the close is 104
    const sell = { rules: ["profit > 50 or held >= 4"], minHoldingDays: 0 };
    const text = explainText(whyOf({ scanner: { symbols: ["AAA"] }, buy: NO_FIXED, sell }, 4));
    expect(text).toContain(
      [
        "Sell rules, any of; held 4 of at least 0 sessions",
        "  profit > 50 or held >= 4: true",
        "    profit > 50: false",
        "      profit = 2.970297", // (104 / 101 - 1) x 100
        "    held >= 4: true",
        "      held = 4",
      ].join("\n"),
    );
    expect(text).toContain(`  ${dateOf(4)} to be sold: rule`);
  });

  it("the size of a position by risk, and why there is none", () => {
    const simulation = {
      startMargin: 1000,
      positionSizing: "risk",
      positionPercent: 50,
      riskPercent: 1,
      riskDistance: "close - close[2] - 1",
    } as const;
    // on session 2 the distance is 102 - 100 - 1 = 1: 1 % of 1,000 is 10 shares, 1,020, more than half of the account
    expect(whyOf({ buy: NO_FIXED, simulation }, 2).account.slotValue).toBe(500);
    expect(whyOf({ buy: NO_FIXED, simulation }, 1).account.slotValue).toBeNull();
    expect(whyOf({ buy: NO_FIXED, simulation }, 2, "BBB").account.slotValue).toBeNull(); // 0 - 1 is below 0
  });

  it("what candidates are sorted by", () => {
    const simulation = { sortingType: "expression", sortBy: "-close" } as const;
    expect(explainText(whyOf({ simulation }, 2))).toContain(
      "Order priority, the highest first\n  -close = -102\n    close = 102",
    );
  });

  it("days that are not looked at", () => {
    // 1 January 2020 is a Wednesday: the week begins on session 5
    const weekly = { buy: NO_FIXED, simulation: { schedule: "weekly" } } as const;
    expect([0, 1, 4, 5, 6].map((session) => whyOf(weekly, session).isScheduled)).toEqual([
      true, // the run's first session
      false,
      false,
      true,
      false,
    ]);
    expect(explainText(whyOf(weekly, 1))).toContain("Not looked at on this day: weekly");
  });

  it("that it was sold a short while ago", () => {
    // bought at the open of session 1, to be sold at the close of session 1, sold at the open of session 2
    const parts = {
      scanner: { symbols: ["AAA"] },
      buy: NO_FIXED,
      sell: { maxHoldingDays: 1, minHoldingDays: 0, coolDownDays: 3 },
    };
    expect(whyOf(parts, 1).coolDown).toBeNull();
    expect(whyOf(parts, 4)).toMatchObject({
      passesBuy: true,
      coolDown: { soldOn: dateOf(2), passed: 2, days: 3 },
      decided: [],
    });
    expect(whyOf(parts, 5).coolDown).toBeNull(); // 5 - 2 sessions have passed
  });

  it("a stop that lies in the market, and its sale", () => {
    // bought at 101 on session 1; a target of 2 % lies at 103.02, which the open of session 4, 104, reaches
    const parts = {
      scanner: { symbols: ["AAA"] },
      buy: NO_FIXED,
      sell: { takeProfit: 2, stopOrders: "resting", coolDownDays: 100, minHoldingDays: 0 },
    } as const;
    expect(whyOf(parts, 3)).toMatchObject({
      soldByOrder: false,
      position: { rules: [{ reason: "take-profit", holds: null }] },
    });
    expect(whyOf(parts, 4)).toMatchObject({
      soldByOrder: true,
      position: null,
      decided: [{ type: "sell", price: 104 }],
    });
  });
});
