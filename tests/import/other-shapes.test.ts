/** Tables whose shape once said too little: without a header, with a header of words, with an index, statements of one company. */
import { describe, expect, it } from "vitest";
import type { ImportCheck } from "#workers/model/import-check.ts";
import { rangeSource } from "../market/text-sources.ts";
import { xlsxBytes } from "../tables/make-books.ts";
import { barsOfText, checkAll, checkText } from "./check-support.ts";
import { FIRST_BAR, INVENTED, ohlcv, tableOf } from "./kind-support.ts";

const topicsOf = ({ questions }: ImportCheck): readonly string[] => questions.map(({ about }) => about);

describe("a day and a number without a header", () => {
  it.each([
    ["commas", (day: string, close: number) => `${day},${close}`],
    ["a decimal comma", (day: string, close: number) => `${day};${close.toFixed(2).replace(".", ",")}`],
    ["tabs, day first", (day: string, close: number) => `${day.split("-").toReversed().join(".")}\t${close}`],
    ["the symbol between them", (day: string, close: number) => `${day},XAGUSD,${close}`],
  ])("is a close: %s", async (_, write) => {
    const text = INVENTED.map(({ day, close }) => `${write(day, close)}\n`).join("");
    const check = await checkText("XAGUSD.csv", text);
    expect(check).toMatchObject({ verdict: "ok", symbols: ["XAGUSD"], bars: 40, closeOnly: true });
    expect(check.warnings.join(" ")).toMatch(/No header: column \d is taken for the close/);
    expect((await barsOfText("XAGUSD.csv", text))[0]).toBe("XAGUSD,2024-01-01,99,99,99,99,0");
  });

  it("and another number can't be told apart", async () => {
    const text = INVENTED.map(({ day, close }, at) => `${day},${close},${at * 3}\n`).join("");
    expect((await checkText("XAGUSD.csv", text)).verdict).toBe("refuse");
  });
});

describe("a header of words alone", () => {
  it.each([
    ["updateDate,code,code_name", "2024-03-18,sh.600000,浦发银行\n2024-03-18,sz.000001,平安银行\n"],
    ["Kennung;Firma;Beitritt", "AB12;Alpha AG;2020-01-02\nCD34;Beta AG;2021-03-04\n"],
    ["Papel,Descrição,Entrada", "PETR4,Petrobras,2020-01-02\nVALE3,Vale,2021-03-04\n"],
    ["uno,due,tre", "2024-01-02,alfa,beta\n2024-01-03,gamma,delta\n"],
  ])("%s is not called none", async (header, rows) => {
    const check = await checkText("list.csv", `${header}\n${rows}`);
    expect(check.message).not.toMatch(/no header/);
    expect(["ok", "refuse"]).toContain(check.verdict);
  });

  it("is one of members with their names", async () => {
    const text = "updateDate,code,code_name\n2024-03-18,sh.600000,A\n2024-03-18,sz.000001,B\n";
    expect(await checkText("hs300.csv", text)).toMatchObject({
      verdict: "ok",
      kind: "instruments",
      symbols: ["sh.600000", "sz.000001"],
    });
  });
});

describe("a column of days that is called Index", () => {
  it.each([
    "Index,ADBE.Open,ADBE.High,ADBE.Low,ADBE.Close,ADBE.Volume",
    "index;Open;High;Low;Close;Volume",
    ",Open,High,Low,Close,Volume",
    "Unnamed: 0,open,high,low,close,volume",
  ])("%s", async (header) => {
    const text = tableOf(header, ohlcv, { delimiter: header.includes(";") ? ";" : "," });
    expect(await checkText("ADBE.csv", text)).toMatchObject({ verdict: "ok", symbols: ["ADBE"], bars: 40 });
    expect((await barsOfText("ADBE.csv", text))[0]).toBe(`ADBE,${FIRST_BAR}`);
  });

  it("is none where it counts, or names what a row is of", async () => {
    const counted = tableOf("Index,Date,Open,High,Low,Close,Volume", (bar, at) => [at, ...ohlcv(bar)]);
    expect(await checkText("ADBE.csv", counted)).toMatchObject({
      verdict: "ok",
      bars: 40,
      first: "2024-01-01",
    });
    const named = tableOf("Index Name,Date,Open,High,Low,Close,Volume", (bar) => ["TIDAL 50", ...ohlcv(bar)]);
    expect(await checkText("i.csv", named)).toMatchObject({ symbols: ["TIDAL 50"], bars: 40 });
  });
});

function timesRows(factor: number): string {
  return tableOf("Date,Open,High,Low,Close,Volume", ({ day, open, high, low, close, volume }) => [
    day,
    ...[open, high, low, close].map((price) => Math.round(price * factor)),
    volume,
  ]);
}

async function hasLostPoint(file: string, factor: number): Promise<boolean> {
  const { warnings } = await checkText(file, timesRows(factor));
  return warnings.some((warning) => warning.includes("decimal point"));
}

describe("a pair of two currencies", () => {
  it.each([
    ["EURUSD.csv", 1100],
    ["GBPJPY.csv", 1900],
    ["EUR_CHF.csv", 95],
    ["AUDUSD_Daily.csv", 650],
  ])("%s above a thousand has lost its point", async (file, factor) => {
    expect(await hasLostPoint(file, factor)).toBe(true);
  });

  it.each([
    ["USDIDR.csv", 150],
    ["USDKRW.csv", 13],
    ["XAUUSD.csv", 20],
    ["BTCUSD.csv", 600],
    ["USDJPY.csv", 1.5],
    ["NIFTY.csv", 220],
  ])("%s may be so high", async (file, factor) => {
    expect(await hasLostPoint(file, factor)).toBe(false);
  });
});

describe("statements", () => {
  const periods = ["2022-12-31,32681000000,-6995000000,1.63", "2023-12-31,33744500000,235700000,3.69"];

  it.each([
    ["Ticker Symbol", "Period Ending"],
    ["Trading Symbol", "fiscalDateEnding"],
    ["StockCode", "periodEnd"],
    ["证券代码", "report_period"],
    ["RIC", "Period End"],
    ["Code", "Fiscal Period End"],
    ["Security Code", "Quarter End"],
  ])("name their companies under %s", async (title, end) => {
    const text = `${title},${end},Total Revenue,Net Income,EPS\n${periods.map((row, at) => `${["QRS", "TUV"][at] ?? ""},${row}\n`).join("")}`;
    const check = await checkText("fundamentals.csv", text);
    expect(check).toMatchObject({ verdict: "ask", kind: "facts", symbols: ["QRS", "TUV"] });
    expect(topicsOf(check)).toEqual(["lag"]);
  });

  it.each(["", "Unnamed: 0", "index"])("may have pandas' count in front, called %j", async (title) => {
    const text = `${title},Symbol,EPS,fiscalDateEnding,totalRevenue,netIncome\n17,ABC,1.63,2023-12-31,32681000000.0,-6995000000\n4,DEF,3.69,2022-12-31,3744500000.0,235700000\n`;
    const check = await checkText("fundamentals.csv", text);
    expect(check).toMatchObject({ verdict: "ask", symbols: ["ABC", "DEF"] });
    expect(check.message).toMatch(/2022-12-31 to 2023-12-31/);
    expect(topicsOf(check)).toEqual(["lag"]);
  });

  const HEADER = "periodEnd,totalRevenue,netIncome,eps";

  it.each([
    ["the file's name", "ACME.csv", `${HEADER}\n`, "ACME"],
    ["the file's name beside a word", "ACME_fundamentals.csv", `${HEADER}\n`, null],
    ["a line above", "income.csv", `Symbol,ACME\n${HEADER}\n`, "ACME"],
    ["nothing but words", "income_statement.csv", `${HEADER}\n`, null],
    ["nothing beside a column that may be of companies", "ACME.csv", `Stock,${HEADER}\n`, null],
    ["nothing beside names of companies", "ACME.csv", `Company,${HEADER}\n`, null],
  ])("of one company are whose %s says", async (_, file, header, symbol) => {
    const own = /^(?:Company|Stock)/.test(header) ? periods.map((row) => `Alpha,${row}`) : periods;
    const check = await checkText(file, `${header}${own.join("\n")}\n`);
    expect(check.verdict).toBe("ask");
    expect(topicsOf(check)).toEqual(symbol === null ? ["symbol", "lag"] : ["lag"]);
    expect(check.symbols.join()).toBe(symbol ?? "");
  });

  it.each(["ACMESPIN.xlsx", "TCS.xlsx", "M&M.xlsx"])(
    "of a book are of the share that %s names",
    async (name) => {
      const book = xlsxBytes([
        { name: "Profit & Loss", rows: [["Narration", "Mar-23", "Mar-24"], ["Sales"]] },
        {
          name: "Data Sheet",
          rows: [
            ["COMPANY NAME", "ACME LTD"],
            ["PROFIT & LOSS"],
            ["Report Date", "2023-03-31", "2024-03-31"],
            ["Sales", 100, 109],
            ["Net profit", 20, 22],
          ],
        },
      ]);
      const checks = (await checkAll([rangeSource(name, book)])).map(({ check }) => check);
      expect(checks.map(({ file, symbols }) => [file, symbols])).toEqual([
        [`${name}/Data Sheet`, [name.replace(".xlsx", "")]],
      ]);
      expect(checks.map(topicsOf)).toEqual([["lag"]]);
    },
  );
});
