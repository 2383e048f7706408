import { describe, expect, it } from "vitest";
import { dailyCurve } from "./sample-curves.ts";
import { normal } from "#datasets/generator/random.ts";
import { measureLuck } from "#workers/analysis/luck.ts";
import { openRandom } from "#workers/model/random.ts";
import { significanceOf } from "#workers/analysis/significance.ts";

/** Returns of a market that rises by about 15 % a year and swings by about 20 %. */
function market(seed: string, sessions: number): Float64Array {
  const random = openRandom(seed);
  return Float64Array.from({ length: sessions }, () => 0.0006 + 0.0125 * normal(random));
}

/** Those of the market, each with something else on it. */
function withNoise(returns: Float64Array, seed: string, mean: number, deviation: number): Float64Array {
  const random = openRandom(seed);
  return returns.map((earned) => earned + mean + deviation * normal(random));
}

describe("the significance of the returns above the average share", () => {
  it("is worked out of the differences: four of them by hand", () => {
    // Above the average share: 2, 0, 2, 0 %. Mean 1 %, deviation (ddof 1) 1.1547 %, ratio 0.86603; skewness 0,
    // kurtosis 1, so z = 0.86603 x sqrt(3) / sqrt(1) = 1.5 and the normal distribution has 93.319 % below it.
    const found = significanceOf(
      {
        own: Float64Array.of(0.03, -0.01, 0.01, 0.02),
        averageShare: Float64Array.of(0.01, -0.01, -0.01, 0.02),
      },
      1,
    );
    expect(found?.sharpe).toBeCloseTo(Math.sqrt(3) / 2, 10);
    expect(found?.probabilistic).toBeCloseTo(93.319, 3);
    expect(found?.deflated).toBe(found?.probabilistic);
    expect(found?.chanceDeviation).toBeCloseTo(1 / Math.sqrt(3), 12);
  });

  it("deflates by the best of so many tries without skill", () => {
    // The same returns after 10 tries: Bailey & Lopez de Prado's eq. 1 with normal quantiles of tables, of 0.9 (1.28155)
    // and of 1 - 1 / (10 e) = 0.963212 (1.78922): 0.422784 x 1.28155 + 0.577216 x 1.78922 = 1.57458 standard errors.
    // So z = 1.5 - 1.57458 = -0.07458, with 47.03 % below it.
    const found = significanceOf(
      {
        own: Float64Array.of(0.03, -0.01, 0.01, 0.02),
        averageShare: Float64Array.of(0.01, -0.01, -0.01, 0.02),
      },
      10,
    );
    expect(found?.trials).toBe(10);
    expect(found?.expectedHighest).toBeCloseTo(1.57458 / Math.sqrt(3), 4);
    expect(found?.deflated).toBeCloseTo(47.03, 1);
  });

  it("falls with every further variant that was tried", () => {
    const averageShare = market("market", 1500);
    const own = withNoise(averageShare, "own", 0.0003, 0.004);
    const after = (trials: number) => significanceOf({ own, averageShare }, trials)?.deflated ?? Number.NaN;
    const deflated = [1, 2, 10, 100].map(after);
    expect(deflated).toEqual(deflated.toSorted((a, b) => b - a));
    expect(new Set(deflated).size).toBe(4);
  });

  it("finds no edge in an index that only rises with the market", () => {
    // 25 years of 300 indices that are the average share with a swing of their own and nothing on top: against 0 each
    // looks all but certain; above the average share 95 % and more come by chance in one of twenty.
    const averageShare = market("market", 6300);
    const sure = Array.from({ length: 300 }, (_, at) => {
      const own = withNoise(averageShare, `index ${at}`, 0, 0.004);
      const nothing = new Float64Array(own.length);
      expect(significanceOf({ own, averageShare: nothing }, 1)?.probabilistic).toBeGreaterThan(99);
      return (significanceOf({ own, averageShare }, 1)?.probabilistic ?? Number.NaN) >= 95;
    }).filter(Boolean).length;
    expect(sure).toBeLessThanOrEqual(30); // 15 to be expected, with a standard deviation of 3.8
  });

  it("is none of the average share itself, of one return, nor of an account that was lost", () => {
    const averageShare = market("market", 500);
    expect(significanceOf({ own: averageShare, averageShare }, 1)).toBeNull();
    const one = Float64Array.of(0.01);
    expect(significanceOf({ own: one, averageShare: Float64Array.of(0) }, 1)).toBeNull();
    const lost = Float64Array.of(0.01, -1, Number.NaN, Number.NaN);
    expect(significanceOf({ own: lost, averageShare: new Float64Array(4) }, 1)).toBeNull();
  });
});

describe("the analysis of a run", () => {
  const settings = {
    terms: { riskFreePercent: 3, sessionsOfYear: 252 },
    benchmark: "IDX",
    seed: "a",
    random: openRandom("a"),
  };
  const value = Float64Array.from(
    { length: 60 },
    (_, row) => 100 * 1.001 ** row * (1 + 0.01 * Math.sin(row)),
  );
  const universe = Float64Array.from({ length: 60 }, (_, row) => 100 * 1.0005 ** row);

  it("takes the average share of its report", () => {
    const luck = measureLuck({ ...dailyCurve(value), universe }, { ...settings, trials: 3 });
    expect(luck?.significance).toMatchObject({ trials: 3, returns: 59 });
    // Flat but for rounding, so the ratio is that of the returns less 0.05 %, whatever the risk-free rate is.
    const returns = Float64Array.from(
      { length: 59 },
      (_, row) => (value[row + 1] ?? 0) / (value[row] ?? 0) - 1,
    );
    const mean = returns.reduce((sum, one) => sum + one, 0) / 59;
    const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    expect(luck?.significance?.sharpe).toBeCloseTo((mean - 0.0005) / Math.sqrt(squares / 58), 8);
  });

  it("says nothing of a report without one, nor where the variants are not known", () => {
    expect(measureLuck(dailyCurve(value), { ...settings, trials: 3 })?.significance).toBeNull();
    const known = { ...dailyCurve(value), universe };
    expect(measureLuck(known, { ...settings, trials: null })?.significance).toBeNull();
  });
});
