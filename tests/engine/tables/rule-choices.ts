/** Who is looked at and who comes first (rules.md sections 1 and 3), and what would be done next (section 13). */
import { dateOf } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { WorkedCase } from "./worked-case.ts";

const by = (sortBy: string) => ({ sortingType: "expression", sortBy }) as const;

const orders: WorkedCase[] = [
  {
    title: "highest first, equal ones by symbol, unknown ones last",
    // on 1: a 1, B and C 3; D has no bar before
    series: [
      prices("a", { close: [100, 101, 101] }),
      prices("B", { close: [100, 103, 103] }),
      prices("C", { close: [50, 53, 53] }),
      prices("D", { from: 1, close: [100, 100] }),
    ],
    strategy: { simulation: { ...by("change(1)"), startDate: dateOf(1) } },
    expected: {
      log: [
        "1 candidate B #1 ordered",
        "1 candidate C #2 noSlot",
        "1 candidate D #4 noSlot",
        "1 candidate a #3 noSlot",
        "2 buy B 9 @ 103",
      ],
    },
  },
  {
    title: "what singles can't tell apart is a tie",
    // 2^24 + 1 is 2^24 as a single
    series: [
      prices("A", { close: [100, 100], volume: 16_777_216 }),
      prices("B", { close: [100, 100], volume: 16_777_217 }),
    ],
    strategy: { simulation: by("volume") },
    expected: { log: ["0 candidate A #1 ordered", "0 candidate B #2 noSlot", "1 buy A 10 @ 100"] },
  },
  {
    title: "volume-desc goes on comparing doubles",
    series: [
      prices("A", { close: [100, 100], volume: 16_777_216 }),
      prices("B", { close: [100, 100], volume: 16_777_217 }),
    ],
    expected: { log: ["0 candidate A #2 noSlot", "0 candidate B #1 ordered", "1 buy B 10 @ 100"] },
  },
  {
    title: "what is below all singles still comes before what is unknown",
    series: [
      prices("A", { close: [100, 100], volume: 0 }),
      prices("B", { close: [100, 100], volume: 1 }),
      prices("C", { close: [100, 100], volume: 2 }),
    ],
    strategy: { simulation: by("if(volume > 1, 5, if(volume > 0, -1e300, change(1)))") },
    expected: {
      log: [
        "0 candidate A #3 noSlot",
        "0 candidate B #2 noSlot",
        "0 candidate C #1 ordered",
        "1 buy C 10 @ 100",
      ],
    },
  },
  {
    title: "the rank of a market cap that is not known is unknown, and nobody with it is last",
    series: [
      prices("A", { close: [100, 100], volume: 9 }),
      prices("B", { close: [100, 100], volume: 1, marketCap: 5 }),
    ],
    strategy: { simulation: by("-rank(marketCap)") },
    expected: {
      log: ["0 candidate A #2 noSlot", "0 candidate B #1 ordered", "1 buy B 10 @ 100"],
      warnings: [],
    },
  },
];

/** On session 1 A has fallen and B has risen, both without volume: change times volume is -0 of A, and 0 of B. */
const signedZeros = [
  prices("A", { close: [100, 99, 99], volume: 0 }),
  prices("B", { close: [100, 101, 101], volume: 0 }),
];
const fromOne = { startDate: dateOf(1), maxPositions: 2 };

/** Closes 103, 102, 102 and 101 on both sessions; B and D are banks. */
const placed = [
  prices("A", { close: [102, 102], sector: "Steel" }),
  prices("B", { close: [103, 103], sector: "Banks" }),
  prices("C", { close: [102, 102], sector: "Steel" }),
  prices("D", { close: [101, 101], sector: "Banks" }),
];

const places: WorkedCase[] = [
  {
    title: "place counts the highest from 1 on, ties by symbol",
    series: placed,
    strategy: { buy: { rules: ["place(close) <= 2"] } },
    expected: { candidates: { A: [0], B: [0], C: [], D: [] } },
  },
  {
    title: "a place forgives as a number does, not as a percent",
    // of a percent 1e-7 above 3 would still be 3
    series: placed,
    strategy: { buy: { rules: ["place(close) > 2.99999995"] } },
    expected: { candidates: { A: [], B: [], C: [0], D: [0] } },
  },
  {
    title: "places of a sector, and the order by them",
    series: placed,
    strategy: {
      buy: { rules: ['place(-close, "sector") = 1'] },
      simulation: { ...by("place(close)"), maxPositions: 1 },
    },
    // of the banks D is the lowest, at place 4; of the others A comes before C, at place 2
    expected: { log: ["0 candidate A #2 noSlot", "0 candidate D #1 ordered", "1 buy D 9 @ 101"] },
  },
];

const ties: WorkedCase[] = [
  {
    title: "0 and -0 are a tie of candidates",
    series: signedZeros,
    strategy: { simulation: { ...by("change(1) * volume"), ...fromOne, maxPositions: 1 } },
    expected: { log: ["1 candidate A #1 ordered", "1 candidate B #2 noSlot", "2 buy A 10 @ 99"] },
  },
  {
    title: "0 and -0 are a tie of ranks",
    series: signedZeros,
    strategy: { scanner: { rules: ["rank(change(1) * volume) = 0"] }, simulation: fromOne },
    expected: { candidates: { A: [1], B: [] } },
  },
  {
    title: "all beyond singles is a tie of ranks",
    series: signedZeros,
    strategy: { scanner: { rules: ["rank(if(close < 100, 1e200, 1e300)) = 0"] }, simulation: fromOne },
    expected: { candidates: { A: [1], B: [] } },
  },
];

const groups: WorkedCase[] = [
  {
    title: "in an any group of the scanner one of fields and rules is enough",
    series: [
      prices("A", { close: [20, 20, 20], volume: 9 }),
      prices("B", { close: [20, 20, 20], volume: 1 }),
      prices("C", { close: [90, 90, 90], volume: 1 }),
    ],
    strategy: {
      scanner: { match: "any", minPrice: 50, rules: ["volume > 5", "close > 1k"] },
      simulation: { maxPositions: 3 },
    },
    expected: { candidates: { A: [0], B: [], C: [0] } },
  },
  {
    title: "in an all group of the scanner fields and rules must all hold",
    series: [
      prices("A", { close: [60, 60, 60], volume: 9 }),
      prices("B", { close: [60, 60, 60], volume: 1 }),
      prices("C", { close: [20, 20, 20], volume: 9 }),
    ],
    strategy: {
      scanner: { match: "all", minPrice: 50, rules: ["volume > 5"] },
      simulation: { maxPositions: 3 },
    },
    expected: { candidates: { A: [0], B: [], C: [] } },
  },
  {
    title: "an any group of the scanner in which all is off is true",
    series: [prices("A", { close: [60, 60] })],
    strategy: { scanner: { match: "any", minPrice: null, rules: [{ off: "close > 1k" }, { any: [] }] } },
    expected: { candidates: { A: [0] } },
  },
  {
    title: "an unknown buy rule is not true, nor is its opposite",
    series: [prices("A", { close: [60, 60, 60, 60] })],
    strategy: { buy: { rules: ["close[2] > 1", { none: ["change(2) > 1"] }] } },
    expected: { candidates: { A: [2] } },
  },
  {
    title: "[n] goes back again from where it went back to",
    series: [prices("A", { close: [60, 70, 80, 90, 95] })],
    strategy: { buy: { rules: ["close[1][2] = 60"] } }, // on 3
    expected: { candidates: { A: [3] } },
  },
];

const universes: WorkedCase[] = [
  {
    title:
      "a list of symbols is the universe; one without prices is a warning, one of another exchange is just not in it",
    series: [
      prices("A", { close: [100, 100] }),
      prices("B", { close: [100, 100], volume: 9 }),
      prices("F", { close: [100, 100], exchange: "BSE" }),
    ],
    strategy: { scanner: { symbols: ["NONE", "A", "F"] } },
    expected: {
      log: ["0 candidate A #1 ordered", "1 buy A 10 @ 100"],
      warnings: ["symbols-missing"],
      report: { metadata: { instruments: 1, bars: 2 } },
    },
  },
  {
    title: "a symbol of another exchange has prices, so there is nothing to warn of",
    series: [prices("A", { close: [100] }), prices("F", { close: [100], exchange: "BSE" })],
    strategy: { scanner: { symbols: ["A", "F"] } },
    expected: { warnings: [] },
  },
  {
    title: "a list of sectors is the universe, and sectors are compared as text",
    series: [
      prices("A", { close: [100, 100], sector: "Banks" }),
      prices("B", { close: [100, 100], sector: "banks" }),
      prices("C", { close: [100, 100] }),
      prices("D", { close: [100, 100], sector: "Steel" }),
    ],
    strategy: { scanner: { sectors: ["Banks", "Steel"] }, simulation: { maxPositions: 4 } },
    expected: { candidates: { A: [0], B: [], C: [], D: [0] }, report: { metadata: { instruments: 2 } } },
  },
  {
    title: 'no sector is the sector ""',
    series: [prices("A", { close: [100, 100], sector: "Banks" }), prices("C", { close: [100, 100] })],
    strategy: { scanner: { sectors: [""] } },
    expected: { candidates: { A: [], C: [0] } },
  },
  {
    title: "symbols and sectors narrow the universe together",
    series: [
      prices("A", { close: [100, 100], sector: "Banks" }),
      prices("B", { close: [100, 100], sector: "Banks" }),
      prices("C", { close: [100, 100], sector: "Steel" }),
    ],
    strategy: { scanner: { symbols: ["A", "C"], sectors: ["Banks"] } },
    expected: { candidates: { A: [0], B: [], C: [] }, report: { metadata: { instruments: 1 } } },
  },
  {
    title: "ranks count the universe alone",
    // of A, B, C the highest close is C's; of A and B it is B's
    series: ["A", "B", "C"].map((symbol, at) => prices(symbol, { close: [100 + at, 100 + at] })),
    strategy: { scanner: { symbols: ["A", "B"], rules: ["rank(close) = 0"] } },
    expected: { candidates: { A: [], B: [0], C: [] } },
  },
];

const next: WorkedCase[] = [
  {
    title: "buys of the last close, with the shares that its price and the costs allow",
    // 1,000 / (100 x 1.01 x 1.01) = 9.80
    series: [prices("A", { close: [100] })],
    strategy: { simulation: { slippagePercent: 1, commissionPercent: 1 } },
    expected: {
      log: [],
      report: {
        next: { date: dateOf(0), sells: [], buys: [{ instrument: "A", slotValue: 1000, quantity: 9 }] },
        passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
      },
    },
  },
  {
    title: "fractional shares keep their part",
    series: [prices("A", { close: [300] })],
    strategy: { simulation: { fractionalShares: true } },
    expected: {
      report: {
        next: { date: dateOf(0), sells: [], buys: [{ instrument: "A", slotValue: 1000, quantity: 10 / 3 }] },
      },
    },
  },
  {
    title: "best first, as many as there are slots, and nobody is counted as passed over",
    series: [
      prices("A", { close: [100], volume: 1 }),
      prices("B", { close: [100], volume: 2 }),
      prices("C", { close: [100], volume: 3 }),
      prices("D", { close: [501], volume: 4 }),
    ],
    strategy: { simulation: { maxPositions: 2 } },
    expected: {
      report: {
        next: {
          date: dateOf(0),
          sells: [],
          buys: [
            { instrument: "C", slotValue: 500, quantity: 5 },
            { instrument: "B", slotValue: 500, quantity: 5 },
          ],
        },
        passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
      },
    },
  },
  {
    title: "a sale of the last close and one that waits for a bar, by symbol; both free their slots",
    // A falls to its stop on 2 and has no bar on 3; B falls to its stop on 3. 333 each: A 3 x 100, B 5 x 60; 400 in cash.
    series: [
      prices("B", { close: [60, 60, 60, 54], volume: 8 }),
      prices("A", { close: [100, 100, 90, null], volume: 9 }),
      prices("C", { from: 3, close: [50] }),
      clock(4),
    ],
    strategy: { sell: { stopLoss: 10 }, simulation: { maxPositions: 3 } },
    expected: {
      positions: [
        "A 1-2 held 1: 3 @ 100 -> 90, -30 (-10 %), open",
        "B 1-3 held 2: 5 @ 60 -> 54, -30 (-10 %), open",
      ],
      report: {
        next: {
          date: dateOf(3),
          sells: [
            { instrument: "A", reason: "stop-loss", quantity: 3 },
            { instrument: "B", reason: "stop-loss", quantity: 5 },
          ],
          buys: [{ instrument: "C", slotValue: 940 / 3, quantity: 6 }], // 400 + 3 x 90 + 5 x 54
        },
      },
    },
  },
  {
    title: "without a free slot nothing is bought next",
    series: [prices("A", { close: [100, 100] }), prices("B", { from: 1, close: [100] })],
    expected: { report: { next: { date: dateOf(1), sells: [], buys: [] } } },
  },
  {
    title: "who cools down is not bought next",
    series: [prices("A", { close: [100, 100, 100] })],
    strategy: { sell: { maxHoldingDays: 1, coolDownDays: 1 } }, // sold on 2
    expected: { report: { next: { date: dateOf(2), sells: [], buys: [] } } },
  },
  {
    title: "on a session that is not scheduled positions are stopped, and nothing is bought next",
    series: [prices("A", { close: [100, 100, 90] }), prices("B", { from: 1, close: [100, 100] })],
    strategy: { sell: { stopLoss: 10 }, simulation: { schedule: "monthly" } },
    expected: {
      report: {
        next: { date: dateOf(2), sells: [{ instrument: "A", reason: "stop-loss", quantity: 10 }], buys: [] },
      },
    },
  },
  {
    title: "each size by risk is its own",
    series: [prices("A", { close: [100], volume: 5 }), prices("B", { close: [60], volume: 10 })],
    strategy: {
      simulation: {
        positionSizing: "risk",
        riskPercent: 2,
        positionPercent: 50,
        riskDistance: "volume",
        maxPositions: 2,
      },
    },
    expected: {
      report: {
        next: {
          date: dateOf(0),
          sells: [],
          buys: [
            { instrument: "B", slotValue: 120, quantity: 2 },
            { instrument: "A", slotValue: 400, quantity: 4 },
          ],
        },
      },
    },
  },
];

export const choiceCases: readonly WorkedCase[] = [...orders, ...places, ...ties, ...groups];
export const universeCases: readonly WorkedCase[] = universes;
export const nextCases: readonly WorkedCase[] = next;
