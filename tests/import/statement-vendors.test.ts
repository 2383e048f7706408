/** Facts as vendors write them under names of their own: small files in each layout, with invented figures. */
import { describe, expect, it } from "vitest";
import type { Answers } from "#workers/model/import-check.ts";
import { barsOfText, checkText } from "./check-support.ts";
import { look, planOf, readPlan } from "./plan-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";
import type { Steps } from "./statement-support.ts";

const PRICES = pricesOf(["AB", "CD"]);
const LAG = { quarter: 45, year: 90 };

async function stepsOf(
  name: string,
  text: string,
  answers: Answers = {},
): Promise<Readonly<Record<string, Steps>>> {
  const { steps } = await factsFrom({ "p.csv": PRICES, [name]: text }, { [name]: answers });
  return steps;
}

const FUNDQ =
  "gvkey,datadate,fyearq,fqtr,indfmt,consol,popsrc,datafmt,tic,conm,curcdq,datacqtr,datafqtr,rdq,atq,ceqq,seqq,cshoq,epsfxq,epspxq,niq,saleq,oancfy,capxy\n";
const fundq = (fqtr: number, end: string, day: string, sale: number): string =>
  `001690,${end},2018,${fqtr},INDL,C,D,STD,AB,ABACUS INC,USD,2018Q1,2018Q2,${day},367.5,125,126.5,4943.25,2.73,2.75,13.5,${sale},43.4,7.1\n`;

describe("Compustat's quarters", () => {
  it("are millions, known from the day of the report, and four make a year", async () => {
    const text = `${FUNDQ}${fundq(1, "2017-12-31", "2018-02-01", 88)}${fundq(2, "2018-03-31", "2018-05-01", 61)}${fundq(3, "2018-06-30", "2018-07-31", 53)}${fundq(4, "2018-09-30", "2018-11-01", 62.5)}`;
    const steps = await stepsOf("fundq.csv", text);
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2018-02-01", 88_000_000],
      ["AB", "2018-05-01", 61_000_000],
      ["AB", "2018-07-31", 53_000_000],
      ["AB", "2018-11-01", 62_500_000],
    ]);
    expect(steps["revenue.year"]).toEqual([["AB", "2018-11-01", 264_500_000]]);
    expect(steps["eps.quarter"]?.[0]).toEqual(["AB", "2018-02-01", 2.73]);
    expect(steps["epsBasic.quarter"]?.[0]?.[2]).toBe(2.75);
    expect(steps["shares.quarter"]?.[0]?.[2]).toBe(4_943_250_000);
    expect(steps["totalEquity.quarter"]?.[0]?.[2]).toBe(126_500_000);
  });

  it("have no cash flows: those are of the year so far", async () => {
    const text = `${FUNDQ}${fundq(2, "2018-03-31", "2018-05-01", 61)}`;
    const names = Object.keys(await stepsOf("fundq.csv", text));
    expect(names.filter((name) => /cash|capex/i.test(name))).toEqual([]);
    const few = "gvkey,tic,datadate,rdq,saleq,oancfy\n001690,AB,2018-03-31,2018-05-01,61,43.4\n";
    expect((await checkText("fundq.csv", few)).warnings).toContain('1 column is not taken: "oancfy".');
  });

  it("leave out the second format of banks, and say so", async () => {
    const text = `${FUNDQ}${fundq(2, "2018-03-31", "2018-05-01", 70).replace("INDL", "FS")}${fundq(2, "2018-03-31", "2018-05-01", 61)}`;
    expect((await stepsOf("fundq.csv", text))["revenue.quarter"]).toEqual([["AB", "2018-05-01", 61_000_000]]);
    expect((await checkText("fundq.csv", text)).warnings).toContain(
      "1 row is passed over: of another format than INDL, STD and C.",
    );
  });

  it("ask for a lag where the day of the report is empty", async () => {
    const text = `${FUNDQ}${fundq(2, "2018-03-31", "", 61)}`;
    expect(await checkText("fundq.csv", text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "lag" }],
    });
    expect((await stepsOf("fundq.csv", text, { lag: LAG }))["revenue.quarter"]).toEqual([
      ["AB", "2018-05-15", 61_000_000],
    ]);
  });

  it("without tickers are of nobody: the numbers of the companies are listed as unmatched", async () => {
    const text =
      "gvkey,datadate,rdq,saleq\n001690,2018-03-31,2018-05-01,61\n001691,2018-03-31,2018-05-01,7\n";
    const { steps, notes } = await factsFrom({ "p.csv": PRICES, "fundq.csv": text });
    expect(steps).toEqual({});
    expect(notes[0]?.warnings?.[0]).toMatch(
      /^2 of 2 companies \(100 %\) have no prices .*: 001690, 001691\.$/,
    );
  });
});

describe("Compustat's years", () => {
  const HEADER =
    "gvkey,datadate,fyear,indfmt,consol,popsrc,datafmt,tic,cusip,conm,curcd,at,che,csho,epsfx,ib,lt,ni,oancf,capx,sale,dvpsx_f\n";
  const TEXT = `${HEADER}001690,2017-09-30,2017,INDL,C,D,STD,AB,037833100,ABACUS INC,USD,375.5,74,5126,9.25,48,241,48.25,63.5,12.5,265.595,2.4\n`;

  it("ask for a lag, and are millions", async () => {
    expect(await checkText("funda.csv", TEXT)).toMatchObject({
      verdict: "ask",
      format: "Compustat years",
      symbols: ["AB"],
      questions: [{ about: "lag" }],
    });
    const steps = await stepsOf("funda.csv", TEXT, { lag: LAG });
    const first = Object.fromEntries(Object.entries(steps).map(([name, [step]]) => [name, step]));
    expect(first).toMatchObject({
      "revenue.year": ["AB", "2017-12-29", 265_595_000],
      "netIncome.year": ["AB", "2017-12-29", 48_250_000],
      "incomeContinuing.year": ["AB", "2017-12-29", 48_000_000],
      "operatingCashFlow.year": ["AB", "2017-12-29", 63_500_000],
      "capex.year": ["AB", "2017-12-29", 12_500_000],
      "totalAssets.year": ["AB", "2017-12-29", 375_500_000],
      "eps.year": ["AB", "2017-12-29", 9.25],
      "dividendPerShare.year": ["AB", "2017-12-29", 2.4],
    });
  });
});

describe("Zacks", () => {
  it("has fundamentals in millions, quarters and years by per_type, known from filing", async () => {
    const text = `m_ticker,ticker,comp_name,currency_code,per_end_date,per_type,per_fisc_year,per_fisc_qtr,filing_type,filing_date,last_changed_date,tot_revnu,cost_good_sold,net_income_loss,basic_net_eps,diluted_net_eps,tot_share_holder_equity,comm_shares_out,cash_flow_oper_activity
AB,AB,ABACUS,USD,2018-03-31,Q,2018,1,10-Q,2018-05-02,2019-01-01,100.5,60,10,1.1,1,200,9.5,15
AB,AB,ABACUS,USD,2018-12-31,A,2018,4,10-K,2019-02-20,2019-03-01,460,250,50,5.5,5,220,9.5,70
`;
    const steps = await stepsOf("ZACKS_FC.csv", text);
    expect(steps["revenue.quarter"]).toEqual([["AB", "2018-05-02", 100_500_000]]);
    expect(steps["revenue.year"]).toEqual([["AB", "2019-02-20", 460_000_000]]);
    expect(steps["costOfRevenue.year"]).toEqual([["AB", "2019-02-20", 250_000_000]]);
    expect(steps["eps.quarter"]).toEqual([["AB", "2018-05-02", 1]]);
    expect(steps["epsBasic.year"]).toEqual([["AB", "2019-02-20", 5.5]]);
    expect(steps["shares.quarter"]?.[0]).toEqual(["AB", "2018-05-02", 9_500_000]);
    expect(Object.keys(steps).filter((name) => /cash/i.test(name))).toEqual([]);
  });

  it("has surprises, known on the day itself where they came before the open", async () => {
    const text = `m_ticker,ticker,currency_code,per_end_date,per_type,act_rpt_date,eps_mean_est,eps_act,eps_cnt_est,act_rpt_time,act_rpt_code
AB,AB,USD,2018-03-31,Q,2018-05-01,1,1.1,10,16:30,AMC
AB,AB,USD,2018-06-30,Q,2018-08-01,1,1.2,10,07:30,BTO
`;
    expect((await stepsOf("ZACKS_ES.csv", text))["eps.quarter"]).toEqual([
      ["AB", "2018-05-01", 1.1],
      ["AB", "2018-07-31", 1.2],
    ]);
  });
});

describe("Sharadar", () => {
  const SP500 = `date,action,ticker,name,contraticker,contraname,note
2019-06-03,current,AB,ABACUS INC,,,
2018-06-18,added,AB,ABACUS INC,CD,CODEX INC,
2018-06-18,removed,CD,CODEX INC,AB,ABACUS INC,
2018-06-18,historical,CD,CODEX INC,,,
2018-03-31,historical,CD,CODEX INC,,,
`;

  it("says with SP500 who came and went, and who was in from when on at the latest", async () => {
    const steps = await stepsOf("SHARADAR_SP500.csv", SP500);
    expect(steps).toEqual({
      "member.sp500": [
        ["AB", "2018-06-18", 1],
        ["CD", "2018-03-31", 1],
        ["CD", "2018-06-18", 0],
      ],
    });
    expect((await checkText("SHARADAR_SP500.csv", SP500)).warnings).toEqual([
      "Who belonged to it before 2018-03-31 is not known: rules on it are unknown there.",
    ]);
  });

  it("refuses another table of actions by its first word", async () => {
    const text = "date,action,ticker\n2018-06-18,buy,AB\n2018-06-19,sell,AB\n";
    const check = await checkText("orders.csv", text);
    expect(check.verdict).toBe("refuse");
    expect(check.message).toContain('orders.csv:2: the action is "buy", which is neither added nor removed.');
  });

  it("adjusts with ACTIONS: splits as prices show them, dividends in shares of today", async () => {
    // Two for one on the 11th, and 0.5 of today's shares on the 21st: 1 - 0.5 / 20 = 0.975.
    const rows = Array.from({ length: 30 }, (_, at) => {
      const close = at < 10 ? 40 : 20;
      return `AB,2020-01-${String(at + 1).padStart(2, "0")},${close},${close},${close},${close},100\n`;
    });
    const actions = `date,action,ticker,name,value,contraticker,contraname
2020-01-11,split,AB,ABACUS INC,2.0,,
2020-01-21,dividend,AB,ABACUS INC,0.5,,
2020-01-05,dividend,AB,ABACUS INC,0.2,,
2020-01-02,tickerchangefrom,AB,ABACUS INC,,AX,ABACUS OLD
2019-01-20,listed,AB,ABACUS INC,,,
`;
    const files = {
      "p.csv": `symbol,date,open,high,low,close,volume\n${rows.join("")}`,
      "SHARADAR_ACTIONS.csv": actions,
    };
    const { files: checked, market } = await readPlan(planOf(files));
    expect(checked.find(({ check }) => check.file === "SHARADAR_ACTIONS.csv")?.check).toMatchObject({
      verdict: "ok",
      kind: "actions",
      message: "1 split, 2 dividends of AB, ex-dates from 2020-01-05 to 2020-01-21.",
    });
    const adjusted = [...(market.adjClose ?? [])];
    expect(adjusted[29]).toBe(20);
    expect(adjusted[19]).toBeCloseTo(19.5, 9);
    expect(adjusted[9]).toBeCloseTo(40 * 0.5 * 0.975, 9);
    // 0.2 of today's shares is 0.4 of those before the split: 1 - 0.4 / 40.
    expect(adjusted[0]).toBeCloseTo(40 * 0.5 * 0.975 * 0.99, 9);
  });

  it("takes the better of two columns that are one item, whatever their order", async () => {
    const text =
      "ticker,dimension,calendardate,datekey,reportperiod,lastupdated,ebit,opinc,ncfdiv\nAB,ARQ,2019-03-31,2019-05-01,2019-03-31,2020-01-01,7,5,-2\n";
    const steps = await stepsOf("SHARADAR_SF1.csv", text);
    expect(steps["operatingIncome.quarter"]).toEqual([["AB", "2019-05-01", 5]]);
    expect(steps["dividendsPaid.quarter"]).toEqual([["AB", "2019-05-01", 2]]);
  });
});

describe("changes of an index", () => {
  it("of Financial Modeling Prep begin on the day of the change, and a row may be a removal alone", async () => {
    const text = `dateAdded,addedSecurity,removedTicker,removedSecurity,date,symbol,reason
"October 18, 2018",Abacus,CD,Codex,2018-10-17,AB,Market cap
"March 4, 2019",,AB,Abacus,2019-03-03,AB,Acquired
`;
    expect(await stepsOf("fmp_sp500.csv", text)).toEqual({
      "member.sp500": [
        ["AB", "2018-10-18", 1],
        ["AB", "2019-03-04", 0],
        ["CD", "2018-10-18", 0],
      ],
    });
  });

  it("a row each say it in a word", async () => {
    const text = "date,symbol,action\n2018-01-02,AB,added\n2019-06-03,AB,Removed\n2019-06-03,CD,inclusion\n";
    expect(await stepsOf("sp500_changes.csv", text)).toEqual({
      "member.sp500": [
        ["AB", "2018-01-02", 1],
        ["AB", "2019-06-03", 0],
        ["CD", "2019-06-03", 1],
      ],
    });
  });

  it("may be lists as Python writes them, with nan for nobody", async () => {
    const text = `date,added_tickers,removed_tickers\n2018-10-01,"['AB', 'ZZ']",nan\n2019-09-22,['CD'],['AB']\n`;
    expect(await stepsOf("sp500.csv", text)).toEqual({
      "member.sp500": [
        ["AB", "2018-10-01", 1],
        ["AB", "2019-09-22", 0],
        ["CD", "2019-09-22", 1],
      ],
    });
  });

  it("of Compustat are spells from and thru", async () => {
    const text = "gvkey,gvkeyx,iid,from,thru,tic,conm\n001690,000003,01,1982-11-30,,AB,ABACUS\n";
    expect(await stepsOf("sp500_history.csv", text)).toEqual({ "member.sp500": [["AB", "1982-11-30", 1]] });
  });
});

it("members of several indices in one file are those of each", async () => {
  const spells =
    "index,ticker,start_date,end_date\nS&P 500,AB,2001-01-01,\nNasdaq 100,AB,2005-01-01,\nNasdaq 100,CD,2003-01-01,2004-01-01\n";
  expect(await stepsOf("history.csv", spells)).toEqual({
    "member.nasdaq_100": [
      ["AB", "2005-01-01", 1],
      ["CD", "2003-01-01", 1],
      ["CD", "2004-01-01", 0],
    ],
    "member.s_p_500": [["AB", "2001-01-01", 1]],
  });
  expect((await checkText("history.csv", spells)).warnings).toEqual([
    "Who belonged to it before 2001-01-01 is not known: rules on it are unknown there.",
  ]);
  const days =
    'date,index,tickers\n2001-01-01,Nifty 50,"AB,CD"\n2001-01-01,Nifty 500,AB\n2002-01-01,Nifty 50,AB\n';
  expect(await stepsOf("members.csv", days)).toEqual({
    "member.nifty_50": [
      ["AB", "2001-01-01", 1],
      ["CD", "2001-01-01", 1],
      ["CD", "2002-01-01", 0],
    ],
    "member.nifty_500": [["AB", "2001-01-01", 1]],
  });
});

describe("SimFin's industries", () => {
  const COMPANIES =
    "Ticker;SimFinId;Company Name;IndustryId;ISIN;End of financial year (month);Number Employees;Business Summary;Market;CIK;Main Currency\nAB;100;Abacus, Inc.;101001;US0378331005;12;100;computing;us;1758009;USD\nCD;200;Codex Inc.;102002;;9;100000;electronics;us;320193;USD\n";
  const INDUSTRIES = "IndustryId;Industry;Sector\n101001;Software;Technology\n102002;Homes;Real Estate\n";

  it("give the sectors of the companies in the list beside them", async () => {
    const files = { "p.csv": PRICES, "us-companies.csv": COMPANIES, "industries.csv": INDUSTRIES };
    const { market } = await readPlan(planOf(files));
    expect(market.instruments.map(({ symbol, name, sector }) => [symbol, name, sector])).toEqual([
      ["AB", "Abacus, Inc.", "Technology"],
      ["CD", "Codex Inc.", "Real Estate"],
    ]);
  });

  it("say what they are, and that sectors are those of one day", async () => {
    const { files } = await look(planOf({ "p.csv": PRICES, "industries.csv": INDUSTRIES }));
    expect(files.find(({ file }) => file === "industries.csv")).toMatchObject({
      verdict: "ok",
      kind: "instruments",
      format: "SimFin industries",
      message:
        "2 industries of 2 sectors: SimFin's list of companies says which is whose, so import it with this file.",
      warnings: [expect.stringMatching(/^Sectors are those of the list's day/)],
    });
  });

  it("without a sector are refused", async () => {
    expect(
      await checkText("industries.csv", "IndustryId;Industry;Sector\n101001;Software;\n102002;Homes;\n"),
    ).toMatchObject({ verdict: "refuse", message: "no row of it has a number and a sector" });
  });
});

describe("JSON of a vendor's program", () => {
  it("is statements, quarters and years apart", async () => {
    const report = {
      fiscalDateEnding: "2018-12-31",
      reportedCurrency: "USD",
      totalRevenue: "130",
      netIncome: "None",
    };
    const text = JSON.stringify({
      symbol: "AB",
      annualReports: [{ ...report, totalRevenue: "460" }],
      quarterlyReports: [report],
    });
    expect(await checkText("query.json", text)).toMatchObject({
      verdict: "ask",
      format: "Alpha Vantage statements",
      symbols: ["AB"],
      questions: [{ about: "lag" }],
    });
    const steps = await stepsOf("query.json", text, { lag: LAG });
    expect(steps["revenue.quarter"]).toEqual([["AB", "2019-02-14", 130]]);
    expect(steps["revenue.year"]).toEqual([["AB", "2019-03-31", 460]]);
  });

  it("is earnings with their days", async () => {
    const text = JSON.stringify({
      symbol: "AB",
      annualEarnings: [{ fiscalDateEnding: "2018-12-31", reportedEPS: "5" }],
      quarterlyEarnings: [
        {
          fiscalDateEnding: "2018-12-31",
          reportedDate: "2019-01-20",
          reportedEPS: "1.4",
          reportTime: "post-market",
        },
      ],
    });
    expect((await stepsOf("earnings.json", text))["eps.quarter"]).toEqual([["AB", "2019-01-20", 1.4]]);
  });

  it("is changes of an index, or prices, a record each", async () => {
    const changes = [
      {
        dateAdded: "October 18, 2018",
        addedSecurity: "Abacus",
        removedTicker: "CD",
        removedSecurity: null,
        date: "2018-10-17",
        symbol: "AB",
        reason: 'of "size", too',
      },
    ];
    expect(await stepsOf("historical_sp500.json", JSON.stringify(changes))).toMatchObject({
      "member.sp500": [
        ["AB", "2018-10-18", 1],
        ["CD", "2018-10-18", 0],
      ],
    });
    const historical = Array.from({ length: 20 }, (_, at) => ({
      date: `2020-01-${String(at + 1).padStart(2, "0")}`,
      open: 10 + at,
      high: 11.5 + at,
      low: 9 + at,
      close: at === 7 ? "n/a" : 11 + at,
      volume: 1000,
    }));
    const check = await checkText("full.json", JSON.stringify({ symbol: "EF", historical }));
    expect(check).toMatchObject({
      verdict: "ok",
      kind: "prices",
      symbols: ["EF"],
      bars: 19,
      encoding: "JSON",
    });
    expect(check.leftOut[0]?.line).toBe(9);
    expect(check.warnings).toContain("Lines count the file's records: the first is line 2.");
  });

  it.each([
    ["lists in its records", [{ date: "2020-01-01", bars: [1, 2] }]],
    ["records of something else", { a: [{ b: 1 }], c: [{ d: 1 }] }],
    ["no record", []],
    ["numbers alone", [[1, 2]]],
  ])("is refused with %s", async (_what, value) => {
    expect(await checkText("x.json", JSON.stringify(value))).toMatchObject({
      verdict: "refuse",
      message: expect.stringMatching(/^JSON of a shape that can't be read/),
    });
  });

  it("may have names that objects have by themselves", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({
      date: `2020-01-${String(at + 1).padStart(2, "0")}`,
      close: 10 + at,
      ...(at === 3 ? { constructor: "x", toString: "y" } : {}),
    }));
    expect(await barsOfText("EF.json", JSON.stringify(rows))).toHaveLength(12);
  });

  it("is refused where each record has keys of its own, in no time", async () => {
    const rows = Array.from({ length: 9000 }, (_, at) => ({ [`key${at}`]: at }));
    expect((await checkText("x.json", JSON.stringify(rows))).message).toMatch(
      /^JSON whose records have too many different names/,
    );
  });
});
