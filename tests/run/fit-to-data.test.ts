/** A strategy on other data: exchange, type, prices, days, places, costs and benchmark; why it can't start, and the mend. */
import { describe, expect, it } from "vitest";
import { fitToData, mainExchange, termChanges } from "#src/run/fit-to-data.ts";
import { startMend, startProblem, withTerms } from "#src/run/start-problem.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import type { UniverseSize } from "#workers/model/reading.ts";

const size = (exchange: string, instrumentType: string, instruments: number, adjusted = 0): UniverseSize => ({
  exchange,
  instrumentType,
  instruments,
  adjusted,
});

/** Two shares of the NSE with rates, five of the BSE and its index; as traded. */
const MIXED = [
  size("BSE", "EQUITY", 5),
  size("BSE", "INDEX", 9),
  size("NSE", "EQUITY", 2),
  size("NSE", "RATE", 9),
];

function dataOf(universes: readonly UniverseSize[] | null, change: Partial<Dataset> = {}): Dataset {
  const named = universes ?? MIXED;
  return {
    id: "mine",
    origin: "imported",
    title: "Mine",
    note: "",
    importedAt: 1,
    instruments: named.reduce((sum, { instruments }) => sum + instruments, 0),
    bars: 4000,
    firstDate: "2011-01-03",
    lastDate: "2019-12-30",
    exchanges: [...new Set(named.map(({ exchange }) => exchange))],
    defaults: null,
    instrumentTypes: [...new Set(named.map(({ instrumentType }) => instrumentType))],
    currencies: {},
    universes,
    frequency: null,
    bytes: 100,
    notes: null,
    damage: null,
    columnsId: "mine",
    sources: [],
    indices: [],
    benchmark: null,
    factsAsOf: null,
    factNames: [],
    splits: [],
    appliedSplits: [],
    ...change,
  };
}

function days(startDate: string, endDate: string): readonly string[] {
  const { simulation } = fitToData(strategyOf({ simulation: { startDate, endDate } }), dataOf(MIXED));
  return [simulation.startDate, simulation.endDate];
}

describe("a strategy fitted to data", () => {
  it.each([
    { title: "most shares, an index counts for none", universes: MIXED, exchange: "BSE" },
    {
      title: "as many on each: the strategy's own",
      universes: [size("BSE", "EQUITY", 2), size("NSE", "EQUITY", 2)],
      exchange: "NSE",
    },
    { title: "one of another country", universes: [size("XETRA", "EQUITY", 3)], exchange: "XETRA" },
  ])("goes to the exchange with $title", ({ universes, exchange }) => {
    expect(fitToData(fairStrategy, dataOf(universes)).scanner.exchange).toBe(exchange);
    expect(mainExchange(dataOf(universes), "NSE")).toBe(exchange);
  });

  it.each([
    { title: "nothing adjusted", adjusted: 0, priceBasis: "as-traded" },
    { title: "one of them adjusted", adjusted: 1, priceBasis: "adjusted" },
  ])("takes the prices that are there: $title", ({ adjusted, priceBasis }) => {
    const fitted = fitToData(fairStrategy, dataOf([size("NSE", "EQUITY", 30, adjusted)]));
    expect(fitted.simulation).toMatchObject({ priceBasis, maxPositions: 20 });
  });

  it("has a place for each of few instruments, and the costs of a trade of that size", () => {
    const { simulation } = fitToData(fairStrategy, dataOf([size("NSE", "EQUITY", 2)]));
    // 50,000 rupees in each of two places: 0.18 % a side (tests/model/cost-presets.test.ts)
    expect(simulation).toMatchObject({ maxPositions: 2, commissionPercent: 0.18, slippagePercent: 0.1 });
  });

  it("pays what its new country charges, and leaves a person's own costs alone", () => {
    const data = dataOf([size("NYSE", "EQUITY", 50, 50)]);
    expect(fitToData(fairStrategy, data).simulation).toMatchObject({
      commissionPercent: 0.002,
      slippagePercent: 0.05,
    });
    const own = strategyOf({ simulation: { commissionPercent: 0.5, slippagePercent: 0 } });
    expect(fitToData(own, data).simulation).toMatchObject({ commissionPercent: 0.5, slippagePercent: 0 });
  });

  it("trades what can be traded, and is held against an index that is there", () => {
    const data = dataOf([size("NSE", "FUTURES", 3), size("NSE", "INDEX", 2)], { indices: ["N50", "N500"] });
    expect(fitToData(fairStrategy, data).scanner.instrumentType).toBe("FUTURES");
    const against = (benchmark: string) => fitToData(strategyOf({ simulation: { benchmark } }), data);
    expect(against("N500").simulation.benchmark).toBe("N500");
    expect(against("GONE").simulation.benchmark).toBeNull();
    expect(against("average-share").simulation.benchmark).toBe("average-share");
  });

  it("runs over all days, or over those of a person's own that are there", () => {
    expect(days("2000-01-01", "2025-03-20")).toEqual(["2011-01-03", "2019-12-30"]); // the defaults
    expect(days("2012-01-01", "2013-01-01")).toEqual(["2012-01-01", "2013-01-01"]);
    expect(days("2015-01-01", "2020-06-01")).toEqual(["2011-01-03", "2019-12-30"]);
  });

  it("keeps what an import of an earlier version doesn't tell", () => {
    const { simulation, scanner } = fitToData(fairStrategy, dataOf(null));
    expect(scanner.exchange).toBe("NSE");
    expect(simulation).toMatchObject({ priceBasis: "adjusted", maxPositions: 20 });
  });

  it("needs no further fitting, and can start", () => {
    const fitted = fitToData(fairStrategy, dataOf(MIXED));
    expect(fitToData(fitted, dataOf(MIXED))).toEqual(fitted);
    expect(startProblem(fitted, dataOf(MIXED))).toBeNull();
    expect(withTerms(fairStrategy, termChanges(fairStrategy, fitted))).toEqual(fitted);
  });
});

describe("a start that is refused", () => {
  const fitted = fitToData(fairStrategy, dataOf(MIXED));
  const changed = (scanner: object, simulation: object = {}) => ({
    ...fitted,
    scanner: { ...fitted.scanner, ...scanner },
    simulation: { ...fitted.simulation, ...simulation },
  });
  it.each([
    { title: "an exchange", strategy: changed({ exchange: "XETRA" }), label: "Use exchange BSE" },
    { title: "a type", strategy: changed({ instrumentType: "OPTIONS" }), label: "Use EQUITY" },
    {
      title: "adjusted prices",
      strategy: changed({}, { priceBasis: "adjusted" }),
      label: "Use prices as traded",
    },
    {
      title: "days",
      strategy: changed({}, { startDate: "2030-01-01", endDate: "2031-01-01" }),
      label: "Use 03/01/2011 – 30/12/2019",
    },
  ])("for want of $title starts after its mend", ({ strategy, label }) => {
    const problem = startProblem(strategy, dataOf(MIXED));
    const mend = problem && startMend(problem, strategy, dataOf(MIXED));
    expect(mend?.label).toBe(label);
    expect(startProblem(withTerms(strategy, mend?.changes ?? []), dataOf(MIXED))).toBeNull();
  });
});

describe("a strategy on several exchanges", () => {
  const both = strategyOf({ scanner: { exchange: "BSE", exchanges: ["NSE", "BSE"] } });

  it("keeps them where its own is one of them, with a place for each of their instruments", () => {
    const { scanner, simulation } = fitToData(both, dataOf(MIXED));
    expect([scanner.exchange, scanner.exchanges, simulation.maxPositions]).toEqual([
      "BSE",
      ["NSE", "BSE"],
      7,
    ]);
    const elsewhere = fitToData(both, dataOf([size("NYSE", "EQUITY", 3)]));
    expect([elsewhere.scanner.exchange, elsewhere.scanner.exchanges]).toEqual(["NYSE", undefined]);
    expect(withTerms(both, [{ name: "scanner.exchange", value: "NYSE" }]).scanner.exchanges).toBeUndefined();
    expect(withTerms(both, [{ name: "scanner.exchange", value: "NSE" }]).scanner.exchanges).toEqual([
      "NSE",
      "BSE",
    ]);
  });

  it("can start where any of them has prices", () => {
    expect(startProblem(both, dataOf([size("NSE", "EQUITY", 3)]))).toBeNull();
    expect(startProblem(both, dataOf([size("NYSE", "EQUITY", 3)]))?.message).toBe(
      '"Mine" has no NSE or BSE prices. Choose NYSE, or another dataset.',
    );
  });
});
