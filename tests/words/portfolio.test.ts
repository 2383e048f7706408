/** A portfolio in words: on the screen's cards and sentences, and as the server tells it. */
import { describe, expect, it } from "vitest";
import { summarySections } from "#src/format/strategy-sections.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { strategyWords } from "#workers/api/server/routes/strategies.ts";
import type { Flow } from "#workers/model/flow.ts";
import {
  choosesByWeight,
  flowWords,
  ordinal,
  restWords,
  setBackWords,
  weightWords,
} from "#workers/words/portfolio.ts";
import type { PortfolioWriter } from "#workers/words/portfolio.ts";
import { byWeights, portfolioStrategy, strategyOf, weightsOf } from "#tests/support/strategy-of.ts";

const write: PortfolioWriter = {
  money: (amount) => `$${amount}`,
  percent: (value) => `${value}%`,
  number: String,
  day: (date) => date,
};

describe("a portfolio in words", () => {
  it("says on the screen what is held, when it is set back, what comes in and goes out, and what is earned", () => {
    const [scanner, , sell, simulation, terms] = strategySentences(portfolioStrategy, "INR");
    expect(scanner).toBe("Every NSE and BSE EQUITY instrument is looked at.");
    expect(sell).toBe("No exit rule is on: what is held is sold only to set it back to plan or pay you out.");
    expect(simulation).toBe(
      "Start with ₹1,00,000 on 01/01/2000, end on 20/03/2025, and hold at most 20 positions by weight; " +
        "300-day top gainers first. " +
        "How much of each: percent of the account, and the rest stays in cash: TIDE 60; " +
        "MOON: 20 if the close is above its 210-day average, otherwise 0; " +
        "every other: 1 divided by the 60-day volatility. " +
        "Set back to plan each month, on its 2nd session, only when something is off by 5 points, or by 25% of its plan. " +
        "Buys and sell rules are decided yearly, on the 2nd session. " +
        "Put in ₹10,000 each month from 05/01/2010, 10% more each year; take out 4% of the account each year to 31/12/2024.",
    );
    expect(terms).toContain(
      "Orders fill at the same day's close, in whole shares, at prices as traded, where a split looks like a fall and " +
        "dividends are missing. That is the very price that gave the signal: papers are written so, but nobody can trade at it.",
    );
    expect(terms).toMatch(
      / Idle money earns what LIQUID earns\. The Sharpe ratio subtracts what idle money earns\.$/,
    );
  });

  it("is a card's lines, with the expressions that they are of", () => {
    const sections = summarySections(portfolioStrategy, "INR");
    expect(sections[0]?.lines[0]?.words).toBe("Exchanges NSE and BSE");
    const lines = sections.at(-1)?.lines.map(({ words, formula }) => [words, formula]);
    expect(lines?.slice(1, 13)).toEqual([
      ["20 positions at most, by weight", null],
      ["01/01/2000 to 20/03/2025", null],
      ["Order priority: 300-day top gainers first", null],
      ["Percent of the account, and the rest stays in cash", null],
      ["TIDE 60", null],
      ["MOON: 20 if the close is above its 210-day average, otherwise 0", "if(close > sma(210), 20, 0)"],
      ["Every other: 1 divided by the 60-day volatility", "1 / volatility(60)"],
      [
        "Set back to plan each month, on its 2nd session, only when something is off by 5 points, or by 25% of its plan",
        null,
      ],
      ["Decided yearly, on the 2nd session", null],
      ["Put in ₹10,000 each month from 05/01/2010, 10% more each year", null],
      ["Take out 4% of the account each year to 31/12/2024", null],
      ["Idle money earns what LIQUID earns", null],
    ]);
  });

  it("names ten weights, and counts the others", () => {
    const many = strategyOf(byWeights({ weight: null, weights: weightsOf(12) }));
    const lines = summarySections(many, "INR")
      .at(-1)
      ?.lines.map(({ words }) => words);
    expect(lines).toEqual(expect.arrayContaining(["S9 1", "2 more by weights of their own"]));
    expect(lines).not.toContain("S10 1");
    expect(strategySentences(many, "INR")[3]).toContain("S9 1; 2 more by weights of their own. Set back");
  });

  it("is told by the server, a line for each", () => {
    expect(strategyWords(portfolioStrategy).split("\n")).toEqual([
      "Portfolio: NSE and BSE EQUITY, 2000-01-01 to 2025-03-20, at most 20 positions, from 100000.",
      "How much of each, percent of the account, and the rest stays in cash: TIDE 60; " +
        "MOON: 20 if the close is above its 210-day average, otherwise 0; every other: 1 divided by the 60-day volatility.",
      "Set back to plan each month, on its 2nd session, only when something is off by 5 points, or by 25% of its plan.",
      "Buys and sell rules are decided yearly, on the 2nd session.",
      "Money: put in 10000 each month from 2010-01-05, 10% more each year; take out 4% of the account each year to 2024-12-31.",
      "Idle money earns what LIQUID earns.",
      "Orders fill at the very close that gave the signal, as papers do and nobody can.",
    ]);
  });
});

it.each<readonly [Flow, string]>([
  [{ amount: 500, every: "weekly" }, "put in $500 each week"],
  [{ amount: -500, every: "once", from: "2012-02-29" }, "take out $500 once on 2012-02-29"],
  [
    { amount: -500, every: "quarterly", growPercent: -5, growBy: "CPI" },
    "take out $500 each quarter, 5% less each year, growing with CPI",
  ],
  [
    { percent: -1.5, every: "monthly", from: "2012-02-29", to: "2013-01-01" },
    "take out 1.5% of the account each month from 2012-02-29 to 2013-01-01",
  ],
])("says of money: %j", (flow, words) => {
  expect(flowWords(flow, write)).toBe(words);
});

it.each([
  [{ rebalance: "never" }, "never set back to plan"],
  [
    { rebalance: "daily", rebalanceBand: { points: 1 } },
    "set back to plan each day, only when something is off by 1 point",
  ],
  [{ rebalance: "quarterly" }, "set back to plan each quarter, on its first session"],
  [
    { rebalance: "yearly", scheduleDay: 11, rebalanceBand: { percent: 25 } },
    "set back to plan each year, on its 11th session, only when something is off by 25% of its plan",
  ],
])("says of setting back: %j", (settings, words) => {
  expect(setBackWords(strategyOf(byWeights(settings)).simulation, write)).toBe(words);
});

it("says how much of one, and of all others", () => {
  expect(weightWords({ symbol: "A", weight: "12.5%" })).toBe("A 12.5");
  expect(weightWords({ symbol: "A", weight: "IF(close > 5, 1, 2)" })).toBe(
    "A: 1 if the close is above 5, otherwise 2",
  );
  expect(restWords(strategyOf(byWeights({})).simulation)).toBe("each 1");
  expect(restWords(strategyOf(byWeights({ weight: null, weights: weightsOf(1) })).simulation)).toBe("");
});

it("counts sessions", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 20].map(ordinal)).toEqual([
    "first",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "20th",
  ]);
});

it.each([
  { title: "slots", simulation: {}, chooses: false },
  {
    title: "one plain weight for all",
    simulation: { positionSizing: "weights", weight: "1" },
    chooses: false,
  },
  {
    title: "a weight that hangs on prices",
    simulation: { positionSizing: "weights", weight: "if(close > sma(200), 20, 0)" },
    chooses: true,
  },
  {
    title: "weights of their own",
    simulation: { positionSizing: "weights", weight: "1", weights: [{ symbol: "TIDE", weight: "60" }] },
    chooses: true,
  },
])("$title: whether the weights choose what is held is $chooses", ({ simulation, chooses }) => {
  expect(choosesByWeight(strategyOf({ simulation }).simulation)).toBe(chooses);
});
