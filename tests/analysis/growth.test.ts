/** What is read out of a run whose money came and went goes by its growth; parts of it have their own growth and money. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { handReport } from "#tests/pages/results-report.ts";
import { portfolioRuns } from "#tests/support/random-portfolio.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { investedAtCloses } from "#workers/analysis/exposure.ts";
import { monthlyReturns } from "#workers/analysis/months.ts";
import { measurePeriod } from "#workers/analysis/periods.ts";
import { sketchOf } from "#workers/analysis/sketch.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { backtest } from "#workers/run/backtest.ts";
import { chainRuns } from "#workers/run/chain-runs.ts";

const TERMS = { riskFreePercent: 0, sessionsOfYear: 252 };

/** Some three years in which the price moves every day. */
function livelyBars(step: number): BarSpec[] {
  return Array.from({ length: 1100 }, (_, at) => {
    const close = 100 * (1 + at / 1000) * (1 + ((at * step) % 13) / 20);
    return [at, close, close];
  });
}

function lively() {
  return buildMarket([
    { symbol: "A", bars: livelyBars(7) },
    { symbol: "IDX", type: "INDEX", bars: livelyBars(5) },
  ]);
}

/** All of the account in the share, at every close, without costs: growth is its price, whatever comes and goes. */
function allIn(changes: object) {
  return strategyOf({
    scanner: { symbols: ["A"] },
    simulation: {
      startDate: "2020-01-01",
      maxPositions: 1,
      positionSizing: "weights",
      weight: "100",
      weightsAre: "percents",
      rebalance: "daily",
      fillAt: "same-close",
      fractionalShares: true,
      ...changes,
    },
  });
}

const FLOWS = {
  flows: [
    { amount: 10_000, every: "monthly", from: "2020-01-15" },
    { amount: -150_000, every: "once", from: "2021-06-01" },
    { percent: -3, every: "quarterly", from: "2020-02-10" },
  ],
};

/** Figures of a run that follow from returns alone. */
function ofReturns(report: Report, strategy = allIn({})) {
  const analysis = analyse({ report, strategy, trials: 3 });
  const { figures, trailing, stress, months, drawdowns, dailyReturns, rolling, streaks, luck } = analysis;
  const { market, risk, best, worst, underWater } = figures;
  const days = { best: [best.day, best.month, best.year], worst: [worst.day, worst.month, worst.year] };
  const trailed = trailing.map(
    ({ years, performance, benchmarkPerformance, yearlyPerformance, drawdown }) => ({
      years,
      drawdown,
      figures: [
        performance.totalGrowthPercent,
        performance.cagr,
        performance.maxDrawdown,
        performance.sharpeRatio,
      ],
      benchmark: [benchmarkPerformance.cagr, benchmarkPerformance.maxDrawdown],
      byYear: yearlyPerformance.map(({ year, growthPercent, benchmarkPercent }) => [
        year,
        growthPercent,
        benchmarkPercent,
      ]),
    }),
  );
  const ofSessions = streaks.filter(({ of }) => of !== "trades");
  return {
    market,
    risk,
    days,
    underWater,
    trailed,
    stress,
    months,
    drawdowns,
    dailyReturns,
    rolling,
    ofSessions,
    luck,
  };
}

/** The same shape with every number to eight digits, so that two are equal where they differ by rounding alone. */
function rounded(value: unknown): unknown {
  if (typeof value === "number") return Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(8));
  if (value instanceof Float64Array || value instanceof Int32Array) return Array.from(value, rounded);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]));
}

describe("a run whose money comes and goes", () => {
  it("has the falls, months, rolling figures, streaks, luck and parts of the run without", () => {
    const market = lively();
    const without = valueOf(backtest(allIn({}), market));
    const moved = valueOf(backtest(allIn(FLOWS), market));
    expect(moved.equity.value.at(-1)).not.toBeCloseTo(without.equity.value.at(-1) ?? 0, 0);
    expect(moved.money?.deposited).toBe(360_000); // 36 months
    expect(rounded(ofReturns(moved))).toEqual(rounded(ofReturns(without)));
    const sketchOfRun = (report: Report) => sketchOf(report, allIn({}).simulation).account;
    for (const [at, value] of sketchOfRun(moved).entries())
      expect(value).toBeCloseTo(sketchOfRun(without)[at] ?? 0, 2); // four digits
  });

  it("goes on with its growth in chained runs", () => {
    const market = lively();
    const spans = [
      { startDate: "2020-01-01", endDate: "2021-03-31" },
      { startDate: "2021-04-01", endDate: "2022-12-31" },
    ];
    const chain = (changes: object) =>
      valueOf(
        chainRuns(
          spans.map((span) => allIn({ ...span, ...changes })),
          market,
        ),
      );
    const { performances: _moved, ...moved } = chain({ flows: FLOWS.flows.slice(0, 1) });
    const { performances: _still, ...still } = chain({});
    expect(rounded(moved)).toEqual(rounded(still));
  });

  it("takes what cash earns for the riskless return in chained runs and rolling figures, too", () => {
    const market = lively();
    const half = allIn({ weight: "50", cash: { percent: 40 }, riskFree: "cash" });
    const run = valueOf(backtest(half, market));
    const chained = valueOf(chainRuns([half], market));
    expect(chained.sharpeRatio).toBeCloseTo(run.performance.sharpeRatio ?? 0, 9);
    const { risk, market: against } = analyse({ report: run, strategy: half, trials: 1 }).figures;
    const sharpe = ((risk?.meanExcess ?? 0) / (risk?.excessDeviation ?? 0)) * Math.sqrt(365);
    expect(sharpe).toBeCloseTo(run.performance.sharpeRatio ?? 0, 9);
    // half of the share and half of riskless cash: half of what the share is above the riskless return
    const whole = valueOf(backtest(allIn({ cash: { percent: 40 }, riskFree: "cash" }), market));
    const wholly = analyse({ report: whole, strategy: half, trials: 1 }).figures.market;
    expect(against?.beta).toBeCloseTo((wholly?.beta ?? 0) / 2, 3);
  });
});

/**
 * 100 at first; 10 % made and 50 put in; 20 % made and 20 paid; half lost. Behind the second close 4 are paid, too, as
 * orders filled at that close do.
 */
const report: Report = {
  ...handReport,
  performance: { ...handReport.performance, startValue: 100 },
  positions: [],
  equity: {
    day: Int32Array.from(
      ["2020-01-01", "2021-01-01", "2021-07-01", "2022-01-01"],
      (iso) => parseIsoDay(iso) ?? 0,
    ),
    value: Float64Array.of(100, 164, 172, 86),
    benchmark: Float64Array.of(100, 200, 200, 400),
    universe: Float64Array.of(100, 50, 50, 50),
    growth: Float64Array.of(100, 110, 132, 66),
    positions: Int32Array.of(0, 1, 1, 1),
  },
  account: {
    cash: Float64Array.of(100, 82, 0, 43),
    bought: Float64Array.of(0, 82, 60, 0),
    sold: Float64Array.of(0, 5, 6, 7),
    moves: {
      in: Float64Array.of(0, 54, 0, 0),
      paid: Float64Array.of(0, 0, 20, 0),
      paidAfter: Float64Array.of(0, 4, 0, 0),
      missed: Float64Array.of(0, 1, 0, 3),
      interest: Float64Array.of(0, 1, 2, 4),
      owed: Float64Array.of(0, 4, 0, 5),
    },
    riskless: null,
  },
};

describe("a part of it", () => {
  // from 164: 4 paid behind that close; 160 x 1.2 = 192, 20 paid; 172 halved
  const part = valueOf(measurePeriod({ report, fromRow: 1, toRow: 3, ...TERMS }));

  it("begins with the account's value, and grows by what was made after it", () => {
    const { growth, performance, drawdown } = part;
    expect(growth && Array.from(growth)).toEqual([
      164,
      expect.closeTo(196.8, 9), // 164 x 192 / 160
      expect.closeTo(98.4, 9),
    ]);
    expect(performance).toMatchObject({ startValue: 164, endValue: 86 });
    expect(performance.totalGrowth).toBeCloseTo(86 - 164 + 24, 9);
    expect(performance.totalGrowthPercent).toBeCloseTo(-40, 9);
    expect(performance.cagr).toBeCloseTo((0.6 ** (365.25 / 365) - 1) * 100, 9);
    expect(performance.maxDrawdown).toBeCloseTo(-50, 9);
    expect(performance.exposure).toBeCloseTo((50 + 100 + 50) / 3, 9);
    expect(drawdown).toEqual({ peakDate: "2021-07-01", troughDate: "2022-01-01", recoveryDate: null });
  });

  it("has money of its own: what came before and at its first close is over", () => {
    const { money } = part;
    expect(money).toMatchObject({
      deposited: 0,
      withdrawn: 24,
      owed: 5,
      missed: 3,
      ranOut: "2022-01-01",
      interest: 6,
    });
    // the benchmark doubles in the end: 164 - 4 - 20 = 140 are 280; the average share stands: 140
    expect(Array.from(money?.benchmarkValues ?? [])).toEqual([164, 140, 280]);
    expect(Array.from(money?.universeValues ?? [])).toEqual([164, 140, 140]);
    expect(money?.universeMoneyWeighted).toBeCloseTo(0, 9); // 164 less 24 are 140
  });

  it("has years with what came and went in them", () => {
    expect(part.yearlyPerformance).toMatchObject([
      { year: 2021, startValue: 164, endValue: 172, growth: 32, flows: -24 },
      { year: 2022, startValue: 172, endValue: 86, growth: -86, flows: 0 },
    ]);
    expect(part.yearlyPerformance.map(({ growthPercent }) => growthPercent)).toEqual([
      expect.closeTo(20, 9),
      expect.closeTo(-50, 9),
    ]);
  });

  it("leaves out what was paid behind its last close, which the next session shows", () => {
    const first = valueOf(measurePeriod({ report, fromRow: 0, toRow: 1, ...TERMS }));
    expect(first.money).toMatchObject({ deposited: 54, withdrawn: 0, owed: 4, missed: 1, interest: 1 });
    expect(first.performance).toMatchObject({ endValue: 164, totalGrowth: 10 });
    expect(first.performance.totalGrowthPercent).toBeCloseTo(10, 9);
  });

  it("is refused where the account was empty", () => {
    const value = Float64Array.of(100, 0, 172, 86);
    const empty = measurePeriod({
      report: { ...report, equity: { ...report.equity, value } },
      fromRow: 1,
      toRow: 3,
      ...TERMS,
    });
    expect(empty).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("The account was empty on 2021-01-01") },
    });
  });

  it("of all sessions is the whole: its growth, its money and its years", () => {
    let withFlows = 0;
    fc.assert(
      fc.property(portfolioRuns(), ({ series, strategy }) => {
        const run = backtest(strategy, buildMarket(series));
        if (!run.ok || run.value.equity.day.length < 2) return;
        const { equity, performance, money, account } = run.value;
        // nothing is bought, and nothing comes, on the first session but with same-close, behind its mark
        const toRow = equity.day.length - 1;
        const { riskFreePercent } = strategy.simulation;
        const { sessionsOfYear = 252 } = run.value;
        const all = measurePeriod({ report: run.value, fromRow: 0, toRow, riskFreePercent, sessionsOfYear });
        if (!all.ok) throw new Error(all.problem.message);
        const { trades: _t, winRate: _w, ...figures } = performance;
        const { trades: _trades, winRate: _wins, ...own } = all.value.performance;
        expect(rounded(own)).toEqual(rounded(figures));
        expect(rounded(all.value.money)).toEqual(rounded(money));
        expect(rounded(all.value.growth)).toEqual(rounded(equity.growth));
        expect(all.value.account).toEqual(account);
        if (money && equity.growth) withFlows++;
      }),
      { numRuns: tries(300) },
    );
    expect(withFlows).toBeGreaterThan(whenFull(100));
  });
});

describe("what was invested, and turned over", () => {
  it("is what the account says, session by session", () => {
    expect(Array.from(investedAtCloses(report, 0))).toEqual([0, 50, 100, 50]);
    const { years, turnover } = analyse({
      report: { ...report, positions: handReport.positions },
      strategy: allIn({}),
      trials: 1,
    }).exposure;
    expect(years.map(({ year, bought, sold }) => [year, bought, sold])).toEqual([
      [2020, 0, 0],
      [2021, 142, 11],
      [2022, 0, 7],
    ]);
    // 18 sold of a mean of 130.5, in two years of 365.25 days
    expect(turnover).toBeCloseTo(((18 / 130.5) * 100) / (731 / 365.25), 9);
  });
});

describe("an account that was lost", () => {
  it("has no growth in the months and years after it, and no number that is none", () => {
    const growth = Float64Array.of(100, 0, 0, 0);
    const years = monthlyReturns({ ...report.equity, growth }, 100);
    expect(years.map(({ total }) => total)).toEqual([0, -100, null]);
    expect(years.map(({ months }) => months.filter((month) => month !== null))).toEqual([[0], [-100], []]);
  });
});
