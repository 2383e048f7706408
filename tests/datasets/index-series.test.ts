import { describe, expect, it } from "vitest";
import type { Bars } from "#datasets/generator/bars.ts";
import { chainIndex } from "#datasets/generator/index-series.ts";

/** Bars whose open, high and low are the close; `rows` are session, close in hundredths, shares. */
function flatBars(rows: readonly (readonly [number, number, number])[]): Bars {
  const close = Float64Array.from(rows, (row) => row[1]);
  return {
    session: Int32Array.from(rows, (row) => row[0]),
    open: close,
    high: close,
    low: close,
    close,
    volume: new Float64Array(rows.length),
    sharesOutstanding: Float64Array.from(rows, (row) => row[2]),
    adjustment: new Float64Array(rows.length).fill(1),
  };
}

const closesOf = (members: readonly Bars[], sessions: number): number[] => [
  ...chainIndex(members, sessions, [{ below: Infinity, step: 1 }]).close,
];

describe("an index", () => {
  it.each([
    {
      title: "starts at 1,000 and follows its only member",
      members: [
        flatBars([
          [0, 5000, 10],
          [1, 5500, 10],
          [2, 4400, 10],
        ]),
      ],
      closes: [100_000, 110_000, 88_000],
    },
    {
      title: "weights members by market cap: a tenth more on 3/4 of the cap is 7.5 %",
      members: [
        flatBars([
          [0, 300, 100],
          [1, 330, 100],
        ]),
        flatBars([
          [0, 100, 100],
          [1, 100, 100],
        ]),
      ],
      closes: [100_000, 107_500],
    },
    {
      title: "does not step when a company lists, and counts it from the next session on",
      members: [
        flatBars([
          [0, 100, 10],
          [1, 100, 10],
          [2, 100, 10],
        ]),
        flatBars([
          [1, 100, 10],
          [2, 200, 10],
        ]),
      ],
      closes: [100_000, 100_000, 150_000],
    },
    {
      title: "does not step when a listing ends",
      members: [
        flatBars([
          [0, 100, 10],
          [1, 100, 10],
          [2, 120, 10],
        ]),
        flatBars([
          [0, 100, 10],
          [1, 100, 10],
        ]),
      ],
      closes: [100_000, 100_000, 120_000],
    },
    {
      title: "does not step on a split",
      members: [
        flatBars([
          [0, 1000, 10],
          [1, 200, 50],
        ]),
      ],
      closes: [100_000, 100_000],
    },
    {
      title: "carries the last close of a halted member",
      members: [
        flatBars([
          [0, 100, 10],
          [2, 200, 10],
        ]),
        flatBars([
          [0, 100, 10],
          [1, 150, 10],
          [2, 150, 10],
        ]),
      ],
      closes: [100_000, 125_000, 175_000],
    },
  ])("$title", ({ members, closes }) => {
    expect(closesOf(members, closes.length)).toEqual(closes);
  });

  it("keeps its high and low around open and close", () => {
    const bars: Bars = {
      ...flatBars([
        [0, 1000, 10],
        [1, 1050, 10],
      ]),
      open: Float64Array.of(1000, 1020),
      high: Float64Array.of(1000, 1090),
      low: Float64Array.of(1000, 980),
    };
    const index = chainIndex([bars], 2, [{ below: Infinity, step: 1 }]);
    // half-way from the top (105,000) to the member's high (109,000), and from the bottom (102,000) to its low
    expect([index.open[1], index.high[1], index.low[1], index.close[1]]).toEqual([
      102_000, 107_000, 100_000, 105_000,
    ]);
  });
});
