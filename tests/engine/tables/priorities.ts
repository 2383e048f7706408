/** Which candidate comes first. One slot; ranks are read off the log. */
import { dateOf } from "../../support/market-builder.ts";
import { prices } from "./worked-case.ts";
import type { WorkedCase } from "./worked-case.ts";

/** A flat price with other closes at the end; its last bar is on session 301. */
function endingWith(symbol: string, bars: number, ...last: readonly number[]) {
  const flat = Array<number>(bars - last.length).fill(100);
  return prices(symbol, { from: 302 - bars, close: [...flat, ...last] });
}

export const priorityCases: readonly WorkedCase[] = [
  {
    title: "the top gainer over 300 bars comes first, instruments with fewer than 301 bars last, by symbol",
    // session 300: B has 301 bars, 150 / 100; D has 301 bars, 120 / 100; A and C have 300, so no ratio
    series: [
      endingWith("A", 301, 900, 900),
      endingWith("B", 302, 150, 150),
      endingWith("C", 301, 900, 900),
      endingWith("D", 302, 120, 120),
    ],
    strategy: { simulation: { sortingType: "300-days-top-gainer-first", startDate: dateOf(300) } },
    expected: {
      log: [
        "300 candidate A #3 noSlot",
        "300 candidate B #1 ordered",
        "300 candidate C #4 noSlot",
        "300 candidate D #2 noSlot",
        "301 buy B 6 @ 150",
      ],
    },
  },
  {
    title: "the gain is a ratio, not an amount of money",
    // session 300: A 20 / 10 = 2 gains 10; B 150 / 100 = 1.5 gains 50
    series: [
      prices("A", { close: [...Array<number>(300).fill(10), 20, 20] }),
      prices("B", { close: [...Array<number>(300).fill(100), 150, 150] }),
    ],
    strategy: { simulation: { sortingType: "300-days-top-gainer-first", startDate: dateOf(300) } },
    expected: {
      log: ["300 candidate A #1 ordered", "300 candidate B #2 noSlot", "301 buy A 50 @ 20"],
    },
  },
  {
    title: "the gain counts the instrument's own bars over a halt",
    // A misses session 150, so on 300 it has 300 bars and no ratio; B's ratio of 1 comes first
    series: [
      prices("A", { close: Array.from({ length: 302 }, (_, i) => (i === 150 ? null : 100 + i)) }),
      prices("B", { close: Array<number>(302).fill(100) }),
    ],
    strategy: { simulation: { sortingType: "300-days-top-gainer-first", startDate: dateOf(300) } },
    expected: {
      log: ["300 candidate A #2 noSlot", "300 candidate B #1 ordered", "301 buy B 10 @ 100"],
    },
  },
  {
    title: "the largest market cap of the day comes first, unknown ones last, ties by symbol",
    series: [
      prices("A", { close: [100, 100], marketCap: [null, 900] }),
      prices("B", { close: [100, 100], marketCap: [0, 900] }),
      prices("C", { close: [100, 100], marketCap: [5, 1] }),
      prices("D", { close: [100, 100], marketCap: [7, 1] }),
      prices("E", { close: [100, 100], marketCap: [7, 1] }),
    ],
    strategy: { simulation: { sortingType: "market-cap-desc" } },
    expected: {
      log: [
        "0 candidate A #4 noSlot",
        "0 candidate B #5 noSlot",
        "0 candidate C #3 noSlot",
        "0 candidate D #1 ordered",
        "0 candidate E #2 noSlot",
        "1 buy D 10 @ 100",
      ],
    },
  },
  {
    title: "the largest volume of the day comes first, ties by symbol in code-unit order",
    series: [
      prices("b", { close: [100, 100], volume: [8, 0] }),
      prices("a", { close: [100, 100], volume: [8, 0] }),
      prices("Z", { close: [100, 100], volume: [8, 0] }),
      prices("A", { close: [100, 100], volume: [0, 9] }),
      prices("B", { close: [100, 100], volume: [20, 0] }),
    ],
    expected: {
      log: [
        "0 candidate A #5 noSlot",
        "0 candidate B #1 ordered",
        "0 candidate Z #2 noSlot",
        "0 candidate a #3 noSlot",
        "0 candidate b #4 noSlot",
        "1 buy B 10 @ 100",
      ],
    },
  },
  {
    title: "candidates that are passed over as too dear take no rank",
    series: [
      prices("A", { close: [5000, 5000], volume: 9 }),
      prices("B", { close: [100, 100], volume: 8 }),
      prices("C", { close: [5000, 5000], volume: 7 }),
      prices("D", { close: [100, 100], volume: 6 }),
    ],
    expected: {
      log: [
        "0 candidate A #0 unaffordable",
        "0 candidate B #1 ordered",
        "0 candidate C #0 unaffordable",
        "0 candidate D #2 noSlot",
        "1 buy B 10 @ 100",
      ],
    },
  },
];
