/** What hangs on how long a bar is (section 1): years, delistings, warnings, and rules that put bars together. */
import { dateOf } from "../../support/market-builder.ts";
import type { SeriesSpec } from "../../support/market-builder.ts";
import type { WorkedCase } from "./worked-case.ts";

/** Bars every so many days, from a Monday on. */
const MONDAY = 5;

function every(days: number, symbol: string, closes: readonly number[]): SeriesSpec {
  return {
    symbol,
    // at the price of before, so that what is bought at the second bar's open costs what the first one did
    bars: closes.map((close, at) => [MONDAY + days * at, closes[at - 1] ?? close, close] as const),
  };
}

function flat(bars: number, close = 100): number[] {
  return Array<number>(bars).fill(close);
}

/** Keeps the calendar going, below the minimum price of every case. */
function clock(days: number, bars: number): SeriesSpec {
  return every(days, "~", flat(bars, 1));
}

/**
 * 100 buys a share of A at the second bar's open, which is 100: the equity is A's close. Returns of +10 %, -10 %, +10 %: mean 0.1/3,
 * variance 0.04/3, the root mean square of the falls sqrt(0.01/3). Bars behind the period count for what a bar is.
 */
function yearOf(title: string, days: number, sessionsOfYear: number): WorkedCase {
  const sharpeRatio = (0.1 / 3 / Math.sqrt(0.04 / 3)) * Math.sqrt(sessionsOfYear);
  return {
    title,
    series: [every(days, "A", [100, 110, 99, 108.9, ...flat(8, 108.9)])],
    strategy: {
      simulation: { startMargin: 100, fractionalShares: true, endDate: dateOf(MONDAY + 3 * days) },
    },
    expected: {
      equity: [100, 110, 99, 108.9],
      warnings: [],
      report: {
        sessionsOfYear,
        performance: {
          cagr: (1.089 ** (365.25 / (3 * days)) - 1) * 100,
          volatility: Math.sqrt((sessionsOfYear * 0.04) / 3) * 100,
          sharpeRatio,
          sortinoRatio: (0.1 / 3 / Math.sqrt(0.01 / 3)) * Math.sqrt(sessionsOfYear),
        },
        benchmarkPerformance: { sharpeRatio },
      },
    },
  };
}

const years: WorkedCase[] = [
  yearOf("weeks are 52 a year", 7, 52),
  yearOf("months are 12 a year", 30, 12),
  yearOf("days of which a tenth are of weekends are 365 a year", 1, 365),
  yearOf("of days that are three apart two sevenths are of weekends", 3, 365),
  {
    title: "the risk-free rate is divided by the weeks of a year",
    series: [every(7, "A", [100, 110, 99, 108.9, ...flat(8, 108.9)])],
    strategy: {
      // 5.2 % / 52 = 0.001 a week
      simulation: {
        startMargin: 100,
        fractionalShares: true,
        riskFreePercent: 5.2,
        endDate: dateOf(MONDAY + 21),
      },
    },
    expected: {
      report: {
        performance: { sharpeRatio: ((0.1 / 3 - 0.001) / Math.sqrt(0.04 / 3)) * Math.sqrt(52) },
      },
    },
  },
  {
    title: "volatility of a rule counts the weeks of a year",
    // returns 0.1 and -0.1: sqrt(0.02) x sqrt(52) x 100 = 101.98
    series: [every(7, "A", [100, 110, 99, ...flat(9, 99)])],
    strategy: { buy: { rules: ["volatility(2) between 101.9 and 102"] }, simulation: { maxPositions: 1 } },
    expected: { candidates: { A: [MONDAY + 14] } },
  },
  {
    title: "trend of a rule counts the months of a year",
    // 10 % a month: (1.1 ^ 12 - 1) x 100 = 213.8
    series: [every(30, "A", [100, 110, ...flat(10, 110)])],
    strategy: { buy: { rules: ["trend(2) between 213.8 and 213.9"] } },
    expected: { candidates: { A: [MONDAY + 30] } },
  },
];

const delisted: WorkedCase[] = [
  {
    title: "who has no bar for 8 weeks is presumed delisted",
    // bought on the second Monday, last bar on the fourth; the eighth week without one is the twelfth
    series: [every(7, "A", flat(4)), clock(7, 14)],
    expected: {
      positions: [`A ${MONDAY + 7}-${MONDAY + 77} held 10: 10 @ 100 -> 100, 0 (0 %), no-data`],
    },
  },
  {
    title: "who has none for 7 is not",
    series: [every(7, "A", flat(4)), clock(7, 11)],
    expected: { positions: [`A ${MONDAY + 7}-${MONDAY + 21} held 2: 10 @ 100 -> 100, 0 (0 %), open`] },
  },
  {
    title: "who has no bar for 3 months is presumed delisted",
    series: [every(30, "A", flat(4)), clock(30, 14)],
    expected: {
      positions: [`A ${MONDAY + 30}-${MONDAY + 180} held 5: 10 @ 100 -> 100, 0 (0 %), no-data`],
    },
  },
];

const coarse: WorkedCase[] = [
  {
    title: "weeks of weekly bars are refused with their place",
    series: [every(7, "A", flat(12))],
    strategy: { buy: { rules: ["close > 1", "close > weekly(close)"] } },
    expected: {
      refused: "rules-too-coarse",
      says: ["buy.rules[1], column 9: weekly puts bars together, and these prices are weekly ones"],
    },
  },
  {
    title: "months of weekly bars are not",
    series: [every(7, "A", flat(12))],
    strategy: { buy: { rules: ["monthly(close) = 100"] } },
    // the Monday of 6 January begins them: the first of February is 3 February, five Mondays later by one
    expected: { candidates: { A: [MONDAY + 28] } },
  },
  {
    title: "weeks and months of monthly bars are refused together, wherever they stand",
    series: [every(30, "A", flat(12))],
    strategy: {
      sell: { rules: ['of("A", weekly(close) > 1)'] },
      simulation: { sortingType: "expression", sortBy: "monthly(close)" },
    },
    expected: {
      refused: "rules-too-coarse",
      says: ["sell.rules[0], column 9: weekly", "simulation.sortBy, column 1: monthly"],
    },
  },
  {
    title: "what is off may put together what it likes",
    series: [every(30, "A", flat(12))],
    strategy: { buy: { rules: [{ off: "monthly(close) > 1" }] } },
    expected: { warnings: [] },
  },
];

const onFirsts = Array.from({ length: 12 }, (_, at) => `2021-${String(at + 1).padStart(2, "0")}-01`);

function monthsOn(days: readonly string[]): SeriesSpec {
  return { symbol: "A", bars: days.map((day) => [day, 100, 100] as const) };
}

const warned: WorkedCase[] = [
  {
    title: "bars of eleven days are weekly ones, with a warning",
    series: [every(11, "A", flat(12))],
    expected: { warnings: ["frequency-unusual"], report: { metadata: { frequency: "weekly" } } },
  },
  {
    title: "bars of 24 days are monthly ones, with a warning",
    series: [every(24, "A", flat(12))],
    expected: { warnings: ["frequency-unusual"], report: { metadata: { frequency: "monthly" } } },
  },
  {
    title: "bars of 36 days likewise",
    series: [every(36, "A", flat(12))],
    expected: { warnings: ["frequency-unusual"], report: { metadata: { frequency: "monthly" } } },
  },
  {
    title: "bars of 10, 25 and 35 days have none",
    series: [every(35, "A", flat(12))],
    expected: { warnings: [], report: { metadata: { frequency: "monthly" } } },
  },
  {
    title: "fewer than ten gaps are daily without a warning, whatever they are",
    series: [every(36, "A", flat(10))],
    expected: { warnings: [], report: { metadata: { frequency: "daily" } } },
  },
  {
    title: "an instrument of weeks among daily ones is named",
    series: [
      every(1, "A", flat(40)),
      every(7, "B", flat(12)),
      every(7, "C", flat(11)),
      every(30, "D", flat(13)),
    ],
    expected: {
      warnings: ["frequency-mixed"],
      report: { warnings: [{ message: expectNames("B, D") }] },
    },
  },
  {
    title: "four of five gaps are enough, fewer are not",
    // of B 12 of 15 gaps are of a week, of C 12 of 16
    series: [
      every(1, "A", flat(60)),
      withGaps("B", [...Array<number>(12).fill(7), 1, 1, 1]),
      withGaps("C", [...Array<number>(12).fill(7), 1, 1, 1, 1]),
    ],
    expected: { warnings: ["frequency-mixed"], report: { warnings: [{ message: expectNames("B") }] } },
  },
  {
    title: "months that are dated by their first day are told",
    series: [monthsOn(onFirsts)],
    expected: { warnings: ["month-dated-first"], report: { metadata: { frequency: "monthly" } } },
  },
  {
    title: "nine of ten are enough",
    // 18 of 20 sessions
    series: [
      monthsOn(onFirsts.concat(Array.from({ length: 8 }, (_, at) => `2022-0${at + 1}-0${at < 6 ? 1 : 2}`))),
    ],
    expected: { warnings: ["month-dated-first"] },
  },
  {
    title: "ten of twelve are not",
    series: [monthsOn(onFirsts.with(3, "2021-04-02").with(5, "2021-06-02"))],
    expected: { warnings: [] },
  },
  {
    title: "firsts of months among daily bars say nothing",
    series: [every(1, "A", flat(40))],
    expected: { warnings: [] },
  },
];

function withGaps(symbol: string, gaps: readonly number[]): SeriesSpec {
  let day = MONDAY;
  const days = [day, ...gaps.map((gap) => (day += gap))];
  return { symbol, bars: days.map((at) => [at, 100, 100] as const) };
}

/** What a run says of these. */
function expectNames(symbols: string): string {
  return `Among daily prices these have mostly weekly or monthly ones, which are old on most days: ${symbols}.`;
}

export const barLengthCases: readonly WorkedCase[] = [...years, ...delisted, ...warned];
export const coarseCases: readonly WorkedCase[] = coarse;
