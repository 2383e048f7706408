/**
 * Sell rules and the cool-down after a sale (rules.md sections 1 and 7). Everywhere: 1,000 buys 10 shares of A at the open of session
 * 1, which is 100; every later open is the close before it.
 */
import type { SeriesSpec } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { StrategyParts, WorkedCase } from "./worked-case.ts";

/** A, with its closes from session 1 on. */
function heldA(...closes: readonly number[]): SeriesSpec {
  return prices("A", { close: [100, ...closes], open: [100, 100, ...closes.slice(0, -1)] });
}

function sells(title: string, sell: StrategyParts["sell"], held: SeriesSpec, position: string): WorkedCase {
  return { title, series: [held], strategy: { sell: sell ?? {} }, expected: { positions: [position] } };
}

const rules: WorkedCase[] = [
  sells(
    "a rule that is true at the close sells at the next open",
    { rules: ["close < 95"] },
    heldA(96, 94, 90),
    "A 1-3 held 2: 10 @ 100 -> 94, -60 (-6 %), rule",
  ),
  sells(
    "any of several sells",
    { rules: ["close > 200", { any: ["close < 50", "close < 95"] }] },
    heldA(94, 94),
    "A 1-2 held 1: 10 @ 100 -> 94, -60 (-6 %), rule",
  ),
  sells(
    "max-holding comes before a rule",
    { maxHoldingDays: 1, rules: ["close > 1"] },
    heldA(100, 100),
    "A 1-2 held 1: 10 @ 100 -> 100, 0 (0 %), max-holding",
  ),
  sells(
    "take-profit comes before a rule",
    { takeProfit: 10, rules: ["profit >= 10"] },
    heldA(110, 110),
    "A 1-2 held 1: 10 @ 100 -> 110, 100 (10 %), take-profit",
  ),
  sells(
    "the minimum hold comes before a rule",
    { minHoldingDays: 3, rules: ["close > 1"] }, // held 3 at the close of 3
    heldA(100, 100, 100, 100),
    "A 1-4 held 3: 10 @ 100 -> 100, 0 (0 %), rule",
  ),
  sells(
    "profit and held are those of the close: held as if it were sold at the next open",
    { rules: ["held = 2 and profit = 10"] },
    heldA(110, 110, 120),
    "A 1-3 held 2: 10 @ 100 -> 110, 100 (10 %), rule",
  ),
  sells(
    "the peak is the highest of the entry price and the closes, the fall is measured from it",
    { rules: ["peak = 120 and fall = 10"] }, // 108 / 120
    heldA(120, 109, 108, 100),
    "A 1-4 held 3: 10 @ 100 -> 108, 80 (8 %), rule",
  ),
  sells(
    "what is unknown does not sell",
    { rules: ["not (sma(50) > 0)", "growth(50) < 0"] },
    heldA(90, 80),
    "A 1-2 held 1: 10 @ 100 -> 80, -200 (-20 %), open",
  ),
  sells(
    "what is off does not sell, nor a group in which all is off",
    { rules: [{ off: "close > 1" }, { none: [{ off: "close > 1" }] }, { all: [] }] },
    heldA(90, 80),
    "A 1-2 held 1: 10 @ 100 -> 80, -200 (-20 %), open",
  ),
  {
    title: "the entry price of a rule is the fill, slippage included",
    // bought at 110: at a close of 100 the loss is 9.09 %
    series: [heldA(100, 100)],
    strategy: {
      sell: { rules: ["profit < -9 and entryPrice = 110 and peak = 110"] },
      simulation: { startMargin: 1100, slippagePercent: 10 },
    },
    expected: { positions: ["A 1-2 held 1: 10 @ 110 -> 90, -200 (-18.1818181818 %), rule"] },
  },
  {
    title: "no rule is looked at on a session without a bar",
    series: [prices("A", { close: [100, 100, null, 100, 100] }), clock(5)],
    strategy: { sell: { rules: ["held >= 2"] } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "3 exit A rule", "4 sell A 10 @ 100"],
    },
  },
];

/** A at 100 on sessions 0 to 7, sold a session after it was bought, and bought again as soon as it may be. */
function coolsDown(title: string, coolDownDays: number, candidates: readonly number[]): WorkedCase {
  return {
    title,
    series: [prices("A", { close: Array<number>(8).fill(100) })],
    strategy: { sell: { maxHoldingDays: 1, coolDownDays } },
    expected: { candidates: { A: candidates } },
  };
}

const coolDown: WorkedCase[] = [
  coolsDown(
    "without a cool-down what was sold at an open is a candidate at the close of that session",
    0,
    [0, 2, 4, 6],
  ),
  coolsDown("a cool-down of 1 passes over the session of the sale", 1, [0, 3, 6]), // sold on 2 and 5
  coolsDown("a cool-down of 3 ends three sessions after the sale", 3, [0, 5]), // sold on 2
  {
    title: "sessions are counted, whether or not the instrument has bars on them",
    // sold on 2; no bar on 3 and 4
    series: [prices("A", { close: [100, 100, 100, null, null, 100, 100] }), clock(7)],
    strategy: { sell: { maxHoldingDays: 1, coolDownDays: 3 } },
    expected: { candidates: { A: [0, 5] } },
  },
  {
    title: "a presumed delisting is a sale",
    // last bar on 2, so sold on 22; bars again from 23 on
    series: [
      prices("A", { close: [100, 100, 100, ...Array<null>(20).fill(null), 100, 100, 100, 100] }),
      clock(27),
    ],
    strategy: { sell: { coolDownDays: 3 } },
    expected: { candidates: { A: [0, 25] } },
  },
  {
    title: "who cools down leaves the place to others and is not counted as passed over",
    series: [
      prices("A", { close: [100, 100, 100, 100], volume: 9 }),
      prices("B", { from: 2, close: [100, 100], volume: 1 }),
    ],
    strategy: { sell: { maxHoldingDays: 1, coolDownDays: 5 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 10 @ 100",
        "1 exit A max-holding",
        "2 sell A 10 @ 100",
        "2 candidate B #1 ordered",
        "3 buy B 10 @ 100",
        "3 exit B max-holding",
      ],
      report: { passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 } },
    },
  },
];

export const saleCases: readonly WorkedCase[] = [...rules, ...coolDown];
