/** What columns are by their names and figures: units, currencies, tickers that are words, tables side by side. */
import { describe, expect, it } from "vitest";
import { bytesSource } from "../market/text-sources.ts";
import { barLines, barsOfText, checkAll, checkText } from "./check-support.ts";
import { weekdays } from "./good-rows.ts";

const days = weekdays(30);
const table = (header: string, row: (day: string, at: number) => string): string =>
  `${header}\n${days.map((day, at) => `${row(day, at)}\n`).join("")}`;
/** Prices that go their way: no row is like the one before, nor a return. */
const close = (at: number): number => 100 + at / 4;
const bar = (at: number): string => `${close(at)},${close(at) + 1},${close(at) - 1},${close(at)}`;

const wide = (symbols: readonly string[]): string =>
  table(["Date", ...symbols].join(), (day, at) =>
    [day, ...symbols.map((_, place) => close(at) + place)].join(),
  );

const file = (name: string, from: number) =>
  bytesSource(
    name,
    new TextEncoder().encode(table("Date,Open,High,Low,Close", (day, at) => `${day},${bar(at + from)}`)),
  );

describe("units in the name of a column", () => {
  it.each([
    ["Volume (in 000s)", 12.5, 12_500],
    ["Volume in thousands", 12.5, 12_500],
    ["Volume K", 12.5, 12_500],
    ["Volume (Lacs)", 1.25, 125_000],
    ["Vol. (mn)", 1.25, 1_250_000],
  ])("%s", async (name, written, meant) => {
    const text = table(`Date,Open,High,Low,Close,${name}`, (day, at) => `${day},${bar(at)},${written}`);
    expect((await barsOfText("AAA.csv", text))[0]).toBe(`AAA,${days[0]},100,101,99,100,${meant}`);
  });

  it.each([
    ["Market Cap (Cr)", 1e7],
    ["Market Cap (Rs. in Crores)", 1e7],
    ["mcap_cr", 1e7],
    ["Market Cap ($M)", 1e6],
    ["Market Cap in 000s", 1e3],
    ["MarketCap", 1],
  ])("%s, in prices and in a list", async (name, unit) => {
    const text = table(`Date,Open,High,Low,Close,Volume,${name}`, (day, at) => `${day},${bar(at)},5,1.25`);
    const [first = ""] = await barsOfText("AAA.csv", text);
    expect(Number(first.split(",")[7])).toBe(1.25 * unit);
    const list = new TextEncoder().encode(`Symbol,Name,${name}\nA,Alpha,1.25\nB,Beta,2\n`);
    const [check] = await checkAll([bytesSource("list.csv", list)]);
    expect(check?.listed?.get("A")?.marketCap).toBe(1.25 * unit);
  });

  it.each(["Shares", "Position", "Cost Basis", "Weight"])(
    "a market value beside %s is what somebody holds, and not the size of the company",
    async (title) => {
      const text = table(
        `Date,Ticker,${title},Price,Market Value`,
        (day, at) => `${day},AAA,10,${close(at)},1000`,
      );
      expect((await barsOfText("holdings.csv", text))[0]).toBe(`AAA,${days[0]},100,100,100,100,0`);
    },
  );

  it("of two volumes the real one is taken, not the count of ticks", async () => {
    const text = table(
      "Date,Open,High,Low,Close,Tick Volume,Real Volume",
      (day, at) => `${day},${bar(at)},7,900`,
    );
    expect((await barsOfText("AAA.csv", text))[0]).toMatch(/,900$/);
  });

  it.each([
    ["a percent sign", "0,52%"],
    ["an amount with its unit", "10,5M"],
  ])("%s settles the decimal mark of the rest", async (_what, cell) => {
    const text = table("Date;Open;High;Low;Close;Change", (day) => `${day};1.234;1.234;1.234;1.234;${cell}`);
    expect((await barsOfText("AAA.csv", text))[0]).toMatch(/,1234,1234,1234,1234,/);
  });

  it("a decimal comma far behind the first rows settles it, too", async () => {
    const rows = weekdays(9000).map((day, at) => `${day};${at < 8900 ? "1.100" : "1.100,5"}`);
    const text = `Date;Close\n${rows.join("\n")}\n`;
    expect(await checkText("AAA.csv", text)).toMatchObject({ verdict: "ok", leftOutCount: 0 });
    expect((await barsOfText("AAA.csv", text))[0]).toContain(",1100,");
  });
});

describe("currencies in the names of columns", () => {
  it.each([
    "Date,Open_USD,High_USD,Low_USD,Close_USD",
    "Date,USD Open,USD High,USD Low,USD Close",
    "Date,Open.INR,High.INR,Low.INR,Close.INR",
    "Date,Open EUR,High EUR,Low EUR,Close EUR",
  ])("are no instruments: %s", async (header) => {
    expect(
      await checkText(
        "AAA.csv",
        table(header, (day, at) => `${day},${bar(at)}`),
      ),
    ).toMatchObject({
      verdict: "ok",
      symbols: ["AAA"],
      bars: 30,
      closeOnly: false,
    });
  });

  it("are refused where one bar has two, and asked where each field is there in two", async () => {
    const mixed = table("Date,Open (USD),High (USD),Low (EUR),Close (EUR)", (day, at) => `${day},${bar(at)}`);
    expect(await checkText("AAA.csv", mixed)).toMatchObject({ verdict: "refuse" });
    const both = table("Date,Close (USD),Close (INR)", (day, at) => `${day},${close(at)},${80 * close(at)}`);
    expect(await checkText("AAA.csv", both)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "columns" }],
    });
  });
});

describe("words that may be tickers", () => {
  it("are asked about among few, with all of them taken", async () => {
    for (const symbols of [
      ["VAR", "AAPL"],
      ["AAPL", "MSFT", "TS"],
      ["SPREAD", "BID", "ASK", "AAPL", "MSFT"],
      ["AAPL", "VOLUME"],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- four small files
      const check = await checkText("closes.csv", wide(symbols));
      expect([check.verdict, check.symbols.toSorted()]).toEqual(["ask", symbols.toSorted()]);
    }
  });

  it("are asked about where one is CLOSE, and nothing of the others would be taken", async () => {
    expect(await checkText("closes.csv", wide(["CLOSE", "AAPL"]))).toMatchObject({ verdict: "ask" });
    const indicators = table("Date,CLOSE,SMA20,RSI", (day, at) => `${day},${close(at)},${close(at)},50`);
    expect(await checkText("AAA.csv", indicators)).toMatchObject({ verdict: "ok", symbols: ["AAA"] });
  });

  it("are tickers among many, also where they are words of a date or a price", async () => {
    for (const symbols of [
      ["YEAR", "MONTH", "DAY", "AAPL", "MSFT", "GE", "IBM", "KO"],
      ["ADJ", "AVG", "VWAP", "AAPL", "MSFT", "GE", "IBM", "KO"],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- two small files
      const check = await checkText("closes.csv", wide(symbols));
      expect([check.verdict, check.symbols.toSorted()]).toEqual(["ok", symbols.toSorted()]);
    }
    const symbols = ["SMA", "AAPL", "MSFT", "GE", "IBM", "KO"];
    const named = table(["Date", ...symbols.map((symbol) => `${symbol} Close`)].join(), (day, at) =>
      [day, ...symbols.map((_, place) => close(at) + place)].join(),
    );
    expect((await checkText("closes.csv", named)).symbols.toSorted()).toEqual(symbols.toSorted());
  });
});

describe("figures by day that are no prices", () => {
  it.each([
    {
      title: "ranks",
      row: (at: number) => [(at * 37) % 101, (at * 61) % 101, (at * 17) % 101].map((x) => x / 100 + 0.01),
    },
    { title: "weights", row: (at: number) => [0.3 + at / 300, 0.3 - at / 600, 0.4 - at / 600] },
    { title: "figures that never change", row: () => [1, 1, 1] },
  ])("$title are asked about", async ({ row }) => {
    const text = table("Date,AAPL,MSFT,GOOG", (day, at) => [day, ...row(at)].join());
    expect(await checkText("a.csv", text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "columns" }, { about: "figures" }],
    });
  });

  it.each(["vwap.csv", "pct_change.csv", "zscores.csv"])("%s is asked about by its name", async (name) => {
    const text = table("Date,AAPL,MSFT", (day, at) => `${day},${close(at)},${close(at) + 5}`);
    expect(await checkText(name, text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "columns" }, { about: "figures" }],
    });
  });

  it.each(["EPS", "pe_ratio", "Net Income"])("one figure a row called %s is refused", async (field) => {
    const text = table("date,ticker,field,value", (day, at) => `${day},AAPL,${field},${close(at)}`);
    expect((await checkText("long.csv", text)).message).toMatch(
      /one figure a row, and the column field says which/,
    );
  });

  it("one close a row is prices, and so are tickers melted into a column", async () => {
    const one = table("date,ticker,field,value", (day, at) => `${day},AAPL,PX_LAST,${close(at)}`);
    expect(await checkText("long.csv", one)).toMatchObject({ verdict: "ok", symbols: ["AAPL"], bars: 30 });
    const melted = `date,variable,value\n${["AAPL", "KO"].map((symbol) => days.map((day, at) => `${day},${symbol},${close(at)}\n`).join("")).join("")}`;
    expect(await checkText("long.csv", melted)).toMatchObject({ verdict: "ok", symbols: ["AAPL", "KO"] });
  });
});

describe("tables side by side", () => {
  it.each([
    ["Date,Open,High,Low,Close,Date.1,Open.1,High.1,Low.1,Close.1", ""],
    ["Date,Open,High,Low,Close,,Date,Open,High,Low,Close", ","],
  ])("with dates of their own are refused: %s", async (header, gap) => {
    const text = table(header, (day, at) => `${day},${bar(at)},${gap}${days[at + 2] ?? ""},${bar(at)}`);
    const check = await checkText("two.csv", text);
    expect(check).toMatchObject({ verdict: "refuse" });
    expect(check.message).toMatch(/side by side: columns 1 and [67] both have dates/);
  });

  it("of closes under tickers are refused, whose days are not the same", async () => {
    const text = table(
      "Date,AAPL,,Date,MSFT",
      (day, at) => `${day},${close(at)},,${days[at + 1] ?? ""},${close(at)}`,
    );
    expect(await checkText("two.csv", text)).toMatchObject({ verdict: "refuse" });
  });

  it("with the same days are asked about", async () => {
    const text = table(
      "Date,Open,High,Low,Close,Open.1,High.1,Low.1,Close.1",
      (day, at) => `${day},${bar(at)},${bar(at + 40)}`,
    );
    expect(await checkText("two.csv", text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "columns" }],
    });
  });

  it("many fields under each security are read, its name over the first of them or over all", async () => {
    const fields = "PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME";
    for (const [first, second] of [
      ["AAPL US Equity,,,,", "MSFT US Equity,,,,"],
      [Array(5).fill("AAPL US Equity").join(), Array(5).fill("MSFT US Equity").join()],
    ]) {
      const text = table(
        `,${first},${second}\nDates,${fields},${fields}`,
        (day, at) => `${day},${bar(at)},7,${bar(at + 40)},8`,
      );
      // oxlint-disable-next-line no-await-in-loop -- two small files
      expect((await barsOfText("bdh.csv", text)).filter((line) => line.includes(days[0] ?? "-"))).toEqual([
        `AAPL US Equity,${days[0]},100,101,99,100,7`,
        `MSFT US Equity,${days[0]},110,111,109,110,8`,
      ]);
    }
  });
});

describe("day, month and year", () => {
  it.each([
    ["Date,Day,Month,Year,Open,High,Low,Close", (day: string) => `${day},Tue,1,2024`],
    [
      "Year,Month,Day,Open,High,Low,Close",
      (day: string) => day.replace("-01-", "-January-").replace("-02-", "-Feb-").replaceAll("-", ","),
    ],
  ])("%s", async (header, date) => {
    const text = table(header, (day, at) => `${date(day)},${bar(at)}`);
    const bars = await barsOfText("AAA.csv", text);
    expect(bars.map((line) => line.split(",")[1])).toEqual(days);
  });
});

it("keeps volumes and symbols that everybody knows where prices are guessed", async () => {
  const text = table(
    "Date,Ticker,First,Top,Bottom,Final,Volume,Adj Close",
    (day, at) => `${day},KO,${bar(at)},77,${close(at) / 2}`,
  );
  expect(await checkText("all.csv", text)).toMatchObject({
    verdict: "ask",
    questions: [{ about: "columns" }],
  });
  expect((await barsOfText("all.csv", text, { columns: ["prices"] }))[0]).toBe(
    `KO,${days[0]},100,101,99,100,77,50`,
  );
});

const verdicts = async (one: string, other: string, from: number): Promise<string[]> =>
  (await checkAll([file(one, 0), file(other, from)])).map(({ check }) => check.verdict);

describe("two files whose names give one symbol", () => {
  it("are never both taken where their prices differ", async () => {
    expect(await verdicts("AAPL.csv", "AAPL_daily.csv", 50)).toEqual(["ok", "ask"]);
    expect(await verdicts("BSE/TCS.csv", "NSE/TCS.csv", 50)).toEqual(["ok", "ask"]);
  });

  it("are both taken where they agree", async () => {
    expect(await verdicts("AAPL.csv", "AAPL_daily.csv", 0)).toEqual(["ok", "ok"]);
    const checks = await checkAll([file("AAPL.csv", 0), file("AAPL_daily.csv", 0)]);
    expect(barLines(checks)).toHaveLength(31);
  });
});
