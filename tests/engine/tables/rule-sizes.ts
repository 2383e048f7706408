/** What a position may cost, and on which sessions buys are decided (rules.md sections 8 and 9). */
import { dateOf } from "../../support/market-builder.ts";
import { prices } from "./worked-case.ts";
import type { StrategyParts, WorkedCase } from "./worked-case.ts";

const percent = (positionPercent: number) =>
  ({ positionSizing: "percent-of-equity", positionPercent }) as const;
/** 2 % of the equity, at most half of it in a position. */
const risk = (riskDistance: string) =>
  ({ positionSizing: "risk", riskPercent: 2, positionPercent: 50, riskDistance }) as const;

const shares: WorkedCase[] = [
  {
    title: "a percent of the equity is the same for every position, however many there may be",
    series: [prices("A", { close: [100, 100], volume: 2 }), prices("B", { close: [60, 60], volume: 1 })],
    strategy: { simulation: { ...percent(30), maxPositions: 10 } }, // 300 each
    expected: {
      log: ["0 candidate A #1 ordered", "0 candidate B #2 ordered", "1 buy A 3 @ 100", "1 buy B 5 @ 60"],
    },
  },
  {
    title: "cash limits what a percent of the equity may buy",
    series: [prices("A", { close: [100, 100], volume: 2 }), prices("B", { close: [60, 60], volume: 1 })],
    strategy: { simulation: { ...percent(80), maxPositions: 2 } }, // A 8 x 100, 200 left
    expected: {
      log: ["0 candidate A #1 ordered", "0 candidate B #2 ordered", "1 buy A 8 @ 100", "1 buy B 3 @ 60"],
    },
  },
  {
    title: "the number of positions is limited whatever they cost",
    series: [prices("A", { close: [100, 100], volume: 2 }), prices("B", { close: [60, 60], volume: 1 })],
    strategy: { simulation: percent(10) },
    expected: { log: ["0 candidate A #1 ordered", "0 candidate B #2 noSlot", "1 buy A 1 @ 100"] },
  },
  {
    title: "a percent of the equity is taken of the close that decides",
    // at the close of 2 A's 5 shares are worth 600, the equity 1,100: 50 % of it is 550
    series: [prices("A", { close: [100, 100, 120, 120] }), prices("B", { from: 2, close: [50, 50] })],
    strategy: { simulation: { ...percent(50), maxPositions: 2 } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 5 @ 100", "2 candidate B #1 ordered", "3 buy B 10 @ 50"], // 500 in cash
    },
  },
  {
    title: "by risk a position loses the percent of the equity over its distance",
    // 20 / 5 a share = 4 shares, 400
    series: [prices("A", { close: [100, 100] })],
    strategy: { simulation: risk("close / 20") },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 4 @ 100"] },
  },
  {
    title: "by risk a position costs no more than the percent of a position",
    // 20 / 1 a share = 20 shares, 2,000; at most 500
    series: [prices("A", { close: [100, 100] })],
    strategy: { simulation: risk("close / 100") },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 5 @ 100"] },
  },
  {
    title: "by risk it is money that is set aside, at the close that decides",
    // 4 shares at 100 are 400; at an open of 80 they buy 5
    series: [prices("A", { close: [100, 80], open: [100, 80] })],
    strategy: { simulation: risk("5") },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 5 @ 80"] },
  },
  {
    title: "by risk each candidate has its own size",
    // A: 20 / 5 = 4 shares, 400; B: 20 / 10 = 2 shares at 60, 120
    series: [prices("A", { close: [100, 100], volume: 5 }), prices("B", { close: [60, 60], volume: 10 })],
    strategy: { simulation: { ...risk("volume"), maxPositions: 2 } },
    expected: {
      log: ["0 candidate A #2 ordered", "0 candidate B #1 ordered", "1 buy A 4 @ 100", "1 buy B 2 @ 60"],
    },
  },
  {
    title: "without a distance, or with one that is not above 0, an instrument is no candidate",
    // change(2): unknown on 0 and 1; A 2, then 0 and -2; B always 0
    series: [
      prices("A", { close: [100, 101, 102, 101, 100] }),
      prices("B", { close: [100, 100, 100, 100, 100] }),
    ],
    strategy: { sell: { maxHoldingDays: 1 }, simulation: risk("change(2)") },
    expected: {
      // 20 / 2 = 10 shares, 1,020; at most 500 at 101
      log: ["2 candidate A #1 ordered", "3 buy A 4 @ 101", "3 exit A max-holding", "4 sell A 4 @ 100"],
      report: { passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 } },
    },
  },
  {
    title: "who is too dear is so by its own size",
    // A: 20 / 50 = 0.4 shares, 40; B: 20 / 1 = 20 shares at 20, 400
    series: [prices("A", { close: [100, 100], volume: 2 }), prices("B", { close: [20, 20], volume: 1 })],
    strategy: { simulation: risk("if(close > 50, 50, 1)") },
    expected: {
      log: ["0 candidate A #0 unaffordable", "0 candidate B #1 ordered", "1 buy B 20 @ 20"],
      report: { passedOver: { unaffordable: 1, noSlot: 0, noCash: 0, noBar: 0 } },
    },
  },
  {
    title: "fractional shares are bought by risk too",
    series: [prices("A", { close: [100, 100] })],
    strategy: { simulation: { ...risk("50"), fractionalShares: true } },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 0.4 @ 100"] },
  },
  {
    title: "a distance in prices is on the run's price basis",
    // on the adjusted basis the close is 50, a tenth of it 5: 4 shares, 200
    series: [prices("A", { close: [100, 100], adjClose: [50, 50] })],
    strategy: { simulation: { ...risk("close / 10"), priceBasis: "adjusted" } },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 4 @ 50"] },
  },
];

/** A, which costs more than there is: each session that decides buys says so. */
const dear = (bars: Readonly<Record<number, true>>, from: number, to: number) =>
  prices("A", {
    from,
    close: Array.from({ length: to - from + 1 }, (_, at) => (bars[from + at] ? 2000 : null)),
  });

function on(...sessions: readonly number[]): Readonly<Record<number, true>> {
  return Object.fromEntries(sessions.map((session) => [session, true]));
}

function daily(from: number, to: number): Readonly<Record<number, true>> {
  return on(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
}

function scheduled(
  title: string,
  simulation: StrategyParts["simulation"],
  bars: Readonly<Record<number, true>>,
  candidates: readonly number[],
): WorkedCase {
  const sessions = Object.keys(bars).map(Number);
  return {
    title,
    series: [dear(bars, Math.min(...sessions), Math.max(...sessions))],
    strategy: { simulation: simulation ?? {} },
    expected: { candidates: { A: candidates } },
  };
}

// Session 0 is Wednesday, 2020-01-01; 5 and 12 are Mondays; 31 is 1 February, 60 is 1 March, 91 is 1 April, 182 is 1 July.
const schedules: WorkedCase[] = [
  scheduled(
    "weekly: the first session of the run and of each week",
    { schedule: "weekly", startDate: dateOf(2) },
    daily(0, 13),
    [2, 5, 12],
  ),
  scheduled(
    "weekly: after a Monday without bars, the Tuesday",
    { schedule: "weekly" },
    on(0, 1, 2, 6, 7, 8, 9, 12, 13),
    [0, 6, 12],
  ),
  scheduled(
    "weekly: a week goes on over the turn of the year",
    // 358 is Thursday, 2020-12-24; 362 and 369 are Mondays; 366 is 2021-01-01
    { schedule: "weekly", startDate: dateOf(358) },
    on(358, 359, 362, 363, 364, 365, 366, 369, 370),
    [358, 362, 369],
  ),
  scheduled(
    "weekly: a run that starts on a weekend begins with its first session",
    { schedule: "weekly", startDate: dateOf(3) },
    on(1, 2, 5, 6, 7, 12, 13),
    [5, 12],
  ),
  scheduled(
    "monthly: a start in mid-month, then the first session of each month, whatever its day",
    // no bars on 1 and 2 February, nor on 1 March
    { schedule: "monthly", startDate: dateOf(9) },
    on(0, 8, 9, 10, 30, 33, 34, 58, 59, 61, 62, 63),
    [9, 33, 61],
  ),
  scheduled(
    "quarterly: the same with quarters",
    { schedule: "quarterly", startDate: dateOf(40) },
    on(0, 39, 40, 59, 61, 90, 92, 120, 181, 182, 183),
    [40, 92, 182],
  ),
  {
    title: "a week's first session is that of the universe's calendar",
    // B has a bar on Monday 5; where the universe is A alone, its own first session is Tuesday 6
    series: [dear(on(0, 6, 7), 0, 7), prices("B", { close: [1, null, null, null, null, 1, 1, 1] })],
    strategy: { scanner: { symbols: ["A"] }, simulation: { schedule: "weekly" } },
    expected: { candidates: { A: [0, 6] } },
  },
  {
    title: "and with B in the universe it is Monday, on which A has no bar",
    series: [dear(on(0, 6, 7), 0, 7), prices("B", { close: [1, null, null, null, null, 1, 1, 1] })],
    strategy: { simulation: { schedule: "weekly" } },
    expected: { candidates: { A: [0] } },
  },
  {
    title: "weekly: sell rules are looked at when buys are decided",
    series: [prices("A", { close: Array<number>(8).fill(100) })],
    strategy: { sell: { rules: ["close > 1"] }, simulation: { schedule: "weekly" } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "5 exit A rule", "6 sell A 10 @ 100"],
    },
  },
  {
    title: "weekly: stops and holding times are daily",
    series: [prices("A", { close: [100, 100, 90, 90] }), prices("B", { close: [60, 60, 60, 60, 60] })],
    strategy: {
      sell: { stopLoss: 10, maxHoldingDays: 3 },
      simulation: { schedule: "weekly", maxPositions: 2 },
    },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "0 candidate B #2 ordered",
        "1 buy A 5 @ 100",
        "1 buy B 8 @ 60",
        "2 exit A stop-loss",
        "3 sell A 5 @ 90",
        "3 exit B max-holding",
        "4 sell B 8 @ 60",
      ],
    },
  },
];

export const sizeCases: readonly WorkedCase[] = shares;
export const scheduleCases: readonly WorkedCase[] = schedules;
