/** What a portfolio's checks run, and what they make of it: the runs' figures are the test's. */
import { describe, expect, it } from "vitest";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { handReport } from "#tests/pages/results-report.ts";
import { compareSetBacks, tryStarts } from "#src/run/check-portfolio.ts";
import type { CheckedGist } from "#src/run/check-portfolio.ts";
import { readRobustness } from "#src/storage/robustness-record.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { toEpochDay } from "#workers/model/day.ts";
import type { LastingDraws } from "#workers/model/lasting.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

function portfolio(simulation: object): Strategy {
  return strategyOf({
    simulation: {
      positionSizing: "weights",
      weight: "1",
      rebalance: "monthly",
      schedule: "monthly",
      ...simulation,
    },
  });
}

interface Tried {
  readonly found: RobustnessParts;
  readonly strategies: readonly Strategy[];
}

type Answer = (simulation: Strategy["simulation"]) => Partial<CheckedGist> | null;

function answering(strategy: Strategy, answer: Answer, report: Report = handReport) {
  const strategies: Strategy[] = [];
  const check = {
    strategy,
    report,
    tell: () => {},
    figuresOf: (asked: readonly Strategy[]) => {
      strategies.push(...asked);
      const gists = asked.map(({ simulation }): CheckedGist | null => {
        const gist = answer(simulation);
        return gist && { endValue: 1000, cagr: 5, maxDrawdown: -10, ...gist };
      });
      return Promise.resolve(ok(gists));
    },
  };
  return { check, strategies };
}

function foundIn(result: Result<RobustnessParts>): RobustnessParts {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

async function setBacks(strategy: Strategy, answer: Answer): Promise<Tried> {
  const { check, strategies } = answering(strategy, answer);
  return { found: foundIn(await compareSetBacks(check)), strategies };
}

describe("is setting back worth it", () => {
  const rates: Readonly<Record<string, number>> = {
    never: 4,
    yearly: 5,
    daily: 6,
    quarterly: 5.5,
    monthly: 5.8,
  };

  it("runs each way on each of 20 days, and counts who made most on them", async () => {
    // yearly makes 7 on the days up to 8, and is behind the band's 6 on the other 12
    const { found, strategies } = await setBacks(portfolio({ scheduleDay: 3 }), (simulation) => {
      const { rebalance = "never", scheduleDay = 1 } = simulation;
      const cagr = rebalance === "yearly" && scheduleDay <= 8 ? 7 : (rates[rebalance] ?? 0);
      return { cagr, endValue: 100 * scheduleDay, account: { turnover: 12, costs: 0.1, ranOut: null } };
    });
    expect(strategies).toHaveLength(5 * 20);
    expect(found.setBack?.days).toBe(20);
    expect(found.setBack?.ways.map(({ way, leads }) => [way, leads])).toEqual([
      ["never", 0],
      ["yearly", 8],
      ["band", 12],
      ["quarterly", 0],
      ["monthly", 0],
    ]);
    const own = found.setBack?.ways.at(-1);
    expect(own).toMatchObject({ cagr: 5.8, endValue: 300, turnover: 12, costs: 0.1 });
  });

  it("runs what no day moves once, and leaves its own day out of it", async () => {
    const { strategies } = await setBacks(portfolio({ schedule: "daily", scheduleDay: 2 }), () => ({}));
    const unmoved = strategies.filter(({ simulation }) => simulation.scheduleDay === undefined);
    expect(unmoved.map(({ simulation }) => simulation.rebalance)).toEqual(["never", "daily"]);
    expect(strategies).toHaveLength(2 + 3 * 20);
  });

  it("lets nobody lead on a day on which two made the same", async () => {
    const { found } = await setBacks(portfolio({}), () => ({ cagr: 5 }));
    expect(found.setBack?.ways.every(({ leads }) => leads === 0)).toBe(true);
  });

  it("has the strategy's own way as well, where it is none of the others", async () => {
    const band = { points: 2, percent: null };
    const { found, strategies } = await setBacks(
      portfolio({ rebalance: "weekly", rebalanceBand: band }),
      () => ({}),
    );
    expect(found.setBack?.ways[0]?.way).toBe("own");
    expect(strategies[0]?.simulation.rebalanceBand).toEqual(band);
    expect(strategies.slice(0, 5).map(({ simulation }) => simulation.scheduleDay)).toEqual([1, 2, 3, 4, 5]);
  });

  it("leaves out a way that is refused, and runs nothing with slots", async () => {
    const { found } = await setBacks(portfolio({}), ({ rebalance }) => (rebalance === "yearly" ? null : {}));
    expect(found.setBack?.ways.map(({ way }) => way)).toEqual(["never", "band", "quarterly", "monthly"]);
    const slots = await setBacks(strategyOf({}), () => ({}));
    expect(slots).toEqual({ found: { setBack: null, scheduleDays: null }, strategies: [] });
  });

  it("makes variants that every reader takes", async () => {
    const { strategies } = await setBacks(portfolio({ schedule: "weekly", scheduleDay: 5 }), () => ({}));
    for (const strategy of strategies) expect(parseStrategy(strategy).ok).toBe(true);
  });
});

async function days(strategy: Strategy) {
  const { check } = answering(strategy, ({ scheduleDay = 1 }) => ({ endValue: 1000 + scheduleDay }));
  return foundIn(await compareSetBacks(check)).scheduleDays;
}

/** Of two sessions: all that is looked at is when it began and ended. */
function from(first: number, last: number): Report {
  return { ...handReport, equity: { ...handReport.equity, day: Int32Array.of(first, last) } };
}

function path() {
  return Promise.resolve(ok({ day: [1, 2], value: [3, 4] }));
}

const draws: LastingDraws = {
  paths: 2000,
  months: 143,
  blockMonths: 5,
  lasted: 1500,
  left: { p5: 0, p50: 300, p95: 900 },
};
const asked: number[] = [];
const answers = {
  pathOf: path,
  drawsOf(years: number) {
    asked.push(years);
    return Promise.resolve(ok(draws));
  },
};

describe("the luck of the day", () => {
  it("is 20 days of a month, 5 of a week", async () => {
    const ofMonth = await days(portfolio({}));
    expect(ofMonth).toHaveLength(20);
    expect(ofMonth?.[6]).toEqual({ day: 7, endValue: 1007, cagr: 5, maxDrawdown: -10 });
    expect(await days(portfolio({ schedule: "weekly" }))).toHaveLength(5);
  });

  it("is none where nothing waits for a day", async () => {
    expect(await days(portfolio({ schedule: "daily", rebalance: "daily" }))).toBeNull();
    expect(await days(strategyOf({}))).toBeNull();
  });
});

describe("would the money have lasted", () => {
  const plan = portfolio({
    startDate: "1990-01-10",
    flows: [
      { amount: -400, every: "yearly" },
      { amount: -5, every: "monthly", from: "2000-03-31", to: "2002-03-31" },
    ],
  });
  // 2000-01-12 to 2011-12-31: from 10 January 2000 to 10 December 2001 there are 24 months that leave 10 years
  const report = from(toEpochDay(2000, 1, 12), toEpochDay(2011, 12, 31));

  it("begins in each month that leaves the years, with the money's dates moved along", async () => {
    const { check, strategies } = answering(plan, () => ({}), report);
    const { lasted } = foundIn(await tryStarts(check, answers));
    expect(lasted?.years).toBe(10);
    expect(lasted?.starts).toHaveLength(24);
    expect(lasted?.draws).toEqual(draws);
    expect(asked.at(-1)).toBe(10);
    expect(strategies[1]?.simulation).toMatchObject({ startDate: "2000-02-10", endDate: "2010-02-09" });
    expect(strategies[1]?.simulation.flows).toEqual([
      { amount: -400, every: "yearly" },
      { amount: -5, every: "monthly", from: "2000-04-30", to: "2002-04-30" },
    ]);
    expect(strategies.at(-1)?.simulation).toMatchObject({ startDate: "2001-12-10", endDate: "2011-12-09" });
  });

  it("names the one whose money was gone soonest, and follows it", async () => {
    // the third lasted 4 years, the fifth 3
    const ends: Readonly<Record<string, string>> = { "2000-03-10": "2004-03-12", "2000-05-10": "2003-05-12" };
    const answer: Answer = ({ startDate }) => ({
      endValue: ends[startDate] ? 0 : 700,
      account: { turnover: null, costs: null, ranOut: ends[startDate] ?? null },
    });
    const { check } = answering(plan, answer, report);
    const followed: string[] = [];
    const { lasted } = foundIn(
      await tryStarts(check, {
        ...answers,
        pathOf: ({ simulation }) => {
          followed.push(simulation.startDate);
          return path();
        },
      }),
    );
    expect(lasted?.worst).toBe(4);
    expect(followed).toEqual(["2000-05-10"]);
    expect(lasted?.starts[4]).toEqual({ from: "2000-05-10", endValue: 0, ranOut: "2003-05-12" });
    expect(lasted?.path).toEqual({ day: [1, 2], value: [3, 4] });
  });

  it("names the one that had least left, where all lasted", async () => {
    const { check } = answering(
      plan,
      ({ startDate }) => ({ endValue: startDate === "2001-01-10" ? 5 : 9 }),
      report,
    );
    expect(foundIn(await tryStarts(check, answers)).lasted?.worst).toBe(12);
  });

  it("is not asked where no money goes out, nor of a run without enough starts", async () => {
    const saving = portfolio({ flows: [{ amount: 100, every: "monthly" }] });
    const { check } = answering(saving, () => ({}), report);
    expect(foundIn(await tryStarts(check, answers))).toEqual({ lasted: null });
    const short = answering(plan, () => ({}), from(toEpochDay(2000, 1, 12), toEpochDay(2006, 11, 30)));
    expect(foundIn(await tryStarts(short.check, answers))).toEqual({ lasted: null });
  });

  it("is read back as it was stored", async () => {
    const { check } = answering(plan, () => ({}), report);
    const parts = {
      ...foundIn(await tryStarts(check, answers)),
      ...foundIn(await compareSetBacks(check)),
    };
    expect(readRobustness({ ...parts, engineVersion: "1" }, "1")).toEqual(parts);
  });
});
