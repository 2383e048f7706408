/** What the builder warns of in portfolios, and what one click makes of it. */
import { describe, expect, it } from "vitest";
import { listedAlone, portfolioWarnings, stopOfPortfolio } from "#src/pages/builder/portfolio-advice.ts";
import { byWeights, strategyOf, weightsOf } from "#tests/support/strategy-of.ts";
import type { HeldFacts } from "#workers/model/preview.ts";
import type { Strategy } from "#workers/model/strategy.ts";

type Facts = Parameters<typeof portfolioWarnings>[1];

function warningsOf(strategy: Strategy, facts: Partial<Facts> = {}) {
  const known = { currency: "INR", preview: null, rehearsed: null, ...facts };
  return portfolioWarnings(strategy, known).flatMap((warning) => warning ?? []);
}

function labels(strategy: Strategy, facts: Partial<Facts> = {}): readonly (string | undefined)[] {
  return warningsOf(strategy, facts).map(({ mend }) => mend?.label);
}

function held(symbol: string, facts: Partial<HeldFacts> = {}): HeldFacts {
  return {
    symbol,
    instrumentType: "FUND",
    isTraded: true,
    since: null,
    until: null,
    firstClose: 10,
    ...facts,
  };
}

function portfolio(simulation: object = {}): Strategy {
  const rows = [
    { symbol: "SHARES", weight: "60" },
    { symbol: "BONDS", weight: "40" },
  ];
  return strategyOf(byWeights({ weight: null, weights: rows, weightsAre: "percents", ...simulation }));
}

describe("a portfolio", () => {
  it("that is set back, with places enough and fills of the next day, is not warned of", () => {
    expect(labels(strategyOf(byWeights({ weights: weightsOf(20) })))).toEqual([]);
    expect(stopOfPortfolio(strategyOf(byWeights({})))).toBeNull();
    expect(labels(portfolio(), { preview: { held: [held("SHARES"), held("BONDS")] } })).toEqual([]);
  });

  it("in parts that is never set back", () => {
    expect(labels(strategyOf(byWeights({ rebalance: "never" })))).toEqual(["Set back each year"]);
    expect(labels(strategyOf(byWeights({ rebalance: "never", weightsAre: "percents" })))).toEqual([]);
  });

  it("of more rows than places", () => {
    expect(labels(strategyOf(byWeights({ weights: weightsOf(21) })))).toEqual(["Use 21 places"]);
  });

  it("with the built-in stop left on", () => {
    const strategy = strategyOf({ ...byWeights({}), sell: { trailingStopLoss: 10 } });
    expect(stopOfPortfolio(strategy)?.message).toContain("when it falls by 10%");
  });
});

describe("what the prices say of a portfolio", () => {
  const preview = {
    held: [held("SHARES", { since: "2007-03-22" }), held("BONDS", { since: "2004-01-05" })],
  };

  it("has no price before a date: the latest of them is where all begins", () => {
    const [warning] = warningsOf(portfolio(), { preview });
    expect(warning?.message).toBe(
      "There is no price of SHARES before 22/03/2007 and BONDS before 05/01/2004: until then its part lies in cash.",
    );
    expect(warning?.mend).toEqual({
      label: "Begin on 22/03/2007",
      changes: [{ name: "simulation.startDate", value: "2007-03-22" }],
    });
    const [inParts] = warningsOf(portfolio({ weightsAre: "parts" }), { preview });
    expect(inParts?.message).toContain("until then all is in the others");
  });

  it("ends: the first of them is where all ends", () => {
    const ending = {
      held: [held("SHARES", { until: "2015-05-04" }), held("BONDS", { until: "2012-02-01" })],
    };
    expect(warningsOf(portfolio(), { preview: ending })).toMatchObject([
      {
        mend: { label: "End on 01/02/2012", changes: [{ name: "simulation.endDate", value: "2012-02-01" }] },
      },
    ]);
  });

  it("is of a type that the scanner does not look at: left out, and not warned of besides", () => {
    const other = { held: [held("SHARES"), held("MOON", { isTraded: false, since: "2007-03-22" })] };
    expect(warningsOf(portfolio(), { preview: other })).toMatchObject([
      { mend: { label: "Leave it out", changes: [{ withoutSymbols: ["MOON"] }] } },
    ]);
  });

  it("costs more for a share than its part has: 40% of 1,000 is 400", () => {
    const whole = { fractionalShares: false, startMargin: 1000 };
    const dear = { held: [held("SHARES", { firstClose: 600 }), held("BONDS", { firstClose: 400.5 })] };
    const warnings = warningsOf(portfolio(whole), { preview: dear });
    expect(warnings.map(({ message }) => message)).toEqual([
      "One share of BONDS costs ₹400.50 at first, more than its part of ₹400: none is bought until the account has grown.",
    ]);
    expect(warnings[0]?.mend?.label).toBe("Buy fractions of shares");
    expect(warningsOf(portfolio({ ...whole, fractionalShares: true }), { preview: dear })).toEqual([]);
    // in parts 60 to 40 is the same, and of rows by formula nothing is known ahead
    expect(labels(portfolio({ ...whole, weightsAre: "parts" }), { preview: dear })).toHaveLength(1);
    const byFormula = portfolio({ ...whole, weights: [{ symbol: "BONDS", weight: "1 / volatility(60)" }] });
    expect(labels(byFormula, { preview: dear })).toEqual([]);
  });

  it("pays interest on idle money out of its price, which stands still", () => {
    const strategy = portfolio({ cash: { price: "LIQUID" } });
    expect(labels(strategy, { preview: { cashPerYear: 0 } })).toEqual(["Let it earn a percent a year"]);
    expect(labels(strategy, { preview: { cashPerYear: 5.5 } })).toEqual([]);
    expect(labels(strategy, { preview: {} })).toEqual([]);
  });

  it("has several currencies, but the listed ones may have one", () => {
    const problem = { code: "universe-currencies" as const, message: "" };
    expect(listedAlone(problem, portfolio())?.changes).toEqual([
      { flag: "isOn.symbols", isOn: true },
      { onlySymbols: ["SHARES", "BONDS"] },
    ]);
    const narrowed = strategyOf({ ...byWeights({}), scanner: { symbols: ["SHARES"] } });
    expect(listedAlone(problem, narrowed)).toBeNull();
    expect(listedAlone(problem, strategyOf(byWeights({})))).toBeNull(); // all of them are held
    expect(listedAlone({ code: "period-empty" }, portfolio())).toBeNull();
  });
});

describe("what the run says of a portfolio", () => {
  it("has orders that are hardly worth their costs, unless a band holds them back", () => {
    const small = { rehearsed: { meanOrder: 312 } };
    expect(labels(portfolio(), small)).toEqual(["Set back only what is off by 5 points"]);
    expect(labels(portfolio(), { rehearsed: { meanOrder: 500 } })).toEqual([]);
    expect(labels(portfolio({ rebalanceBand: { points: 5, percent: null } }), small)).toEqual([]);
    expect(labels(portfolio({ rebalance: "never" }), small)).toEqual([]);
    expect(labels(portfolio(), { ...small, currency: "USD" })).toEqual([]);
  });

  it("runs out of money on a day", () => {
    const [warning] = warningsOf(portfolio(), { rehearsed: { ranOut: "2009-05-03" } });
    expect(warning?.message).toContain("The money is gone on 03/05/2009");
  });
});

function flowing(amount: number, sizing: object = {}): Strategy {
  return strategyOf({ simulation: { flows: [{ amount, every: "monthly" }], ...sizing } });
}

it("deposits lie idle with places, not withdrawals; the same places by weights take them", () => {
  expect(labels(flowing(-100))).toEqual([]);
  expect(warningsOf(flowing(100, { maxPositions: 8 }))[0]?.mend).toEqual({
    label: "Buy more of what is held",
    changes: [
      { weights: [] },
      { name: "simulation.positionSizing", value: "weights" },
      { name: "simulation.weight", value: "12.5" },
      { name: "simulation.weightsAre", value: "percents" },
      { name: "simulation.rebalance", value: "never" },
    ],
  });
  const risk = { positionSizing: "risk", riskPercent: 1, riskDistance: "atr(20)", positionPercent: 10 };
  expect(labels(flowing(100, risk))).toEqual([undefined]); // sizes differ: no weight says the same
});

it("fills at the close that gave the signal", () => {
  expect(labels(strategyOf({ simulation: { fillAt: "same-close" } }))).toEqual(["Use the next day's open"]);
});
