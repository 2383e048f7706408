/** What the Questions page says of fundamentals and growth is true of statements that are imported, and of rules on them. */
import { expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { valueOf } from "../support/value-of.ts";
import { planOf, readPlan } from "./plan-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

/** Closes of January 2020: 10, 11, ... */
const PRICES = pricesOf(["AB"]);
const STATEMENTS = `symbol,periodEnd,fiscalPeriod,published,revenue,netIncome,freeCashFlow,operatingCashFlow,capex,eps,totalDebt,totalEquity
AB,2018-03-31,Q1,2018-05-01,100,10,5,20,15,1,50,100
AB,2018-06-30,Q2,2018-08-01,110,11,6,21,15,1,50,100
AB,2018-09-30,Q3,2018-11-01,120,12,7,22,15,1,50,100
AB,2018-12-31,Q4,2019-02-01,130,13,8,23,15,1,50,100
AB,2018-12-31,FY,2019-02-01,460,46,26,86,60,4,50,100
AB,2019-03-31,Q1,2019-05-01,140,15,10,24,16,2,50,200
`;

it("revenue, netIncome and freeCashFlow come in four forms, and the growth of revenue with them", async () => {
  const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": STATEMENTS });
  const last = (name: string) => steps[name]?.at(-1);
  expect(
    ["revenue", "netIncome", "freeCashFlow"].map((item) =>
      ["quarter", "year", "ttm", "yoy"].map((form) => last(`${item}.${form}`)),
    ),
  ).toEqual([
    [
      ["AB", "2019-05-01", 140],
      ["AB", "2019-02-01", 460],
      ["AB", "2019-05-01", 500], // 110 + 120 + 130 + 140
      ["AB", "2019-05-01", expect.closeTo(40, 9)], // 140 on 100, in percent
    ],
    [
      ["AB", "2019-05-01", 15],
      ["AB", "2019-02-01", 46],
      ["AB", "2019-05-01", 51],
      ["AB", "2019-05-01", 50],
    ],
    [
      ["AB", "2019-05-01", 10],
      ["AB", "2019-02-01", 26],
      ["AB", "2019-05-01", 31],
      ["AB", "2019-05-01", 100],
    ],
  ]);
});

/** The day on which AB was bought by a line of the page; null for none. */
async function firstBuyOf(line: string): Promise<string | null> {
  const plan = planOf({ "p.csv": PRICES, "own.csv": STATEMENTS });
  const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "USD" };
  const { market } = await readPlan(plan, { defaults: new Map([["p.csv", defaults]]) });
  const strategy = valueOf(
    readWholeStrategy({
      format: "strategy/2",
      name: "Page",
      scanner: {
        exchange: "NSE",
        priceGrowth: null,
        minPrice: null,
        marketCapRank: null,
        avgDailyValue: null,
      },
      buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: [line] },
      sell: { trailingStopLoss: null, minHoldingDays: 0 },
      simulation: { startDate: "2020-01-01", endDate: "2020-01-30" },
    }),
  );
  return valueOf(backtest(strategy, market)).positions[0]?.entryDate ?? null;
}

it.each([
  // eps.ttm is 1 + 1 + 1 + 2 = 5: the quotient is 2 at first, above 3 from a close of 16 on, the 7th, filled on the 8th
  { line: "close / eps.ttm > 3", bought: "2020-01-08" },
  { line: "close / eps.ttm > 9", bought: null },
  // 21 + 22 + 23 + 24 less 15 + 15 + 15 + 16 = 29
  { line: "operatingCashFlow.ttm - capex.ttm > 28.9", bought: "2020-01-02" },
  { line: "operatingCashFlow.ttm - capex.ttm > 29.1", bought: null },
  // 50 / 200
  { line: "totalDebt.quarter / totalEquity.quarter < 1", bought: "2020-01-02" },
  { line: "totalDebt.quarter / totalEquity.quarter < 0.2", bought: null },
  { line: "revenue.yoy > 39", bought: "2020-01-02" },
])("$line", async ({ line, bought }) => {
  expect(await firstBuyOf(line)).toBe(bought);
});
