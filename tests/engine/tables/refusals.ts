/** What is refused, what carries a warning, and what the report says about the run. */
import { dateOf } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { WorkedCase } from "./worked-case.ts";

const rising = { close: [100, 101, 102] };

/** So many bars, one every so many days. */
function every(days: number, bars: number): (number | null)[] {
  return Array.from({ length: days * (bars - 1) + 1 }, (_, at) => (at % days === 0 ? 100 : null));
}

const refused: WorkedCase[] = [
  {
    title: "a universe without instruments is refused, although other exchanges and types have some",
    series: [
      prices("A", { ...rising, exchange: "BSE" }),
      prices("F", { ...rising, type: "FUTURES" }),
      prices("^I", { ...rising, type: "INDEX" }),
    ],
    expected: { refused: "universe-empty" },
  },
  {
    title: "a universe of several currencies is refused",
    series: [prices("A", { ...rising, currency: "INR" }), prices("B", { ...rising, currency: "USD" })],
    expected: { refused: "universe-currencies" },
  },
  {
    title: "a period between two sessions is refused",
    series: [prices("A", { close: [100, null, null, 100] })],
    strategy: { simulation: { startDate: dateOf(1), endDate: dateOf(2) } },
    expected: { refused: "period-empty" },
  },
  {
    title: "a period in which only the index has bars is refused",
    series: [prices("A", { close: [100] }), prices("^I", { ...rising, type: "INDEX" })],
    strategy: { simulation: { startDate: dateOf(1) } },
    expected: { refused: "period-empty" },
  },
  {
    title: "the adjusted basis is refused where no instrument of the universe has an adjClose",
    series: [
      prices("A", rising),
      prices("B", { ...rising, exchange: "NYSE", adjClose: [1, 1, 1] }),
      prices("^I", { ...rising, type: "INDEX", adjClose: [1, 1, 1] }),
    ],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { refused: "adjclose-missing" },
  },
  {
    title: "an adjClose of 0 is none",
    series: [prices("A", { ...rising, adjClose: [0, 0, 0] })],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { refused: "adjclose-missing" },
  },
  {
    title: "of two middle gaps the lower one counts: with as many of 4 days as of 5, bars are daily",
    series: [prices("A", { close: every(4, 6) }), prices("B", { close: every(5, 6) })],
    expected: { report: { metadata: { frequency: "daily" } } },
  },
  {
    title: "a named benchmark that the data do not have is refused",
    series: [prices("A", rising), prices("^I", { ...rising, type: "INDEX" })],
    strategy: { simulation: { benchmark: "^J" } },
    expected: { refused: "benchmark-invalid" },
  },
  {
    title: "a named benchmark that begins after the first session is refused",
    series: [
      prices("A", rising),
      prices("^I", { ...rising, type: "INDEX" }),
      prices("^J", { from: 1, close: [1, 1], type: "INDEX" }),
    ],
    strategy: { simulation: { benchmark: "^J" } },
    expected: { refused: "benchmark-invalid" },
  },
];

const caps = { ...rising, marketCap: 1000 };

const warned: WorkedCase[] = [
  {
    title: "one share count for all years is warned about where the rank condition uses it",
    series: [prices("A", { ...caps, marketCapLooksAhead: true })],
    strategy: { scanner: { marketCapRank: 10 } },
    expected: { warnings: ["market-cap-look-ahead"] },
  },
  {
    title: "one share count for all years is warned about where the order uses it",
    series: [prices("A", { ...caps, marketCapLooksAhead: true })],
    strategy: { simulation: { sortingType: "market-cap-desc" } },
    expected: { warnings: ["market-cap-look-ahead"] },
  },
  {
    title: "one share count for all years is no matter where nothing uses it",
    series: [prices("A", { ...caps, marketCapLooksAhead: true })],
    expected: { warnings: [] },
  },
  {
    title: "an instrument outside the universe gives no warning",
    series: [prices("A", caps), prices("B", { ...caps, exchange: "NYSE", marketCapLooksAhead: true })],
    strategy: { scanner: { marketCapRank: 10 } },
    expected: { warnings: [] },
  },
  {
    title: "a market cap outside the universe does not answer the rank condition",
    series: [prices("A", rising), prices("B", { ...caps, exchange: "NYSE" })],
    strategy: { scanner: { marketCapRank: 10 } },
    expected: { warnings: ["market-cap-missing"], candidates: { A: [0] } },
  },
  {
    title: "a bar without adjClose stays as traded, with a warning",
    // closes 50, 101, 51: the order of session 0 fills at the open of 1, as traded, so floor(1000 / 101) = 9
    series: [prices("A", { ...rising, adjClose: [50, null, 51] })],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: {
      warnings: ["adjclose-missing"],
      log: ["0 candidate A #1 ordered", "1 buy A 9 @ 101"],
      equity: [1000, 1000, 550],
    },
  },
  {
    title: "as traded, a missing adjClose is no matter",
    series: [prices("A", { ...rising, adjClose: [50, null, 51] })],
    expected: { warnings: [] },
  },
];

/** Halved from 1 to 2 and doubled from 3 to 4, which the adjusted closes prove. */
const split = { close: [100, 102, 50, 51, 102, 100], adjClose: [50, 51, 50, 51, 51, 50] };

const splits: WorkedCase[] = [
  {
    title: "as traded, splits that adjusted closes prove are told: one warning an instrument",
    // 50 / 102 = 0.49 beside 50 / 51 = 0.98; 102 / 51 = 2 beside 1
    series: [prices("A", split), prices("B", { ...split, from: 1 })],
    expected: {
      warnings: ["split-in-prices", "split-in-prices"],
      report: {
        warnings: [
          { message: `A: a split in its prices on ${dateOf(2)}, the first of 2.` },
          { message: `B: a split in its prices on ${dateOf(3)}, the first of 2.` },
        ],
      },
    },
  },
  {
    title: "on adjusted prices a split is no matter",
    series: [prices("A", split)],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { warnings: [] },
  },
  {
    title: "only splits between two bars of the period are told",
    // sessions 2 to 4: the bar before the first split lies outside, both of the second lie inside
    series: [prices("A", split)],
    strategy: { simulation: { startDate: dateOf(2), endDate: dateOf(4) } },
    expected: {
      report: { warnings: [{ message: `A: a split in its prices on ${dateOf(4)}.` }] },
    },
  },
  {
    title: "a split is seen across days without a bar",
    series: [prices("A", { close: [100, null, null, 50], adjClose: [50, null, null, 50] }), clock(4)],
    expected: {
      report: { warnings: [{ message: `A: a split in its prices on ${dateOf(3)}.` }] },
    },
  },
  {
    title:
      "a crash that the adjusted close has, too, is no split, nor one without an adjusted close beside it",
    series: [
      prices("A", { close: [100, 50], adjClose: [100, 50] }),
      prices("B", { close: [100, 50], adjClose: [null, 50] }),
      prices("C", { close: [100, 50], adjClose: [0, 50] }),
    ],
    expected: { warnings: [] },
  },
  {
    title:
      "closes at 0.67 and 1.5 times the one before are no split, adjusted ones at 0.8 and 1.25 prove one",
    // A: 67 / 100 and 150 / 100; B: 0.66 beside 0.8, then 2 beside 1.25; C: 0.66 beside 0.79, then 2 beside 1.26
    series: [
      prices("A", { close: [100, 67, 100, 150], adjClose: [100, 100, 100, 100] }),
      prices("B", { close: [100, 66, 132], adjClose: [100, 80, 100] }),
      prices("C", { close: [100, 66, 132], adjClose: [100, 79, 99.54] }),
    ],
    expected: {
      report: { warnings: [{ message: `B: a split in its prices on ${dateOf(1)}, the first of 2.` }] },
    },
  },
  {
    title: "an index and another exchange are not of the universe",
    series: [
      prices("A", { close: [100, 100] }),
      prices("X", { ...split, exchange: "NYSE" }),
      prices("^I", { ...split, type: "INDEX" }),
    ],
    expected: { warnings: [] },
  },
];

const told: WorkedCase[] = [
  {
    title: "the report counts the universe's instruments and its bars in the period",
    // sessions 1 and 2: A has both, B one, the index and the other exchange do not count
    series: [
      prices("A", { ...rising, name: "Alpha" }),
      prices("B", { close: [10, null, 10] }),
      prices("^I", { ...rising, type: "INDEX" }),
      prices("X", { ...rising, exchange: "NYSE" }),
    ],
    strategy: { name: "Told", simulation: { startDate: dateOf(1), maxPositions: 2 } },
    expected: {
      report: {
        metadata: {
          strategyName: "Told",
          backtestStart: dateOf(1),
          backtestEnd: dateOf(2),
          benchmark: "^I",
          currency: "INR",
          sessions: 2,
          instruments: 2,
          bars: 3,
          frequency: "daily",
        },
      },
    },
  },
  {
    title: "the currency is the exchange's where no file names one",
    series: [prices("A", { ...rising, exchange: "NYSE" })],
    strategy: { scanner: { exchange: "NYSE" } },
    expected: { report: { metadata: { currency: "USD" } } },
  },
  {
    title: "the currency is the one that the file names for the universe",
    series: [
      prices("A", { ...rising, currency: "EUR" }),
      prices("X", { ...rising, exchange: "NYSE", currency: "USD" }),
      { ...clock(3), currency: "EUR" },
    ],
    expected: { report: { metadata: { currency: "EUR", instruments: 2 } } },
  },
];

export const refusalCases: readonly WorkedCase[] = [...refused, ...warned, ...splits, ...told];
