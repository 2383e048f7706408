/** From which day a figure counts, by what its source says of it: yfinance's two files, the exchanges' times, a book without days. */
import { describe, expect, it } from "vitest";
import { factsOf } from "../market/facts-support.ts";
import { xlsxBytes } from "../tables/make-books.ts";
import type { Cell } from "../tables/make-books.ts";
import { checkText } from "./check-support.ts";
import { look, planOf, readPlan } from "./plan-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";
import type { Steps } from "./statement-support.ts";

const PRICES = pricesOf(["AB"]);
const dateOf = (iso: string): Date => new Date(`${iso}T00:00:00Z`);

describe("yfinance", () => {
  const INCOME = ",2019-06-30,2019-03-31,2018-12-31\nTotal Revenue,130.0,120.0,\nNet Income,13.0,12.0,11.0\n";
  const DATES =
    "Earnings Date,EPS Estimate,Reported EPS,Surprise(%)\n2019-08-01 07:00:00-04:00,1.0,1.1,10.0\n2019-05-02 16:30:00-04:00,1.0,1.2,20.0\n2019-02-01 06:00:00-05:00,1.0,0.9,-10.0\n";

  it("has no day of publication and asks for a lag, and says that it lacks who is gone", async () => {
    const asked = await checkText("AB_quarterly_income_stmt.csv", INCOME);
    expect(asked).toMatchObject({ verdict: "ask", questions: [{ about: "lag" }], symbols: ["AB"] });
    const { warnings } = await checkText("AB_quarterly_income_stmt.csv", INCOME, {
      lag: { quarter: 45, year: 90 },
    });
    expect(warnings).toContain(
      "yfinance has only the companies of today: those that went bankrupt or were bought are missing, and results look better than they should.",
    );
  });

  it("has the days in get_earnings_dates: before the open counts on the day itself", async () => {
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "AB_quarterly_income_stmt.csv": INCOME, "AB_earnings_dates.csv": DATES },
      { "AB_quarterly_income_stmt.csv": { lag: { quarter: 45, year: 90 } } },
    );
    expect(steps["netIncome.quarter"]).toEqual([
      ["AB", "2019-01-31", 11], // seen on the next day, the 1st of February
      ["AB", "2019-05-02", 12],
      ["AB", "2019-07-31", 13],
    ]);
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2019-05-02", 120],
      ["AB", "2019-07-31", 130],
    ]);
  });
});

describe("results of NSE", () => {
  const HEADER =
    "SYMBOL,CONSOLIDATED / NON-CONSOLIDATED,PERIOD,PERIOD ENDED,BROADCAST DATE/TIME,Net Profit\n";
  it.each([
    { at: "12-Jul-2019 15:29:59", seenFrom: "the session of that day", day: "2019-07-11" },
    { at: "12-Jul-2019 15:30:00", seenFrom: "the next session", day: "2019-07-12" },
    { at: "12-Jul-2019 20:05:00", seenFrom: "the next session", day: "2019-07-12" },
  ])("that were broadcast at $at count from $seenFrom on", async ({ at, day }) => {
    const text = `${HEADER}AB,Consolidated,Quarterly,30-Jun-2019,${at},100\n`;
    const { steps } = await factsFrom({ "p.csv": PRICES, "CF-Results.csv": text });
    expect(steps["netIncome.quarter"]).toEqual([["AB", day, 100]]);
  });
});

describe("a book of screener.in", () => {
  const years = ["2017-03-31", "2018-03-31", "2019-03-31"].map(dateOf);
  const quarters = ["2018-12-31", "2019-03-31"].map(dateOf);
  const sheet: readonly (readonly Cell[])[] = [
    ["COMPANY NAME", "AB LTD"],
    ["LATEST VERSION", 2.1, null, "CURRENT VERSION", 2.1],
    [],
    ["META"],
    ["Number of shares", 10.5],
    ["Face Value", 10],
    ["Current Price", 120.5],
    ["Market Capitalization", 1265.25],
    [],
    ["PROFIT & LOSS"],
    ["Report Date", ...years],
    ["Sales", 400, 500, 600],
    ["Net profit", 40, 50, 60.5],
    [],
    ["Quarters"],
    ["Report Date", ...quarters],
    ["Sales", 150, 160],
    ["Net profit", 15, 16],
    [],
    ["BALANCE SHEET"],
    ["Report Date", ...years],
    ["Borrowings", 70, 80, 90],
  ];
  const view: readonly (readonly Cell[])[] = [
    ["AB LTD", null, null, null, "SCREENER.IN"],
    [],
    ["Narration", ...years],
    ["Sales", 400, 500, 600],
    ["Net profit", 40, 50, 60.5],
  ];
  const book = xlsxBytes(
    [
      { name: "Profit & Loss", rows: view },
      { name: "Data Sheet", rows: sheet },
    ],
    { dateFormat: "mmm-yy" },
  );

  it("asks whose it is and for the lag of India, and gives rupees, of its Data Sheet and its views alike", async () => {
    const plan = planOf({ "p.csv": PRICES });
    const files = [...plan.files, { name: "AB Ltd.xlsx", bytes: new Blob([book.slice()]) }];
    const asked = (await look({ ...plan, files })).files.filter(({ file }) => file !== "p.csv");
    const answers = new Map(
      asked
        .filter(({ verdict }) => verdict === "ask")
        .map(({ file }) => [file, { symbol: "AB", lag: { quarter: 45, year: 60 } }]),
    );
    expect(asked.find(({ file }) => file.endsWith("/Data Sheet"))?.questions).toMatchObject([
      { about: "symbol" },
      { about: "lag", choices: ["45/60", "45/90"] },
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of factsOf: name, kind, steps
    const facts = factsOf((await readPlan({ ...plan, files, answers })).market) as [string, string, Steps][];
    const steps = Object.fromEntries(facts.map(([name, , own]) => [name, own]));
    expect(steps["revenue.year"]).toEqual([
      ["AB", "2017-05-30", 4e9],
      ["AB", "2018-05-30", 5e9],
      ["AB", "2019-05-30", 6e9],
    ]);
    expect(steps["netIncome.quarter"]).toEqual([
      ["AB", "2019-02-14", 15e7],
      ["AB", "2019-05-15", 16e7],
    ]);
  });
});
