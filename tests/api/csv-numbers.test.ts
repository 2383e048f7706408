import { expect, it } from "vitest";
import { csvOf } from "#workers/api/server/csv.ts";
import { csvLine } from "#workers/api/sweep/row.ts";

const NOISY = -8.048_839_999_999_82;

it("a table of the server has numbers as they are meant", () => {
  expect(csvOf(["date", "value"], [["2024-01-02", NOISY]])).toBe("date,value\n2024-01-02,-8.04884\n");
});

it("a row of a sweep has numbers as they are meant, of its axes, too", () => {
  const performance = {
    startValue: 100_000,
    endValue: 0.1 + 0.2,
    totalGrowth: NOISY,
    totalGrowthPercent: NOISY,
    cagr: null,
    maxDrawdown: NOISY,
    sharpeRatio: 200 / 3,
    sortinoRatio: null,
    calmarRatio: null,
    volatility: 0.7 + 0.1,
    winRate: 50,
    trades: 2,
  };
  const row = { index: 7, values: [0.7 + 0.1], performance, account: "sha256:0", problem: null };
  expect(csvLine(row)).toBe(
    "7,0.8,100000,0.3,-8.04884,-8.04884,,-8.04884,66.6666666667,,,0.8,50,2,sha256:0,\n",
  );
});
