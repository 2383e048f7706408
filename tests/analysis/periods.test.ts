/** Parts of a run by themselves, and how it did while its market fell; worked by hand. */
import { describe, expect, it } from "vitest";
import { curveOf } from "./sample-curves.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { handReport, position } from "#tests/pages/results-report.ts";
import { stressPeriods } from "#workers/analysis/analyse.ts";
import { measurePeriod, trailingPeriods } from "#workers/analysis/periods.ts";

const YEAR = { riskFreePercent: 0, sessionsOfYear: 252 };
const equity = curveOf([
  ["2018-01-01", 50, 100],
  ["2020-12-30", 90, 150],
  ["2021-01-04", 100, 200],
  ["2021-06-01", 80, 220],
  ["2021-12-31", 120, 210],
]);
const report = {
  ...handReport,
  equity,
  positions: [
    position({ exitDate: "2020-12-30", profit: 9 }),
    position({ exitDate: "2021-01-04", profit: 9 }),
    position({ exitDate: "2021-06-01", profit: -9 }),
    position({ exitDate: "2021-12-31", profit: 9 }),
    position({ exitDate: "2021-12-31", profit: 9, exitReason: "open" }),
  ],
};

describe("trailing periods", () => {
  it("begin at the close of their first session, the benchmark at the account's value then", () => {
    // 31/12/2021 less 365.25 days is 30/12/2020, 18 h: the first session since is 04/01/2021.
    const [year, three, ...more] = trailingPeriods(report, YEAR);
    expect([year?.years, year?.fromRow, three?.years, three?.fromRow, more]).toEqual([1, 2, 3, 1, []]);
    expect(year?.performance).toMatchObject({ startValue: 100, endValue: 120, totalGrowth: 20 });
    expect(year?.performance.totalGrowthPercent).toBeCloseTo(20, 10);
    // 361 days: 1.2 ^ (365.25 / 361) = 1.202577
    expect(year?.performance.cagr).toBeCloseTo((1.2 ** (365.25 / 361) - 1) * 100, 10);
    expect(year?.performance.maxDrawdown).toBeCloseTo(-20, 10);
    expect(year?.benchmarkPerformance.endValue).toBeCloseTo(105, 10); // 100 x 210 / 200
    expect(year?.benchmarkPerformance.maxDrawdown).toBeCloseTo((210 / 220 - 1) * 100, 10);
    expect(year?.drawdown).toEqual({
      peakDate: "2021-01-04",
      troughDate: "2021-06-01",
      recoveryDate: "2021-12-31",
    });
  });

  it("count the trades that ended after that close, and none that is open", () => {
    const [year] = trailingPeriods(report, YEAR);
    expect(year?.performance).toMatchObject({ trades: 2, winRate: 50 });
  });

  it("are none for a run of a year", () => {
    const short = curveOf([
      ["2021-01-01", 1],
      ["2022-01-01", 2],
    ]);
    expect(trailingPeriods({ ...report, equity: short }, YEAR)).toEqual([]);
  });
});

describe("a part between the closes of two sessions", () => {
  const part = valueOf(measurePeriod({ report, fromRow: 1, toRow: 3, ...YEAR }));

  it("begins with the account's value at the first and ends with that at the second", () => {
    expect(part).toMatchObject({ fromRow: 1, toRow: 3 });
    expect(part.performance).toMatchObject({ startValue: 90, endValue: 80, totalGrowth: -10 });
    expect(part.performance.maxDrawdown).toBeCloseTo(-20, 10); // 100 to 80
    expect(part.benchmarkPerformance.endValue).toBeCloseTo(132, 10); // 90 x 220 / 150
    expect(part.drawdown).toEqual({
      peakDate: "2021-01-04",
      troughDate: "2021-06-01",
      recoveryDate: null, // after the part's end
    });
  });

  it("counts the trades that ended after the first and by the second", () => {
    expect(part.performance).toMatchObject({ trades: 2, winRate: 50 });
  });

  it("has a row for each year with a session after the first close", () => {
    const [year, ...more] = part.yearlyPerformance;
    expect(year).toMatchObject({ year: 2021, startValue: 90, endValue: 80, growth: -10 });
    expect(year?.growthPercent).toBeCloseTo(-100 / 9, 10);
    expect(year?.benchmarkPercent).toBeCloseTo((220 / 150 - 1) * 100, 10);
    expect(more).toEqual([]);
  });
});

describe("stress periods", () => {
  it("are the benchmark's falls of more than a tenth, the deepest first, with the account's change", () => {
    const periods = stressPeriods(
      curveOf([
        ["2021-01-01", 100, 100],
        ["2021-01-04", 95, 89],
        ["2021-01-05", 97, 100],
        ["2021-01-06", 99, 91],
        ["2021-01-07", 99, 110],
        ["2021-01-08", 108.9, 55],
      ]),
    );
    expect(periods.map(({ fall }) => [fall.peakDate, fall.troughDate, fall.recoveryDate])).toEqual([
      ["2021-01-07", "2021-01-08", null],
      ["2021-01-01", "2021-01-04", "2021-01-05"],
    ]);
    expect(periods[0]?.fall.depth).toBeCloseTo(-50, 10);
    expect(periods.map(({ account }) => account && Math.round(account * 1e6) / 1e6)).toEqual([10, -5]);
  });
});
