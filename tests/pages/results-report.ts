/** A report whose figures were worked by hand, for the tests of what the results page makes of it. */
import type { Position, Report } from "#workers/model/report.ts";

/**
 * The account over six sessions of two calendar years: 1,000 up 10 %, down 20 %, up 50 %, down 10 %, up 10 %.
 * Returns in percent: 10, -20, 50, -10, 10: mean 8; squares of the distances 4, 784, 1764, 324, 4 = 2880, by 4 is 720,
 * root 26.8328; Sharpe 8 / 26.8328 x 15.8745 = 4.7329.
 * Deepest fall: 1,100 to 880 is -20 %.
 * Growth: 1,306.8 / 1,000 over 731 days: 1.3068 ^ (365.25 / 731) = 1.14305.
 */
export const handReport: Report = {
  metadata: {
    strategyName: "By hand",
    backtestStart: "2020-12-30",
    backtestEnd: "2022-12-31",
    benchmark: "=INDEX",
    currency: "INR",
    sessions: 6,
    instruments: 3,
    bars: 18,
  },
  performance: {
    startValue: 1000,
    endValue: 1306.8,
    totalGrowth: 306.8,
    totalGrowthPercent: 30.68,
    cagr: 14.305,
    maxDrawdown: -20,
    sharpeRatio: 4.7329,
    sortinoRatio: null,
    calmarRatio: null,
    volatility: 425.96,
    winRate: 50,
    trades: 2,
  },
  benchmarkPerformance: { endValue: 1100, cagr: 4.9, maxDrawdown: -5, sharpeRatio: 0.5 },
  yearlyPerformance: [
    { year: 2020, startValue: 1000, endValue: 1100, growth: 100, growthPercent: 10, benchmarkPercent: 2 },
    {
      year: 2022,
      startValue: 1100,
      endValue: 1306.8,
      growth: 206.8,
      growthPercent: 18.8,
      benchmarkPercent: -7.5,
    },
  ],
  positions: [
    position({ instrument: "AAA", label: "=Alpha, Ltd", profit: 300, profitPercent: 30 }),
    position({ instrument: "BBB", label: "Beta", profit: -100, profitPercent: -10, exitReason: "stop-loss" }),
    position({ instrument: "CCC", label: "CCC", profit: 106.8, profitPercent: 10.68, exitReason: "open" }),
  ],
  passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
  warnings: [],
  drawdown: { peakDate: "2020-12-31", troughDate: "2022-01-03", recoveryDate: "2022-01-04" },
  equity: {
    // 30/12/2020, 31/12/2020, 03/01/2022, 04/01/2022, 05/01/2022, 31/12/2022
    day: Int32Array.of(18626, 18627, 18995, 18996, 18997, 19357),
    value: Float64Array.of(1000, 1100, 880, 1320, 1188, 1306.8),
    benchmark: Float64Array.of(1000, 1020, 1010, 1050, 1060, 1100),
    positions: Int32Array.of(0, 1, 2, 2, 1, 1),
  },
};

/**
 * The same with what later versions work out besides. The average share: 1,000 to 1,150 over 731 days is 1.15 ^ (365.25 /
 * 731) = 1.07233; its deepest fall is 1,040 to 1,020, -1.923 %. By year: 1,010 / 1,000 and 1,150 / 1,010 = 1.138614.
 */
export const reportWithAverage: Report = {
  ...handReport,
  performance: { ...handReport.performance, exposure: 74.6 },
  universePerformance: { endValue: 1150, cagr: 7.233, maxDrawdown: -1.923, sharpeRatio: 5.1 },
  equity: { ...handReport.equity, universe: Float64Array.of(1000, 1010, 1040, 1020, 1080, 1150) },
};

export function position(changes: Partial<Position>): Position {
  return {
    instrument: "AAA",
    label: "Alpha",
    entryDate: "2020-12-31",
    exitDate: "2022-12-31",
    entryPrice: 100,
    exitPrice: 130,
    quantity: 10,
    profit: 300,
    profitPercent: 30,
    daysHeld: 4,
    exitReason: "trailing-stop",
    ...changes,
  };
}
