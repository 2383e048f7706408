import { describe, expect, it } from "vitest";
import { curveOf, dailyCurve } from "./sample-curves.ts";
import { handReport, position, reportWithAverage } from "#tests/pages/results-report.ts";
import { listDrawdowns } from "#workers/analysis/analyse.ts";
import { distributionOf, quantile } from "#workers/analysis/distribution.ts";
import { measureExposure } from "#workers/analysis/exposure.ts";
import { furtherFigures, tradeFigures } from "#workers/analysis/figures.ts";
import { tradeGroups } from "#workers/analysis/groups.ts";
import { monthlyReturns } from "#workers/analysis/months.ts";
import { rollingCurves } from "#workers/analysis/analyse.ts";
import { longestStreaks } from "#workers/analysis/streaks.ts";
import { returnFigures } from "#workers/figures/statistics.ts";

describe("returns by month", () => {
  const months = monthlyReturns(
    curveOf([
      ["2020-12-30", 100, 100],
      ["2020-12-31", 110, 102],
      ["2021-01-29", 99, 102],
      ["2021-03-01", 120, 100],
      ["2021-03-31", 118.8, 91.8],
    ]),
    100,
  );

  it("go from the last close of the month before; a month without a session has none", () => {
    // December 110/100; January 99/110; March 118.8/99; 2021 118.8/110.
    expect(months.map(({ year }) => year)).toEqual([2020, 2021]);
    expect(months[0]?.months[11]).toBeCloseTo(10, 10);
    expect(months[0]?.months.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => null));
    expect(months[1]?.months[0]).toBeCloseTo(-10, 10);
    expect(months[1]?.months[1]).toBeNull();
    expect(months[1]?.months[2]).toBeCloseTo(20, 10);
    expect(months[0]?.total).toBeCloseTo(10, 10);
    expect(months[1]?.total).toBeCloseTo(8, 10);
  });

  it("are there for the benchmark too", () => {
    expect(months[1]?.benchmark.months[0]).toBeCloseTo(0, 10);
    expect(months[1]?.benchmark.months[2]).toBeCloseTo(-10, 10);
    expect(months[1]?.benchmark.total).toBeCloseTo(-10, 10);
    expect(months[1]?.universe).toBeNull();
  });

  it("are there for the average share of a result that has one", () => {
    const { equity, performance } = reportWithAverage;
    // 1,000 to 1,010 in December 2020; 1,010 to 1,080 in January 2022, to 1,150 in its December.
    const [first, second] = monthlyReturns(equity, performance.startValue).map(({ universe }) => universe);
    expect(first?.months[11]).toBeCloseTo(1, 10);
    expect(first?.total).toBeCloseTo(1, 10);
    expect(second?.months[0]).toBeCloseTo(6.930693, 6);
    expect(second?.months[11]).toBeCloseTo(6.481481, 6);
    expect(second?.total).toBeCloseTo(13.861386, 6);
  });
});

describe("drawdown periods", () => {
  it("last from the high to the close that makes it good; the last may be open", () => {
    const falls = listDrawdowns(
      curveOf([
        ["2021-01-01", 100],
        ["2021-01-04", 120],
        ["2021-01-05", 90],
        ["2021-01-06", 108],
        ["2021-01-10", 120],
        ["2021-01-11", 130],
        ["2021-01-12", 117],
      ]),
    );
    expect(falls).toEqual([
      {
        depth: -25,
        peakRow: 1,
        troughRow: 2,
        recoveryRow: 4,
        peakDate: "2021-01-04",
        troughDate: "2021-01-05",
        recoveryDate: "2021-01-10",
        days: 6,
        sessions: 3,
      },
      expect.objectContaining({ peakRow: 5, troughRow: 6, recoveryDate: null, days: 1, sessions: 1 }),
    ]);
    expect(falls[1]?.depth).toBeCloseTo(-10, 10);
  });

  it("begin at the last session at the high: those before it are not under water", () => {
    const equity = dailyCurve(Float64Array.of(100, 120, 120, 120, 90, 120, 120, 110));
    const falls = listDrawdowns(equity);
    expect(falls).toMatchObject([
      { peakRow: 3, troughRow: 4, recoveryRow: 5, days: 2, sessions: 2 },
      { peakRow: 6, troughRow: 7, recoveryRow: null, days: 1, sessions: 1 },
    ]);
    const figures = furtherFigures(
      { ...handReport, equity: { ...handReport.equity, ...equity } },
      {
        months: monthlyReturns(equity, 100),
        drawdowns: falls,
        terms: { riskFreePercent: 0, sessionsOfYear: 252 },
      },
    );
    expect(figures.underWater).toMatchObject({ sessions: 2, ofSessions: 8, percent: 25 }); // 90 and 110
  });

  it.each([
    { title: "a rising account", values: [100, 100, 101, 102] },
    { title: "a single session", values: [100] },
  ])("are none for $title", ({ values }) => {
    expect(listDrawdowns(dailyCurve(Float64Array.from(values)))).toEqual([]);
  });
});

describe("the distribution", () => {
  it("has bins of a round width with 0 as an edge", () => {
    // Quartiles of -3..4 (8 values): -1.25 and 2.25; 2 x 3.5 / 8^(1/3) = 3.5, rounded up to 5.
    const found = distributionOf([-3, -2, -1, 0, 1, 2, 3, 4]);
    expect(found).toMatchObject({
      firstEdge: -5,
      width: 5,
      counts: [3, 5],
      mean: 0.5,
      median: 0.5,
      above0: 50,
    });
    expect(found?.deviation).toBeCloseTo(Math.sqrt(42 / 7), 12);
  });

  it("keeps every value in some bin, extremes in the outer ones", () => {
    const values = [...Array.from({ length: 1000 }, (_, at) => (at - 500) / 100), 900, -900];
    const found = distributionOf(values);
    expect(found?.counts.reduce((sum, count) => sum + count, 0)).toBe(1002);
    expect(found?.counts.length).toBeLessThanOrEqual(41);
    expect(found).toMatchObject({ highest: 900, lowest: -900 });
  });

  it("of equal values is one bin without shape, of none nothing", () => {
    expect(distributionOf([2, 2])).toMatchObject({ counts: [2], firstEdge: 2, deviation: 0, skewness: null });
    expect(distributionOf([])).toBeNull();
  });

  it("takes quantiles between neighbours", () => {
    expect(quantile(Float64Array.of(10, 20, 30, 40), 0.5)).toBe(25);
    expect(quantile(Float64Array.of(10, 20, 30, 40), 0.25)).toBe(17.5);
  });
});

describe("figures of the trades", () => {
  it("are worked from the closed ones", () => {
    // +300, -100, -50; the open +106.8 is no trade.
    const figures = tradeFigures([
      ...handReport.positions,
      position({ instrument: "DDD", profit: -50, profitPercent: -5 }),
    ]);
    expect(figures).toEqual({
      count: 3,
      wins: 1,
      grossProfit: 300,
      grossLoss: -150,
      profitFactor: 2,
      expectancy: 50,
      expectancyPercent: 5,
      meanWin: 300,
      meanLoss: -75,
    });
  });

  it("take a profit that is rounding alone for no win, as the win rate does", () => {
    const even = position({ profit: 1e-12, profitPercent: 0 });
    expect(tradeFigures([even, position({ profit: -5 })])).toMatchObject({
      count: 2,
      wins: 0,
      meanWin: null,
    });
    expect(tradeGroups([even]).byInstrument).toMatchObject([{ trades: 1, wins: 0 }]);
  });

  it("are undefined without trades, the profit factor without a loss", () => {
    expect(tradeFigures([])).toMatchObject({
      profitFactor: null,
      expectancy: null,
      meanWin: null,
      meanLoss: null,
    });
    expect(tradeFigures([position({ profit: 5 })])).toMatchObject({ profitFactor: null, meanLoss: null });
  });
});

describe("figures of the hand-worked report", () => {
  const months = monthlyReturns(handReport.equity, 1000);
  const drawdowns = listDrawdowns(handReport.equity);
  const figures = furtherFigures(handReport, {
    months,
    drawdowns,
    terms: { riskFreePercent: 0, sessionsOfYear: 252 },
  });

  it("find the best and worst day, month, year and trade", () => {
    expect(figures.best.day).toEqual({ when: "2022-01-04", percent: expect.closeTo(50, 8) });
    expect(figures.worst.day).toEqual({ when: "2022-01-03", percent: expect.closeTo(-20, 8) });
    // Months: December 2020 +10; January 2022 1188/1100 +8; December 2022 1306.8/1188 +10.
    expect(figures.worst.month).toEqual({ when: "2022-01", percent: expect.closeTo(8, 8) });
    expect(figures.best.year).toEqual({ when: "2022", percent: expect.closeTo(18.8, 8) });
    expect(figures.best.trade).toMatchObject({ instrument: "AAA", profitPercent: 30 });
    expect(figures.worst.trade).toMatchObject({ instrument: "BBB", profitPercent: -10 });
  });

  it("count the sessions under water", () => {
    // 880 lies under 1,100; 1,188 and 1,306.8 under 1,320.
    expect(figures.underWater).toEqual({
      sessions: 3,
      ofSessions: 6,
      percent: 50,
      longest: { from: "2020-12-31", to: "2022-01-04", days: 369 },
    });
  });

  it("tell what volatility and Sortino ratio are made of", () => {
    // Returns 10 -20 50 -10 10: shortfalls 400 + 100 over 5 is 100.
    expect(figures.risk?.meanExcess).toBeCloseTo(8, 10);
    expect(figures.risk?.deviation).toBeCloseTo(Math.sqrt(720), 10);
    expect(figures.risk?.downsideDeviation).toBeCloseTo(10, 10);
  });
});

describe("exposure and turnover", () => {
  const report = {
    ...handReport,
    performance: { ...handReport.performance, startValue: 1000 },
    equity: {
      ...curveOf([
        ["2020-12-30", 1000],
        ["2020-12-31", 1000],
        ["2021-01-01", 1100],
        ["2021-12-31", 1100],
      ]),
      positions: Int32Array.of(0, 1, 1, 0),
    },
    positions: [
      position({
        entryDate: "2020-12-31",
        exitDate: "2021-12-31",
        entryPrice: 50,
        exitPrice: 60,
        quantity: 10,
        profit: 100,
      }),
    ],
  };

  it("take what is not cash for invested", () => {
    // 500 of 1,000 paid; then 600 of 1,100 in the position; sold on the last day.
    const { invested, meanInvested, inMarket, meanPositions } = measureExposure(report, 0);
    expect(Array.from(invested, (share) => Math.round(share * 1e6) / 1e6)).toEqual([0, 50, 54.545455, 0]);
    expect(meanInvested).toBeCloseTo((50 + 600 / 11) / 4, 10);
    expect(inMarket).toBe(50);
    expect(meanPositions).toBe(0.5);
  });

  it("count commission as cash gone", () => {
    // 500 x 1.01 paid: cash 495, 505 of 1,000 would be invested.
    expect(measureExposure(report, 1).invested[1]).toBeCloseTo(50.5, 10);
  });

  it("turn over the smaller of bought and sold", () => {
    const { years, turnover } = measureExposure(report, 0);
    expect(years).toEqual([
      expect.objectContaining({ year: 2020, bought: 500, sold: 0, turnover: 0, meanEquity: 1000 }),
      expect.objectContaining({ year: 2021, bought: 0, sold: 600, turnover: 0, meanEquity: 1100 }),
    ]);
    // 500 of 1,050 in 366 days.
    expect(turnover).toBeCloseTo((500 / 1050 / (366 / 365.25)) * 100, 10);
  });
});

describe("groups of positions", () => {
  const groups = tradeGroups([
    ...handReport.positions,
    position({ instrument: "AAA", profit: -400, profitPercent: -20, daysHeld: 300, exitReason: "no-data" }),
  ]);

  it("sum each instrument, the most profitable first", () => {
    expect(groups.byInstrument.map(({ key, profit }) => [key, profit])).toEqual([
      ["CCC", 106.8],
      ["AAA", -100],
      ["BBB", -100],
    ]);
    expect(groups.byInstrument[1]).toEqual({
      key: "AAA",
      label: "=Alpha, Ltd",
      positions: 2,
      trades: 2,
      wins: 1,
      profit: -100,
      meanPercent: 5,
      bestPercent: 30,
      worstPercent: -20,
      meanHeld: 152,
    });
  });

  it("leave out reasons and holding times that no position has", () => {
    expect(groups.byReason.map(({ key, positions }) => [key, positions])).toEqual([
      ["stop-loss", 1],
      ["trailing-stop", 1],
      ["no-data", 1],
      ["open", 1],
    ]);
    expect(groups.byHolding.map(({ from, to, positions }) => [from, to, positions])).toEqual([
      [0, 5, 3],
      [253, null, 1],
    ]);
  });
});

describe("streaks", () => {
  it("are the longest runs, the first of equal ones, a flat session ending both", () => {
    const equity = dailyCurve(Float64Array.of(100, 110, 121, 121, 133.1, 119.79, 107.811));
    const streaks = longestStreaks({ ...handReport, equity, positions: [] }, []);
    expect(streaks).toEqual([
      {
        of: "sessions",
        kind: "gains",
        length: 2,
        from: "1970-01-02",
        to: "1970-01-03",
        result: expect.closeTo(21, 8),
      },
      {
        of: "sessions",
        kind: "losses",
        length: 2,
        from: "1970-01-06",
        to: "1970-01-07",
        result: expect.closeTo(-19, 8),
      },
    ]);
  });

  it("take trades in the order of their exits, one without a profit as a loss", () => {
    const positions = [
      position({ exitDate: "2021-01-05", profit: -1 }),
      position({ exitDate: "2021-01-03", profit: 0 }),
      position({ exitDate: "2021-01-01", profit: 5 }),
      position({ exitDate: "2021-01-04", profit: -2 }),
      position({ exitDate: "2021-01-06", profit: 9, exitReason: "open" }),
    ];
    const streaks = longestStreaks({ ...handReport, positions, equity: curveOf([["2021-01-01", 1]]) }, []);
    expect(streaks).toEqual([
      { of: "trades", kind: "gains", length: 1, from: "2021-01-01", to: "2021-01-01", result: 5 },
      { of: "trades", kind: "losses", length: 3, from: "2021-01-03", to: "2021-01-05", result: -3 },
    ]);
  });
});

describe("rolling figures", () => {
  const YEAR = { riskFreePercent: 2, sessionsOfYear: 252 };
  const values = Float64Array.from({ length: 400 }, (_, row) => 100 + row + 5 * Math.sin(row));
  const { day, account, universe } = rollingCurves(dailyCurve(values), YEAR);

  it("begin with the first session that has 252 returns", () => {
    expect(day[0]).toBe(252);
    expect(account.growth).toHaveLength(148);
  });

  it("are the figures of a run over the window", () => {
    const window = returnFigures(values.slice(100, 353), YEAR);
    expect(account.growth[100]).toBeCloseTo(((values[352] ?? 0) / (values[100] ?? 1) - 1) * 100, 10);
    expect(account.sharpe[100]).toBe(window.sharpeRatio);
    expect(account.volatility[100]).toBe(window.volatility);
  });

  it("have the average share's beside them where the result has its curve", () => {
    expect(universe).toBeNull();
    const shares = values.map((value, row) => value + row);
    const beside = rollingCurves({ ...dailyCurve(values), universe: shares }, YEAR);
    const alone = rollingCurves(dailyCurve(shares), YEAR);
    expect(beside.universe).toEqual(alone.account);
    expect(beside.account).toEqual(account);
  });

  it("are none for a shorter run", () => {
    expect(rollingCurves(dailyCurve(values.slice(0, 252)), YEAR).day).toHaveLength(0);
  });
});
