/** Statements of several lengths in one table: a word says of each row which, and twelve months are no fiscal year. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHARED_DATA, UNLESS_SHARED } from "../support/shared-cases.ts";
import { planOf, readPlan } from "./plan-support.ts";

const PRICES = "Date,Close\n2019-01-02,5\n2023-12-29,6\n";

/** Values of a fact of ACME, step by step. */
async function stepsOf(text: string): Promise<(name: string) => readonly number[]> {
  const plan = planOf({ "ACME_statement.csv": text, "ACME.csv": PRICES });
  const answers = new Map([["ACME_statement.csv", { lag: { quarter: 45, year: 90 } }]]);
  const { market } = await readPlan({ ...plan, answers });
  return (name) => [...(market.facts?.find((fact) => fact.name === name)?.value ?? [])];
}

const YEARS = [260, 274, 365];

describe("statements of several lengths in one table", () => {
  it.each([
    [
      "periodType, under a plain date",
      "symbol,Date,periodType,currencyCode,NetIncome,TotalRevenue\nACME,2019-09-30,12M,USD,55,260\nACME,2020-09-30,12M,USD,57,274\nACME,2021-09-30,12M,USD,94,365\nACME,2021-12-31,TTM,USD,100,378\n",
    ],
    [
      "yahooquery's asOfDate",
      "symbol,asOfDate,periodType,currencyCode,NetIncome,TotalRevenue\nACME,2019-09-30,12M,USD,55,260\nACME,2020-09-30,12M,USD,57,274\nACME,2021-09-30,12M,USD,94,365\nACME,2021-12-31,TTM,USD,100,378\n",
    ],
    [
      "fp, with semicolons",
      "ticker;period_end;fp;net_income;revenue\nACME;2019-09-30;FY;55;260\nACME;2020-09-30;FY;57;274\nACME;2021-09-30;FY;94;365\nACME;2021-12-31;LTM;100;378\n",
    ],
    [
      "Frequency, in other words",
      "ticker\tdate\tFrequency\tNet Income\tRevenue\nACME\t2019-09-30\tAnnual\t55\t260\nACME\t2020-09-30\tAnnual\t57\t274\nACME\t2021-09-30\tAnnual\t94\t365\nACME\t2021-12-31\tTrailing Twelve Months\t100\t378\n",
    ],
    [
      "type, which may say anything, and half-years",
      "symbol,period_end,type,net_income,revenue\nACME,2019-09-30,Annual,55,260\nACME,2020-03-31,Interim,20,130\nACME,2020-09-30,Annual,57,274\nACME,2021-09-30,Annual,94,365\nACME,2021-12-31,LTM,100,378\n",
    ],
    [
      "German words, under titles that nobody knows",
      "Ticker;Stichtag;Dauer;Net Income;Revenue\nACME;2019-09-30;Jahr;55;260\nACME;2020-03-31;Halbjahr;20;130\nACME;2020-09-30;Jahr;57;274\nACME;2021-09-30;Jahr;94;365\nACME;2021-12-31;TTM;100;378\n",
    ],
    [
      "months, under an end_date",
      "ticker,end_date,length,net_income,revenue\nACME,2019-09-30,12 months,55,260\nACME,2020-06-30,9 months,40,200\nACME,2020-09-30,12 months,57,274\nACME,2021-09-30,12 months,94,365\nACME,2021-12-31,trailing 12 months,100,378\n",
    ],
  ])("have years of years, and twelve months apart: %s", async (_, text) => {
    const of = await stepsOf(text);
    expect(of("revenue.year")).toEqual(YEARS);
    expect(of("revenue.ttm")).toEqual([...YEARS, 378]);
    expect(of("revenue.yoy").length).toBe(2);
    expect(of("netIncome.year")).toEqual([55, 57, 94]);
  });

  it("have quarters of quarters: the sum of four is as good as a row of twelve months", async () => {
    const rows = [
      "2021-03-31,3M,10",
      "2021-06-30,3M,20",
      "2021-09-30,3M,30",
      "2021-12-31,3M,40",
      "2021-12-31,12M,100",
      "2022-03-31,3M,15",
      "2022-03-31,TTM,105",
    ];
    const of = await stepsOf(
      `symbol,date,periodType,revenue,netIncome\n${rows.map((row) => `ACME,${row},1`).join("\n")}\n`,
    );
    expect(of("revenue.quarter")).toEqual([10, 20, 30, 40, 15]);
    expect(of("revenue.year")).toEqual([100]);
    expect(of("revenue.ttm")).toEqual([100, 105]);
  });

  it("are told by their distance where a column of that title has other words", async () => {
    const of = await stepsOf(
      "symbol,date,period,revenue,netIncome\nACME,2019-12-31,fiscal 2019,260,5\nACME,2020-12-31,fiscal 2020,274,6\n",
    );
    expect(of("revenue.year")).toEqual([260, 274]);
  });

  const shared = join(SHARED_DATA, "import-cases", "rows-of-several-lengths", "ACME_income_statement.csv");
  it.skipIf(!existsSync(shared))(`are those of the shared case${UNLESS_SHARED}`, async () => {
    const of = await stepsOf(readFileSync(shared, "utf8"));
    expect(of("revenue.year")).toEqual([260_174, 274_515, 365_817]);
    expect(of("revenue.ttm")).toEqual([260_174, 274_515, 365_817, 378_323]);
  });
});
