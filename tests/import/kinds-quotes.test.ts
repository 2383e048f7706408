/** Bars of bid and ask, which are no trades; and bars beside which something else stands. */
import { describe, expect, it } from "vitest";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const BARS = inventBars(40);
const pricesOf = ({ o, h, l, c }: InventedBar, times = 1): number[] =>
  [o, h, l, c].map((price) => price * times);
const ASKS = 1.002;

describe("bars of bid and ask", () => {
  it.each([
    [
      "LEAN's, without a header",
      tableOf("", BARS, (bar) =>
        [`${bar.iso.replaceAll("-", "")} 00:00`, ...pricesOf(bar), 12.5, ...pricesOf(bar, ASKS), 8.25].join(
          ",",
        ),
      ),
    ],
    [
      "without sizes, tabs",
      tableOf("", BARS, (bar) => [bar.iso, ...pricesOf(bar), ...pricesOf(bar, ASKS)].join("\t")),
    ],
    [
      "FXCM's",
      tableOf(
        "DateTime,BidOpen,BidHigh,BidLow,BidClose,AskOpen,AskHigh,AskLow,AskClose,Volume",
        BARS,
        (bar) => [bar.iso, ...pricesOf(bar), ...pricesOf(bar, ASKS), bar.v].join(","),
      ),
    ],
    [
      "with sizes, points and semicolons",
      tableOf(
        "timestamp;bid.open;bid.high;bid.low;bid.close;bid.size;ask.open;ask.high;ask.low;ask.close;ask.size",
        BARS,
        (bar) => [bar.iso, ...pricesOf(bar), 5, ...pricesOf(bar, ASKS), 6].join(";"),
      ),
    ],
  ])("are asked about, and a size is no volume: %s", async (_, text) => {
    const check = await saidOf("ltcusd.csv", text);
    expect([check.verdict, check.questions.map(({ doubt }) => doubt)]).toEqual(["ask", ["quotes"]]);
    expect(check.words).toMatch(/bars of bid and ask/);
    expect(check.words).toContain("every bar has volume 0");
    expect((await saidOf("ltcusd.csv", text, { columns: ["quotes"] })).verdict).toBe("ok");
  });

  it.each([
    [
      "adjusted prices beside",
      tableOf("Date,Open,High,Low,Close,Volume,Adj Open,Adj High,Adj Low,Adj Close", BARS, (bar) =>
        [bar.iso, ...pricesOf(bar), bar.v, ...pricesOf(bar, 0.98)].join(","),
      ),
    ],
    [
      "a bid and an ask at the close alone",
      tableOf("Date,Open,High,Low,Close,Bid,Ask,Volume", BARS, (bar) =>
        [bar.iso, ...pricesOf(bar), bar.c, bar.c * ASKS, bar.v].join(","),
      ),
    ],
    [
      "a volume and a turnover",
      tableOf("", BARS, (bar) => [bar.iso, ...pricesOf(bar), bar.v, bar.v * 50].join(",")),
    ],
  ])("are not seen in %s", async (_, text) => {
    expect((await saidOf("ABC.csv", text)).questions).toEqual([]);
  });
});
