/** Words of vendors' programs: before fields, above tables, of options and of counts, in files like those of exchanges. */
import { describe, expect, it } from "vitest";
import { barsOfText } from "./check-support.ts";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const BARS = inventBars(40);
const prices = ({ o, h, l, c }: InventedBar, separator = ","): string => [o, h, l, c].join(separator);
const ohlcv = (bar: InventedBar): string => `${bar.iso},${prices(bar)},${bar.v}`;
const [FIRST] = BARS;
const FIRST_BAR = FIRST ? `${FIRST.iso},${prices(FIRST)},${FIRST.v}` : "";

describe("a vendor's word before its fields", () => {
  it.each([
    ["Refinitiv", "Date,OPEN_PRC,HIGH_1,LOW_1,TRDPRC_1,ACVOL_UNS"],
    ["CSMAR", "Trddt,Opnprc,Hiprc,Loprc,Clsprc,Dnshrtrd"],
    ["Korea's exchange", "TRD_DD,TDD_OPNPRC,TDD_HGPRC,TDD_LWPRC,TDD_CLSPRC,ACC_TRDVOL"],
    ["a middle of quotes", "DATE,MID_OPEN,MID_HIGH,MID_LOW,MID_CLOSE,VOLUME"],
    ["the end of the day", "DATE,EOD_OPEN,EOD_HIGH,EOD_LOW,EOD_CLOSE,EOD_VOLUME"],
    ["raw figures", "DATE,RAW_OPEN,RAW_HIGH,RAW_LOW,RAW_CLOSE,RAW_VOLUME"],
  ])("is no instrument: %s", async (_, header) => {
    const text = tableOf(header, BARS, ohlcv);
    expect(await saidOf("SIE.csv", text)).toMatchObject({ verdict: "ok", symbols: ["SIE"] });
    expect((await barsOfText("SIE.csv", text))[0]).toBe(`SIE,${FIRST_BAR}`);
  });

  it("that says adjusted is told", async () => {
    const text = tableOf("DATE,ADJ_OPEN,ADJ_HIGH,ADJ_LOW,ADJ_CLOSE,VOLUME", BARS, ohlcv);
    expect(await saidOf("SIE.csv", text)).toMatchObject({ symbols: ["SIE"], adjusted: true });
    expect((await barsOfText("SIE.csv", text))[0]).toBe(`SIE,${FIRST_BAR}`);
  });

  it("stands before the symbol, too, and then says nothing of it", async () => {
    const header =
      "CH_SYMBOL,CH_TIMESTAMP,CH_OPENING_PRICE,CH_TRADE_HIGH_PRICE,CH_TRADE_LOW_PRICE,CH_CLOSING_PRICE,CH_TOT_TRADED_QTY";
    const text = tableOf(header, BARS, (bar) => `TCS,${ohlcv(bar)}`);
    expect(await saidOf("data.csv", text)).toMatchObject({ verdict: "ok", symbols: ["TCS"] });
    expect((await barsOfText("data.csv", text))[0]).toBe(`TCS,${FIRST_BAR}`);
  });

  it("that nobody knows is asked about where the file's name says another symbol", async () => {
    const text = tableOf("DATE,QX_OPEN,QX_HIGH,QX_LOW,QX_CLOSE,QX_VOLUME", BARS, ohlcv);
    const check = await saidOf("SIE.csv", text);
    expect(check.questions.map(({ about, choices }) => [about, choices])).toEqual([
      ["symbol", ["QX", "SIE"]],
    ]);
    expect((await saidOf("data.csv", text)).symbols).toEqual(["QX"]);
  });

  it.each(["OPEN", "RAW", "EOD", "MID", "TDD"])("%s is a company's symbol in R's titles", async (symbol) => {
    const header = [
      "Date",
      ...["Open", "High", "Low", "Close", "Volume"].map((field) => `${symbol}.${field}`),
    ];
    const text = tableOf(header.join(","), BARS, ohlcv);
    expect(await saidOf("data.csv", text)).toMatchObject({ verdict: "ok", symbols: [symbol] });
  });
});

describe("options", () => {
  it.each([
    [
      "Korean words",
      tableOf("일자,종목,권리유형,행사가,종가", BARS, ({ iso, c }) => `${iso},KS,콜옵션,350,${c}`),
    ],
    [
      "a right without a known strike",
      tableOf("date,root,cp,K,close", BARS, ({ iso, c }) => `${iso},SPY,C,470,${c}`),
    ],
    [
      "Hong Kong's exercise price",
      tableOf("Date,Series,Type,Exercise,Settlement", BARS, ({ iso, c }) => `${iso},HSI,P,17000,${c}`),
    ],
    [
      "Taiwan's futures of a month",
      tableOf(
        "交易日期,契約,到期月份(週別),開盤價,最高價,最低價,收盤價",
        BARS,
        (bar) => `${bar.iso},TX,202406,${prices(bar)}`,
      ),
    ],
  ])("and futures are refused: %s", async (_, text) => {
    const check = await saidOf("HSI.csv", text);
    expect(check.verdict).toBe("refuse");
    expect(check.words).toMatch(/option|futures/);
  });

  it("are not seen where the columns for them are empty", async () => {
    const text = tableOf(
      "Date,Ticker,Open,High,Low,Close,Strike,Put/Call",
      BARS,
      (bar) => `${bar.iso},MSTR,${prices(bar)},,`,
    );
    expect((await saidOf("d.csv", text)).verdict).toBe("ok");
  });
});

describe("counts without a header", () => {
  it("have the spread between ticks and volume, as MetaTrader for Python writes them", async () => {
    const text = tableOf(
      "",
      BARS,
      (bar, at) => `${bar.iso},${prices(bar)},${Math.ceil(bar.v / 40)},${2 + (at % 3)},${bar.v}`,
    );
    expect((await barsOfText("PETR4.csv", text))[0]).toBe(`PETR4,${FIRST_BAR}`);
  });

  it.each([
    ["single shares", (_: InventedBar, at: number) => `${1 + (at % 5)}`, "1"],
    ["shares, dividends and splits", (bar: InventedBar) => `${bar.v},0,0`, `${FIRST?.v}`],
    ["shares and trades", (bar: InventedBar) => `${bar.v},${Math.ceil(bar.v / 150)}`, `${FIRST?.v}`],
  ])("are shares: %s", async (_, counts, volume) => {
    const text = tableOf("", BARS, (bar, at) => `${bar.iso},${prices(bar)},${counts(bar, at)}`);
    expect((await barsOfText("ABC.csv", text))[0]?.split(",").at(-1)).toBe(volume);
  });
});

describe("JSON", () => {
  const records = BARS.map(({ iso, o, h, l, c, v }) => ({
    date: Date.parse(iso) / 1000,
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
  }));
  it.each([
    [
      "the Moscow Exchange",
      {
        history: {
          columns: "SECID TRADEDATE VALUE OPEN LOW HIGH CLOSE VOLUME".split(" "),
          data: BARS.map(({ iso, o, h, l, c, v }) => ["SIE", iso, c * v, o, l, h, c, v]),
        },
      },
    ],
    [
      "Bitstamp",
      { data: { pair: "SIE", ohlc: records.map(({ date, ...one }) => ({ timestamp: date, ...one })) } },
    ],
    ["Yahoo by another's hand", { prices: records, isPending: false, eventsData: [] }],
  ])("of %s is read", async (_, json) => {
    expect((await barsOfText("SIE.json", JSON.stringify(json)))[0]).toBe(`SIE,${FIRST_BAR}`);
  });
});

describe("volumes", () => {
  it.each(
    "No. of Shares Traded,Omsatt antall,Kaupat kpl,Hacim Adet,Aantal stuks,Número de títulos,Handelsvolumen,Contracts Traded".split(
      ",",
    ),
  )("may be called %s", async (title) => {
    const text = tableOf(`Date;Open;High;Low;Close;${title}`, BARS, (bar) =>
      [bar.iso, prices(bar, ";"), bar.v].join(";"),
    );
    expect((await barsOfText("ABC.csv", text))[0]).toBe(`ABC,${FIRST_BAR}`);
  });
});

describe("lots", () => {
  it.each([
    [
      "Malaysia's hundreds, beside their value",
      "Date,Open,High,Low,Last,Vol ('00),Value (RM)",
      ({ v, c }: InventedBar) => `${v},${v * 100 * c}`,
      100,
    ],
    [
      "a value in thousands",
      "Date,Open,High,Low,Close,Volume,Value ($'000)",
      ({ v, c }: InventedBar) => `${v},${v * c}`,
      1000,
    ],
    [
      "Tushare's of one share",
      "trade_date,open,high,low,close,vol,amount,pct_chg",
      ({ v, c }: InventedBar) => `${v},${(v * c) / 10},0.2`,
      100,
    ],
    [
      "contracts of gold, which are none",
      "Date,Open,High,Low,Close,Volume,Value,Open Interest",
      ({ v, c }: InventedBar) => `${v},${v * 100 * c},2000`,
      1,
    ],
    [
      "a value in single dollars",
      "Date,Open,High,Low,Close,Volume,Value",
      ({ v, c }: InventedBar) => `${v},${v * c}`,
      1,
    ],
  ])("are told by what they cost: %s", async (_, header, counts, times) => {
    const text = tableOf(header, BARS, (bar) => `${bar.iso},${prices(bar)},${counts(bar)}`);
    expect((await barsOfText("ABC.csv", text))[0]?.split(",").at(-1)).toBe(String((FIRST?.v ?? 0) * times));
  });
});

describe("what stands above a table", () => {
  const table = tableOf("Date,Open,High,Low,Close,Volume", BARS, ohlcv);
  it.each([
    ["Bloomberg", "Security,AAPL US Equity\nPeriod,D\n\n", "AAPL US Equity"],
    ["Russian", "Тикер: SBER\n", "SBER"],
    ["a wide colon", "证券代码：600519\n", "600519"],
    ["Euronext's ISIN by itself", "Historical Data\nFrom 2024-01-02\nFR0000120271\n", "FR0000120271"],
  ])("is the symbol: %s", async (_, lines, symbol) => {
    expect(await saidOf("export.csv", `${lines}${table}`)).toMatchObject({
      verdict: "ok",
      symbols: [symbol],
    });
  });

  it.each(["Security: US Steel Corp", "Wertpapier: SAP SE", "Aktie: BASF SE"])(
    "is a company's name and no symbol: %s",
    async (line) => {
      expect((await saidOf("export.csv", `${line}\n${table}`)).verdict).toBe("ask");
    },
  );

  it("says pence in a sentence", async () => {
    const check = await saidOf("export.csv", `All prices are in pence\nEPIC: BARC\n${table}`);
    expect([check.symbols, check.words]).toEqual([
      ["BARC"],
      expect.stringContaining("hundredths of the currency (pence)"),
    ]);
  });
});

const rows = (codes: readonly string[]): string =>
  `date,code,close\n${BARS.flatMap(({ iso, c }) => codes.map((code, at) => `${iso},${code},${c + at}`)).join("\n")}\n`;

describe("codes that lost their zeros", () => {
  it.each([
    ["Taiwan", ["50.TW", "2330.TW"], ["0050.TW", "2330.TW"]],
    ["Malaysia", ["138.KL", "1155.KL"], ["0138.KL", "1155.KL"]],
    ["the exchange in front", ["sz.1", "sh.600000"], ["sh.600000", "sz.000001"]],
    ["numbers with decimals", ["1.0", "333.0", "600519.0"], ["000001", "000333", "600519.0"]],
  ])("are asked about: %s", async (_, codes, symbols) => {
    const check = await saidOf("d.csv", rows(codes));
    expect(check.questions.map(({ about }) => about)).toEqual(["codes"]);
    expect(check.symbols).toEqual(symbols);
  });
});

describe("files that are called like what they are", () => {
  const table = tableOf("Date,Open,High,Low,Close,Volume", BARS, ohlcv);
  it.each("preise query bolsa wykres tabela hoja1 foglio1 feuille1 Mappe1 лист1 split sina okx".split(" "))(
    "name no instrument: %s",
    async (name) => {
      expect((await saidOf(`${name}.csv`, table)).verdict).toBe("ask");
    },
  );
});

describe("pence before pounds", () => {
  it.each([
    "VOD LN.csv",
    "NPN SJ.csv",
    "LON_VOD.csv",
    "VOD.XLON.csv",
    "LSE_VOD.csv",
    "LSE-VOD.csv",
    "VOD (JSE).csv",
  ])("are asked about in %s", async (name) => {
    const text = tableOf(
      "Date,Close",
      BARS,
      ({ iso, c }, at) => `${iso},${at < 20 ? c : (c / 100).toFixed(4)}`,
    );
    expect((await saidOf(name, text)).questions.map(({ about }) => about)).toEqual(["hundredths"]);
  });
});

describe("a hundredfold jump elsewhere", () => {
  it.each(["VOD.csv", "NSE_TCS.csv", "LSEG.csv", "LSE_SAP.DE.csv"])(
    "is told and no more in %s",
    async (name) => {
      const text = tableOf(
        "Date,Close",
        BARS,
        ({ iso, c }, at) => `${iso},${at < 20 ? c : (c / 100).toFixed(4)}`,
      );
      expect((await saidOf(name, text)).questions).toEqual([]);
    },
  );

  it("is mended under the name that the file's exchange is left out of", async () => {
    const text = tableOf(
      "Date,Close",
      BARS,
      ({ iso, c }, at) => `${iso},${at < 20 ? c : (c / 100).toFixed(4)}`,
    );
    const closes = (await barsOfText("LSE_VOD.csv", text, { hundredths: "join" })).map(
      (line) => line.split(",")[5],
    );
    expect(closes).toEqual(BARS.map(({ c }) => String(c)));
  });
});

describe("weekends that repeat the prices before, without a volume", () => {
  it("are left out", async () => {
    const all = inventBars(56, { isOpen: () => true });
    const text = tableOf("Date,Open,High,Low,Close,Volume", all, (bar, at) => {
      const before = all[at - (bar.weekday === 6 ? 1 : 2)] ?? bar;
      return bar.weekday % 6 === 0 ? `${bar.iso},${prices(before)},0` : ohlcv(bar);
    });
    expect((await saidOf("AIR.csv", text)).bars).toBe(40);
  });
});
