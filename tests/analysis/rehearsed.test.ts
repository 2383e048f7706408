/** What a run gone through for a form says beside its picture, worked by hand. */
import { expect, it } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { besideSketch } from "#workers/analysis/sketch.ts";
import type { Report } from "#workers/model/report.ts";

const money: Report["money"] = {
  deposited: 0,
  withdrawn: 0,
  owed: 0,
  missed: 5,
  ranOut: "2020-01-02",
  interest: 0,
  moneyWeighted: null,
  benchmarkMoneyWeighted: null,
  universeMoneyWeighted: null,
  benchmarkMissed: 0,
  benchmarkValues: new Float64Array(3),
  universeValues: new Float64Array(3),
};

it("has the mean order behind the first session: 10% of 200 and 5% of 400 in four orders are 10 each", () => {
  const equity = { ...sampleReport.equity, value: Float64Array.of(100, 200, 400) };
  const rebalances = [
    { date: "2020-01-01", sells: 0, buys: 2, turnover: 100 },
    { date: "2020-01-02", sells: 1, buys: 1, turnover: 10 },
    { date: "2020-01-03", sells: 2, buys: 0, turnover: 5 },
  ];
  expect(besideSketch({ ...sampleReport, equity, rebalances }).meanOrder).toBe(10);
  expect(besideSketch({ ...sampleReport, equity, rebalances: rebalances.slice(0, 1) })).not.toHaveProperty(
    "meanOrder",
  );
});

it("has the orders of the next session, and the day on which the money was gone", () => {
  const next = { date: "2020-01-03", sells: [], buys: [] };
  const { next: _none, ...rest } = sampleReport;
  expect(besideSketch({ ...rest, next, money })).toEqual({ next, ranOut: "2020-01-02" });
  expect(besideSketch({ ...rest, money: { ...money, ranOut: null } })).toEqual({});
});
