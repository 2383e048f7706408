/**
 * When and why a position is sold. Everywhere: 1,000 buys 10 shares of A at the open of session 1, which is 100;
 * every later open is the close before it, so a sale decided at a close of 90 brings 90 at the next open.
 */
import type { SeriesSpec } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { StrategyParts, WorkedCase } from "./worked-case.ts";

/** A, with its closes from session 1 on. */
function heldA(...closes: readonly (number | null)[]): SeriesSpec {
  const close = [100, ...closes];
  let before = 100;
  const open = close.map((price) => {
    const opening = before;
    before = price ?? before;
    return opening;
  });
  return prices("A", { close, open });
}

function exits(title: string, sell: StrategyParts["sell"], held: SeriesSpec, position: string): WorkedCase {
  return { title, series: [held], strategy: { sell: sell ?? {} }, expected: { positions: [position] } };
}

const rules: WorkedCase[] = [
  exits(
    "the stop loss sells at exactly its percent below the entry price, not a hair before",
    { stopLoss: 10 }, // 100 x 0.9 = 90
    heldA(95, 90.01, 90, 91),
    "A 1-4 held 3: 10 @ 100 -> 90, -100 (-10 %), stop-loss",
  ),
  exits(
    "the trailing stop sells at exactly its percent below the highest close",
    { trailingStopLoss: 10 }, // 120 x 0.9 = 108
    heldA(110, 120, 108.01, 108, 107),
    "A 1-5 held 4: 10 @ 100 -> 108, 80 (8 %), trailing-stop",
  ),
  {
    title: "the trailing stop does not see the day's high",
    // highest close 100, so 90 would stop; from the high of 130 it would be 117
    series: [prices("A", { close: [100, 100, 100, 95], high: [100, 130, 130, 100] })],
    strategy: { sell: { trailingStopLoss: 10 } },
    expected: { positions: ["A 1-3 held 2: 10 @ 100 -> 95, -50 (-5 %), open"] },
  },
  exits(
    "the entry price counts as a peak where no close reaches it",
    { trailingStopLoss: 10 }, // 100 x 0.9 = 90; from the closes alone it would be 85.5
    heldA(95, 90, 90),
    "A 1-3 held 2: 10 @ 100 -> 90, -100 (-10 %), trailing-stop",
  ),
  {
    title: "the entry price of the rules is the fill, slippage included",
    // bought at 110: peak 110, stop at 99. Sold at 99 x 0.9 = 89.1: 10 x (89.1 - 110) = -209 of 1,100
    series: [heldA(100, 99, 100)],
    strategy: { sell: { trailingStopLoss: 10 }, simulation: { startMargin: 1100, slippagePercent: 10 } },
    expected: { positions: ["A 1-3 held 2: 10 @ 110 -> 89.1, -209 (-19 %), trailing-stop"] },
  },
  {
    title: "a close before the entry is no peak",
    // close 300 on session 0, bought at 100: peak 100
    series: [prices("A", { open: [300, 100, 100], close: [300, 100, 95] })],
    strategy: { sell: { trailingStopLoss: 10 } },
    expected: { positions: ["A 1-2 held 1: 10 @ 100 -> 95, -50 (-5 %), open"] },
  },
  exits(
    "take-profit sells at exactly its percent above the entry price, although 100 x 1.1 rounds up",
    { takeProfit: 10 },
    heldA(109.99, 110, 115),
    "A 1-3 held 2: 10 @ 100 -> 110, 100 (10 %), take-profit",
  ),
  exits(
    "max-holding counts the sessions held if it is sold at the next open",
    { maxHoldingDays: 3 }, // entry 1; at the close of 3: 4 - 1 = 3
    heldA(100, 100, 100, 100),
    "A 1-4 held 3: 10 @ 100 -> 100, 0 (0 %), max-holding",
  ),
  exits(
    "max-holding of 1 sells on the session after the entry",
    { maxHoldingDays: 1 },
    heldA(100, 100),
    "A 1-2 held 1: 10 @ 100 -> 100, 0 (0 %), max-holding",
  ),
  exits(
    "without an exit rule a position stays open and is listed at its last close",
    {},
    heldA(50, 130),
    "A 1-2 held 1: 10 @ 100 -> 130, 300 (30 %), open",
  ),
];

const hold: WorkedCase[] = [
  exits(
    "a minimum hold of 2 lets a stop sell two sessions after the entry and no sooner",
    { stopLoss: 10, minHoldingDays: 2 }, // close of 1: held 1; close of 2: held 2
    heldA(80, 80, 80),
    "A 1-3 held 2: 10 @ 100 -> 80, -200 (-20 %), stop-loss",
  ),
  exits(
    "a minimum hold of 1 holds nothing back",
    { stopLoss: 10, minHoldingDays: 1 },
    heldA(80, 80),
    "A 1-2 held 1: 10 @ 100 -> 80, -200 (-20 %), stop-loss",
  ),
  exits(
    "a stop touched only during the hold is forgotten",
    { stopLoss: 10, minHoldingDays: 3 },
    heldA(80, 80, 95, 95),
    "A 1-4 held 3: 10 @ 100 -> 95, -50 (-5 %), open",
  ),
  exits(
    "the peak rises during the hold",
    { trailingStopLoss: 10, minHoldingDays: 3 }, // close of 3: 134 <= 150 x 0.9 = 135
    heldA(150, 100, 134, 134),
    "A 1-4 held 3: 10 @ 100 -> 134, 340 (34 %), trailing-stop",
  ),
  exits(
    "max-holding waits for the minimum hold",
    { maxHoldingDays: 1, minHoldingDays: 3 },
    heldA(100, 100, 100, 100),
    "A 1-4 held 3: 10 @ 100 -> 100, 0 (0 %), max-holding",
  ),
];

const order: WorkedCase[] = [
  exits(
    "the stop loss comes before the trailing stop and max-holding",
    { stopLoss: 10, trailingStopLoss: 10, maxHoldingDays: 1 },
    heldA(80, 80),
    "A 1-2 held 1: 10 @ 100 -> 80, -200 (-20 %), stop-loss",
  ),
  exits(
    "the trailing stop comes before take-profit and max-holding",
    // close of 2, the first after the hold: 150 <= 200 x 0.9 and 150 >= 110
    { trailingStopLoss: 10, takeProfit: 10, maxHoldingDays: 2, minHoldingDays: 2 },
    heldA(200, 150, 150),
    "A 1-3 held 2: 10 @ 100 -> 150, 500 (50 %), trailing-stop",
  ),
  exits(
    "take-profit comes before max-holding",
    { takeProfit: 10, maxHoldingDays: 1 },
    heldA(110, 110),
    "A 1-2 held 1: 10 @ 100 -> 110, 100 (10 %), take-profit",
  ),
];

const missingBars: WorkedCase[] = [
  {
    title: "a pending sale waits over a halt for the open of the next bar, whatever that is",
    series: [prices("A", { open: [100, 100, null, null, 175], close: [100, 90, null, null, 200] }), clock(5)],
    strategy: { sell: { stopLoss: 10 } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "1 exit A stop-loss", "4 sell A 10 @ 175"],
      positions: ["A 1-4 held 3: 10 @ 100 -> 175, 750 (75 %), stop-loss"],
      equity: [1000, 900, 900, 900, 1750],
    },
  },
  {
    title: "no exit is decided on a session without a bar",
    // held 3 on session 3, but the next bar is on session 5
    series: [heldA(100, 100, null, null, 100, 100), clock(7)],
    strategy: { sell: { maxHoldingDays: 3 } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "5 exit A max-holding", "6 sell A 10 @ 100"],
    },
  },
  {
    title: "after 20 sessions without a bar a position is sold at its last close, whatever the hold",
    // last bar on 3; sessions 4 to 23 are twenty
    series: [heldA(100, 110, 120), clock(26)],
    strategy: { sell: { minHoldingDays: 100 } },
    expected: {
      positions: ["A 1-23 held 22: 10 @ 100 -> 120, 200 (20 %), no-data"],
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "23 sell A 10 @ 120"],
    },
  },
  {
    title: "the sale of a presumed delisting pays slippage and commission",
    // bought at 110 + 10 % = 121 a share; sold at 120 x 0.9 = 108 less 10 % = 97.2: 972 - 1,210 = -238 of 1,100
    series: [heldA(100, 110, 120), clock(24)],
    strategy: { simulation: { startMargin: 1210, slippagePercent: 10, commissionPercent: 10 } },
    expected: {
      positions: ["A 1-23 held 22: 10 @ 110 -> 108, -238 (-21.6363636364 %), no-data"],
      report: { performance: { endValue: 972 } },
    },
  },
  {
    title: "a halt of 19 sessions is no delisting",
    // no bar on sessions 4 to 22, then one on 23
    series: [heldA(100, 110, 120, ...Array<null>(19).fill(null), 130), clock(25)],
    expected: { positions: ["A 1-23 held 22: 10 @ 100 -> 130, 300 (30 %), open"] },
  },
  {
    title: "a pending sale lapses when its instrument is presumed delisted",
    series: [heldA(100, 110, 80), clock(25)],
    strategy: { sell: { stopLoss: 10 } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "3 exit A stop-loss", "23 sell A 10 @ 80"],
      positions: ["A 1-23 held 22: 10 @ 100 -> 80, -200 (-20 %), no-data"],
    },
  },
  {
    title: "a presumed delisting frees slot and cash for the buys of the same session",
    // A's pending sale counts as a free slot at the close of 22; on 23 A brings 800, B costs 50
    series: [heldA(100, 110, 80), prices("B", { from: 22, close: [50, 50] }), clock(24)],
    strategy: { sell: { stopLoss: 10 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 10 @ 100",
        "3 exit A stop-loss",
        "22 candidate B #1 ordered",
        "23 sell A 10 @ 80",
        "23 buy B 16 @ 50",
      ],
    },
  },
  {
    title: "an open position ends with its last bar, whose close is carried in the equity",
    series: [heldA(120, null, null), clock(4)],
    expected: {
      positions: ["A 1-1 held 0: 10 @ 100 -> 120, 200 (20 %), open"],
      equity: [1000, 1200, 1200, 1200],
      open: [0, 1, 1, 1],
      report: { performance: { trades: 0, winRate: null } },
    },
  },
  {
    title: "an open position has paid for its purchase and not for a sale",
    // 1 % commission: 10 shares cost 1,010; 10 x 30 - 10 = 290 of 1,000
    series: [heldA(130)],
    strategy: { simulation: { startMargin: 1010, commissionPercent: 1 } },
    expected: {
      positions: ["A 1-1 held 0: 10 @ 100 -> 130, 290 (29 %), open"],
      equity: [1010, 1300],
    },
  },
];

export const exitCases: readonly WorkedCase[] = [...rules, ...hold, ...order, ...missingBars];
