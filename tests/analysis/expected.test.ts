import { describe, expect, it } from "vitest";
import { handReport, position } from "#tests/pages/results-report.ts";
import { expectedOf } from "#workers/analysis/expected.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { ExpectRequest } from "#workers/model/deploy-work.ts";

/** An account that grows by each of the returns in turn. */
function accountOf(returns: readonly number[]): Float64Array {
  let value = 100;
  return Float64Array.from([100, ...returns.map((earned) => (value *= 1 + earned))]);
}

const FIRST_DAY = 18_000;

/** A backtest with these returns, that bought for so much of its 100 on its first session and kept it. */
function backtestOf(returns: readonly number[], bought = 100): ExpectRequest["backtest"] {
  const value = accountOf(returns);
  return {
    performance: { ...handReport.performance, startValue: 100 },
    positions: [
      position({ entryDate: formatIsoDay(FIRST_DAY), entryPrice: bought, quantity: 1, exitReason: "open" }),
    ],
    equity: {
      day: Int32Array.from(value, (_, row) => FIRST_DAY + row),
      value,
      benchmark: value,
      positions: Int32Array.from(value, () => 1),
    },
  };
}

/** An account with these returns, and so much of it in positions at each close. */
function request(
  backtest: ExpectRequest["backtest"],
  returns: readonly number[],
  invested = 100,
): ExpectRequest {
  const account = accountOf(returns);
  return {
    backtest,
    commissionPercent: 0,
    account,
    invested: Float64Array.from(account, (_, row) => (row === 0 ? 0 : invested)),
    seed: "a",
  };
}

const upAndDown = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 0.01 : -0.005));
const steady = Array.from({ length: 50 }, () => 0.01);

describe("an account beside its backtest", () => {
  it("of one return alone is where every path is", () => {
    const found = expectedOf(request(backtestOf(steady), [0.01, 0.01, 0.01]));
    expect(found).toMatchObject({ sessions: 3, invested: 100 });
    for (const figure of [found?.growth, found?.low, found?.middle, found?.high])
      expect(figure).toBeCloseTo((1.01 ** 3 - 1) * 100, 8);
    expect(found).toMatchObject({ drawdown: 0, deepest: 0 });
  });

  it("is held against paths with as much invested as it had itself", () => {
    // what was held made 1 % a session, and half of the account held it
    const half = expectedOf(request(backtestOf(steady), [0.005, 0.005], 50));
    expect(half?.invested).toBe(50);
    expect(half?.low).toBeCloseTo((1.005 ** 2 - 1) * 100, 8);
    expect(half?.high).toBeCloseTo((1.005 ** 2 - 1) * 100, 8);
  });

  it("takes the returns of what was held from a backtest that kept half in cash", () => {
    // 50 in cash, 50 in shares that fall by 1 % a session: their share of the account is that of the close before
    let shares = 50;
    const returns = steady.map(() => {
      const before = shares;
      shares *= 0.99;
      return (50 + shares) / (50 + before) - 1;
    });
    const found = expectedOf(request(backtestOf(returns, 50), [-0.01, -0.01]));
    expect(found?.low).toBeCloseTo((0.99 ** 2 - 1) * 100, 8);
    expect(found?.high).toBeCloseTo((0.99 ** 2 - 1) * 100, 8);
  });

  it("of cash alone is on paths of cash alone", () => {
    const found = expectedOf(request(backtestOf(upAndDown), [0, 0], 0));
    expect(found).toMatchObject({ invested: 0, low: 0, middle: 0, high: 0, deepest: 0 });
  });

  it("is below nearly all paths where it fell each session, and above where it rose", () => {
    const fallen = expectedOf(request(backtestOf(upAndDown), Array(20).fill(-0.005)));
    expect(fallen?.place).toBe(0);
    expect(fallen?.drawdown).toBeLessThan(fallen?.deepest ?? 0);
    const risen = expectedOf(request(backtestOf(upAndDown), Array(20).fill(0.01)));
    expect(risen?.place).toBe(100);
    expect(risen?.deeper).toBe(100);
  });

  it("is among them where it did as the backtest", () => {
    const found = expectedOf(request(backtestOf(upAndDown), upAndDown.slice(0, 60)));
    expect(found?.low).toBeLessThanOrEqual(found?.middle ?? NaN);
    expect(found?.middle).toBeLessThanOrEqual(found?.high ?? NaN);
    expect(found?.middle).toBeCloseTo(found?.growth ?? NaN, -1);
  });

  it("gives the same for the same seed, and nothing where there is too little", () => {
    const known = request(backtestOf(upAndDown), [0.01]);
    expect(expectedOf(known)).toEqual(expectedOf(known));
    expect(expectedOf(request(known.backtest, []))).toBeNull();
    expect(expectedOf({ ...known, backtest: backtestOf([0.01, 0.02]) })).toBeNull();
    const inCash = { ...known.backtest, positions: [] };
    const positions = inCash.equity.positions.map(() => 0);
    expect(
      expectedOf({ ...known, backtest: { ...inCash, equity: { ...inCash.equity, positions } } }),
    ).toBeNull();
  });
});
