/** What a run by weights held and how it was set back, worked out by hand. Session 0 is 2020-01-01. */
import { describe, expect, it } from "vitest";
import { prices } from "#tests/engine/tables/worked-case.ts";
import { buildMarket, dateOf, dayOf } from "#tests/support/market-builder.ts";
import type { SeriesSpec } from "#tests/support/market-builder.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import type { Holdings } from "#workers/model/holdings.ts";
import { holdings } from "#workers/run/retrace.ts";

/** 1,000 to begin with, fractions, no costs, filled at the next open, which is that session's close. */
function held(series: readonly SeriesSpec[], simulation: object): Holdings {
  const strategy = strategyOf({
    simulation: {
      startMargin: 1000,
      startDate: dateOf(0),
      endDate: "2039-12-31",
      fractionalShares: true,
      positionSizing: "weights",
      commissionPercent: 0,
      slippagePercent: 0,
      schedule: "daily",
      ...simulation,
    },
  });
  const found = holdings(strategy, buildMarket(series));
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

const flat = (symbol: string, level: number, sessions: number) =>
  prices(symbol, { close: Array<number>(sessions).fill(level) });
const percents = (parts: Readonly<Record<string, string>>) => ({
  weightsAre: "percents",
  weights: Object.entries(parts).map(([symbol, weight]) => ({ symbol, weight })),
});

function rounded(values: Float64Array | undefined): readonly number[] {
  return Array.from(values ?? [], (value) => Number(value.toFixed(6)));
}

/** 60 in A, 30 in B, 10 in cash, set back each session; A makes a half on the third one. */
const rising = [prices("A", { close: [100, 100, 150, 150] }), flat("B", 50, 4)];
const sixtyThirty = { ...percents({ A: "60", B: "30" }), rebalance: "daily" };

describe("what was held", () => {
  // Session 1 buys 6 A for 600 and 6 B for 300. On session 2 they are 900 and 300 of 1,300: 69.23 and 23.08 %. Session 3
  // sells 0.8 A for 120 and buys 1.8 B for 90: 780 and 390 of 1,300.
  const found = held(rising, sixtyThirty);

  it("is in percent of the account, with what is in nothing", () => {
    expect([...found.day]).toEqual([0, 1, 2, 3].map(dayOf));
    expect(found.every).toBe("session");
    expect(found.held.map(({ instrument }) => instrument)).toEqual(["A", "B"]);
    expect(rounded(found.held[0]?.share)).toEqual([0, 60, 69.230769, 60]);
    expect(rounded(found.held[1]?.share)).toEqual([0, 30, 23.076923, 30]);
    expect(rounded(found.cash)).toEqual([100, 10, 7.692308, 10]);
    expect(found.others).toBeNull();
  });

  it("was set back where it was off, by who was furthest", () => {
    expect(found.setBacks).toHaveLength(2);
    expect(found.setBacks[0]).toEqual({
      date: dateOf(0),
      sells: 0,
      buys: 2,
      turnover: 90,
      furthest: null,
      costs: 0,
    });
    expect(found.setBacks[1]).toMatchObject({ date: dateOf(2), sells: 1, buys: 1, costs: 0 });
    expect(found.setBacks[1]?.turnover).toBeCloseTo((210 / 1300) * 100, 9);
    expect(found.setBacks[1]?.furthest?.instrument).toBe("A");
    expect(found.setBacks[1]?.furthest?.share).toBeCloseTo((900 / 1300) * 100, 9);
    expect(found.setBacks[1]?.furthest?.target).toBeCloseTo(60, 9);
  });

  it("has its figures", () => {
    // three days are 3 / 365.25 years; 600, 300, 90 and 120 in four fills; 120 sold of a mean of 1,150
    const years = 3 / 365.25;
    const { ordersAYear, meanOrder, turnover, costs, offPlan } = found.figures;
    expect(ordersAYear).toBeCloseTo(4 / years, 9);
    expect(meanOrder).toBeCloseTo(277.5, 9);
    expect(turnover).toBeCloseTo((120 / 1150 / years) * 100, 6);
    expect(costs).toBe(0);
    // off by 9.2308 and 6.9231 on one of three sessions on which both are held
    expect(offPlan).toBeCloseTo((9.230769 + 6.923077) / 6, 5);
  });

  it("has a plan that holds until it is looked at again", () => {
    // set back on the first session of a month alone: A stays at 900 of 1,300 against its 60
    const { figures, setBacks } = held(rising, { ...sixtyThirty, rebalance: "monthly" });
    expect(setBacks).toHaveLength(1);
    expect(figures.offPlan).toBeCloseTo((2 * (9.230769 + 6.923077)) / 6, 5);
  });
});

describe("what it cost", () => {
  const costly = { slippagePercent: 1, commissionPercent: 0.5 };

  it("is what was paid for purchases above their prices", () => {
    // 900 buys 900 / (1.01 x 1.005) of worth
    const [first] = held(rising, { ...sixtyThirty, rebalance: "monthly", ...costly }).setBacks;
    expect(first?.costs).toBeCloseTo(900 * (1 - 1 / (1.01 * 1.005)), 9);
  });

  it("is what sales brought below their prices, told by the close that decided them", () => {
    // 1,000 buys 9.8517 A at 100; at 150 they bring 0.99 x 0.995 of their worth
    const { setBacks, figures } = held([prices("A", { close: [100, 100, 150, 150, 150] })], {
      ...percents({ A: "if(close > 120, 0, 100)" }),
      rebalance: "daily",
      ...costly,
    });
    const quantity = 10 / (1.01 * 1.005);
    const [bought, sold] = [1000 * (1 - 1 / (1.01 * 1.005)), quantity * 150 * (1 - 0.99 * 0.995)];
    const inBuying = setBacks.slice(0, -1).reduce((sum, { costs }) => sum + costs, 0);
    expect(inBuying).toBeCloseTo(bought, 6);
    expect(setBacks.at(-1)).toMatchObject({ date: dateOf(2), sells: 1, furthest: null });
    expect(setBacks.at(-1)?.costs).toBeCloseTo(sold, 6);
    expect(figures.costs).toBeGreaterThan(0);
  });

  it("belongs to its own close where fills are at the signal", () => {
    const { setBacks } = held(rising, {
      ...sixtyThirty,
      rebalance: "monthly",
      fillAt: "same-close",
      ...costly,
    });
    expect(setBacks.map(({ date }) => date)).toEqual([dateOf(0)]);
    expect(setBacks[0]?.costs).toBeCloseTo(900 * (1 - 1 / (1.01 * 1.005)), 9);
  });
});

describe("points and parts", () => {
  const equal = { weight: "1", weightsAre: "parts", rebalance: "monthly", maxPositions: 20 };

  it("are twelve instruments by size, and all others as one", () => {
    // shares of n / 105 of what is held for n = 1 to 14: the two smallest are 3 / 105
    const series = Array.from({ length: 14 }, (_, at) => flat(`S${at + 1}`, 10, 3));
    const weights = series.map(({ symbol }, at) => ({ symbol, weight: String(at + 1) }));
    const found = held(series, { ...equal, weight: null, weights });
    expect(found.held.map(({ instrument }) => instrument).slice(0, 2)).toEqual(["S14", "S13"]);
    expect(found.held).toHaveLength(12);
    expect(found.others?.count).toBe(2);
    expect(rounded(found.others?.share)).toEqual([0, 2.857143, 2.857143]);
    expect(rounded(found.cash)).toEqual([100, 0, 0]);
  });

  it.each([
    { sessions: 320, every: "session", points: 320 },
    { sessions: 321, every: "week", points: 47 },
    { sessions: 2300, every: "month", points: 76 },
  ])("are of each $every in $sessions days", ({ sessions, every, points }) => {
    // 2020-01-01 is a Wednesday: 5 days of its week, then weeks of 7; 2,300 days reach into April 2026, the 76th month
    const found = held([flat("A", 10, sessions)], equal);
    expect(found.every).toBe(every);
    expect(found.day).toHaveLength(points);
    expect(found.day.at(-1)).toBe(dayOf(sessions - 1));
  });

  it("leave months out evenly where there are too many, the last one in", () => {
    // a bar a month for 30 years: 360 ends of months, every second from the last on
    const close = Array<number>(360).fill(10);
    const bars = close.map(
      (price, at) =>
        [`${1990 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-15`, price, price] as const,
    );
    const found = held([{ symbol: "A", bars }], { ...equal, startDate: "1990-01-01" });
    expect(found.day).toHaveLength(180);
    expect(found.day.at(-1)).toBe(dayOf("2019-12-15"));
    expect(found.day[0]).toBe(dayOf("1990-02-15"));
  });
});

describe("an account with nothing in it", () => {
  it("has a share in nothing", () => {
    // all of 1,000 is paid out before anything is bought
    const found = held([flat("A", 10, 4)], {
      ...percents({ A: "100" }),
      rebalance: "daily",
      flows: [{ amount: -5000, every: "once", from: dateOf(2) }],
    });
    expect(rounded(found.held[0]?.share).at(-1)).toBe(0);
    expect(rounded(found.cash).at(-1)).toBe(100);
  });
});
