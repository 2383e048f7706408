/** Fields, symbols and currencies under words that are a vendor's own, and instruments that are called like such words. */
import { describe, expect, it } from "vitest";
import { guessDefaults } from "#workers/import/judge/guess-defaults.ts";
import { barsOfText, checkText } from "./check-support.ts";
import { FIRST_BAR, ohlcv, tableOf } from "./kind-support.ts";
import type { InventedBar } from "./kind-support.ts";

describe("a word beside each field", () => {
  it.each([
    ["in capitals behind it", "TRADE_DATE,OPEN_PX,HIGH_PX,LOW_PX,LAST_PX,VOL", ","],
    ["cut short", "DATE1,OPEN_PRICE,HIGH_PRICE,LOW_PRICE,CLOSE_PRIC,NET_TRDQTY", ","],
    ["in front of it", "Datum;KURS_EROEFF;KURS_HOCH;KURS_TIEF;KURS_SCHLUSS;STUECK", ";"],
    ["with a link", "Fecha;Precio de apertura;Precio máximo;Precio mínimo;Precio de cierre;Volumen", ";"],
    ["without a sign between them", "date\tOpenPx\tHighPx\tLowPx\tLastPx\tVolume", "\t"],
    ["that is rate", "DATE|OPEN_RATE|HIGH_RATE|LOW_RATE|CLOSE_RATE|QTY", "|"],
    ["in Chinese", "日期,开盘价格,最高价格,最低价格,收盘价格,成交量", ","],
  ])("%s is no symbol, and the volume is kept", async (_, header, delimiter) => {
    const text = tableOf(header, ohlcv, { delimiter });
    expect(await checkText("SIE.csv", text)).toMatchObject({ verdict: "ok", symbols: ["SIE"], bars: 40 });
    expect((await barsOfText("SIE.csv", text))[0]).toBe(`SIE,${FIRST_BAR}`);
  });

  it.each([
    ["PX", "Date,PX.Open,PX.High,PX.Low,PX.Close,PX.Volume"],
    ["PX", "Date,Open_PX,High_PX,Low_PX,Close_PX,Volume_PX"],
    ["OPEN", "Date,OPEN.Open,OPEN.High,OPEN.Low,OPEN.Close,OPEN.Volume"],
    ["VAL", "Index,VAL.Open,VAL.High,VAL.Low,VAL.Close,VAL.Volume"],
  ])("%s is a company where the header %s says so", async (symbol, header) => {
    const text = tableOf(header, ohlcv);
    expect(await checkText("export.csv", text)).toMatchObject({ verdict: "ok", symbols: [symbol], bars: 40 });
    expect((await barsOfText("export.csv", text))[0]).toBe(`${symbol},${FIRST_BAR}`);
  });

  it.each(["PX", "OPEN", "LAST"])("%s is a company by its file's name", async (symbol) => {
    const text = tableOf("DATE,OPEN,HIGH,LOW,CLOSE,VOLUME", ohlcv);
    expect(await checkText(`${symbol}.csv`, text)).toMatchObject({ verdict: "ok", symbols: [symbol] });
  });
});

describe("volumes", () => {
  it.each([
    "Capacity",
    "Trading_Volume",
    "NET TRADED QTY",
    "VOLUME_QTY",
    "Total Traded Quantity",
    "Títulos negociados",
    "Gehandelte Stücke",
    "Qty. Traded (Nos.)",
    "거래수량",
  ])("are those of %s", async (name) => {
    const text = tableOf(`Date,Open,High,Low,Close,${name}`, ohlcv);
    expect((await barsOfText("ACME.csv", text))[0]).toBe(`ACME,${FIRST_BAR}`);
  });

  it("are told by the turnover beside them, whatever they are called", async () => {
    const text = tableOf(
      "Date;Open;High;Low;Close;Movimiento;Efectivo",
      (bar) => [...ohlcv(bar), (bar.volume * bar.close * 1.002).toFixed(2)],
      { delimiter: ";" },
    );
    const check = await checkText("ACME.csv", text);
    expect(check.warnings.join(" ")).toMatch(/Volumes are those of Movimiento: Efectivo/);
    expect((await barsOfText("ACME.csv", text))[0]).toBe(`ACME,${FIRST_BAR}`);
  });

  it.each(["Volume Change", "Avg Volume", "Bid Qty", "Volume (USD)", "Deliverable Qty", "Volatility"])(
    "are not those of %s",
    async (name) => {
      const text = tableOf(`Date,Open,High,Low,Close,${name}`, ohlcv);
      const [first = ""] = await barsOfText("ACME.csv", text);
      expect(first.split(",").at(-1)).toBe("0");
    },
  );
});

describe("closes", () => {
  it.each([
    ["DATE,CODE,12m Low,12m High,Day Low,Day High,Day Price,Previous,Volume", "Day Price"],
    [
      "Date,Share Code,Year Low,Year High,Low,High,Closing Price - VWAP (GHS),Previous,Total Shares Traded",
      "VWAP",
    ],
    ["Datum,Symbol,Jahrestief,Jahreshoch,Tief,Hoch,Tageskurs,Vortag,Stück", "Tageskurs"],
    ["日期,代码,年低,年高,最低,最高,最新价格,昨收,成交量", "最新价格"],
  ])("in %s are those of %s", async (header) => {
    const text = tableOf(header, ({ day, high, low, close, volume }) => [
      day,
      "KCB",
      12,
      400,
      low,
      high,
      close,
      77,
      volume,
    ]);
    const [first = ""] = await barsOfText("market.csv", text);
    expect(first).toBe("KCB,2024-01-01,,100.5,98.75,99,100000".replace(",,", ",99,"));
  });

  it("under a word that nobody knows lie between high and low, which is asked", async () => {
    const text = tableOf("Date,Symbol,Low,High,Vigente,Quantity", ({ day, high, low, close, volume }) => [
      day,
      "KCB",
      low,
      high,
      close,
      volume,
    ]);
    const check = await checkText("market.csv", text);
    expect(check.verdict).toBe("ask");
    expect(check.questions.map(({ text: words }) => words).join(" ")).toMatch(
      /Vigente lies between Low and High/,
    );
    const answered = await checkText("market.csv", text, { columns: ["prices", "missing"] });
    expect(answered).toMatchObject({ verdict: "ok", symbols: ["KCB"], bars: 40 });
  });
});

describe("names of files that are words", () => {
  it.each([
    "kurse.csv",
    "diario.csv",
    "aktien_daten.csv",
    "cotacoes.csv",
    "koersen.csv",
    "notowania.csv",
    "df.csv",
    "KURSE.csv",
    "historique.csv",
    "行情.csv",
  ])("%s says nothing of the instrument, which is asked", async (name) => {
    const check = await checkText(name, tableOf("Date,Open,High,Low,Close,Volume", ohlcv));
    expect(check.verdict).toBe("ask");
    expect(check.questions.map(({ about }) => about)).toEqual(["symbol"]);
  });

  it.each([
    ["kurse_SAP.csv", "SAP"],
    ["aktien-BMW.csv", "BMW"],
    ["SPOT.csv", "SPOT"],
    ["REAL.csv", "REAL"],
    ["brk-a.us.txt", "BRK-A.US"],
    ["1.HK.csv", "1.HK"],
  ])("%s names %s", async (name, symbol) => {
    const check = await checkText(name, tableOf("Date,Open,High,Low,Close,Volume", ohlcv));
    expect(check).toMatchObject({ verdict: "ok", symbols: [symbol] });
  });
});

function rowsOf(symbol: string): string {
  return tableOf("date,code,open,high,low,close,volume", (bar) => [bar.day, symbol, ...ohlcv(bar).slice(1)]);
}

describe("one code in two spellings", () => {
  it.each([
    ["600036.SH.csv", "sh.600036"],
    ["600036.SS.csv", "sh.600036"],
    ["sz000001.csv", "000001.SZ"],
    ["1.600036.csv", "600036.SH"],
    ["brk-a.us.txt", "BRK.A"],
  ])("%s is that of %s in the rows", async (name, symbol) => {
    expect(await checkText(name, rowsOf(symbol))).toMatchObject({ verdict: "ok", symbols: [symbol] });
  });

  it.each([
    ["600036.SH.csv", "sh.600037"],
    ["000001.SH.csv", "sz.000001"],
    ["AAPL.csv", "MSFT"],
  ])("%s contradicts %s", async (name, symbol) => {
    expect((await checkText(name, rowsOf(symbol))).questions[0]?.about).toBe("symbol");
  });
});

function below(above: string, delimiter = ","): string {
  const header = ["Date", "Open", "High", "Low", "Close", "Volume"].join(delimiter);
  return tableOf(header, ohlcv, { above, delimiter });
}

describe("lines above a table", () => {
  it.each([
    ["a word and its value", "Symbol,MDLZ\n\n", ",", "MDLZ"],
    ["a comment", "# instrument: ACME\n# made by hand\n", ",", "ACME"],
    ["another language", "Símbolo;PETR4\nMoeda;BRL\n", ";", "PETR4"],
    ["two lines, words and values", "Symbol,Name,Currency\nOPEN,Opendoor,USD\n\n", ",", "OPEN"],
    ["a place in front of it", "Ticker: NASDAQ:PX  Currency: USD\n", ",", "PX"],
    ["a share whose symbol is 1", "Symbol,1\n", ",", "1"],
  ])("say the symbol: %s", async (_, above, delimiter, symbol) => {
    expect(await checkText("tos.csv", below(above, delimiter))).toMatchObject({
      verdict: "ok",
      symbols: [symbol],
      bars: 40,
    });
  });

  it("count before the file's name, which is told where it is another", async () => {
    const check = await checkText("RELIANCE.csv", below("Symbol,ACME\n"));
    expect(check).toMatchObject({ verdict: "ok", symbols: ["ACME"] });
    expect(check.warnings.join(" ")).toMatch(/line above the table says ACME, the file's name RELIANCE/);
  });

  it.each([
    ["Currency:,GBX\n", "GBX"],
    ["# currency = EUR\n", "EUR"],
    ["Währung,CHF\n", "CHF"],
    ["ACME daily, Currency in USD\n", "USD"],
  ])("say the currency: %s", async (above, currency) => {
    const check = await checkText("ACME.csv", below(above));
    expect(check.table?.currency).toBe(currency);
    expect(guessDefaults(check).currency?.value).toBe(currency);
  });

  it("that say pence are told", async () => {
    expect((await checkText("ACME.csv", below("Currency:,GBX\n"))).warnings.join(" ")).toMatch(/GBX.*pence/);
  });

  it("that say neither leave the file's name", async () => {
    const check = await checkText("ACME.csv", below("Generated,2024-03-01\nIndex,Tidal Composite\n"));
    expect(check).toMatchObject({ verdict: "ok", symbols: ["ACME"] });
  });
});

function withOtherFigures(bar: InventedBar): readonly (string | number)[] {
  return [...ohlcv(bar).slice(1), 3.4, -2873];
}

describe("many fields under each security", () => {
  const fields = ["PX_OPEN", "PX_HIGH", "PX_LOW", "PX_LAST", "PX_VOLUME", "PX_TO_BOOK_RATIO", "NET_INCOME"];
  const others = ["Open", "High", "Low", "Close", "Volume", "P/E", "Goodwill"];
  it.each([
    ["WEGE3 Index", "RENT3 Index", fields],
    ["AAPL US Equity", "MSFT US Equity", fields],
    ["ACME.L", "TIDE.L", others],
  ])("%s and %s have a bar each", async (one, other, names) => {
    const header = `Dates,${Array(7).fill(one).join()},${Array(7).fill(other).join()}\nDates,${names.join()},${names.join()}`;
    const text = tableOf(header, (bar) => [bar.day, ...withOtherFigures(bar), ...withOtherFigures(bar)]);
    expect(await checkText("fields.csv", text)).toMatchObject({ verdict: "ok", bars: 80 });
    expect((await barsOfText("fields.csv", text)).filter((line) => line.includes("2024-01-01"))).toEqual(
      [one, other].toSorted().map((symbol) => `${symbol},${FIRST_BAR}`),
    );
  });
});
