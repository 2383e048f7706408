/**
 * Stops and targets that lie in the market (rules.md section 7). Everywhere, where nothing else is said: 1,000 buys 10 shares of A
 * at the open of session 1, which is 100.
 */
import type { SeriesSpec } from "../../support/market-builder.ts";
import { prices } from "./worked-case.ts";
import type { StrategyParts, WorkedCase } from "./worked-case.ts";

interface Day {
  readonly open: number;
  readonly low: number;
  readonly high: number;
  readonly close: number;
}

/** A at 100 on session 0, bought at 100 on session 1, which closes there; then these days. */
function boughtA(...days: readonly Day[]): SeriesSpec {
  const plain = { open: 100, low: 100, high: 100, close: 100 };
  return seriesOf([plain, plain, ...days]);
}

function seriesOf(days: readonly Day[]): SeriesSpec {
  const column = (pick: (day: Day) => number) => days.map(pick);
  return prices("A", {
    open: column(({ open }) => open),
    low: column(({ low }) => low),
    high: column(({ high }) => high),
    close: column(({ close }) => close),
  });
}

function day(open: number, low: number, high: number, close: number): Day {
  return { open, low, high, close };
}

function resting(
  title: string,
  sell: StrategyParts["sell"],
  series: SeriesSpec,
  position: string,
): WorkedCase {
  return {
    title,
    series: [series],
    strategy: { sell: { stopOrders: "resting", ...sell } },
    expected: { positions: [position] },
  };
}

const STOPPED = "A 1-2 held 1: 10 @ 100 -> 90, -100 (-10 %), stop-loss";

const stops: WorkedCase[] = [
  resting(
    "a stop is sold at its price, in the session that reaches it",
    { stopLoss: 10 },
    boughtA(day(95, 89, 96, 92)),
    STOPPED,
  ),
  resting("a low of exactly the stop reaches it", { stopLoss: 10 }, boughtA(day(95, 90, 96, 92)), STOPPED),
  resting(
    "a low a hair above the stop does not",
    { stopLoss: 10 },
    boughtA(day(95, 90.01, 96, 92)),
    "A 1-2 held 1: 10 @ 100 -> 92, -80 (-8 %), open",
  ),
  resting(
    "a gap below the stop is sold at the open",
    { stopLoss: 10 },
    boughtA(day(85, 80, 99, 99)),
    "A 1-2 held 1: 10 @ 100 -> 85, -150 (-15 %), stop-loss",
  ),
  resting(
    "an open of exactly the stop is sold there",
    { stopLoss: 10 },
    boughtA(day(90, 80, 99, 99)),
    STOPPED,
  ),
  resting(
    "the trailing stop stands below the highest close of the sessions before, whatever this one reaches",
    { trailingStopLoss: 10 }, // 120 x 0.9 = 108
    boughtA(day(100, 100, 120, 120), day(119, 107, 200, 190)),
    "A 1-3 held 2: 10 @ 100 -> 108, 80 (8 %), trailing-stop",
  ),
  resting(
    "a high is no peak",
    { trailingStopLoss: 10 }, // from the high of 200 it would be 180; from the closes it is 99
    boughtA(day(100, 100, 200, 110), day(105, 100, 105, 104)),
    "A 1-3 held 2: 10 @ 100 -> 104, 40 (4 %), open",
  ),
  resting(
    "of two stops the higher one gives price and reason: the trailing one",
    { stopLoss: 10, trailingStopLoss: 10 }, // 90, and 120 x 0.9 = 108
    boughtA(day(100, 100, 120, 120), day(115, 80, 115, 85)),
    "A 1-3 held 2: 10 @ 100 -> 108, 80 (8 %), trailing-stop",
  ),
  resting(
    "of two stops the higher one gives price and reason: the fixed one",
    { stopLoss: 5, trailingStopLoss: 20 }, // 95, and 110 x 0.8 = 88
    boughtA(day(100, 100, 110, 110), day(100, 80, 100, 85)),
    "A 1-3 held 2: 10 @ 100 -> 95, -50 (-5 %), stop-loss",
  ),
  resting(
    "of two equal stops the stop loss is the reason",
    { stopLoss: 10, trailingStopLoss: 10 },
    boughtA(day(95, 80, 95, 80)),
    STOPPED,
  ),
  {
    title: "two stops that differ by rounding alone are equal",
    // 90 x 0.7 and 105 x 0.6 are both 63, but in doubles the first is 62.99999999999999
    series: [seriesOf([day(90, 90, 90, 90), day(90, 90, 105, 105), day(100, 60, 100, 61)])],
    strategy: {
      sell: { stopOrders: "resting", stopLoss: 30, trailingStopLoss: 40 },
      simulation: { startMargin: 900 },
    },
    expected: { positions: ["A 1-2 held 1: 10 @ 90 -> 63, -270 (-30 %), stop-loss"] },
  },
];

const targets: WorkedCase[] = [
  resting(
    "a target is sold at its price, although 100 x 1.1 rounds up",
    { takeProfit: 10 },
    boughtA(day(105, 100, 110, 101)),
    "A 1-2 held 1: 10 @ 100 -> 110, 100 (10 %), take-profit",
  ),
  resting(
    "a gap above the target is sold at the open",
    { takeProfit: 10 },
    boughtA(day(115, 100, 120, 101)),
    "A 1-2 held 1: 10 @ 100 -> 115, 150 (15 %), take-profit",
  ),
  resting(
    "a bar that reaches both counts as stopped",
    { stopLoss: 10, takeProfit: 10 },
    boughtA(day(100, 89, 112, 111)),
    STOPPED,
  ),
  resting(
    "so does one that opens above the target",
    { stopLoss: 10, takeProfit: 10 },
    boughtA(day(115, 85, 116, 100)),
    STOPPED,
  ),
];

const whenTheyLie: WorkedCase[] = [
  resting(
    "in the session of the entry nothing lies in the market yet",
    { stopLoss: 10, takeProfit: 10 },
    seriesOf([day(100, 100, 100, 100), day(100, 50, 150, 100), day(100, 95, 105, 101)]),
    "A 1-2 held 1: 10 @ 100 -> 101, 10 (1 %), open",
  ),
  resting(
    "a close below the stop in the session of the entry sells nothing: stops are not looked at at the close",
    { stopLoss: 10 },
    seriesOf([day(100, 100, 100, 100), day(100, 80, 100, 80), day(95, 95, 95, 95)]),
    "A 1-2 held 1: 10 @ 100 -> 95, -50 (-5 %), open",
  ),
  resting(
    "a minimum hold of 2 keeps them out of the market for the session after the entry",
    { stopLoss: 10, minHoldingDays: 2 }, // session 2: 2 - 1 < 2; session 3: 3 - 1
    boughtA(day(95, 50, 95, 95), day(95, 89, 95, 95)),
    "A 1-3 held 2: 10 @ 100 -> 90, -100 (-10 %), stop-loss",
  ),
  resting(
    "a sale that was decided comes first, at its own price and for its own reason",
    { stopLoss: 10, maxHoldingDays: 1 }, // decided at the close of 1
    boughtA(day(95, 80, 95, 85)),
    "A 1-2 held 1: 10 @ 100 -> 95, -50 (-5 %), max-holding",
  ),
  resting(
    "rules are still looked at at the close",
    { stopLoss: 10, rules: ["profit >= 5"] },
    boughtA(day(100, 100, 105, 105), day(104, 104, 104, 104)),
    "A 1-3 held 2: 10 @ 100 -> 104, 40 (4 %), rule",
  ),
  {
    title: "they stand below the fill, and pay slippage and commission as every sale",
    // bought at 110, 111.1 a share; the stop is 99, sold at 89.1: 10 x (89.1 - 110) - 1 % of 10 x (110 + 89.1)
    series: [boughtA(day(105, 95, 105, 100))],
    strategy: {
      sell: { stopOrders: "resting", stopLoss: 10 },
      simulation: { startMargin: 1111, slippagePercent: 10, commissionPercent: 1 },
    },
    expected: { positions: ["A 1-2 held 1: 10 @ 110 -> 89.1, -228.91 (-20.81 %), stop-loss"] },
  },
  {
    title: "highs and lows are on the run's price basis",
    // factors 0.5: bought at 50; the stop is 45, and a low of 89 is 44.5
    series: [
      prices("A", {
        open: [100, 100, 95],
        low: [100, 100, 89],
        close: [100, 100, 92],
        adjClose: [50, 50, 46],
      }),
    ],
    strategy: { sell: { stopOrders: "resting", stopLoss: 10 }, simulation: { priceBasis: "adjusted" } },
    expected: { positions: ["A 1-2 held 1: 20 @ 50 -> 45, -100 (-10 %), stop-loss"] },
  },
];

const cash: WorkedCase[] = [
  {
    title: "with next-open what a stop brings can't pay for the buys at that open",
    // slots of 500: A 5 x 100, 500 left; A at 300 makes 2,000, a slot of 1,000. The stop at 300 x 0.9 = 270 brings 1,350
    series: [
      prices("A", { open: [100, 100, 290], low: [100, 100, 260], close: [100, 300, 280] }),
      prices("B", { from: 1, close: [100, 100], volume: 1 }),
    ],
    strategy: { sell: { stopOrders: "resting", trailingStopLoss: 10 }, simulation: { maxPositions: 2 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 5 @ 100",
        "1 candidate B #1 ordered",
        "2 sell A 5 @ 270",
        "2 buy B 5 @ 100",
      ],
      equity: [1000, 2000, 1850],
      open: [0, 1, 1],
    },
  },
  {
    title: "with next-close it pays for the buys of that close",
    // A is bought at the close of 1; at the close of 2 the slot is 1,000
    series: [
      prices("A", { open: [100, 100, 100, 290], low: [100, 100, 100, 260], close: [100, 100, 300, 280] }),
      prices("B", { from: 2, close: [100, 100], volume: 1 }),
    ],
    strategy: {
      sell: { stopOrders: "resting", trailingStopLoss: 10 },
      simulation: { maxPositions: 2, fillAt: "next-close" },
    },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 5 @ 100",
        "2 candidate B #1 ordered",
        "3 sell A 5 @ 270",
        "3 buy B 10 @ 100",
      ],
      equity: [1000, 1000, 2000, 1850],
    },
  },
  {
    title: "an instrument that its stop has sold is a candidate at the same close",
    series: [boughtA(day(95, 89, 96, 96), day(97, 97, 97, 97))],
    strategy: { sell: { stopOrders: "resting", stopLoss: 10 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 10 @ 100",
        "2 sell A 10 @ 90",
        "2 candidate A #1 ordered",
        "3 buy A 9 @ 97", // 900 / 97
      ],
    },
  },
];

export const stopCases: readonly WorkedCase[] = [...stops, ...targets, ...whenTheyLie, ...cash];
