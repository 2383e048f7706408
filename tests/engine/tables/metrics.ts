/**
 * Section 4, worked from curves that hold one share: 100 buys 1 share of A at the open of session 1, which is 100,
 * so equity is 100 on session 0 and A's close from then on; the equal-weight benchmark is the same curve.
 */
import { dateOf } from "../../support/market-builder.ts";
import type { SeriesSpec } from "../../support/market-builder.ts";
import { prices } from "./worked-case.ts";
import type { Expected, StrategyParts, WorkedCase } from "./worked-case.ts";

const oneShare = { startMargin: 100, fractionalShares: true };

/** A Monday: on days of weekends a year would count 365 sessions. */
const FIRST = 5;

function curveOf(...closes: readonly number[]): SeriesSpec {
  return prices("A", { from: FIRST, close: [100, ...closes], open: closes.map(() => 100).concat(100) });
}

interface Curve {
  readonly closes: readonly number[];
  readonly simulation?: StrategyParts["simulation"];
  readonly scanner?: StrategyParts["scanner"];
  readonly report: NonNullable<Expected["report"]>;
}

function curve(title: string, { closes, report, simulation, scanner }: Curve): WorkedCase {
  return {
    title,
    series: [curveOf(...closes)],
    strategy: { scanner: scanner ?? {}, simulation: { ...oneShare, ...simulation } },
    expected: { equity: [100, ...closes], report },
  };
}

const cagrOfThree = (1.089 ** (365.25 / 3) - 1) * 100;

const ratios: WorkedCase[] = [
  curve("returns of +10 %, -10 %, +10 % give their growth, volatility and ratios", {
    // mean 0.1/3; squares about it 4/900 + 16/900 + 4/900 = 24/900, over 2: variance 0.04/3
    // volatility sqrt(252 x 0.04/3) = sqrt(3.36); Sharpe (0.1/3) / sqrt(0.04/3) x sqrt(252) = sqrt(21)
    // Sortino: root mean square of (0, -0.1, 0) is sqrt(0.01/3), so (0.1/3) / sqrt(0.01/3) x sqrt(252) = sqrt(84)
    closes: [110, 99, 108.9],
    report: {
      performance: {
        startValue: 100,
        endValue: 108.9,
        totalGrowth: 8.9,
        totalGrowthPercent: 8.9,
        cagr: cagrOfThree,
        maxDrawdown: -10,
        volatility: Math.sqrt(3.36) * 100,
        sharpeRatio: Math.sqrt(21),
        sortinoRatio: Math.sqrt(84),
        calmarRatio: cagrOfThree / 10,
        winRate: null,
        trades: 0,
      },
      benchmarkPerformance: {
        endValue: 108.9,
        cagr: cagrOfThree,
        maxDrawdown: -10,
        sharpeRatio: Math.sqrt(21),
      },
      drawdown: { peakDate: dateOf(FIRST + 1), troughDate: dateOf(FIRST + 2), recoveryDate: null },
    },
  }),
  curve("the risk-free rate is taken off every day's return, over 252 days a year", {
    // 25.2 % / 252 = 0.001 a day: mean 0.1/3 - 0.001; the one fall is -0.101
    closes: [110, 99, 108.9],
    simulation: { riskFreePercent: 25.2 },
    report: {
      performance: {
        volatility: Math.sqrt(3.36) * 100,
        sharpeRatio: ((0.1 / 3 - 0.001) / Math.sqrt(0.04 / 3)) * Math.sqrt(252),
        sortinoRatio: ((0.1 / 3 - 0.001) / Math.sqrt(0.101 ** 2 / 3)) * Math.sqrt(252),
      },
      benchmarkPerformance: { sharpeRatio: ((0.1 / 3 - 0.001) / Math.sqrt(0.04 / 3)) * Math.sqrt(252) },
    },
  }),
  curve("a flat curve has no Sharpe ratio, but with a risk-free rate a Sortino ratio", {
    // every excess return is -0.001: -0.001 / 0.001 x sqrt(252)
    closes: [100, 100, 100],
    scanner: { minPrice: 1e6 },
    simulation: { riskFreePercent: 25.2 },
    report: {
      performance: {
        totalGrowth: 0,
        cagr: 0,
        volatility: 0,
        sharpeRatio: null,
        sortinoRatio: -Math.sqrt(252),
        maxDrawdown: 0,
        calmarRatio: null,
      },
      drawdown: null,
    },
  }),
  curve("a steady rise has no fall to divide by: Sharpe, Sortino and Calmar are undefined", {
    // returns of 0.25 twice: no deviation, no downside, no drawdown
    closes: [125, 156.25],
    report: {
      performance: {
        cagr: (1.5625 ** (365.25 / 2) - 1) * 100,
        volatility: 0,
        sharpeRatio: null,
        sortinoRatio: null,
        maxDrawdown: 0,
        calmarRatio: null,
      },
      drawdown: null,
    },
  }),
  curve("one return is too few for volatility and ratios, but gives a CAGR and a Calmar ratio", {
    closes: [90],
    report: {
      performance: {
        cagr: (0.9 ** 365.25 - 1) * 100,
        volatility: null,
        sharpeRatio: null,
        sortinoRatio: null,
        maxDrawdown: -10,
        calmarRatio: ((0.9 ** 365.25 - 1) * 100) / 10,
      },
    },
  }),
  {
    title: "one session has no CAGR, no volatility and no ratio",
    series: [prices("A", { close: [100] })],
    expected: {
      equity: [1000],
      benchmark: [1000],
      report: {
        performance: {
          endValue: 1000,
          cagr: null,
          maxDrawdown: 0,
          sharpeRatio: null,
          sortinoRatio: null,
          calmarRatio: null,
          volatility: null,
          winRate: null,
        },
        benchmarkPerformance: { endValue: 1000, cagr: null, maxDrawdown: 0, sharpeRatio: null },
        drawdown: null,
        metadata: { backtestStart: dateOf(0), backtestEnd: dateOf(0), sessions: 1 },
      },
    },
  },
  {
    title: "CAGR counts calendar days: sixteenfold over 1,461 days is 100 % a year",
    // 16 ** (365.25 / 1461) = 16 ** 0.25 = 2
    series: [
      {
        symbol: "A",
        bars: [
          ["2020-01-01", 100, 100],
          ["2020-01-02", 100, 100],
          ["2024-01-01", 100, 1600],
        ],
      },
    ],
    strategy: { simulation: oneShare },
    expected: { equity: [100, 100, 1600], report: { performance: { cagr: 100, calmarRatio: null } } },
  },
  curve("CAGR is -100 % where nothing is left", {
    closes: [5e-324],
    scanner: { minPrice: null },
    report: { performance: { cagr: -100, maxDrawdown: -100, calmarRatio: -1 } },
  }),
];

const drawdowns: WorkedCase[] = [
  curve("the deepest fall is measured from its peak and ends where the peak is reached again", {
    // 90 / 120 - 1; 119 is no recovery, 120 is
    closes: [120, 90, 119, 120, 125],
    report: {
      performance: { maxDrawdown: -25 },
      drawdown: {
        peakDate: dateOf(FIRST + 1),
        troughDate: dateOf(FIRST + 2),
        recoveryDate: dateOf(FIRST + 4),
      },
    },
  }),
  curve("the deepest fall begins at the last session at the high, and equal highs after it end it", {
    // 120 on the first, second and third session: the account was at its high until the third
    closes: [120, 120, 120, 90, 100, 120, 120],
    report: {
      performance: { maxDrawdown: -25 },
      drawdown: {
        peakDate: dateOf(FIRST + 3),
        troughDate: dateOf(FIRST + 4),
        recoveryDate: dateOf(FIRST + 6),
      },
    },
  }),
  curve("the deepest fall is the deepest in percent, not in money", {
    // 60 / 100 - 1 = -40 %; 140 / 200 - 1 = -30 %
    closes: [60, 200, 140],
    report: {
      performance: { maxDrawdown: -40 },
      drawdown: {
        peakDate: dateOf(FIRST + 0),
        troughDate: dateOf(FIRST + 1),
        recoveryDate: dateOf(FIRST + 2),
      },
    },
  }),
  curve("a later, deeper fall from a higher peak takes over", {
    // 90 / 100 = -10 %; 100 / 200 = -50 %, although it ends where the run began
    closes: [90, 200, 150, 100, 160],
    report: {
      performance: { maxDrawdown: -50 },
      drawdown: { peakDate: dateOf(FIRST + 2), troughDate: dateOf(FIRST + 4), recoveryDate: null },
    },
  }),
];

const trades: WorkedCase[] = [
  {
    title: "the win rate counts closed trades with a profit above 0",
    // bought on 1, 3, 5 at 100, sold on 2, 4, 6 at 110, 100, 90; bought on 7 and open at 200
    // 10 x 10 = 100; 1,100 buys 11: 0; 11 x -10 = -110; 990 buys 9: 9 x 100 = 900
    series: [
      prices("A", {
        close: [100, 100, 110, 100, 100, 100, 90, 200],
        open: [100, 100, 110, 100, 100, 100, 90, 100],
      }),
    ],
    strategy: { sell: { maxHoldingDays: 1 } },
    expected: {
      positions: [
        "A 1-2 held 1: 10 @ 100 -> 110, 100 (10 %), max-holding",
        "A 3-4 held 1: 11 @ 100 -> 100, 0 (0 %), max-holding",
        "A 5-6 held 1: 11 @ 100 -> 90, -110 (-10 %), max-holding",
        "A 7-7 held 0: 9 @ 100 -> 200, 900 (100 %), open",
      ],
      report: { performance: { winRate: 100 / 3, trades: 3, endValue: 1890, totalGrowthPercent: 89 } },
    },
  },
  {
    title: "a trade that gains a billionth of what it cost, or less, is not won",
    // bought on 1 and 3 at 100; sold on 2 for 5e-10 more, which is nothing, and on 4 for 2e-9 more, which is won
    series: [
      prices("A", { close: [100, 100, 100, 100, 100], open: [100, 100, 100.000_000_05, 100, 100.000_000_2] }),
    ],
    strategy: { sell: { maxHoldingDays: 1 } },
    expected: { report: { performance: { winRate: 50, trades: 2 } } },
  },
];

const years: WorkedCase[] = [
  {
    title: "a year begins with the last session before it, and a year without sessions has no row",
    // A: 100, 110 | 121, 99; index: 50, 60 | 60, 45
    series: [
      {
        symbol: "A",
        bars: [
          ["2020-12-30", 100, 100],
          ["2020-12-31", 100, 110],
          ["2022-01-03", 121, 121],
          ["2022-01-04", 99, 99],
        ],
      },
      {
        symbol: "^I",
        type: "INDEX",
        bars: [
          ["2020-12-30", 50, 50],
          ["2020-12-31", 60, 60],
          ["2022-01-04", 45, 45],
        ],
      },
    ],
    strategy: { simulation: oneShare },
    expected: {
      equity: [100, 110, 121, 99],
      benchmark: [100, 120, 120, 90],
      report: {
        yearlyPerformance: [
          { year: 2020, startValue: 100, endValue: 110, growth: 10, growthPercent: 10, benchmarkPercent: 20 },
          {
            year: 2022,
            startValue: 110,
            endValue: 99,
            growth: -11,
            growthPercent: -10,
            benchmarkPercent: -25,
          },
        ],
        metadata: { backtestStart: "2020-12-30", backtestEnd: "2022-01-04", sessions: 4 },
      },
    },
  },
];

export const metricCases: readonly WorkedCase[] = [...ratios, ...drawdowns, ...trades, ...years];
