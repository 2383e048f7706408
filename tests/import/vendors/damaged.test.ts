/** Files that spreadsheets, copying and joining have changed: each has its right verdict, none a wrong number in silence. */
import { describe, expect, it } from "vitest";
import { barsOfText, checkText } from "../check-support.ts";
import { dmy, good, goodLines, HEADER, rewritten, weekdays } from "../good-rows.ts";
import { BARS, expectedOf, readLayout } from "./layout-case.ts";
import type { LayoutCase } from "./layout-case.ts";

const mdy = (iso: string): string => dmy(iso).replace(/(\d+)\/(\d+)/, "$2/$1");
const dayOf = (iso: string): number => Number(iso.slice(8));

describe("files that are refused", () => {
  const closes = weekdays(300).map((day, at) => `${day},${100 + (at % 7)}.5`);
  const dividends = "Date,Dividend\n2024-02-09,0.24\n2024-05-10,0.25\n";
  it.each([
    {
      title: "days up to the twelfth turned to months by a spreadsheet, the others not",
      text:
        HEADER + rewritten(([day = "", ...rest]) => [(dayOf(day) > 12 ? mdy : dmy)(day), ...rest].join(",")),
      reason: /some dates are day\/month and others month\/day/,
    },
    {
      title: "days up to the twelfth turned to months, the others left as text with other signs",
      text:
        HEADER +
        rewritten(([day = "", ...rest]) =>
          [dayOf(day) > 12 ? dmy(day).replaceAll("/", "-") : mdy(day), ...rest].join(","),
        ),
      reason: /some dates are day\/month and others month\/day/,
    },
    {
      title: "a second part with open and close the other way round",
      text: `${HEADER}${goodLines.slice(0, 30).join("\n")}\nDate,Close,High,Low,Open,Volume\n${goodLines.slice(30).join("\n")}\n`,
      reason: /line 32: a second table/,
    },
    {
      title: "dividends below closes, which would be read as closes",
      text: `Date,Close\n${closes.join("\n")}\n\n${dividends}`,
      reason: /line 303: a second table/,
    },
    {
      title: "prices of one share in two currencies",
      text: `Date,Close,Currency\n${weekdays(20)
        .map((day, at) => `${day},${100 + at},${at < 10 ? "GBP" : "USD"}`)
        .join("\n")}`,
      reason: /in GBP and in USD/,
    },
    {
      title: "two instruments, one below the other, each with its name above its header",
      text: `Symbol: ACME\n${HEADER}${goodLines.slice(0, 30).join("\n")}\n\nSymbol: BETA\n${HEADER}${goodLines.slice(30).join("\n")}\n`,
      reason: /line 35: a second table/,
    },
    {
      title: "volumes alone, by the name of a field in each row",
      text: `Date,Ticker,Field,Value\n${weekdays(20)
        .map((day, at) => `${day},ACME,VOLUME,${1000 + at}`)
        .join("\n")}`,
      reason: /column Field says which, e.g. "VOLUME"/,
    },
    {
      title: "what insiders bought and sold",
      text: `Filing Date,Trade Date,Ticker,Insider Name,Trade Type,Price,Qty\n${weekdays(20)
        .map(
          (day, at) =>
            `${day},${day},ACME,A. Person,${at % 3 === 0 ? "P - Purchase" : "S - Sale"},${100 + at},10`,
        )
        .join("\n")}`,
      reason: /trades of an account/,
    },
    {
      title: "options that name no expiry",
      text: `date,symbol,strike,right,open,high,low,close,volume\n${weekdays(20)
        .map((day, at) => `${day},SPX,${3000 + 5 * at},C,10.5,11,10,10.75,100`)
        .join("\n")}`,
      reason: /contracts/,
    },
    {
      title: "dividends and splits by symbol, with a value",
      text: `date,action,ticker,value\n${weekdays(20)
        .map((day, at) => `${day},${at % 5 === 0 ? "split" : "dividend"},ACME,0.25`)
        .join("\n")}`,
      reason: /events/,
    },
  ])("$title", async ({ text, reason }) => {
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.message]).toEqual(["refuse", expect.stringMatching(reason)]);
  });
});

describe("files that are read", () => {
  it("the same header once more in the middle is no row", async () => {
    const text = `${HEADER}${goodLines.slice(0, 30).join("\n")}\n${HEADER}${goodLines.slice(30).join("\n")}\n`;
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.rows, check.bars, check.leftOutCount]).toEqual(["ok", 60, 60, 0]);
    expect(check.warnings.join(" ")).toMatch(/header comes 1 more/);
  });

  it("dates out of order in one order stay what they are", async () => {
    const lines = rewritten(([day = "", ...rest]) => [dmy(day), ...rest].join(",")).split("\n");
    const [first = "", second = "", ...rest] = lines;
    const check = await checkText("ACME.csv", `${HEADER}${[second, first, ...rest].join("\n")}`);
    expect([check.verdict, check.first, check.bars]).toEqual(["ok", "2024-01-02", 60]);
  });

  it("dividends and splits between the rows of a copied page are passed over", async () => {
    const rows = goodLines.slice(0, 12).map((line) => line.replaceAll(",", "\t"));
    const events = ["2024-01-10\t0.24 Dividend", "2024-01-11\t4:1 Stock Splits"];
    const text = [HEADER.trim().replaceAll(",", "\t"), ...rows.slice(0, 6), ...events, ...rows.slice(6)];
    const check = await checkText("ACME.csv", text.join("\n"));
    expect([check.verdict, check.rows, check.bars, check.leftOutCount]).toEqual(["ok", 12, 12, 0]);
    expect(check.warnings.join(" ")).toMatch(/2 lines with dividends or splits are passed over/);
  });

  it.each(["SecuritiesCode", "fund_symbol", "Company", "Index", "Kode Saham"])(
    "a column %s that parts the rows of each day is that of the symbols",
    async (title) => {
      const text = `${HEADER.trim()},${title}\n${goodLines.flatMap((line) => [`${line},1301`, `${line},Bank of B`]).join("\n")}`;
      const check = await checkText("prices.csv", text);
      expect([check.verdict, check.symbols, check.bars]).toEqual(["ok", ["1301", "Bank of B"], 120]);
    },
  );

  it("a column of companies is no symbol where each day has one row", async () => {
    const text = `${HEADER.trim()},Company\n${goodLines.map((line) => `${line},Acme Corporation`).join("\n")}`;
    expect((await checkText("ACME.csv", text)).symbols).toEqual(["ACME"]);
  });

  it("closes of a field in each row are read", async () => {
    const text = `Date,Ticker,Field,Value\n${weekdays(20)
      .map((day, at) => `${day},ACME,PX_LAST,${100 + at}`)
      .join("\n")}`;
    expect((await barsOfText("ACME.csv", text))[0]).toBe("ACME,2024-01-02,100,100,100,100,0");
  });

  it("a minus in front of CRSP's price is the sign of a mean, not of the price", async () => {
    const text = `PERMNO,date,TICKER,BIDLO,ASKHI,PRC,VOL,OPENPRC\n14593,2024-01-02,ACME,9,11,10.5,100,10\n14593,2024-01-03,ACME,10,11,-10.5,0,\n14593,2024-01-04,ACME,10,12,11.5,100,11\n`;
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.leftOutCount, check.warnings.join(" ")]).toEqual([
      "ok",
      0,
      expect.stringMatching(/^1 close has a minus/),
    ]);
    expect((await barsOfText("ACME.csv", text))[1]).toBe("ACME,2024-01-03,10.5,11,10,10.5,0");
  });

  it("columns of a wide table that are no tickers are told", async () => {
    const text = `Date,ACME,Beta Corp,GAMMA\n${weekdays(20)
      .map((day, at) => `${day},${100 + at},${200 + at},${300 + at}`)
      .join("\n")}`;
    const check = await checkText("prices.csv", text);
    expect([check.symbols, check.warnings.join(" ")]).toEqual([
      ["ACME", "GAMMA"],
      expect.stringMatching(/not taken: Beta Corp/),
    ]);
  });

  it("the word of statistics in front of a value is no symbol", async () => {
    const text = `TIME_PERIOD,OBS_VALUE\n${weekdays(20)
      .map((day, at) => `${day},1.${100 + at}`)
      .join("\n")}`;
    expect((await checkText("EURUSD.csv", text)).symbols).toEqual(["EURUSD"]);
  });

  it("one currency in its column is no doubt", async () => {
    const text = `Date,Close,Currency\n${weekdays(20)
      .map((day, at) => `${day},${100 + at},GBP`)
      .join("\n")}`;
    expect((await checkText("ACME.csv", text)).verdict).toBe("ok");
  });

  it("what a fund holds is not the size of a company", async () => {
    const text = `ticker,company,shares,market value ($),weight (%)\n${["ACME", "BETA", "GAMMA"]
      .map((symbol, at) => `${symbol},${symbol} Inc,${1000 + at},$25000.50,${3 + at}.5%`)
      .join("\n")}`;
    const check = await checkText("holdings.csv", text);
    expect([check.kind, check.table?.columns[3]?.role]).toEqual(["instruments", "ignore"]);
  });
});

describe("files that are asked about", () => {
  it("prices beside words that say what each is of", async () => {
    const goods = ["Bolts", "Nuts", "Screws"];
    const text = `Date,Product,Quantity,Price\n${weekdays(12)
      .map((day, at) => `${day},${goods[at % 3] ?? ""},${at + 1},${10 + at}.5`)
      .join("\n")}`;
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.questions.map(({ about }) => about)]).toEqual(["ask", ["columns"]]);
    expect(check.message).toMatch(/Product/);
    expect((await checkText("ACME.csv", text, { columns: ["words"] })).verdict).toBe("ok");
  });

  it("prices like 1.234, where dots part the thousands of volumes", async () => {
    const text = `Date,Close,Volume\n${weekdays(20)
      .map((day, at) => `${day},2.${345 + at},3.541.7${26 + at}`)
      .join("\n")}`;
    const check = await checkText("ACME.csv", text);
    expect(check.questions.map(({ about }) => about)).toEqual(["decimal"]);
  });

  it("bars of Heikin-Ashi, which are no prices", async () => {
    const lines = rewritten((cells) => cells.slice(0, 5).join(","));
    const check = await checkText("ACME.csv", `Date,HA_Open,HA_High,HA_Low,HA_Close\n${lines}`);
    expect([check.verdict, check.questions[0]?.about]).toEqual(["ask", "columns"]);
  });

  it("a number beside words and a month in a file's name is likely the symbol, but asked", async () => {
    const check = await checkText("STOCK_DAY_2330_202401.csv", good);
    expect([check.verdict, check.questions[0]?.about, check.questions[0]?.choices]).toEqual([
      "ask",
      "symbol",
      ["2330"],
    ]);
  });
});

const serial = (iso: string): number => Date.parse(iso) / 86_400_000 + 25_569;

const LAYOUTS: readonly LayoutCase[] = [
  {
    vendor: "texts kept from becoming numbers",
    file: "prices.csv",
    head: "Code,Date,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `="0050",${iso},${o},${h},${l},${c},${v}`,
    symbol: "0050",
  },
  {
    vendor: "such texts quoted once more",
    file: "prices.csv",
    head: "Code,Date,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `"=""0050""","=""${iso}""",${o},${h},${l},${c},${v}`,
    symbol: "0050",
  },
  {
    vendor: "counts of days with a time behind the point",
    file: "ACME.csv",
    head: "Date,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `${serial(iso)}.66667,${o},${h},${l},${c},${v}`,
    symbol: "ACME",
  },
];

describe("what spreadsheets write", () => {
  it.each(LAYOUTS)("$vendor", async (layout) => {
    expect(await readLayout(layout)).toEqual(expectedOf(layout));
  });

  it("a price of five digits and more decimals is no date", async () => {
    const text = `Date,Close\n${BARS.map(({ iso }, at) => `${iso},${44_200 + at}.66667`).join("\n")}`;
    expect((await barsOfText("ACME.csv", text))[0]).toBe(
      "ACME,2021-01-13,44200.66667,44200.66667,44200.66667,44200.66667,0",
    );
  });
});
