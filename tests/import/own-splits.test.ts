/** Jumps a hundredfold that the file itself says are splits, and those that it does not. */
import { describe, expect, it } from "vitest";
import { barsOfText } from "./check-support.ts";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const BARS = inventBars(40);
/** From this bar on prices are a hundredth, or a hundred times, of those before. */
const AT = 20;

const hundredth = (price: number): string => (price / 100).toFixed(4);

/** Open, high, low, close and volume; where `isLow`, at a hundredth. */
function figures({ o, h, l, c, v }: InventedBar, isLow: boolean, separator = ","): string {
  return [...[o, h, l, c].map((price) => (isLow ? hundredth(price) : String(price))), v].join(separator);
}

/** What stands behind the figures of a bar: one text at the jump, another elsewhere. */
const beside =
  (atJump: string, elsewhere: string, separator = ",") =>
  (bar: InventedBar, at: number): string =>
    [bar.iso, figures(bar, at >= AT, separator), at === AT ? atJump : elsewhere].join(separator);

const HEADER = "Date,Open,High,Low,Close,Volume";

/** The bars in one symbol's rows; from the jump on at a hundredth, with a split at it or without. */
function rowsOf(symbol: string, split: string): string {
  return BARS.map((bar, at) =>
    [symbol, bar.iso, figures(bar, at >= AT), at === AT ? split : "1"].join(","),
  ).join("\n");
}

describe("a hundredfold jump of London and the like", () => {
  it.each([
    [
      "a column of splits, 0 without one",
      "TSCO.L.csv",
      `${HEADER},Dividends,Stock Splits`,
      beside("0,100", "0,0"),
    ],
    ["a coefficient, 1 without one", "LON_VOD.csv", `${HEADER},split coefficient`, beside("100.0", "1.0")],
    [
      "a ratio in German",
      "NPN.JO.csv",
      "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen;Aktiensplit",
      beside("100:1", "", ";"),
    ],
    [
      "a ratio of old to new",
      "TEVA.TA.csv",
      `${HEADER},Split Ratio`.replaceAll(",", "\t"),
      beside("1/100", "1/1", "\t"),
    ],
    [
      "a factor that steps",
      "VOD LN.csv",
      `${HEADER},Adj Factor`,
      (bar: InventedBar, at: number) => `${bar.iso},${figures(bar, at >= AT)},${at >= AT ? 100 : 1}`,
    ],
    [
      "a row between the rows",
      "TSCO.L.csv",
      HEADER,
      (bar: InventedBar, at: number) =>
        `${at === AT ? `${bar.iso},100:1 Stock Split,,,,\n` : ""}${bar.iso},${figures(bar, at >= AT)}`,
    ],
    [
      "shares put together",
      "TSCO.L.csv",
      `${HEADER},Splits`,
      (bar: InventedBar, at: number) => `${bar.iso},${figures(bar, at < AT)},${at === AT ? "0.01" : ""}`,
    ],
  ])("is not asked about where the file says a split: %s", async (_, name, header, line) => {
    const check = await saidOf(name, tableOf(header, BARS, line));
    expect([check.verdict, check.questions, check.bars]).toEqual(["ok", [], 40]);
  });

  it.each([
    ["a column without a split", `${HEADER},Stock Splits`, beside("0", "0")],
    ["another split on that day", `${HEADER},Stock Splits`, beside("2", "0")],
    [
      "such a split weeks before",
      `${HEADER},Stock Splits`,
      (bar: InventedBar, at: number) => `${bar.iso},${figures(bar, at >= AT)},${at === 2 ? 100 : 0}`,
    ],
    ["a number of another column", `${HEADER},Trades`, beside("100", "1")],
  ])("is asked about beside %s", async (_, header, line) => {
    const check = await saidOf("TSCO.L.csv", tableOf(header, BARS, line));
    expect(check.questions.map(({ about }) => about)).toEqual(["hundredths"]);
  });

  it("is asked about, and mended, of the instruments alone that have no split then", async () => {
    const header = "symbol,date,open,high,low,close,volume,split";
    const text = `${header}\n${rowsOf("BBB.L", "100")}\n${rowsOf("CCC.L", "1")}\n`;
    const check = await saidOf("all.csv", text);
    expect(check.questions.map(({ about }) => about)).toEqual(["hundredths"]);
    expect(check.words).toMatch(/prices of CCC\.L are a hundredth of those before:/);
    const closes = (await barsOfText("all.csv", text, { hundredths: "join" })).map((line) => {
      const [symbol = "", , , , , close = ""] = line.split(",");
      return `${symbol} ${close}`;
    });
    expect(closes).toEqual([
      ...BARS.map(({ c }, at) => `BBB.L ${at < AT ? c : Number(hundredth(c))}`),
      ...BARS.map(({ c }) => `CCC.L ${c}`),
    ]);
  });

  it("is told apart between instruments side by side", async () => {
    const header =
      "Price,Close,Close,Stock Splits,Stock Splits,Volume,Volume\nTicker,BBB.L,CCC.L,BBB.L,CCC.L,BBB.L,CCC.L";
    const text = tableOf(`${header}\nDate,,,,,,`, BARS, ({ iso, c, v }, at) => {
      const close = at < AT ? c : hundredth(c);
      return [iso, close, close, "0.0", at === AT ? "100.0" : "0.0", v, v].join(",");
    });
    const check = await saidOf("both.csv", text);
    expect(check.questions.map(({ about }) => about)).toEqual(["hundredths"]);
    expect(check.words).toMatch(/prices of BBB\.L are a hundredth of those before:/);
  });
});
