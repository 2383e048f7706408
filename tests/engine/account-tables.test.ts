/** Accounts by weights and with money in and out, worked out by hand (account.md). Sessions are numbers; session 0 is 2020-01-01. */
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf, sessionOf } from "#tests/support/market-builder.ts";
import type { SeriesSpec } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { EXIT_REASONS, NONE } from "#workers/engine/ledger.ts";
import { moneyWeighted } from "#workers/figures/money.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { backtest } from "#workers/run/backtest.ts";
import { strategyOf } from "./random-account-runs.ts";
import { prices } from "./tables/worked-case.ts";

interface Told {
  readonly report: Report;
  /** As "2 buy A 6 @ 100" or "3 sell A 0.8 @ 150 rebalance", in their order. */
  readonly fills: readonly string[];
}

/** 1,000 to begin with, fractions, no costs, filled at the next open, which is the close before unless a series says otherwise. */
function run(series: readonly SeriesSpec[], simulation: object): Told {
  const market = buildMarket(series);
  const strategy = strategyOf({
    simulation: {
      startMargin: 1000,
      startDate: dateOf(0),
      endDate: "2039-12-31",
      fractionalShares: true,
      positionSizing: "weights",
      ...simulation,
    },
  });
  const plan = planRun(strategy, market);
  if (!plan.ok) throw new Error(plan.problem.message);
  const { universe, sessionDay } = plan.value;
  const fills: string[] = [];
  const result = backtest(strategy, market, {
    onFill: ({ session, member, reason, quantity, price }) => {
      const { symbol } = itemAt(market.instruments, itemAt(universe, member));
      const day = sessionOf(itemAt(sessionDay, session));
      const what = `${symbol} ${plain(quantity)} @ ${plain(price)}`;
      fills.push(
        reason === NONE ? `${day} buy ${what}` : `${day} sell ${what} ${itemAt(EXIT_REASONS, reason)}`,
      );
    },
  });
  if (!result.ok) throw new Error(result.problem.message);
  return { report: result.value, fills };
}

/** Without the last bits of a sum. */
function plain(value: number): string {
  return String(Number(value.toFixed(6)));
}

const flat = (symbol: string, level: number, sessions: number) =>
  prices(symbol, { close: Array<number>(sessions).fill(level) });
const percents = (parts: Readonly<Record<string, string>>) => ({
  weightsAre: "percents",
  weights: Object.entries(parts).map(([symbol, weight]) => ({ symbol, weight })),
});

describe("setting back to plan, worked by hand", () => {
  const sixtyForty = { ...percents({ A: "60", B: "40" }), rebalance: "daily" };
  const band = { points: 5, percent: 25 };

  it("leaves 60/40 alone within 5 points and a quarter of the plan", () => {
    const series = [prices("A", { close: [100, 100, 110, 110] }), flat("B", 50, 4)];
    const { fills, report } = run(series, { ...sixtyForty, rebalanceBand: band });
    // 660 of 1,060 are 62.3 %: 2.3 points off
    expect(fills).toEqual(["1 buy A 6 @ 100", "1 buy B 8 @ 50"]);
    expect(report.performance.endValue).toBeCloseTo(1060, 9);
  });

  it("sets both back where one is outside", () => {
    const series = [prices("A", { close: [100, 100, 150, 150] }), flat("B", 50, 4)];
    const { fills, report } = run(series, { ...sixtyForty, rebalanceBand: band });
    // 900 of 1,300 are 69.2 %; the plan is 780 and 520, so that 120 go over
    expect(fills.slice(2)).toEqual(["3 sell A 0.8 @ 150 rebalance", "3 buy B 2.4 @ 50"]);
    const [first, second] = report.rebalances ?? [];
    expect(first).toEqual({ date: dateOf(0), sells: 0, buys: 2, turnover: 100 });
    expect(second).toMatchObject({ date: dateOf(2), sells: 1, buys: 1 });
    expect(second?.turnover).toBeCloseTo((240 / 1300) * 100, 9);
  });

  it("holds the nearer edge: a quarter of a small plan, 5 points of a large one", () => {
    const ninetyTen = { ...percents({ A: "90", B: "10" }), rebalance: "daily", rebalanceBand: band };
    // 100 grows to 130: 13 % within 12.62 % of 1,030; a quarter of 10 is 2.5 points
    const series = [flat("A", 90, 4), prices("B", { close: [10, 10, 13, 13] })];
    const { fills } = run(series, ninetyTen);
    expect(fills.slice(2)).toEqual(["3 sell B 2.076923 @ 13 rebalance", "3 buy A 0.3 @ 90"]);
  });

  it("keeps the permanent portfolio until one of four is 10 points off", () => {
    const parts = percents({ A: "25", B: "25", C: "25", D: "25" });
    const others = ["B", "C", "D"].map((symbol) => flat(symbol, 25, 5));
    const series = [prices("A", { close: [25, 25, 40, 50, 50] }), ...others];
    const { fills } = run(series, { ...parts, rebalance: "daily", rebalanceBand: { points: 10 } });
    // at 40 A is 400 of 1,150, 34.8 %; at 50 it is 500 of 1,250, 40 %: 187.50 go to the others
    expect(fills.slice(4)).toEqual([
      "4 sell A 3.75 @ 50 rebalance",
      "4 buy B 2.5 @ 25",
      "4 buy C 2.5 @ 25",
      "4 buy D 2.5 @ 25",
    ]);
  });

  it("lets a buy of a halted share wait for its next bar", () => {
    const series = [
      prices("A", { close: [100, 100, 150, 150, 150, 150] }),
      prices("B", { close: [50, 50, 50, null, null, 60] }),
    ];
    const { fills } = run(series, { ...sixtyForty, rebalance: "weekly", scheduleDay: 2 });
    // 2020-01-03 is the third session of its week: the second, and the run's first, are days 1 and 0
    expect(fills.slice(0, 2)).toEqual(["1 buy A 6 @ 100", "1 buy B 8 @ 50"]);
    const daily = run(series, sixtyForty);
    expect(daily.fills.slice(2)).toEqual(["3 sell A 0.8 @ 150 rebalance", "5 buy B 2 @ 60"]);
  });
});

describe("money in and out, worked by hand", () => {
  it("counts 3.294 % a year for 100, 100 more a year later, and 210 after two", () => {
    const bars = [
      ["2020-01-01", 100, 100],
      ["2021-01-01", 120, 120],
      ["2022-01-01", (120 * 210) / 220, (120 * 210) / 220],
    ] as const;
    const { report } = run([{ symbol: "A", bars }], {
      ...percents({ A: "100" }),
      startMargin: 100,
      fillAt: "same-close",
      rebalance: "daily",
      flows: [{ amount: 100, every: "once", from: "2021-01-01" }],
    });
    expect([...report.equity.value].map(plain)).toEqual(["100", "220", "210"]);
    expect(report.money?.moneyWeighted).toBeCloseTo(3.294, 3);
    expect(report.performance.totalGrowthPercent).toBeCloseTo(14.545454545, 6);
    expect(report.performance.totalGrowth).toBeCloseTo(10, 9);
    expect(report.yearlyPerformance.map(({ flows }) => flows)).toEqual([0, 100, 0]);
  });

  it("knows no own return where money changes its sign twice", () => {
    const day = Int32Array.from(["2020-01-01", "2021-01-01", "2022-01-01"], (iso) => parseIsoDay(iso) ?? 0);
    const flows = Float64Array.of(0, -230, 132);
    expect(moneyWeighted({ day, startMargin: 100, flows, endValue: 0, negligible: 1e-7 })).toBeNull();
    expect(
      moneyWeighted({ day, startMargin: 100, flows: new Float64Array(3), endValue: 121, negligible: 1e-7 }),
    ).toBeCloseTo((1.21 ** (365 / 731) - 1) * 100, 9);
  });

  it("puts in 100 a month on the 31st, or the month's last day, and 10 % more from the 13th on", () => {
    const sessions = 31 + 29 + 31 + 366 + 60;
    const { report } = run([flat("A", 10, sessions)], {
      ...percents({ A: "100" }),
      flows: [{ amount: 100, every: "monthly", from: "2020-01-31", growPercent: 10, to: "2021-02-28" }],
    });
    // January 2020 to February 2021 are 14 dates: 12 of 100 and 2 of 110
    expect(report.money?.deposited).toBeCloseTo(1420, 9);
    const cameIn = report.equity.value.findIndex((value) => value > 1050);
    expect(dateOf(cameIn)).toBe("2020-01-31");
    expect(dateOf(report.equity.value.findIndex((value) => value > 1150))).toBe("2020-02-29");
    expect(plain(report.performance.endValue)).toBe("2420");
  });

  it("buys what lacks most with money that comes in, and moves nothing else", () => {
    const series = [prices("A", { close: [100, 100, 150, 150, 150] }), flat("B", 50, 5)];
    const { fills } = run(series, {
      ...percents({ A: "60", B: "40" }),
      schedule: "daily",
      flows: [{ amount: 200, every: "once", from: dateOf(2) }],
    });
    // 1,500: the plan is 900 and 600; A has its 900, B 400
    expect(fills.slice(2)).toEqual(["3 buy B 4 @ 50"]);
  });

  it("sells whole shares of the dearest for a payment, one of each until it is covered", () => {
    const series = Array.from({ length: 10 }, (_, at) => flat(`S${at}`, 1000, 6));
    const parts = percents(Object.fromEntries(series.map(({ symbol }) => [symbol, "10"])));
    const { fills, report } = run(series, {
      ...parts,
      startMargin: 30_000,
      maxPositions: 10,
      fractionalShares: false,
      flows: [{ amount: -4500, every: "once", from: dateOf(3) }],
    });
    // each has 0.45 shares above its plan of 2,550: none whole, so one each of the first five by symbol
    expect(fills.slice(10)).toEqual([0, 1, 2, 3, 4].map((at) => `4 sell S${at} 1 @ 1000 payment`));
    expect(report.money).toMatchObject({ withdrawn: 4500, owed: 0, missed: 0, ranOut: null });
    expect(plain(report.performance.endValue)).toBe("25500");
  });

  it("pays out until nothing is left, and says when it ran out", () => {
    const { report } = run([flat("A", 10, 12)], {
      ...percents({ A: "100" }),
      flows: [{ amount: -400, every: "weekly", from: dateOf(1) }],
    });
    // asked for on days 1 and 8, sold for and paid on the days after; the third date is behind the run
    expect(report.money).toMatchObject({ withdrawn: 800, missed: 0, ranOut: null });
    const dry = run([flat("A", 10, 20)], {
      ...percents({ A: "100" }),
      flows: [{ amount: -400, every: "weekly", from: dateOf(1) }],
    });
    expect(dry.report.money).toMatchObject({ withdrawn: 1000, missed: 200, ranOut: dateOf(15) });
    expect(plain(dry.report.performance.endValue)).toBe("0");
  });

  it("earns 36.5 % a year of idle cash as 0.1 % a day", () => {
    const { report } = run([flat("A", 10, 4)], {
      ...percents({ A: "0" }),
      cash: { percent: 36.5 },
    });
    expect([...report.equity.value].map(plain)).toEqual(["1000", "1001", "1002.001", "1003.003001"]);
    expect(report.money?.interest).toBeCloseTo(3.003001, 9);
  });
});

describe("money beyond what can be counted", () => {
  const dear = {
    symbol: "UP",
    type: "INDEX",
    exchange: "ELSEWHERE",
    bars: [
      [0, 1e-200, 1e-200],
      [2, 1e200, 1e200],
    ],
  } as const;

  it.each([1e300, -1e300])("is refused by its place: %d that grows by a series without end", (amount) => {
    const market = buildMarket([flat("A", 10, 6), dear]);
    const strategy = strategyOf({
      simulation: {
        startDate: dateOf(0),
        endDate: "2039-12-31",
        positionSizing: "weights",
        weight: "1",
        flows: [{ amount, every: "once", from: dateOf(3), growBy: "UP" }],
      },
    });
    expect(backtest(strategy, market)).toMatchObject({ ok: false, problem: { place: "simulation.flows" } });
  });

  it("is no trouble of the largest margin", () => {
    const { report } = run([flat("A", 10, 6)], {
      startMargin: 1e15,
      weight: "1",
      flows: [{ amount: -1e15, every: "once", from: dateOf(3) }],
    });
    expect(report.money).toMatchObject({ withdrawn: 1e15, missed: 0 });
  });
});

describe("the close that gave the signal", () => {
  it("fills there with same-close, a session later with next-open", () => {
    const series = [prices("A", { close: [100, 110, 121, 133.1] })];
    const simulation = { ...percents({ A: "100" }) };
    const same = run(series, { ...simulation, fillAt: "same-close" });
    const next = run(series, { ...simulation, fillAt: "next-open" });
    expect(same.fills).toEqual(["0 buy A 10 @ 100"]);
    expect(next.fills).toEqual(["1 buy A 9.090909 @ 110"]);
    expect(same.report.warnings.map(({ code }) => code)).toEqual(["filled-at-signal"]);
    expect(plain(same.report.performance.endValue)).toBe("1331");
    expect(plain(next.report.performance.endValue)).toBe("1210");
  });
});
