/** Prices that a source has adjusted without a word, and those that look so and are as traded. */
import { describe, expect, it } from "vitest";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";

const BARS = inventBars(40);
/** A factor that no price of cents times it lies on a cent. */
const FACTOR = 0.972_713_61;

describe("prices that a source adjusts silently", () => {
  it.each([
    [
      "yfinance, several header rows, fields in another order",
      "PEP.csv",
      tableOf(
        "Ticker,PEP,PEP,PEP,PEP,PEP\nPrice,Open,High,Low,Close,Volume\nDate,,,,,",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
      ),
      /auto_adjust=False, actions=True/,
    ],
    [
      "yfinance's history()",
      "KO.csv",
      tableOf(
        "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso} 00:00:00-05:00,${o},${h},${l},${c},${v},0.0,0.0`,
      ),
      /auto_adjust=False, actions=True/,
    ],
    [
      "decimals of another tool, in German, with commas",
      "SIE.csv",
      tableOf("Datum;Eröffnung;Hoch;Tief;Schluss;Volumen", BARS, ({ iso, o, h, l, c, v }) =>
        [iso, ...[o, h, l, c].map((price) => (price * FACTOR).toFixed(10).replace(".", ",")), v].join(";"),
      ),
      /more decimals than any exchange has/,
    ],
    [
      "decimals in a table of several instruments",
      "prices.csv",
      tableOf(
        "symbol,date,close",
        BARS,
        ({ iso, c }, at) => `${at % 2 === 0 ? "ABC" : "XYZ"},${iso},${c * FACTOR}`,
      ),
      /more decimals than any exchange has/,
    ],
    [
      "yfinance without its second header row, of a share above 100",
      "MSFT.csv",
      tableOf("Date,Close,High,Low,Open,Volume", BARS, ({ iso, o, h, l, c, v }) =>
        [iso, Math.fround(c * 7 * FACTOR), ...[h, l, o].map((price) => price * 7 * FACTOR), v].join(","),
      ),
      /more decimals than any exchange has/,
    ],
    [
      "the same above 2,000, a row an instrument",
      "india.csv",
      tableOf(
        "Date,Ticker,Close,High,Low,Open",
        BARS,
        ({ iso, o, h, l, c }, at) =>
          `${iso},${at % 2 === 0 ? "TCS.NS" : "INFY.NS"},${[c, h, l, o].map((price) => price * 50 * FACTOR).join(",")}`,
      ),
      /more decimals than any exchange has/,
    ],
    [
      "closes in four bytes, a column an instrument",
      "closes.csv",
      tableOf("Date,AAPL", BARS, ({ iso, c }) => `${iso},${Math.fround(c * 3 * FACTOR)}`),
      /more decimals than any exchange has/,
    ],
    [
      "a name of its columns",
      "600036.csv",
      tableOf(
        "date;open_hfq;high_hfq;low_hfq;close_hfq;volume",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso};${o};${h};${l};${c};${v}`,
      ),
      /close_hfq says that the prices are adjusted/,
    ],
    [
      "a word in the file's name",
      "AAPL_adjusted.csv",
      tableOf(
        "Date,Open,High,Low,Close,Volume",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
      ),
      /file's name says that the prices are adjusted/,
    ],
    [
      "a Chinese one behind a line",
      "600036_qfq.csv",
      tableOf("date,open,high,low,close", BARS, ({ iso, o, h, l, c }) => `${iso},${o},${h},${l},${c}`),
      /file's name says that the prices are adjusted/,
    ],
    [
      "a Chinese word there",
      "600036前复权.csv",
      tableOf(
        "日期\t开盘\t最高\t最低\t收盘",
        BARS,
        ({ iso, o, h, l, c }) => `${iso}\t${o}\t${h}\t${l}\t${c}`,
      ),
      /file's name says that the prices are adjusted/,
    ],
    [
      "Stooq",
      "abc.us.txt",
      tableOf(
        "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
        BARS,
        ({ iso, o, h, l, c, v }) =>
          [
            "ABC.US",
            "D",
            iso.replaceAll("-", ""),
            "000000",
            ...[o, h, l, c].map((price) => (price * FACTOR).toFixed(4)),
            v,
            0,
          ].join(","),
      ),
      /Stooq adjusts its prices/,
    ],
    [
      "BaoStock's flag",
      "sh.600000.csv",
      tableOf(
        "date,code,open,high,low,close,volume,adjustflag",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},sh.600000,${o},${h},${l},${c},${v},2`,
      ),
      /adjustflag says that the prices are adjusted/,
    ],
    [
      "a Chinese column of adjustment",
      "600000.csv",
      tableOf(
        "日期,开盘,最高,最低,收盘,成交量,复权状态",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v},前复权`,
      ),
      /复权状态 says/,
    ],
    [
      "a close as traded beside it",
      "CSCO.csv",
      tableOf("Date;Open;High;Low;Close;Volume;Close (unadjusted)", BARS, ({ iso, o, h, l, c, v }) =>
        [iso, o / 2, h / 2, l / 2, c / 2, v, c].join(";"),
      ),
      /Close is adjusted, for Close \(unadjusted\) beside it/,
    ],
    [
      "a close as traded beside it, in words of another",
      "CSCO.csv",
      tableOf("date\topen\thigh\tlow\tclose\tvolume\tclose_unadj", BARS, ({ iso, o, h, l, c, v }) =>
        [iso, o / 2, h / 2, l / 2, c / 2, v, c].join("\t"),
      ),
      /close is adjusted, for close_unadj beside it/,
    ],
  ])("are told: %s", async (_, name, text, says) => {
    const check = await saidOf(name, text);
    expect([check.verdict, check.adjusted, check.bars]).toEqual(["ok", true, 40]);
    expect(check.words).toMatch(says);
    expect(check.words).toContain("Only adjusted prices: they are stored as the prices.");
  });

  it.each([
    [
      "prices of cents",
      tableOf(
        "Date,Open,High,Low,Close,Volume",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
      ),
    ],
    [
      "cents that were kept in four bytes",
      tableOf(
        "Date,Open,High,Low,Close,Volume",
        BARS,
        ({ iso, o, h, l, c, v }) =>
          `${iso},${[o, h, l, c].map((price) => Math.fround(price)).join(",")},${v}`,
      ),
    ],
    [
      "a currency pair of five decimals",
      tableOf(
        "Date,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},${[o, h, l, c].map((price) => (price / 41.7).toFixed(5)).join(",")}`,
      ),
    ],
    [
      "a coin of ten decimals below 1",
      tableOf(
        "Date,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }) =>
          `${iso},${[o, h, l, c].map((price) => (price / 417_000).toFixed(10)).join(",")}`,
      ),
    ],
    [
      "a coin above 1 that is traded on all days",
      tableOf(
        "Date,Open,High,Low,Close",
        inventBars(40, { isOpen: () => true }),
        ({ iso, o, h, l, c }) => `${iso},${[o, h, l, c].map((price) => price * FACTOR).join(",")}`,
      ),
    ],
    [
      "a currency pair of six decimals in four bytes",
      tableOf(
        "Date,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }) =>
          `${iso},${[o, h, l, c].map((price) => Math.fround(Number((price / 41.7).toFixed(6)))).join(",")}`,
      ),
    ],
    [
      "an index of thousands in four bytes",
      tableOf(
        "Date,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},${[o, h, l, c].map((price) => Math.fround(price * 97)).join(",")}`,
      ),
    ],
    [
      "BaoStock unadjusted",
      tableOf(
        "date,open,high,low,close,volume,adjustflag",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v},3`,
      ),
    ],
    [
      "a close as traded that is the close",
      tableOf(
        "Date,Open,High,Low,Close,Volume,Unadjusted Close",
        BARS,
        ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v},${c}`,
      ),
    ],
  ])("are not seen where they are as traded: %s", async (_, text) => {
    const check = await saidOf("ABC.csv", text);
    expect([check.verdict, check.adjusted]).toEqual(["ok", false]);
    expect(check.words).not.toMatch(/adjusted/);
  });

  it.each(["AAPL_unadjusted.csv", "AAPL-not-adjusted.csv", "ADJ.csv", "600036不复权.csv"])(
    "are not seen where the file's name does not say so: %s",
    async (name) => {
      const text = tableOf("Date,Close", BARS, ({ iso, c }) => `${iso},${c}`);
      expect((await saidOf(name, text)).adjusted).toBe(false);
    },
  );

  it("are not seen in yfinance's history() whose prices fall by their dividends", async () => {
    let paidSoFar = 0;
    const text = tableOf(
      "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
      BARS,
      ({ iso, o, h, l, c, v }, at) => {
        const paid = at % 8 === 7 ? 3 : 0;
        paidSoFar += paid;
        return `${iso},${[o, h, l, c].map((price) => price - paidSoFar).join(",")},${v},${paid},0`;
      },
    );
    const check = await saidOf("ABC.csv", text);
    expect([check.verdict, check.adjusted]).toEqual(["ok", false]);
  });
});

const textOf = (adjust: (close: number, at: number) => number): string =>
  tableOf("Date,Close,Adj Close,Dividends", BARS, ({ iso, c }, at) =>
    [iso, c, adjust(c, at), at === 20 ? 2 : 0].join(","),
  );

describe("dividends beside adjusted closes", () => {
  it("are a contradiction where the adjusted closes step at none of them", async () => {
    expect(
      (
        await saidOf(
          "ABC.csv",
          textOf((close) => close),
        )
      ).words,
    ).toContain("Dividends has dividends, and the adjusted closes step at none");
  });

  it("are none where they do", async () => {
    const text = textOf((close, at) => (at < 20 ? close * 0.96 : close));
    expect((await saidOf("ABC.csv", text)).words).not.toContain("step at none");
  });
});
