import { describe, expect, it } from "vitest";
import { expectedOf } from "#workers/analysis/expected.ts";

/** An account that grows by each of the returns in turn. */
function accountOf(returns: readonly number[]): Float64Array {
  let value = 100;
  return Float64Array.from([100, ...returns.map((earned) => (value *= 1 + earned))]);
}

const upAndDown = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 0.01 : -0.005));

describe("an account beside its backtest", () => {
  it("of one return alone is where every path is", () => {
    const steady = accountOf(Array.from({ length: 50 }, () => 0.01));
    const found = expectedOf({ backtest: steady, account: accountOf([0.01, 0.01, 0.01]), seed: "a" });
    expect(found?.sessions).toBe(3);
    for (const figure of [found?.growth, found?.low, found?.middle, found?.high])
      expect(figure).toBeCloseTo((1.01 ** 3 - 1) * 100, 8);
    expect(found).toMatchObject({ drawdown: 0, deepest: 0 });
  });

  it("is below nearly all paths where it fell each session, and above where it rose", () => {
    const backtest = accountOf(upAndDown);
    const fallen = expectedOf({ backtest, account: accountOf(Array(20).fill(-0.005)), seed: "a" });
    expect(fallen?.place).toBe(0);
    expect(fallen?.drawdown).toBeLessThan(fallen?.deepest ?? 0);
    const risen = expectedOf({ backtest, account: accountOf(Array(20).fill(0.01)), seed: "a" });
    expect(risen?.place).toBe(100);
    expect(risen?.deeper).toBe(100);
  });

  it("is among them where it did as the backtest", () => {
    const backtest = accountOf(upAndDown);
    const found = expectedOf({ backtest, account: accountOf(upAndDown.slice(0, 60)), seed: "a" });
    expect(found?.low).toBeLessThanOrEqual(found?.middle ?? NaN);
    expect(found?.middle).toBeLessThanOrEqual(found?.high ?? NaN);
    expect(found?.middle).toBeCloseTo(found?.growth ?? NaN, -1);
  });

  it("gives the same for the same seed, and nothing where there is too little", () => {
    const request = { backtest: accountOf(upAndDown), account: accountOf([0.01]), seed: "a" };
    expect(expectedOf(request)).toEqual(expectedOf(request));
    expect(expectedOf({ ...request, account: accountOf([]) })).toBeNull();
    expect(expectedOf({ ...request, backtest: accountOf([0.01, 0.02]) })).toBeNull();
  });
});
