/** Which series the strategy is held against, and its value; 1,000 to start with. */
import { dateOf } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { WorkedCase } from "./worked-case.ts";

const index = { type: "INDEX" };

export const benchmarkCases: readonly WorkedCase[] = [
  {
    title: "the series named in the strategy comes first, of whatever exchange and type",
    series: [
      clock(3),
      prices("X", { exchange: "NYSE", currency: "USD", close: [10, 20, 15] }),
      prices("^I", { ...index, close: [1, 1, 1] }),
    ],
    strategy: { simulation: { benchmark: "X" } },
    expected: { benchmark: [1000, 2000, 1500], report: { metadata: { benchmark: "X", currency: "INR" } } },
  },
  {
    title: "otherwise the exchange's first index by symbol serves, and it is never traded",
    series: [
      clock(3),
      prices("I0", { ...index, exchange: "NYSE", close: [1, 1, 1] }),
      prices("I2", { ...index, close: [1, 2, 1] }),
      prices("I1", { ...index, close: [100, 110, 120] }),
    ],
    expected: {
      benchmark: [1000, 1100, 1200],
      log: [],
      report: { metadata: { benchmark: "I1", instruments: 1, bars: 3 } },
    },
  },
  {
    title: "an index that begins after the first session cannot serve; the next by symbol does",
    series: [
      clock(3),
      prices("I1", { ...index, from: 1, close: [1, 5] }),
      prices("I2", { ...index, close: [100, 110, 120] }),
    ],
    expected: { benchmark: [1000, 1100, 1200], report: { metadata: { benchmark: "I2" } } },
  },
  {
    title: "the base is the index's last close on or before the first session",
    // sessions 2, 3; no bar on 2: base 200 of session 1, then 400
    series: [clock(4), prices("^I", { ...index, close: [100, 200, null, 400] })],
    strategy: { simulation: { startDate: dateOf(2) } },
    expected: { benchmark: [1000, 2000] },
  },
  {
    title: "the base is the close of the first session, not of the data's first bar",
    series: [clock(4), prices("^I", { ...index, close: [100, 200, 250, 500] })],
    strategy: { simulation: { startDate: dateOf(2) } },
    expected: { benchmark: [1000, 2000] },
  },
  {
    title: "dates on which only the index has a bar move its value but add no session",
    // sessions 0 and 3; index 100, 150, 300 on 0, 1, 2
    series: [
      prices("~", { close: [1, null, null, 1] }),
      prices("^I", { ...index, close: [100, 150, 300, null] }),
    ],
    expected: { benchmark: [1000, 3000], report: { metadata: { sessions: 2, bars: 2 } } },
  },
  {
    title: "without an index every instrument of the first session weighs the same, its last close carried",
    // A 2, 2.5; B 1 (no bar), 0.5; C is listed too late: means 1.5 and 1.5
    series: [
      prices("A", { close: [4, 8, 10] }),
      prices("B", { close: [8, null, 4] }),
      prices("C", { from: 1, close: [1, 9] }),
    ],
    expected: {
      benchmark: [1000, 1500, 1500],
      report: {
        metadata: { benchmark: "equal-weight universe" },
        benchmarkPerformance: { endValue: 1500, maxDrawdown: 0 },
      },
    },
  },
  {
    title: "only an index of another exchange means equal weight",
    series: [prices("A", { close: [4, 8] }), prices("^I", { ...index, exchange: "NYSE", close: [1, 5] })],
    expected: { benchmark: [1000, 2000], report: { metadata: { benchmark: "equal-weight universe" } } },
  },
  {
    title: "on the adjusted basis an index with adjClose is adjusted",
    // 100 x 0.5 = 50, then 50
    series: [
      prices("A", { close: [1, 1], adjClose: [1, 1] }),
      prices("^I", { ...index, close: [100, 50], adjClose: [50, 50] }),
    ],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { benchmark: [1000, 1000], warnings: [], report: { benchmarkReturns: "total" } },
  },
  {
    title: "on the adjusted basis an index without adjClose stays as traded",
    series: [prices("A", { close: [1, 1], adjClose: [1, 1] }), prices("^I", { ...index, close: [100, 50] })],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { benchmark: [1000, 500], warnings: [], report: { benchmarkReturns: "price" } },
  },
  {
    title:
      "an index whose adjClose begins after the last session stays as traded, as if the data ended there",
    series: [
      prices("A", { close: [1, 1, 1], adjClose: [1, 1, 1] }),
      prices("^I", { ...index, close: [100, 50, 50], adjClose: [null, null, 25] }),
    ],
    strategy: { simulation: { priceBasis: "adjusted", endDate: dateOf(1) } },
    expected: { benchmark: [1000, 500], warnings: [], report: { benchmarkReturns: "price" } },
  },
  {
    title: "an index whose only adjClose lies between two sessions, where no value is taken, stays as traded",
    series: [
      prices("A", { close: [1, null, 1], adjClose: [1, null, 1] }),
      prices("^I", { ...index, close: [100, 80, 50], adjClose: [null, 40, null] }),
    ],
    strategy: { simulation: { priceBasis: "adjusted" } },
    expected: { benchmark: [1000, 500], warnings: [], report: { benchmarkReturns: "price" } },
  },
  {
    title: "the benchmark pays no costs and buys fractions",
    series: [prices("A", { close: [300, 600] })],
    strategy: { simulation: { slippagePercent: 5, commissionPercent: 5 } },
    expected: { benchmark: [1000, 2000] },
  },
  {
    title: "the average share is set to equal parts again on the first session of each month",
    // 30 and 31 January, 1 to 3 February. January: A 4 and B 8, so (2 + 1) / 2 and (2.5 + 0.5) / 2. February, of A 10, B 4
    // and C 1: (0.5 + 1 + 9) / 3 and (1 + 2 + 9) / 3 of 1,500
    series: [
      prices("A", { from: 29, close: [4, 8, 10, 5, 10] }),
      prices("B", { from: 29, close: [8, null, 4, 4, 8] }),
      prices("C", { from: 31, close: [1, 9, 9] }),
    ],
    expected: {
      universe: [1000, 1500, 1500, 5250, 6000],
      benchmark: [1000, 1500, 1500, 875, 1750],
      report: { universePerformance: { endValue: 6000, maxDrawdown: 0 } },
    },
  },
  {
    title:
      "who has no bar on the month's first session weighs nothing in that month, and a delisted share falls out",
    // 30 and 31 January: A 10, 20, B 10, 10. 1 and 2 February: A is gone, C comes a day late
    series: [
      prices("A", { from: 29, close: [10, 20] }),
      prices("B", { from: 29, close: [10, 10, 20, 40] }),
      prices("C", { from: 32, close: [7] }),
    ],
    expected: { universe: [1000, 1500, 2000, 4000] },
  },
  {
    title: "the average share begins with the run and counts the months of the calendar",
    // The run begins on 31 January; no session on 1 February, so the 2nd is its month's first: 1,000, x 2, then x 0.5
    series: [prices("A", { from: 28, close: [1, 1, 2, null, 4, 2] }), prices("B", { from: 29, close: [1] })],
    strategy: { simulation: { startDate: dateOf(30) } },
    expected: { universe: [1000, 2000, 1000] },
  },
  {
    title: "as the benchmark it is the same curve, whatever indices there are",
    series: [
      prices("A", { from: 30, close: [4, 8] }),
      prices("B", { from: 30, close: [4, 4] }),
      prices("^I", { ...index, from: 30, close: [1, 5] }),
    ],
    strategy: { simulation: { benchmark: "average-share" } },
    expected: {
      benchmark: [1000, 1500],
      universe: [1000, 1500],
      report: { metadata: { benchmark: "the average share" }, benchmarkPerformance: { endValue: 1500 } },
    },
  },
];
