/** What orders become: prices, costs, quantities, slots, and the orders that lapse. */
import { dateOf } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { WorkedCase } from "./worked-case.ts";

const pricesAndCosts: WorkedCase[] = [
  {
    title: "a buy fills at the open after the close that decided it",
    // floor(1000 / 110) = 9, 10 left; 10 + 9 x 120 = 1,090
    series: [prices("A", { open: [100, 110], close: [100, 120] })],
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 9 @ 110"], equity: [1000, 1090], open: [0, 1] },
  },
  {
    title: "with next-close a buy fills at the close after the one that decided it",
    // floor(1000 / 120) = 8
    series: [prices("A", { open: [100, 110], close: [100, 120] })],
    strategy: { simulation: { fillAt: "next-close" } },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 8 @ 120"], equity: [1000, 1000] },
  },
  {
    title: "with next-close a sale fills at the close after the one that decided it",
    series: [prices("A", { open: [100, 95, 95, 95], close: [100, 100, 80, 70] })],
    strategy: { sell: { stopLoss: 10 }, simulation: { fillAt: "next-close" } },
    expected: { positions: ["A 1-3 held 2: 10 @ 100 -> 70, -300 (-30 %), stop-loss"] },
  },
  {
    title: "with next-close the session of the entry is held by 1 at its own close",
    series: [prices("A", { close: [100, 100, 100] })],
    strategy: { sell: { maxHoldingDays: 1 }, simulation: { fillAt: "next-close" } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100", "1 exit A max-holding", "2 sell A 10 @ 100"],
    },
  },
  {
    title: "slippage and commission are paid on both sides",
    // buy at 101, 101 x 1.005 = 101.505 a share: 10 for 1,015.05; sell at 99, 99 x 0.995 = 98.505: 985.05
    series: [prices("A", { close: [100, 100, 100] })],
    strategy: {
      sell: { maxHoldingDays: 1 },
      simulation: { startMargin: 1015.05, slippagePercent: 1, commissionPercent: 0.5 },
    },
    expected: {
      positions: ["A 1-2 held 1: 10 @ 101 -> 99, -30 (-2.9702970297 %), max-holding"],
      equity: [1015.05, 1000, 985.05],
    },
  },
  {
    title: "on the adjusted basis fills and marks are adjusted, bar by bar",
    // factors 0.5, 0.5, 1: opens 50, 60, 70; closes 50, 50, 80
    series: [prices("A", { open: [100, 120, 70], close: [100, 100, 80], adjClose: [50, 50, 80] })],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 16 @ 60"], equity: [1000, 840, 1320] },
  },
];

const quantities: WorkedCase[] = [
  {
    title: "a quantity that falls short of a whole number by rounding alone is that number",
    // 0.3 / 0.1 is 2.9999999999999996 in doubles
    series: [prices("A", { close: [0.1, 0.1] })],
    strategy: { scanner: { minPrice: null }, simulation: { startMargin: 0.3 } },
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 3 @ 0.1"] },
  },
  {
    title: "a forgiven quantity is one less where it would overdraw by more than 1e-9 of the start margin",
    // A brings 999.9999995; B at 1000 is 0.9999999995, forgiven to 1, and overdraws by 5e-7, over 1e-9 x 100
    series: [
      prices("A", { open: [1, 1, 1, 9.999999995], close: [1, 1, 9.999999995, 9.999999995], volume: 5 }),
      prices("B", { close: [1000, 1000, 1000, 1000] }),
    ],
    strategy: { scanner: { minPrice: null }, sell: { takeProfit: 100 }, simulation: { startMargin: 100 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "0 candidate B #0 unaffordable",
        "1 buy A 100 @ 1",
        "1 candidate B #0 unaffordable",
        "2 exit A take-profit",
        "2 candidate B #1 ordered",
        "3 sell A 100 @ 9.999999995",
        "3 lapse B noCash",
      ],
      report: { passedOver: { unaffordable: 2, noSlot: 0, noCash: 1, noBar: 0 } },
    },
  },
  {
    title: "an overdraft within 1e-9 of the start margin is forgiven",
    // the same 5e-7 short, but of a margin of 1,000
    series: [
      prices("A", { open: [1, 1, 1, 0.9999999995], close: [1, 1, 0.9999999995, 1], volume: 5 }),
      prices("B", { close: [1000, 1000, 1000, 1000] }),
    ],
    strategy: { scanner: { minPrice: null }, sell: { maxHoldingDays: 2 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "0 candidate B #2 noSlot",
        "1 buy A 1000 @ 1",
        "1 candidate B #1 noSlot",
        "2 exit A max-holding",
        "2 candidate B #1 ordered",
        "3 sell A 1000 @ 0.9999999995",
        "3 buy B 1 @ 1000",
      ],
    },
  },
  {
    title: "an order takes no more than the cash at hand",
    // slots of 500: A 5 x 100, 500 left; A at 300 makes 2,000, a slot of 1,000, but cash is 500
    series: [prices("A", { close: [100, 100, 300, 300] }), prices("B", { from: 2, close: [100, 100] })],
    strategy: { simulation: { maxPositions: 2 } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 5 @ 100", "2 candidate B #1 ordered", "3 buy B 5 @ 100"],
    },
  },
  {
    title: "an order is sized by the equity of the close that decided it, not of its fill",
    // equity at the close of 2 is 800; A's open of 160 makes the cash 1,600, B still gets 800
    series: [
      prices("A", { open: [100, 100, 100, 160], close: [100, 100, 80, 160] }),
      prices("B", { from: 2, close: [100, 100] }),
    ],
    strategy: { sell: { stopLoss: 10 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 10 @ 100",
        "2 exit A stop-loss",
        "2 candidate B #1 ordered",
        "3 sell A 10 @ 160",
        "3 buy B 8 @ 100",
      ],
    },
  },
  {
    title: "fractional shares spend the whole slot and make nothing too dear",
    series: [prices("A", { close: [2000, 2000] })],
    strategy: { simulation: { fractionalShares: true } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 0.5 @ 2000"],
      report: { passedOver: { unaffordable: 0 } },
    },
  },
];

const passedOver: WorkedCase[] = [
  {
    title: "a share dearer than a slot is passed over and blocks nobody",
    series: [
      prices("A", { close: [1000.01, 1000.01], volume: 10 }),
      prices("B", { close: [100, 100], volume: 5 }),
    ],
    expected: {
      log: ["0 candidate A #0 unaffordable", "0 candidate B #1 ordered", "1 buy B 10 @ 100"],
      report: { passedOver: { unaffordable: 1, noSlot: 0, noCash: 0, noBar: 0 } },
    },
  },
  {
    title: "a share that costs exactly a slot is affordable",
    series: [prices("A", { close: [1000, 1000] })],
    expected: { log: ["0 candidate A #1 ordered", "1 buy A 1 @ 1000"] },
  },
  {
    title: "costs make a share that is worth a slot too dear",
    // A: 990 x 1.005 x 1.005 = 999.92; B: 991 x 1.005 x 1.005 = 1,000.93
    series: [prices("A", { close: [990, 990] }), prices("B", { close: [991, 991] })],
    strategy: { simulation: { slippagePercent: 0.5, commissionPercent: 0.5 } },
    expected: {
      log: ["0 candidate A #1 ordered", "0 candidate B #0 unaffordable", "1 buy A 1 @ 994.95"],
    },
  },
  {
    title: "a share that opens above the slot leaves its order without cash",
    series: [prices("A", { open: [1000, 1001], close: [1000, 1000] })],
    expected: {
      log: ["0 candidate A #1 ordered", "1 lapse A noCash"],
      report: { passedOver: { unaffordable: 0, noSlot: 0, noCash: 1, noBar: 0 } },
    },
  },
  {
    title: "an order without a bar lapses, and nobody takes its place that day",
    series: [
      prices("A", { close: [100, null, null], volume: 10 }),
      prices("B", { close: [100, 100, 100], volume: 5 }),
    ],
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "0 candidate B #2 noSlot",
        "1 lapse A noBar",
        "1 candidate B #1 ordered",
        "2 buy B 10 @ 100",
      ],
      report: { passedOver: { unaffordable: 0, noSlot: 1, noCash: 0, noBar: 1 } },
    },
  },
  {
    title: "a sale that cannot fill keeps its slot: the order for it lapses for want of a slot, not of cash",
    // no bar of A on 2, so the one slot is taken; the cash is 0 too, but the slot comes first
    series: [
      prices("A", { close: [100, 90, null, 90], open: [100, 100, null, 90] }),
      prices("B", { from: 1, close: [50, 50, 50] }),
    ],
    strategy: { sell: { stopLoss: 10 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 10 @ 100",
        "1 exit A stop-loss",
        "1 candidate B #1 ordered",
        "2 lapse B noSlot",
        "2 candidate B #1 ordered",
        "3 sell A 10 @ 90",
        "3 buy B 18 @ 50",
      ],
      report: { passedOver: { unaffordable: 0, noSlot: 1, noCash: 0, noBar: 0 } },
    },
  },
  {
    title: "an order without bar, slot and cash lapses for want of a bar",
    series: [
      prices("A", { close: [100, 90, null, 90], open: [100, 100, null, 90] }),
      prices("B", { from: 1, close: [50, null, null] }),
      clock(4),
    ],
    strategy: { sell: { stopLoss: 10 } },
    expected: { report: { passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 1 } } },
  },
];

const slots: WorkedCase[] = [
  {
    title: "buys fill in their order of priority, so the last one finds the cash gone",
    // slots of 300: A 3 x 100, 600 left; A at 500 makes 2,100, slots of 700: C takes the 600, B finds 0
    series: [
      prices("A", { close: [100, 100, 500, 500] }),
      prices("B", { from: 2, close: [100, 100], volume: 1 }),
      prices("C", { from: 2, close: [100, 100], volume: 2 }),
    ],
    strategy: { simulation: { startMargin: 900, maxPositions: 3 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 3 @ 100",
        "2 candidate B #2 ordered",
        "2 candidate C #1 ordered",
        "3 buy C 6 @ 100",
        "3 lapse B noCash",
      ],
    },
  },
  {
    title: "a position with its sale pending is no candidate until it is sold",
    series: [prices("A", { open: [100, 100, 90, 90], close: [100, 90, 90, 90] })],
    strategy: { sell: { stopLoss: 10 } },
    expected: {
      log: [
        "0 candidate A #1 ordered",
        "1 buy A 10 @ 100",
        "1 exit A stop-loss",
        "2 sell A 10 @ 90",
        "2 candidate A #1 ordered",
        "3 buy A 10 @ 90",
      ],
      positions: [
        "A 1-2 held 1: 10 @ 100 -> 90, -100 (-10 %), stop-loss",
        "A 3-3 held 0: 10 @ 90 -> 90, 0 (0 %), open",
      ],
    },
  },
  {
    title: "nothing is bought on the last session of the period, even where the data go on",
    series: [prices("A", { close: [100, 100, 100] }), prices("B", { from: 1, close: [100, 100, 100] })],
    strategy: { simulation: { endDate: dateOf(1), maxPositions: 2 } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 5 @ 100"],
      report: { passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 } },
    },
  },
  {
    title: "positions never exceed the slots, and are listed by entry date, then symbol",
    // volumes: B and a 9, C 5, A 1; "B" before "a" in code-unit order
    series: [
      prices("a", { close: [100, 100], volume: 9 }),
      prices("A", { close: [100, 100], volume: 1 }),
      prices("B", { close: [100, 100], volume: 9 }),
      prices("C", { close: [100, 100], volume: 5 }),
    ],
    strategy: { simulation: { maxPositions: 2 } },
    expected: {
      log: [
        "0 candidate A #4 noSlot",
        "0 candidate B #1 ordered",
        "0 candidate C #3 noSlot",
        "0 candidate a #2 ordered",
        "1 buy B 5 @ 100",
        "1 buy a 5 @ 100",
      ],
      positions: [
        "B 1-1 held 0: 5 @ 100 -> 100, 0 (0 %), open",
        "a 1-1 held 0: 5 @ 100 -> 100, 0 (0 %), open",
      ],
      open: [0, 2],
      report: { passedOver: { unaffordable: 0, noSlot: 2, noCash: 0, noBar: 0 } },
    },
  },
  {
    title: "bars before the period are never traded",
    series: [prices("A", { close: [100, 100, 100, 100] })],
    strategy: { simulation: { startDate: dateOf(2) } },
    expected: { log: ["2 candidate A #1 ordered", "3 buy A 10 @ 100"], equity: [1000, 1000] },
  },
];

export const fillCases: readonly WorkedCase[] = [...pricesAndCosts, ...quantities, ...passedOver, ...slots];
