/** Whether money lasts in other orders of a run's months: flat prices and single months, where each order comes to the same. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prices } from "#tests/engine/tables/worked-case.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { tries } from "#tests/support/tries.ts";
import { drawPaths } from "#workers/analysis/lasting.ts";
import type { LastingDraws } from "#workers/model/lasting.ts";
import { openRandom } from "#workers/model/random.ts";
import { drawLasting } from "#workers/run/retrace.ts";

const DAYS_OF_THREE_YEARS = 1096;

/** All in one share of a price that stands still, a session a day from 2020-01-01 on; 2,400 to begin with. */
function ofFlat(flows: readonly object[], days = DAYS_OF_THREE_YEARS): LastingDraws | null {
  const strategy = strategyOf({
    simulation: {
      startMargin: 2400,
      startDate: dateOf(0),
      endDate: "2039-12-31",
      fractionalShares: true,
      positionSizing: "weights",
      weight: "100",
      weightsAre: "percents",
      rebalance: "monthly",
      schedule: "monthly",
      commissionPercent: 0,
      slippagePercent: 0,
      flows,
    },
  });
  const market = buildMarket([prices("AAA", { close: Array<number>(days).fill(10) })]);
  const found = drawLasting(strategy, market, { years: 2, seed: "any" });
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

const one = (months: readonly number[], amount: readonly number[], part: readonly number[] = []) =>
  drawPaths({
    months: Float64Array.from(months),
    moves: {
      amount: Float64Array.from(amount),
      part: Float64Array.from(amount, (_, half) => part[half] ?? 0),
    },
    startMargin: 100,
    random: openRandom("any"),
  });

describe("the plan of money in a run's own months", () => {
  it("takes out what is due in so many years, from the run's first day on", () => {
    // the first payment a month after the start, 23 before two years are over: 2,400 - 2,300
    const draws = ofFlat([{ amount: -100, every: "monthly" }]);
    expect(draws?.left.p5).toBeCloseTo(100, 6);
    expect(draws?.left.p95).toBeCloseTo(100, 6);
    expect(draws?.lasted).toBe(draws?.paths);
    // the 24th payment took the last of it on 1 January 2022: 24 ends of months had money, their cube root is 2.9
    expect(draws).toMatchObject({ months: 24, blockMonths: 3 });
  });

  it("takes out percents of what there is, and puts in what comes in", () => {
    // 100 comes in, once, then half goes out a year after the start
    const draws = ofFlat([
      { amount: 100, every: "once", from: "2020-03-10" },
      { percent: -50, every: "yearly" },
    ]);
    expect(draws?.left.p50).toBeCloseTo(1250, 6);
    expect(draws?.months).toBe(34); // between the ends of January 2020 and of November 2022
  });

  it("can't be said of fewer than 24 whole months", () => {
    // up to 31 January 2022, the end of which is not seen: 24 ends with 23 months between them; a day later one more
    expect(ofFlat([{ amount: -1, every: "monthly" }], 731 + 31)).toBeNull();
    expect(ofFlat([{ amount: -1, every: "monthly" }], 731 + 32)?.months).toBe(24);
  });
});

describe("an order of months", () => {
  it("has money come and go before its return in the first half of a month, behind it in the second", () => {
    expect(one([2], [-50, 0]).left.p50).toBe(100); // (100 - 50) x 2
    expect(one([2], [0, -50]).left.p50).toBe(150); // 100 x 2 - 50
    expect(one([2], [0, 0], [0.5, 0.5]).left.p50).toBe(50); // half, doubled, half
  });

  it("has lasted only where all could be paid", () => {
    expect(one([1], [-100, 0])).toMatchObject({ lasted: 2000, left: { p50: 0 } });
    expect(one([1], [-101, 0])).toMatchObject({ lasted: 0, left: { p50: 0 } });
    expect(one([1], [-101, 0, 50, 0])).toMatchObject({ lasted: 0, left: { p50: 50 } });
  });

  it("draws both of two months about as often", () => {
    // a single month of 1 or of 3, less 100: every other path has nothing left, and all lasted
    const { lasted, left } = one([1, 3], [0, -100]);
    expect(lasted).toBe(2000);
    expect(left).toMatchObject({ p5: 0, p95: 200 });
  });

  it("is no matter where all months are alike and no money moves", () => {
    const factor = fc.double({ min: 0.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(factor, fc.integer({ min: 1, max: 40 }), (each, count) => {
        const { left } = one(Array<number>(30).fill(each), Array<number>(2 * count).fill(0));
        const grown = 100 * each ** count;
        for (const value of Object.values(left)) expect(value / grown).toBeCloseTo(1, 9);
      }),
      { numRuns: tries(20) },
    );
  });
});
