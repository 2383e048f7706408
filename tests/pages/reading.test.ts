/** The reading of a result against cases that were worked by hand. */
import { describe, expect, it } from "vitest";
import { completeRun } from "./complete-run.ts";
import { handReport } from "./results-report.ts";
import { bearableCost } from "#src/pages/results/bearable-cost.ts";
import { nextSteps } from "#src/pages/results/reading/next-steps.ts";
import { readingFacts } from "#src/pages/results/reading-facts.ts";
import type { ReadingFacts } from "#src/pages/results/reading-facts.ts";
import { readingOf } from "#src/pages/results/reading.ts";
import type { Weight } from "#src/pages/results/reading.ts";
import { axesOfAddress } from "#src/share/optimise-address.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { toEpochDay } from "#workers/model/day.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import type { LeadSpread } from "#workers/model/analysis.ts";
import type { Axis } from "#workers/model/variant-grid.ts";

/** Nothing is known but the whole run. */
const facts: ReadingFacts = {
  yardstick: "INDEX",
  whole: { own: 15, other: 10 },
  paid: 0.1,
  idleEarns: false,
  trades: 100,
  lead: null,
  withoutBest: null,
  bestInstrument: null,
  withoutYear: null,
  invested: null,
  bearable: null,
  halves: null,
  setBack: null,
};

/** The sentence of one finding, its weight in front. */
function said(id: string, known: Partial<ReadingFacts>): string | null {
  const found = readingOf({ ...facts, ...known }).find((finding) => finding.id === id);
  return found ? `${found.weight}: ${found.words}` : null;
}

const spread = (lead: number, low: number, high: number, shareBelowZero: number): LeadSpread => ({
  yardstick: "average share",
  lead,
  low,
  high,
  shareBelowZero,
});

const halves = (first: number, second: number) => ({
  first: { own: first, other: 10 },
  second: { own: second, other: 10 },
  from: "2012-08-13",
});

describe("the reading of a result", () => {
  it.each<[string, Partial<ReadingFacts>, string | null]>([
    ["yardstick", {}, "for: After costs of 0.1% a side it made 15.0% a year, 5.0 points more than INDEX."],
    [
      "yardstick",
      { paid: 0, whole: { own: 6, other: 10.3 } },
      "against: It paid no costs, and made 6.0% a year, 4.3 points less than INDEX.",
    ],
    [
      "yardstick",
      { whole: { own: 10.02, other: 10 } },
      "neither: After costs of 0.1% a side it made 10.0% a year, as much as INDEX.",
    ],
    ["yardstick", { whole: null }, null],
    ["costs", { bearable: { type: "none" }, paid: 0 }, null],
    ["costs", { bearable: { type: "none" } }, "against: Even without any costs it is not ahead of INDEX."],
    [
      "costs",
      { bearable: { type: "up-to", side: 0.1625, between: [0.1, 0.25] } },
      "against: It stays ahead of INDEX up to costs of about 0.16% a side (estimated from its runs with 0.1% and 0.25%).",
    ],
    [
      "costs",
      { bearable: { type: "up-to", side: 0.4, between: [0.25, 0.5] } },
      "for: It stays ahead of INDEX up to costs of about 0.40% a side (estimated from its runs with 0.25% and 0.5%).",
    ],
    [
      "costs",
      { bearable: { type: "all", dearest: 0.5 } },
      "for: With costs of 0.5% a side, the highest that were run, it is still ahead of INDEX.",
    ],
    [
      "halves",
      { halves: halves(20, 12) },
      "for: It was ahead of INDEX in both halves: 20.0 against 10.0% a year up to 13/08/2012, 12.0 against 10.0% after it.",
    ],
    [
      "halves",
      { halves: halves(20, 8) },
      "against: It was ahead of INDEX in the first half only: 20.0 against 10.0% a year up to 13/08/2012, 8.0 against 10.0% after it. What worked then did not work afterwards.",
    ],
    [
      "halves",
      { halves: halves(8, 20) },
      "neither: It was ahead of INDEX in the second half only: 8.0 against 10.0% a year up to 13/08/2012, 20.0 against 10.0% after it.",
    ],
    [
      "halves",
      { halves: halves(8, 9) },
      "against: It was ahead of INDEX in neither half: 8.0 against 10.0% a year up to 13/08/2012, 9.0 against 10.0% after it.",
    ],
    ["trades", { trades: 30 }, null],
    ["trades", { trades: null }, null],
    [
      "trades",
      { trades: 29 },
      "against: Only 29 trades were closed: under 30, chance says more than the rules.",
    ],
    ["trades", { trades: 1 }, "against: Only 1 trade was closed: under 30, chance says more than the rules."],
    ["trades", { trades: 0 }, "against: No trade was closed: under 30, chance says more than the rules."],
    [
      "chance",
      { lead: spread(2, -2.9, 6.5, 22.4) },
      "against: The lead may be chance: with its days drawn again, 95 of 100 draws have its lead over INDEX between −2.9 and +6.5 points a year; 22% of the draws are below 0.",
    ],
    [
      "chance",
      { lead: spread(4, 0.2, 8, 1.2) },
      "for: With its days drawn again, 95 of 100 draws have its lead over INDEX between +0.2 and +8.0 points a year; 1% of the draws are below 0.",
    ],
    [
      "chance",
      { lead: spread(-4, -8, -0.2, 99.8) },
      "against: With its days drawn again, 95 of 100 draws have its lead over INDEX between −8.0 and −0.2 points a year; 99% of the draws are below 0.",
    ],
    [
      "chance",
      { lead: spread(-1, -6, 4, 60) },
      "neither: The difference may be chance: with its days drawn again, 95 of 100 draws have its lead over INDEX between −6.0 and +4.0 points a year; 60% of the draws are below 0.",
    ],
    [
      "chance",
      { lead: spread(9, 5, 12, 0) },
      "for: With its days drawn again, 95 of 100 draws have its lead over INDEX between +5.0 and +12.0 points a year; none of the draws are below 0.",
    ],
    ["chance", { lead: spread(9, 5, 12, 0), trades: 29 }, null],
    [
      "few-positions",
      { withoutBest: { count: 10, rates: { own: 12, other: 10 } } },
      "for: Without its 10 best positions, run again with them left out, it would have made 12.0% a year, 2.0 points more than INDEX.",
    ],
    [
      "few-positions",
      { withoutBest: { count: 10, rates: { own: 9, other: 10 } } },
      "against: Without its 10 best positions, run again with them left out, it would have made 9.0% a year, 1.0 points less than INDEX.",
    ],
    [
      "few-positions",
      { whole: { own: 9.5, other: 10 }, withoutBest: { count: 10, rates: { own: 9, other: 10 } } },
      "neither: Without its 10 best positions, run again with them left out, it would have made 9.0% a year, 1.0 points less than INDEX.",
    ],
    [
      "few-positions",
      { withoutBest: { count: 10, rates: { own: null, other: 10 } } },
      "against: Without its 10 best positions, run again with them left out, nothing would be left of the account.",
    ],
    [
      "instrument",
      { bestInstrument: { symbol: "AAA", share: 40 } },
      "neither: AAA, its best instrument, brought 40% of all profit.",
    ],
    [
      "instrument",
      { bestInstrument: { symbol: "AAA", share: 62.4 } },
      "against: AAA, its best instrument, brought 62% of all profit.",
    ],
    [
      "instrument",
      { bestInstrument: { symbol: "AAA", share: 140 } },
      "against: AAA, its best instrument, brought more than all profit: the others lost money together.",
    ],
    [
      "year",
      { withoutYear: { year: 2003, rates: { own: 7, other: 8 } } },
      "against: Without 2003, its best year (left out of both), it would have made 7.0% a year, 1.0 points less than INDEX.",
    ],
    ["invested", { invested: 84.4 }, "neither: 84% of the money was invested on average."],
    [
      "invested",
      { invested: 9 },
      "against: Only 9% of the money was invested on average: the rest was cash, which earns nothing here and makes falls look small.",
    ],
    [
      "invested",
      { invested: 9, idleEarns: true },
      "against: Only 9% of the money was invested on average: the rest was cash, which earns what the settings say and makes falls look small.",
    ],
  ])("%s %j", (id, known, sentence) => {
    expect(said(id, known)).toBe(sentence);
  });

  it("leaves out what is not known, and says nothing twice", () => {
    expect(readingOf({ ...facts, whole: null, trades: 100 })).toEqual([]);
    const weights = readingOf(facts).map(({ weight }): Weight => weight);
    expect(weights).toEqual(["for"]);
  });
});

/** Five sessions, one a year: the account doubles, falls to 150, doubles twice; the index makes 10, 20, 10 and 50 points. */
const yearly: Report = {
  ...handReport,
  metadata: { ...handReport.metadata, benchmark: "INDEX" },
  performance: { ...handReport.performance, startValue: 100, endValue: 600, cagr: 56.5, trades: 40 },
  benchmarkPerformance: { ...handReport.benchmarkPerformance, endValue: 190, cagr: 17.4 },
  yearlyPerformance: [
    { year: 2000, startValue: 100, endValue: 100, growth: 0, growthPercent: 0, benchmarkPercent: 0 },
    { year: 2001, startValue: 100, endValue: 200, growth: 100, growthPercent: 100, benchmarkPercent: 10 },
    { year: 2002, startValue: 200, endValue: 150, growth: -50, growthPercent: -25, benchmarkPercent: 18.18 },
    { year: 2003, startValue: 150, endValue: 300, growth: 150, growthPercent: 100, benchmarkPercent: 7.69 },
    { year: 2004, startValue: 300, endValue: 600, growth: 300, growthPercent: 100, benchmarkPercent: 35.7 },
  ],
  equity: {
    day: Int32Array.from([2000, 2001, 2002, 2003, 2004], (year) =>
      toEpochDay(year, 12, year < 2004 ? 31 : 30),
    ),
    value: Float64Array.of(100, 200, 150, 300, 600),
    benchmark: Float64Array.of(100, 110, 130, 140, 190),
    positions: new Int32Array(5),
  },
};

function factsOf(report: Report): ReadingFacts {
  return readingFacts({ report, strategy: defaultStrategy, analysis: null, parts: {} });
}

function bestOf(report: Report): ReadingFacts["bestInstrument"] {
  const analysis = analyse({ report, strategy: defaultStrategy, trials: 1 });
  return readingFacts({ report, strategy: defaultStrategy, analysis, parts: {} }).bestInstrument;
}

/** To a tenth, as they are shown. */
const tenths = (rate: number | null | undefined) => rate?.toFixed(1);

describe("the figures of the reading", () => {
  it("split the time in the middle: 100 to 150 in two years is 22.5 %, 150 to 600 is 100 %", () => {
    const found = factsOf(yearly).halves;
    expect(found?.from).toBe("2002-12-31");
    expect(tenths(found?.first.own)).toBe("22.5");
    expect(tenths(found?.first.other)).toBe("14.0"); // 100 to 130: the root of 1.3
    expect(tenths(found?.second.own)).toBe("100.1"); // 730 days are not quite two years
    expect(tenths(found?.second.other)).toBe("20.9"); // 130 to 190: the root of 1.4615
  });

  it("leave the best year out of account and index: 100 to 300 and to 172.7 in the other three", () => {
    const found = factsOf(yearly).withoutYear;
    expect(found?.year).toBe(2001);
    expect(tenths(found?.rates.own)).toBe("44.3"); // the cube root of 3, of 1,095 days
    expect(tenths(found?.rates.other)).toBe("20.0"); // of 1.7273
  });

  it("hold everything against the average share where that made more than the index: 100 to 300 in four years", () => {
    const average = {
      ...yearly,
      universePerformance: { endValue: 300, cagr: 31.6, maxDrawdown: -30, sharpeRatio: null },
      equity: { ...yearly.equity, universe: Float64Array.of(100, 120, 150, 200, 300) },
    };
    const found = factsOf(average);
    expect(found.yardstick).toBe("the average share");
    expect(found.whole?.other).toBe(31.6);
    expect(tenths(found.halves?.first.other)).toBe("22.5"); // the root of 1.5
    expect(tenths(found.withoutYear?.rates.other)).toBe("35.7"); // the cube root of 2.5: 300 without 100 to 120
    const behind = { ...average.universePerformance, endValue: 180 };
    const equity = { ...average.equity, universe: Float64Array.of(100, 120, 150, 170, 180) };
    expect(factsOf({ ...average, universePerformance: behind, equity }).yardstick).toBe("INDEX");
  });

  it("have the run without its ten best positions once it is there, and of no run that is short of them", () => {
    const withoutBestOf = (parts: RobustnessParts) =>
      readingFacts({ report: yearly, strategy: defaultStrategy, analysis: null, parts }).withoutBest;
    const withoutBest = { endValue: 445, cagr: 45.3, maxDrawdown: -10 };
    expect(withoutBestOf({ withoutBest })).toEqual({
      count: 10,
      rates: { own: 45.3, other: yearly.benchmarkPerformance.cagr },
    });
    expect(withoutBestOf({ withoutBest: null })).toBeNull();
    expect(withoutBestOf({})).toBeNull();
  });

  it("have the best instrument by its share of all profit: 300 of 306.8", () => {
    expect(bestOf(handReport)).toEqual({ symbol: "AAA", share: expect.closeTo(97.7836, 4) });
    const [first, second, third] = handReport.positions;
    expect(bestOf({ ...handReport, positions: first ? [first] : [] })).toBeNull();
    // 106.8 - 100 - 10: no profit of which it could be a share
    const lost = [third, second, second && { ...second, profit: -10 }].filter((one) => one !== undefined);
    expect(bestOf({ ...handReport, positions: lost })).toBeNull();
  });

  it("say nothing by the year of a run of days", () => {
    const equity = { ...yearly.equity, day: Int32Array.of(0, 1, 2, 3, 100) };
    const short = factsOf({ ...yearly, equity });
    expect([short.whole, short.halves, short.withoutYear]).toEqual([null, null, null]);
  });
});

const rung = (side: number, cagr: number | null) => ({ side, cagr, endValue: 0, maxDrawdown: 0 });

describe("the costs that a strategy can bear", () => {
  it("lie on a straight line between the last run ahead and the first that is not", () => {
    // 2 points ahead with 0.1 %, 1 behind with 0.25 %: two thirds of the way.
    const found = bearableCost([rung(0, 14), rung(0.1, 12), rung(0.25, 9)], 10);
    expect(found).toEqual({ type: "up-to", side: expect.closeTo(0.2, 12), between: [0.1, 0.25] });
  });

  it("are none, or more than were run, or not known", () => {
    expect(bearableCost([rung(0, 10), rung(0.1, 9)], 10)).toEqual({ type: "none" });
    expect(bearableCost([rung(0, 14), rung(0.5, 11)], 10)).toEqual({ type: "all", dearest: 0.5 });
    expect(bearableCost([], 10)).toBeNull();
    expect(bearableCost([rung(0, null)], 10)).toBeNull();
    expect(bearableCost([rung(0, 14)], null)).toBeNull();
  });
});

const axes: readonly Axis[] = [
  { field: "sell.trailingStopLoss", from: 5, to: 15, step: 2.5 },
  { field: "buy.rules[0]", number: 1, from: 100, to: 300, step: 50 },
];
const map = { axes, cagr: [] };
const half = { first: { own: 1, other: 1 }, second: { own: 1, other: 1 }, from: "2012-08-13" };

describe("what to try next", () => {
  const strategy = strategyOf({
    buy: { rules: ["close > sma(200)"] },
    simulation: { commissionPercent: 0, slippagePercent: 0 },
  });
  const run = { ...completeRun, strategy };

  it("is a run with costs, one of the second half, and a search over the two most important numbers", () => {
    const steps = nextSteps({ run, halves: half, map });
    expect(steps.map(({ title }) => title)).toEqual([
      "Run with NSE delivery costs",
      "Test it on the second half",
      "Vary its two most important numbers",
    ]);
    const [costs, second, numbers] = steps.map(({ act }) => act);
    const commission = costs?.type === "run" ? costs.variant.simulation.commissionPercent : 0;
    expect(commission).toBeGreaterThan(0.1); // the securities transaction tax alone is 0.1 %
    expect(second).toMatchObject({ variant: { simulation: { startDate: "2012-08-13" } } });
    const address = numbers?.type === "open" ? numbers.address : "";
    const { pathname, searchParams } = new URL(address, "https://app.test");
    expect(pathname).toBe("/optimise");
    expect(searchParams.get("strategy")).toBe("builtin-1");
    expect(axesOfAddress(searchParams)).toEqual(axes);
  });

  it("leaves out what can't be done: costs that were paid, halves that are too short, numbers that aren't there", () => {
    const paid = strategyOf({ simulation: { commissionPercent: 0.5, slippagePercent: 0 } });
    expect(nextSteps({ run: { ...run, strategy: paid }, halves: null, map: null })).toEqual([]);
    expect(nextSteps({ run, halves: null, map: { ...map, axes: [] } })).toHaveLength(1);
  });

  it("does not take NSE's charges for those of another country", () => {
    const american = strategyOf({
      scanner: { exchange: "NYSE" },
      simulation: { commissionPercent: 0, slippagePercent: 0 },
    });
    expect(nextSteps({ run: { ...run, strategy: american }, halves: null, map: null })[0]?.title).toBe(
      "Run with costs of 0.052% a side",
    );
  });
});

it.each([
  "axis=sell.trailingStopLoss",
  "axis=sell.trailingStopLoss,5,15,0",
  "axis=sell.trailingStopLoss,15,5,1",
  "axis=sell.trailingStopLoss,5,x,1",
  "axis=nothing,5,15,1",
  "axis=buy.rules[0],5,15,1",
  "axis=buy.rules[0],5,15,1,0.5",
])("reads no axis out of %s", (query) => {
  expect(axesOfAddress(new URLSearchParams(query))).toEqual([]);
});
