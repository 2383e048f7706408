/** Statements as other vendors, other downloads and other countries write them. */
import { describe, expect, it } from "vitest";
import { checkText } from "./check-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const PRICES = pricesOf(["AB", "CD"]);
const LAG = { quarter: 45, year: 60 };

describe("statements of other shapes", () => {
  it("may have decimal commas, grouped thousands and days with points", async () => {
    const text =
      "Symbol;Name;Value;Period End;Known\nAB;Revenue;1.234,5;31.03.2019;02.05.2019\nAB;Revenue;1.334;30.06.2019;01.08.2019\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": text });
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2019-05-02", 1234.5],
      ["AB", "2019-08-01", 1334],
    ]);
  });

  it("may have a mark at the start, quoted thousands, and words for nothing", async () => {
    const text =
      '\ufeffsymbol,fiscalDateEnding,reportedCurrency,totalRevenue,netIncome,filingDate\nAB,2019-03-31,USD,"1,234,567",None,2019-05-01\nAB,2019-06-30,USD,"2,234,567",-5,2019-08-01\n';
    const { steps, notes } = await factsFrom(
      { "p.csv": PRICES, "own.csv": text },
      { "own.csv": { lag: LAG } },
    );
    expect(steps["revenue.quarter"]?.map(([, , value]) => value)).toEqual([1_234_567, 2_234_567]);
    expect(steps["netIncome.quarter"]?.map(([, , value]) => value)).toEqual([-5]);
    expect(notes[0]?.leftOut).toBe(0);
  });

  it("ask for the order of days where nothing decides it, and take the answer", async () => {
    const text =
      "symbol,name,value,periodEnd,known\nAB,cash,5,01/03/2019,02/05/2019\nAB,cash,6,01/06/2019,02/08/2019\n";
    expect(await checkText("own.csv", text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "date-order" }],
    });
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "own.csv": text },
      { "own.csv": { dateOrder: "dmy" } },
    );
    expect(steps["cash.quarter"]?.map(([, day]) => day)).toEqual(["2019-05-02", "2019-08-02"]);
  });

  it("of Financial Modeling Prep are known from filing, the date being the period's end", async () => {
    const text =
      "date,symbol,reportedCurrency,cik,fillingDate,acceptedDate,calendarYear,period,revenue,eps\n2019-03-31,AB,USD,0000001,2019-05-03,2019-05-02 18:08:27,2019,Q1,100,1.5\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "ab.csv": text });
    expect(steps["revenue.quarter"]).toEqual([["AB", "2019-05-03", 100]]);
  });

  it("of a page of screener.in have crores, years as the distance of periods says", async () => {
    const text = "Narration,Mar-18,Mar-19,Trailing\nSales,400,500,510\nNet profit,-40,50,51\nEPS,1.5,2,2\n";
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "AB.csv": text },
      { "AB.csv": { symbol: "AB", lag: LAG } },
    );
    expect(steps["revenue.year"]).toEqual([
      ["AB", "2018-05-30", 4e9],
      ["AB", "2019-05-30", 5e9],
    ]);
    expect(steps["netIncome.year"]?.[0]).toEqual(["AB", "2018-05-30", -4e8]);
    expect(steps["eps.year"]?.[0]).toEqual(["AB", "2018-05-30", 1.5]);
  });

  it("are multiplied out by the unit of each title, and shares by their own alone", async () => {
    const text =
      "Figures in Rs. lakhs,,,,,\nsymbol,periodEnd,filed,Revenue,Net Income (USD),Shares (Millions),EPS\nAB,2019-03-31,2019-05-02,12,3,4.5,1.5\nAB,2019-06-30,2019-08-02,12,3,4.5,1.5\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": text });
    expect(steps["revenue.quarter"]?.[0]?.[2]).toBe(1_200_000);
    expect(steps["netIncome.quarter"]?.[0]?.[2]).toBe(300_000);
    expect(steps["shares.quarter"]?.[0]?.[2]).toBe(4_500_000);
    expect(steps["eps.quarter"]?.[0]?.[2]).toBe(1.5);
    const titles =
      "symbol,periodEnd,filed,Revenue ($M),Net income in crores\nAB,2019-03-31,2019-05-02,12,3\nAB,2019-06-30,2019-08-02,12,3\n";
    const bare = await factsFrom({ "p.csv": PRICES, "own.csv": titles });
    expect(bare.steps["revenue.quarter"]?.[0]?.[2]).toBe(12_000_000);
    expect(bare.steps["netIncome.quarter"]?.[0]?.[2]).toBe(30_000_000);
  });

  it.each([
    ["Rs in lakhs,,\n", "", 1e5],
    ["Rs. Lakhs,,\n", "", 1e5],
    ["Unit,Lakhs,\n", "", 1e5],
    ["", "(Rs in thousands),,\n", 1e3],
    ["", '"All numbers in thousands, except per share data",,\n', 1e3],
    ["Figures in Rs. Crores,,\n", "", 1e7],
  ])("with items across are multiplied out by a line of units, %s%s", async (above, below, unit) => {
    const rows = "Total Revenue,1000,2000\nNet Income,100,200\nBasic EPS,1.5,2.5\n";
    for (const header of ["Breakdown,2018-03-31,2019-03-31\n", "Narration,Mar-18,Mar-19\n"]) {
      const text = `${above}${header}${below}${rows}`;
      const answers = { "AB.csv": { symbol: "AB", lag: LAG } };
      // oxlint-disable-next-line no-await-in-loop -- one layout after another
      const { steps } = await factsFrom({ "p.csv": PRICES, "AB.csv": text }, answers);
      expect(steps["revenue.year"]?.[0]?.[2]).toBe(1000 * unit);
      expect(steps["netIncome.year"]?.[1]?.[2]).toBe(200 * unit);
      const eps = steps["epsBasic.year"] ?? steps["eps.year"];
      expect(eps?.[0]?.[2]).toBe(1.5);
      // oxlint-disable-next-line no-await-in-loop -- one layout after another
      const { warnings } = await checkText("AB.csv", text, answers["AB.csv"]);
      expect(warnings).toContain(`Figures are counted in units of ${unit}.`);
    }
  });

  it("with items across are in the unit of their own title, of the nearest line, or of a note at the foot", async () => {
    const text =
      "Item,2018-03-31,2019-03-31\nTotal Revenue (in crores),1000,2000\nNet Income,100,200\nNote: figures in Rs. lakhs,,\nBalance sheet (Rs in thousands),,\nTotal Assets,7,8\n";
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "AB.csv": text },
      { "AB.csv": { symbol: "AB", lag: LAG } },
    );
    expect(steps["revenue.year"]?.[0]?.[2]).toBe(1000 * 1e7);
    expect(steps["netIncome.year"]?.[0]?.[2]).toBe(100 * 1e5);
    expect(steps["totalAssets.year"]?.[0]?.[2]).toBe(7 * 1e3);
  });

  it("are multiplied out by the unit in the name of a row's figure", async () => {
    const text =
      "symbol,name,value,periodEnd,known\nAB,Revenue (in crores),2,2019-03-31,2019-05-02\nAB,EPS,3,2019-03-31,2019-05-02\nAB,Revenue (in crores),2,2019-06-30,2019-08-02\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": text });
    expect(steps["revenue.quarter"]?.[0]?.[2]).toBe(20_000_000);
    expect(steps["eps.quarter"]?.[0]?.[2]).toBe(3);
  });
});

/** A row of a download of NSE. */
const resultRow = (sum: string, group: string, revenue: number): string =>
  `AB,${sum},${group},Quarterly,30-JUN-2019,12-JUL-2019 16:28:21,${revenue},1\n`;

/** A file of NSE's for one day. */
const sizesOf = (day: string, cap: number): string =>
  `Trade Date,Symbol,Series,Security Name,Category,Last Trade Date,Face Value(Rs.),Issue Size,Close Price/Paid up value(Rs.),Market Cap(Rs.)\n${day},AB,EQ,Abacus,Listed,${day},1,3659,32.5,${cap}\n`;

describe("figures of exchanges and of days", () => {
  it("of one day twice: the first stays, the other is told with both places", async () => {
    const header = "Ticker;SimFinId;Date;Price to Earnings Ratio (ttm)\n";
    const { steps, notes } = await factsFrom({
      "p.csv": PRICES,
      "us-derived.csv": `${header}AB;1;2019-05-02;10\nAB;1;2019-05-03;11\nAB;1;2019-05-02;12\nAB;1;2019-05-03;11\n`,
      "us-more.csv": `${header}AB;1;2019-05-03;13\n`,
    });
    const [name = ""] = Object.keys(steps);
    expect(steps[name]).toEqual([
      ["AB", "2019-05-02", 10],
      ["AB", "2019-05-03", 11],
    ]);
    expect(notes.map(({ facts }) => facts?.contradictions)).toEqual([1, 1]);
    const told = notes.flatMap(({ issues }) => issues.map(({ message }) => message));
    expect(told).toEqual([
      expect.stringMatching(
        /of 2019-05-02 a second time with a different value; the first \(us-derived\.csv:2\) stays/,
      ),
      expect.stringMatching(
        /of 2019-05-03 a second time with a different value; the first \(us-derived\.csv:3\) stays/,
      ),
    ]);
  });

  it("of NSE's sizes have words beside them that are no figures", async () => {
    const text =
      "Trade Date,Symbol,Series,Security Name,Category,Last Trade Date,Face Value(Rs.),Issue Size,Close Price/Paid up value(Rs.),Market Cap(Rs.)\n31 MAR 2019,AB,EQ,Abacus,Listed,31 MAR 2019,1,3659,32.5,118917.5\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "MCAP31032019.csv": text });
    expect(steps).toEqual({
      "reported.marketCap": [["AB", "2019-03-31", 118_917.5]],
      shares: [["AB", "2019-03-31", 3659]],
    });
  });

  it("of NSE's sizes, a file a day, are in the order of their days, whatever the files are called", async () => {
    const { steps } = await factsFrom({
      "p.csv": PRICES,
      "MCAP01042019.csv": sizesOf("01 APR 2019", 3),
      "MCAP31032019.csv": sizesOf("31 MAR 2019", 2),
    });
    expect(steps["reported.marketCap"]).toEqual([
      ["AB", "2019-03-31", 2],
      ["AB", "2019-04-01", 3],
    ]);
  });

  it("of NSE's results leave out what is of the year so far, and take the group", async () => {
    const text = `SYMBOL,CUMULATIVE / NON-CUMULATIVE,CONSOLIDATED / NON-CONSOLIDATED,PERIOD,PERIOD ENDED,BROADCAST DATE/TIME,Revenue from operations,Net Profit\n${resultRow("Non-cumulative", "Consolidated", 100)}${resultRow("Non-cumulative", "Non-Consolidated", 80)}${resultRow("Cumulative", "Consolidated", 190)}`;
    const { steps } = await factsFrom({ "p.csv": PRICES, "CF-Results.csv": text });
    expect(steps["revenue.quarter"]).toEqual([["AB", "2019-07-12", 100]]);
  });

  it("of Sharadar's DAILY are in millions where they are money", async () => {
    const text =
      "ticker,date,lastupdated,ev,evebit,evebitda,marketcap,pb,pe,ps\nAB,2019-07-12,2019-07-13,2800.5,24,21,2747.1,44,28,7\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "DAILY.csv": text });
    expect(steps["reported.marketCap"]).toEqual([["AB", "2019-07-12", expect.closeTo(2_747_100_000, 3)]]);
    expect(steps["pe"]).toEqual([["AB", "2019-07-12", 28]]);
  });

  it("of an index may have days first, and a second row of the header", async () => {
    const spells = "Symbol;Start Date;End Date\nAB;01/04/1996;\nCD;24/03/2000;28/09/2019\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "nifty50_membership.csv": spells });
    expect(steps["member.nifty50"]).toEqual([
      ["AB", "1996-04-01", 1],
      ["CD", "2000-03-24", 1],
      ["CD", "2019-09-28", 0],
    ]);
    const wiki =
      'Date,Added,Added,Removed,Removed,Reason\nDate,Ticker,Security,Ticker,Security,Reason\n"September 18, 2019",AB,Abacus,CD,Cedar,Size\n';
    expect((await factsFrom({ "p.csv": PRICES, "sp500 changes.csv": wiki })).steps["member.sp500"]).toEqual([
      ["AB", "2019-09-18", 1],
      ["CD", "2019-09-18", 0],
    ]);
  });

  it("join spells of one symbol that overlap or follow on each other, whatever their order", async () => {
    const spells =
      "ticker,start_date,end_date\nAB,2005-01-01,\nAB,2000-01-01,2004-12-31\nCD,2003-06-01,2008-01-01\nCD,2000-01-01,2005-01-01\nCD,2010-01-01,\n";
    const { steps, notes } = await factsFrom({ "p.csv": PRICES, "sp500_ticker_start_end.csv": spells });
    expect(steps["member.sp500"]).toEqual([
      ["AB", "2000-01-01", 1],
      ["CD", "2000-01-01", 1],
      ["CD", "2008-01-01", 0],
      ["CD", "2010-01-01", 1],
    ]);
    expect(notes[0]?.leftOut).toBe(0);
  });

  it("say of how many members nobody knows since when", async () => {
    const spells = "ticker,start_date,end_date\nAB,,2004-12-31\nCD,2000-01-01,\n";
    const check = await checkText("sp500_ticker_start_end.csv", spells);
    expect(check.verdict).toBe("ok");
    expect(check.warnings).toEqual([
      "1 row is passed over: without a first day, so that it is not known since when.",
      "Who belonged to it before 2000-01-01 is not known: rules on it are unknown there.",
    ]);
  });

  it("are called as a person says, where the file's rows are of one index", async () => {
    const text = "ticker,start_date,end_date\nAB,2020-01-02,2021-03-04\n";
    expect(await checkText("S&P list.csv", text)).toMatchObject({ verdict: "ok", member: "member.s_p" });
    expect(await checkText("S&P list.csv", text, { member: "SP500" })).toMatchObject({
      verdict: "ok",
      member: "member.sp500",
    });
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "x.csv": text },
      { "x.csv": { member: "member.big" } },
    );
    expect(Object.keys(steps)).toEqual(["member.big"]);
    expect(await checkText("x.csv", text, { member: "a b" })).toMatchObject({
      verdict: "refuse",
      message: expect.stringMatching(/"a b" cannot be the name of a membership/),
    });
    const two = "ticker,start_date,end_date,index\nACME,2020-01-02,,NIFTY\nBETA,2020-01-02,,SENSEX\n";
    expect((await checkText("x.csv", two)).member).toBeUndefined();
  });

  it("may list an index's members by day from the newest on", async () => {
    const days = 'date,tickers\n2003-01-01,"CD"\n2002-01-01,"AB,CD"\n2001-01-01,AB\n';
    const { steps, notes } = await factsFrom({ "p.csv": PRICES, "nifty_members.csv": days });
    expect(steps["member.nifty"]).toEqual([
      ["AB", "2001-01-01", 1],
      ["AB", "2003-01-01", 0],
      ["CD", "2002-01-01", 1],
    ]);
    expect(notes[0]?.leftOut).toBe(0);
  });
});

describe("a lag", () => {
  const ANNUAL = "fiscalDateEnding,reportedCurrency,totalRevenue\n2019-03-31,INR,130\n";
  const CRORES = "Narration,Mar-17,Mar-18\nSales (Rs. Crores),400,500\nNet profit,40,50\n";
  it.each([
    ["elsewhere", "AB_INCOME_STATEMENT.csv", ANNUAL, ["45/90", "45/60"]],
    ["in India, by an exchange's ending", "AB.NS_INCOME_STATEMENT.csv", ANNUAL, ["45/60", "45/90"]],
    ["in India, by its crores", "AB.csv", CRORES, ["45/60", "45/90"]],
  ])("is suggested as is usual %s", async (_where, file, text, suggested) => {
    const { questions } = await checkText(file, text);
    expect(questions.find(({ about }) => about === "lag")?.choices).toEqual(suggested);
  });
});

describe("a lag that can't be", () => {
  it.each([
    [-5, "A lag of -5 days after a quarter is not possible: nobody knows figures before their period ends."],
    [4.5, "A lag of 4.5 days after a quarter is not possible: whole days from 0 to 400."],
    [5000, "A lag of 5000 days after a quarter is not possible: whole days from 0 to 400."],
  ])("of %d days is asked again, and nothing is stored", async (quarter, reason) => {
    const text =
      "symbol,fiscalDateEnding,reportedCurrency,totalRevenue,netIncome\nAB,2019-03-31,USD,1,1\nAB,2019-06-30,USD,1,1\n";
    const lag = { quarter, year: 90 };
    const check = await checkText("own.csv", text, { lag });
    expect(check.questions.map(({ about, text: asked }) => [about, asked.startsWith(reason)])).toEqual([
      ["lag", true],
    ]);
    const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": text }, { "own.csv": { lag } });
    expect(steps).toEqual({});
  });
});

it("a million names refuse a facts.csv at the first that is too many, with its place", async () => {
  const rows = Array.from({ length: 10_001 }, (_, at) => `AB,2019-01-01,n${at},1\n`).join("");
  const { files, steps } = await factsFrom({
    "p.csv": PRICES,
    "facts.csv": `symbol,date,name,value\n${rows}`,
  });
  expect(files[0]).toMatch(/^facts.csv refuse: line 10002: more than 10000 names of facts/);
  expect(steps).toEqual({});
});

it("values of a facts.csv that are of days to come are told with their count and the first", async () => {
  const text =
    "symbol,date,name,value\nAB,2019-01-01,score,1\nAB,2049-01-01,score,2\nAB,2050-01-01,score,3\n";
  const check = await checkText("facts.csv", text);
  expect(check.warnings).toEqual([
    "2 values are of days that have not come yet, the first 2049-01-01 in facts.csv:3: no rule sees them before. Check whether the day is right.",
  ]);
});

describe("times from a day to a day", () => {
  it("are of an index with the names of companies beside them", async () => {
    const text = "ticker,name,start,end\nAB,Abacus,2001-01-03,2010-04-05\nCD,Codex,2003-02-03,\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "sp500.csv": text });
    expect(steps).toEqual({
      "member.sp500": [
        ["AB", "2001-01-03", 1],
        ["AB", "2010-04-05", 0],
        ["CD", "2003-02-03", 1],
      ],
    });
  });

  it.each([
    "ticker,start,end,profit\nAB,2001-01-03,2010-04-05,12.5\nCD,2003-02-03,2004-01-01,-3\n",
    "ticker,exchange,assetType,startDate,endDate\nAB,NYSE,Stock,2001-01-03,2010-04-05\nCD,NYSE,Stock,2003-02-03,\n",
  ])("are asked about beside columns that an index has not: %s", async (text) => {
    const check = await checkText("list.csv", text);
    expect(check).toMatchObject({
      verdict: "ask",
      questions: [{ about: "columns", choices: ["take", "leave out"] }],
    });
    expect(check.questions[0]?.text).toMatch(
      /^Each row would be taken as a time in which its symbol belonged to an index. But "/,
    );
    expect(await checkText("list.csv", text, { columns: ["members"] })).toMatchObject({ verdict: "ok" });
  });
});

const resultOf = (end: string): string => `AB,Abacus,Un-Audited,Non-cumulative,Consolidated,${end},Quarter`;

describe("results of NSE that do not say when they were broadcast", () => {
  const HEADER =
    "SYMBOL,COMPANY NAME,AUDITED / UNAUDITED,CUMULATIVE / NON-CUMULATIVE,CONSOLIDATED / NON-CONSOLIDATED,PERIOD ENDED,RELATING TO";

  it("need a lag where they have figures", async () => {
    const text = `${HEADER},Net Profit\n${resultOf("31-Mar-2019")},400\n${resultOf("30-Jun-2019")},500\n`;
    expect(await checkText("results.csv", text)).toMatchObject({
      verdict: "ask",
      kind: "facts",
      questions: [{ about: "lag" }],
    });
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "results.csv": text },
      { "results.csv": { lag: LAG } },
    );
    expect(steps["netIncome.quarter"]).toEqual([
      ["AB", "2019-05-15", 400],
      ["AB", "2019-08-14", 500],
    ]);
  });

  it("are no list of instruments where they have none", async () => {
    const check = await checkText("results.csv", `${HEADER}\n${resultOf("30-Jun-2019")}\n`);
    expect(check.verdict).toBe("refuse");
    expect(check.message).toMatch(/without figures and without the day of publication/);
  });
});
