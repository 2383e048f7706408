/** Files that read well and mislead: what a careful person would see in them is asked or told with its place. */
import { describe, expect, it } from "vitest";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { checkText } from "./check-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const daily = (header: string, cells: (at: number) => string): string =>
  `${header}\n${Array.from({ length: 40 }, (_, at) => `${formatIsoDay((parseIsoDay("2024-01-01") ?? 0) + Math.floor(at / 5) * 7 + (at % 5))},${cells(at)}\n`).join("")}`;

describe("a series of the economy", () => {
  it.each([
    { title: "of FRED's files of today", header: "observation_date,DGS10", names: "DGS10" },
    { title: "of FRED's earlier files", header: "DATE,FEDFUNDS", names: "FEDFUNDS" },
    { title: "that is a government's yield", header: "Date,US10Y", names: "US10Y" },
    { title: "with a name that nobody lists", header: "observation_date,XYZ1", names: "XYZ1" },
    { title: "named by the letters of a price index", header: "Date,CPI", names: "CPI" },
    { title: "named by a word in capitals", header: "Date,INFLATION", names: "INFLATION" },
  ])("$title is asked about before it is taken for prices", async ({ header, names }) => {
    const check = await checkText(
      "series.csv",
      daily(header, (at) => (at === 7 ? "." : (4 + at / 100).toFixed(2))),
    );
    expect(check).toMatchObject({ verdict: "ask", questions: [{ about: "columns" }] });
    expect(check.message).toMatch(
      new RegExp(`^${names} is named like an interest rate or an economic figure, which nobody can trade`),
    );
  });

  it("is told by name where it stands among indices of shares, which are prices", async () => {
    const two = daily("observation_date,SP500,DGS2", (at) => `${4800 + at},${(4 + at / 100).toFixed(2)}`);
    expect((await checkText("fred.csv", two)).message).toMatch(/^DGS2 is named like an interest rate/);
    for (const header of ["observation_date,SP500", "DATE,DJIA", "DATE,GS", "date,DGS10"]) {
      const text = daily(header, (at) => `${4800 + at}`);
      // oxlint-disable-next-line no-await-in-loop -- four small files
      expect(await checkText("index.csv", text)).toMatchObject({ verdict: "ok" });
    }
  });

  it("is not seen in a ticker beside others", async () => {
    const text = daily("Date,CPI,VOD,GDP", (at) => `${100 + at},${200 - at},${50 + at}`);
    expect(await checkText("london.csv", text)).toMatchObject({ verdict: "ok" });
  });

  it("is taken once that is answered", async () => {
    const text = daily("observation_date,DGS10", (at) => (4 + at / 100).toFixed(2));
    expect(await checkText("DGS10.csv", text, { columns: ["economy"] })).toMatchObject({
      verdict: "ok",
      bars: 40,
    });
  });
});

const warningsOf = async (file: string, text: string): Promise<readonly string[]> =>
  (await checkText(file, text)).warnings.filter((warning) => warning.startsWith(file));

describe("times that overlap", () => {
  it("are told with both places where a company is in two sectors", async () => {
    const text =
      "symbol,sector,from,to\nAB,Energy,2020-01-01,2021-09-30\nAB,Tech,2021-06-01,2022-12-31\nCD,Banks,2020-01-01,\n";
    expect(await warningsOf("sectors.csv", text)).toEqual([
      "sectors.csv:3: AB from 2021-06-01, but line 2 has it from 2020-01-01 until 2021-09-30: sector.energy and sector.tech both hold where they overlap. Correct one of the two.",
    ]);
  });

  it("are told where a company is in an index twice, and rows come in any order", async () => {
    const text =
      "ticker,start_date,end_date\nAB,2021-06-01,\nCD,2020-01-01,2020-05-29\nAB,2020-01-01,\nCD,2020-06-01,\n";
    expect(await warningsOf("nifty.csv", text)).toEqual([
      "nifty.csv:2: AB from 2021-06-01, but line 4 has it from 2020-01-01 without an end: the two periods are taken as one. Correct one of the two.",
    ]);
  });

  it("are none where one begins as the other ends, the next one ends it, or rows repeat", async () => {
    const text =
      "symbol,sector,from,to\nAB,Energy,2020-01-01,2021-06-01\nAB,Tech,2021-06-01,\nCD,Banks,2020-01-01,\nCD,Tech,2022-01-03,\nEF,Tech,2020-01-01,2021-01-01\nEF,Tech,2020-01-01,2021-01-01\n";
    expect(await warningsOf("sectors.csv", text)).toEqual([]);
  });
});

const statements = (header: string, rows: readonly string[]): string =>
  `symbol,periodEnd,fiscalPeriod,published,${header}\n${rows.map((row) => `AB,${row}\n`).join("")}`;

describe("statements of a vendor that nobody knows", () => {
  const costs = ["-600,-50,300,5", "-610,-51,-310,6", "-620,52,320,7"];
  const quarters = ["2019-03-31,Q1,2019-05-02", "2019-06-30,Q2,2019-08-02", "2019-09-30,Q3,2019-11-04"];

  it("have costs below 0 told with the first place, and those above 0 in most rows not", async () => {
    const text = statements(
      "costOfRevenue,capex,incomeTax,netIncome",
      quarters.map((quarter, at) => `${quarter},${costs[at]}`),
    );
    expect((await checkText("own.csv", text)).warnings).toEqual([
      "own.csv:2: costOfRevenue, capex are below 0 in most rows, and they are taken as written, though other vendors write money that goes out above 0. Compare them with a report, and write a minus before them in rules where one is needed.",
    ]);
  });

  it("with times of publication, in the morning too, are known from the next session, which is told", async () => {
    const text = statements("revenue,netIncome", [
      "2019-03-31,Q1,2019-05-02 07:10:00,1,1",
      "2019-06-30,Q2,2019-08-02 18:30:00,2,1",
      "2019-09-30,Q3,2019-11-04,3,1",
    ]);
    const { steps } = await factsFrom({ "p.csv": pricesOf(["AB"]), "own.csv": text });
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2019-05-02", 1],
      ["AB", "2019-08-02", 2],
      ["AB", "2019-11-04", 3],
    ]);
    expect((await checkText("own.csv", text)).warnings).toEqual([
      "2 rows have times of publication without a time zone that is known: each is taken as known from the next session on, an assumption.",
    ]);
  });
});

it("Financial Modeling Prep writes what is invested and paid out below 0: it is taken above 0", async () => {
  const text =
    "date,symbol,reportedCurrency,fillingDate,acceptedDate,period,operatingCashFlow,capitalExpenditure,dividendsPaid\n2019-03-31,AB,USD,2019-05-03,2019-05-02 18:08:27,Q1,100,-20,-5\n";
  const { steps } = await factsFrom({ "p.csv": pricesOf(["AB"]), "cash-flow.csv": text });
  expect([steps["capex.quarter"]?.[0]?.[2], steps["dividendsPaid.quarter"]?.[0]?.[2]]).toEqual([20, 5]);
});

describe("a column of days and one of an instrument", () => {
  /** Figures that go up and down by turns, and those of a price that drifts. */
  const returns = daily("Date,AAPL", (at) =>
    (1 + (at % 2 === 0 ? 1 : -1) * (0.004 + (at % 5) / 1000)).toFixed(5),
  );
  const closes = daily("Date,AAPL", (at) => (100 + at + (at % 3)).toFixed(2));

  it("is asked about where every figure is unlike the one before, or the file's name says returns", async () => {
    expect((await checkText("AAPL.csv", returns)).message).toMatch(
      /^Every figure is near 1 and jumps up and down/,
    );
    const far = daily("Date,AAPL", (at) => `${at % 2 === 0 ? 3 : 7}`);
    expect((await checkText("AAPL.csv", far)).message).toMatch(/^Every figure is far from the one before/);
    expect((await checkText("AAPL_returns.csv", closes)).message).toMatch(/^The file's name says "returns"/);
  });

  it("is taken where it is like prices", async () => {
    expect(await checkText("AAPL.csv", closes)).toMatchObject({ verdict: "ok", symbols: ["AAPL"] });
  });
});

it("a column that is in percent is asked about before it is taken for the price", async () => {
  const text = daily("Effective Date,Rate Type,Rate (%)", (at) => `SOFR,${(4 + at / 100).toFixed(2)}`);
  const check = await checkText("SOFR.csv", text);
  expect(check).toMatchObject({ verdict: "ask", questions: [{ about: "columns" }] });
  expect(check.message).toMatch(
    /^The column Rate \(%\) would be taken as the price, but its name says that it is in percent/,
  );
});

it("symbols that differ in capitals alone are told", async () => {
  const text = daily("Date,Symbol,Close", (at) => `${at % 2 === 0 ? "ABC" : "abc"},${100 + at}`);
  expect((await checkText("all.csv", text)).warnings).toContain(
    "Symbols that differ only in capitals are taken as different instruments: ABC and abc.",
  );
});
