/** A small report as the engine would give it. */
import type { Report } from "#workers/model/report.ts";

export const sampleReport: Report = {
  metadata: {
    strategyName: "Momentum",
    backtestStart: "2020-01-01",
    backtestEnd: "2020-01-03",
    benchmark: "INDEX",
    currency: "INR",
    sessions: 3,
    instruments: 1,
    bars: 3,
  },
  performance: {
    startValue: 100,
    endValue: 121,
    totalGrowth: 21,
    totalGrowthPercent: 21,
    cagr: null,
    maxDrawdown: -5,
    sharpeRatio: 1.5,
    sortinoRatio: null,
    calmarRatio: null,
    volatility: 10,
    winRate: 50,
    trades: 2,
  },
  benchmarkPerformance: { endValue: 110, cagr: 10, maxDrawdown: -2, sharpeRatio: 1 },
  yearlyPerformance: [],
  positions: [
    {
      instrument: "AAA",
      label: "Triple A",
      entryDate: "2020-01-01",
      exitDate: "2020-01-03",
      entryPrice: 10,
      exitPrice: 12.1,
      quantity: 10,
      profit: 21,
      profitPercent: 21,
      daysHeld: 2,
      exitReason: "open",
    },
  ],
  passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
  warnings: [],
  drawdown: null,
  equity: {
    day: Int32Array.of(18262, 18263, 18264),
    value: Float64Array.of(100, 95, 121),
    benchmark: Float64Array.of(100, 105, 110),
    positions: Int32Array.of(0, 1, 1),
  },
};

/**
 * Of a strategy by weights with money in and out: 100 to begin with, 50 in on the second session, 20 out on the third. The
 * account made 10 % and then 20 %, the benchmark 5 % and then nothing, the average share nothing at all.
 */
export const portfolioReport: Report = {
  ...sampleReport,
  performance: {
    ...sampleReport.performance,
    endValue: 172, // (100 x 1.1 + 50) x 1.2 - 20
    totalGrowth: 42, // 172 - 100 - 50 + 20
    totalGrowthPercent: 32,
    exposure: 80,
  },
  universePerformance: { endValue: 100, cagr: 0, maxDrawdown: 0, sharpeRatio: null },
  yearlyPerformance: [
    {
      year: 2020,
      startValue: 100,
      endValue: 172,
      growth: 42,
      growthPercent: 32,
      benchmarkPercent: 5,
      flows: 30,
    },
    { year: 2021, startValue: 0, endValue: 0, growth: 0, growthPercent: null, benchmarkPercent: 0, flows: 0 },
  ],
  rebalances: [{ date: "2020-01-02", sells: 1, buys: 2, turnover: 12.5 }],
  money: {
    deposited: 50,
    withdrawn: 20,
    owed: 3,
    missed: 4,
    ranOut: "2020-01-03",
    interest: 1.5,
    moneyWeighted: 12.5,
    benchmarkMoneyWeighted: null,
    universeMoneyWeighted: 0,
    benchmarkMissed: 0,
    benchmarkValues: Float64Array.of(100, 155, 135),
    universeValues: Float64Array.of(100, 150, 130),
  },
  account: {
    cash: Float64Array.of(100, 20, 30),
    bought: Float64Array.of(0, 130, 0),
    sold: Float64Array.of(0, 0, 26),
    moves: {
      in: Float64Array.of(0, 50, 0),
      paid: Float64Array.of(0, 0, 20),
      paidAfter: Float64Array.of(0, 0, 0),
      missed: Float64Array.of(0, 0, 4),
      interest: Float64Array.of(0, 0.5, 1),
      owed: Float64Array.of(0, 0, 3),
    },
    riskless: Float64Array.of(0, 0.005, 0.01),
  },
  next: {
    date: "2020-01-03",
    sells: [
      { instrument: "AAA", reason: "rebalance", quantity: 2.5, label: "Triple A", close: 12.1 },
      { instrument: "BBB", reason: "payment", quantity: 1, label: "Double B", close: 3 },
      { instrument: "CCC", reason: "weight", quantity: 7, label: "Triple C", close: 1 },
    ],
    buys: [{ instrument: "DDD", slotValue: 5, quantity: 2, moneyIn: true, label: "Triple D", close: 2.5 }],
    owed: 3,
  },
  equity: {
    ...sampleReport.equity,
    value: Float64Array.of(100, 160, 172),
    benchmark: Float64Array.of(100, 105, 105),
    universe: Float64Array.of(100, 100, 100),
    growth: Float64Array.of(100, 110, 132),
  },
};
