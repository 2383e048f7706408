/**
 * Every template that holds to a plan, on the demo market: what it held, session by session, against what its idea says in plain
 * code that shares nothing with the engine. Those whose weights are rules are in portfolio-rules.test.ts.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Market } from "#workers/model/market.ts";
import { firstsOf, type Trade } from "./templates/holdings.ts";
import {
  A_DAY,
  dates,
  DECIDING,
  exchange,
  FIVE,
  isNear,
  isTradedFrom,
  LAST,
  MONTHS,
  reasonsOf,
  runPortfolio,
  SESSIONS,
  shareOf,
  symbolsOf,
  without,
  type Ran,
} from "./templates/portfolio-runs.ts";
import { readDemoMarket } from "./templates/run-template.ts";
import { isPortfolio, readCards } from "./templates/template-files.ts";

const { shares, consumerPrices } = exchange;

let market: Market | null = null;
beforeAll(async () => {
  market = await readDemoMarket();
});

function run(id: string): Ran {
  if (!market) throw new Error("the demo market was not read");
  return runPortfolio(id, market);
}

/** What is in no position, in money, at each close: the account's value less what its fills say. */
function cashOf({ report, closes }: Ran): number[] {
  return closes.map(({ worth }, session) => {
    const invested = [...worth.values()].reduce((sum, value) => sum + value, 0);
    return (report.equity.value[session] ?? Number.NaN) - invested;
  });
}

const SPOKEN_OF = [
  "dual-momentum",
  "everything-equally",
  "five-worlds",
  "five-worlds-ten-month-line",
  "inverse-volatility",
  "living-on-four-percent",
  "momentum-ten",
  "monthly-plan",
  "permanent-portfolio",
  "sixty-forty",
  "strongest-three-sectors",
  "ten-month-line",
  "two-hundred-day-line",
  "two-worlds",
];

describe("the templates by weights", () => {
  it("are all spoken of", () => {
    const ids = readCards().flatMap(({ id, file }) => (isPortfolio(file) ? [id] : []));
    expect(ids.toSorted()).toEqual(SPOKEN_OF);
  });

  it.each(SPOKEN_OF)("%s: nothing is missing there", (id) => {
    expect(run(id).report.warnings).toEqual([]);
  });

  // interest and money in and out are looked at below, by template
  it.each(SPOKEN_OF.filter((id) => !/line$|plan$|percent$/.test(id) || id === "ten-month-line"))(
    "%s: the account is what its fills leave of 100 %, never below nothing in cash",
    (id) => {
      const { report, closes, ...rest } = run(id);
      const { startValue } = report.performance;
      const cash = cashOf({ report, closes, ...rest });
      const off = cash.map((money, session) => Math.abs(money - startValue + (closes[session]?.spent ?? 0)));
      expect(Math.max(...off)).toBeLessThan(1e-9 * report.performance.endValue);
      expect(Math.min(...cash)).toBeGreaterThan(-1e-9 * startValue);
    },
  );
});

describe("Everything equally", () => {
  it("holds each share that has a price, in equal parts after each month's first session", () => {
    const { heldOn, percentOf, report } = run("everything-equally");
    const wrong = without(DECIDING, (session) => {
      // one without a bar on either day waits for its next
      const listed = shares.map(({ symbol }) => symbol).filter(isTradedFrom(session));
      const held = new Set(heldOn(session + 1));
      return listed.every((symbol) => held.has(symbol));
    });
    expect(wrong).toEqual([]);
    const uneven = without(DECIDING, (session) => {
      const held = heldOn(session + 1);
      // from the evening's close to the next one a share moves by a third at most, one that waits longer
      const even = held.filter((symbol) => isNear(percentOf(session + 1, symbol) * held.length, 100, 33));
      return even.length >= held.length - 4;
    });
    expect(uneven).toEqual([]);
    expect(report.performance.exposure).toBeGreaterThan(99.5);
  });

  it("comes to the average share, but for the day that an order waits", () => {
    const { report } = run("everything-equally");
    const { cagr } = report.performance;
    expect(Math.abs((cagr ?? 0) - (report.universePerformance?.cagr ?? 0))).toBeLessThan(0.3);
  });
});

/** The sessions on which one of a plan is off by more than its points, and those on which orders were given. */
function setBacks(id: string, plan: Readonly<Record<string, number>>, points: number) {
  const ran = run(id);
  const isOff = (session: number): boolean =>
    Object.entries(plan).some(
      ([symbol, percent]) => Math.abs(ran.percentOf(session, symbol) - percent) > points,
    );
  const off = SESSIONS.filter((session) => session > 1 && session < LAST && isOff(session));
  const given = ran.report.rebalances?.map(({ date }) => date) ?? [];
  return { ...ran, off: off.map((session) => dates[session] ?? ""), given };
}

describe("60/40 that waits", () => {
  it("sets back on the days on which shares are not within 55 to 65, and on no other", () => {
    const { off, given, trades, percentOf } = setBacks("sixty-forty", { TIDESHARES: 60, TIDEBONDS: 40 }, 5);
    expect(given).toEqual([dates[0], ...off]);
    expect(off.length).toBeGreaterThan(10);
    expect(symbolsOf(trades)).toEqual(["TIDEBONDS", "TIDESHARES"]);
    expect(reasonsOf(trades)).toEqual(["rebalance"]);
    const next = off.map((date) => dates.indexOf(date) + 1);
    expect(without(next, (session) => isNear(percentOf(session, "TIDESHARES"), 60, 3))).toEqual([]);
  });

  it("lets shares go to 65, and past it by no more than two days", () => {
    const { percentOf } = run("sixty-forty");
    const percents = SESSIONS.slice(1).map((session) => percentOf(session, "TIDESHARES"));
    expect(Math.max(...percents)).toBeGreaterThan(64.5);
    expect(Math.max(...percents)).toBeLessThan(68);
    expect(Math.min(...percents)).toBeGreaterThan(50);
  });
});

describe("Five worlds, held", () => {
  it("has a fifth in each after each month's first session, and trades on no other day", () => {
    const { percentOf, trades, heldOn } = run("five-worlds");
    expect(symbolsOf(trades)).toEqual(FIVE.toSorted());
    expect(heldOn(LAST)).toEqual(FIVE.toSorted());
    const uneven = without(DECIDING, (session) =>
      FIVE.every((symbol) => isNear(percentOf(session + 1, symbol), 20, A_DAY)),
    );
    expect(uneven).toEqual([]);
    const firsts = new Set(MONTHS);
    expect(trades.filter(({ session }) => !firsts.has(session - 1))).toEqual([]);
  });
});

describe("Permanent portfolio", () => {
  it("holds four, and sets back on the days on which one is not within 15 to 35, and on no other", () => {
    const four = { TIDESHARES: 25, TIDEBONDS: 25, TIDEGOLD: 25, TIDELIQUID: 25 };
    const { off, given, heldOn, percentOf } = setBacks("permanent-portfolio", four, 10);
    expect(given).toEqual([dates[0], ...off]);
    expect(off.length).toBeGreaterThan(2);
    expect(heldOn(1)).toEqual(Object.keys(four).toSorted());
    expect(heldOn(LAST)).toEqual(Object.keys(four).toSorted());
    const next = off.map((date) => dates.indexOf(date) + 1);
    const uneven = without(next, (session) =>
      Object.keys(four).every((symbol) => isNear(percentOf(session, symbol), 25, A_DAY)),
    );
    expect(uneven).toEqual([]);
  });
});

describe("A monthly plan that grows", () => {
  it("puts in what the plan says: 10,000 a month, a tenth more each year", () => {
    const { report } = run("monthly-plan");
    // 302 months from February 2000 on: 25 years of 12 at 10,000 x 1.1^year, which is 120,000 x (1.1^25 - 1) / 0.1 with
    // 1.1^25 = 10.8347059434, and two more at 108,347.06
    expect(report.money?.deposited).toBeCloseTo(11_801_647.13 + 216_694.12, 1);
    expect(report.money).toMatchObject({ withdrawn: 0, owed: 0, missed: 0, interest: 0 });
    const flows = Object.fromEntries(report.yearlyPerformance.map(({ year, flows: money }) => [year, money]));
    expect(flows[2000]).toBeCloseTo(110_000, 6); // February to December
    expect(flows[2001]).toBeCloseTo(10_000 + 11 * 11_000, 6); // the twelfth, then a tenth more
    expect(flows[2024]).toBeCloseTo(10_000 * (1.1 ** 23 + 11 * 1.1 ** 24), 4);
  });

  it("buys the fund with it the day after, and never sells", () => {
    const { trades, report, closes } = run("monthly-plan");
    expect(symbolsOf(trades)).toEqual(["TIDESHARES"]);
    expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(["buy"]));
    expect(trades).toHaveLength(303); // the beginning and each month
    const spent = closes[LAST]?.spent ?? 0;
    const money = 10_000 + (report.money?.deposited ?? 0) - spent;
    expect(money).toBeGreaterThanOrEqual(0);
    expect(money).toBeLessThan(2 * (shareOf("TIDESHARES").close[LAST] ?? 0));
  });
});

/** The level of consumer prices that is known on a date. */
function levelOn(date: string): number {
  const row = consumerPrices.session.findLastIndex((session) => (dates[session] ?? "") <= date);
  return consumerPrices.close[row] ?? Number.NaN;
}

describe("Living on 4%", () => {
  it("takes 40,000 of the first million out each year, at the prices of its day", () => {
    const { report } = run("living-on-four-percent");
    const wanted = Array.from({ length: 25 }, (_, at) => {
      const year = 2001 + at;
      return { year, money: (40_000 * levelOn(`${year}-01-01`)) / levelOn("2000-01-03") };
    });
    expect(wanted[24]?.money).toBeGreaterThan(4 * 40_000); // prices rose more than fourfold
    const taken = new Map(report.yearlyPerformance.map(({ year, flows }) => [year, -(flows ?? 0)]));
    const off = wanted.map(({ year, money }) => Math.abs((taken.get(year) ?? Number.NaN) / money - 1));
    expect(Math.max(...off)).toBeLessThan(1e-9);
    const all = wanted.reduce((sum, { money }) => sum + money, 0);
    expect(report.money?.withdrawn).toBeCloseTo(all, 4);
    expect(report.money).toMatchObject({ deposited: 0, owed: 0, missed: 0, ranOut: null });
  });

  it("sets back to 60 and 40 once a year, and sells for the money at the same time", () => {
    const { percentOf, trades } = run("living-on-four-percent");
    const years = firstsOf(dates, 4);
    const uneven = without(years, (session) => isNear(percentOf(session + 1, "TIDESHARES"), 60, 3));
    expect(uneven).toEqual([]);
    const isLate = ({ session }: Trade): boolean => !years.includes(session - 1);
    // where the next open brought less than the close had promised, a little more is sold for the rest a day later
    const late = trades.filter(isLate);
    expect(
      late.filter(({ reason, session }) => reason !== "payment" || !years.includes(session - 2)),
    ).toEqual([]);
    expect(late.length).toBeLessThan(6);
    expect(symbolsOf(trades)).toEqual(["TIDEBONDS", "TIDESHARES"]);
  });
});
