/** A report whose money came and went, worked by hand, for the tests of what the results page makes of it. */
import { reportWithAverage } from "./results-report.ts";
import type { MoneyReport, Report } from "#workers/model/report.ts";

const by = (...values: readonly number[]) => Float64Array.from(values);

/**
 * Growth is that of the report by hand: +10, -20, +50, -10, +10 %. 500 came in on the second session, 200 went out on the
 * last: 1,000 x 1.1 + 500 = 1,600; x 0.8 x 1.5 x 0.9 x 1.1 = 1,900.8; less 200 is 1,700.8. So 400.8 were made: 1,700.8 + 200
 * - 1,500.
 */
export const movedMoney: MoneyReport = {
  deposited: 500,
  withdrawn: 200,
  owed: 0,
  missed: 0,
  ranOut: null,
  interest: 0,
  moneyWeighted: 12.3,
  benchmarkMoneyWeighted: 4,
  universeMoneyWeighted: 5,
  benchmarkMissed: 0,
  benchmarkValues: by(1000, 1520, 1505, 1565, 1580, 1439.22),
  universeValues: by(1000, 1510, 1555, 1525, 1614, 1519.31),
};

export const movedReport: Report = {
  ...reportWithAverage,
  performance: { ...reportWithAverage.performance, endValue: 1700.8, totalGrowth: 400.8 },
  rebalances: [
    { date: "2020-12-31", sells: 0, buys: 2, turnover: 100 },
    { date: "2022-01-03", sells: 1, buys: 2, turnover: 12 },
  ],
  equity: {
    ...reportWithAverage.equity,
    value: by(1000, 1600, 1280, 1920, 1728, 1700.8),
    growth: reportWithAverage.equity.value,
  },
  money: movedMoney,
  account: {
    cash: by(1000, 400, 300, 200, 100, 50),
    bought: by(0, 1200, 0, 0, 0, 0),
    sold: by(0, 0, 0, 0, 0, 200),
    moves: {
      in: by(0, 500, 0, 0, 0, 0),
      paid: by(0, 0, 0, 0, 0, 200),
      paidAfter: by(0, 0, 0, 0, 0, 0),
      missed: by(0, 0, 0, 0, 0, 0),
      interest: by(0, 0, 0, 0, 0, 0),
      owed: by(0, 0, 0, 0, 0, 0),
    },
    riskless: null,
  },
};
