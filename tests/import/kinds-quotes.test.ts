/** Bars of bid and ask, which are no trades; and bars beside which something else stands. */
import { describe, expect, it } from "vitest";
import { barsOfText } from "./check-support.ts";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const BARS = inventBars(40);
const pricesOf = ({ o, h, l, c }: InventedBar, times = 1): number[] =>
  [o, h, l, c].map((price) => price * times);
const ASKS = 1.002;

/** Bids and asks, the lower ones first. */
const quotes = ({ c }: InventedBar): [number, number] => [c, c * ASKS];

describe("quotes without a price", () => {
  it.each([
    ["German", "Datum;Geld;Brief", ";", "Geld and Brief are bid and ask", "Geld, the lower one"],
    ["German, in capitals", "DATUM;GELD;BRIEF", ";", "GELD and BRIEF are bid and ask", "GELD, the lower one"],
    ["German words of a rate", "Datum\tGeldkurs\tBriefkurs", "\t", "Geldkurs and Briefkurs", "Geldkurs, the"],
    ["English", "Date,Bid,Ask", ",", "Bid and Ask are bid and ask", "Bid, the lower one"],
    ["English of platforms", "time,bid_price,ask_price", ",", "bid_price and ask_price", "bid_price, the"],
    ["French", "Date;Achat;Vente", ";", "Achat and Vente are bid and ask", "Achat, the lower one"],
    [
      "French, with a word more",
      "Date;Cours achat;Cours vente",
      ";",
      "Cours achat and Cours vente",
      "Cours achat,",
    ],
    ["Spanish", "Fecha,Compra,Venta", ",", "Compra and Venta", "Compra, the lower one"],
    ["Italian", "Data\tDenaro\tLettera", "\t", "Denaro and Lettera", "Denaro, the lower one"],
    ["Chinese", "日期,买入价,卖出价", ",", "买入价 and 卖出价", "买入价, the lower one"],
    ["the other way round", "Data;Venda;Compra", ";", "Compra and Venda", "Venda, the lower one"],
  ])("are asked about, with the lower one as a guess: %s", async (...[, header, separator, both, lower]) => {
    const text = tableOf(header, BARS, (bar) => [bar.iso, ...quotes(bar)].join(separator));
    const check = await saidOf("EURUSD.csv", text);
    expect([check.verdict, check.questions.map(({ doubt }) => doubt)]).toEqual(["ask", ["quotes"]]);
    expect(check.words).toContain(both);
    expect(check.words).toContain(lower);
    const taken = await saidOf("EURUSD.csv", text, { columns: ["quotes"] });
    expect([taken.verdict, taken.symbols, taken.bars]).toEqual(["ok", ["EURUSD"], BARS.length]);
    const [bar] = await barsOfText("EURUSD.csv", text, { columns: ["quotes"] });
    expect(bar).toBe(`EURUSD,${BARS[0]?.iso},${Array(4).fill(BARS[0]?.c).join(",")},0`);
  });

  it.each([
    [
      "bids and asks of a whole bar, in German",
      "Datum;Geld Eröffnung;Geld Hoch;Geld Tief;Geld Schluss;Brief Eröffnung;Brief Hoch;Brief Tief;Brief Schluss",
      (bar: InventedBar) => [...pricesOf(bar), ...pricesOf(bar, ASKS)],
    ],
    [
      "in French",
      "Date;Ouverture achat;Haut achat;Bas achat;Clôture achat;Ouverture vente;Haut vente;Bas vente;Clôture vente",
      (bar: InventedBar) => [...pricesOf(bar), ...pricesOf(bar, ASKS)],
    ],
    [
      "the day's prices beside two quotes of its end",
      "Datum;Eröffnung;Hoch;Tief;Geld;Brief",
      (bar: InventedBar) => [...pricesOf(bar), bar.c * ASKS],
    ],
  ])("give a bar where the figures are one: %s", async (_, header, cells) => {
    const text = tableOf(header, BARS, (bar) => [bar.iso, ...cells(bar)].join(";"));
    const check = await saidOf("ABC.csv", text);
    expect([check.verdict, check.questions.map(({ doubt }) => doubt)]).toEqual(["ask", ["quotes"]]);
    const [bar] = await barsOfText("ABC.csv", text, { columns: ["quotes"] });
    expect(bar).toBe(
      `ABC,${BARS[0]?.iso},${BARS.slice(0, 1)
        .flatMap((one) => pricesOf(one))
        .join(",")},0`,
    );
  });

  it("are passed over beside a close", async () => {
    const text = tableOf("Datum;Geld;Brief;Schluss", BARS, (bar) =>
      [bar.iso, ...quotes(bar), bar.c].join(";"),
    );
    expect((await saidOf("ABC.csv", text)).questions.map(({ doubt }) => doubt)).not.toContain("quotes");
  });

  it("are no closes of two companies of that name", async () => {
    const text = tableOf("Date,BID,ASK", BARS, ({ iso, c }) => `${iso},${c},${c * 7}`);
    expect((await saidOf("closes.csv", text)).words).not.toContain("quotes");
  });
});

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
