import { describe, expect, it } from "vitest";
import { dailyCurve } from "./sample-curves.ts";
import { normal } from "#datasets/generator/random.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { drawPaths, intervalOf, measureLuck } from "#workers/analysis/luck.ts";
import { openRandom } from "#workers/model/random.ts";
import { handReport } from "#tests/pages/results-report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const SESSIONS_PER_YEAR = 252;

/** Normal returns of a true yearly Sharpe ratio of 1, of which each leans on the one before by `memory`. */
function simulate(seed: string, sessions: number, memory = 0): Float64Array {
  const random = openRandom(seed);
  const deviation = 0.01;
  const mean = deviation / Math.sqrt(SESSIONS_PER_YEAR);
  let leaning = 0;
  return Float64Array.from({ length: sessions }, () => {
    leaning = memory * leaning + Math.sqrt(1 - memory * memory) * normal(random);
    return mean + deviation * leaning;
  });
}

function curveFrom(returns: Float64Array): Float64Array {
  let value = 100;
  return Float64Array.of(100, ...Array.from(returns, (earned) => (value *= 1 + earned)));
}

function pathSettings(returns: Float64Array, seed: string) {
  return {
    paths: 400,
    blockLength: Math.round(Math.cbrt(returns.length)),
    checkpoints: Int32Array.of(0),
    terms: { riskFreePercent: 0, sessionsOfYear: 252 },
    random: openRandom(seed),
    beside: returns,
  };
}

function settings(seed: string) {
  return {
    terms: { riskFreePercent: 0, sessionsOfYear: 252 },
    trials: 1,
    benchmark: "IDX",
    seed,
    random: openRandom(seed),
  };
}

describe("intervals over 300 simulated series of three years", () => {
  const SERIES = 300;
  const SESSIONS = 756;
  /** Series of which the 95 % interval holds the true Sharpe ratio and the middle of the true growths, percent. */
  function coverage(memory: number): { sharpe: number; growth: number } {
    const covered = { sharpe: 0, growth: 0 };
    // The growth that the true distribution has in the middle: the sum of normal logarithms, mean - variance / 2 each.
    const middle = Math.exp(SESSIONS * (0.01 / Math.sqrt(SESSIONS_PER_YEAR) - 0.01 ** 2 / 2));
    for (let series = 0; series < SERIES; series++) {
      const returns = simulate(`series ${series}`, SESSIONS, memory);
      const drawn = drawPaths(returns, pathSettings(returns, `paths ${series}`));
      const sharpe = intervalOf(drawn.sharpe);
      const growth = intervalOf(drawn.growth);
      if (sharpe && sharpe.low <= 1 && 1 <= sharpe.high) covered.sharpe += 100 / SERIES;
      if (growth && growth.low <= middle && middle <= growth.high) covered.growth += 100 / SERIES;
    }
    return covered;
  }

  it("hold the true Sharpe ratio and growth in about 95 % of them", () => {
    // 300 draws at 95 %: the standard error is 1.26 points; block intervals run a little short.
    const { sharpe, growth } = coverage(0);
    for (const share of [sharpe, growth]) {
      expect(share).toBeGreaterThanOrEqual(91);
      expect(share).toBeLessThanOrEqual(98.5);
    }
  });

  it("hold it nearly as often where each return leans on the one before, which single draws don't", () => {
    const { sharpe } = coverage(0.3);
    expect(sharpe).toBeGreaterThanOrEqual(87);
  });
});

describe("resampled paths", () => {
  const equity = dailyCurve(curveFrom(simulate("one", 600)));

  it("are the same for the same seed and others for another", () => {
    expect(measureLuck(equity, settings("a"))).toEqual(measureLuck(equity, settings("a")));
    expect(measureLuck(equity, settings("a"))?.endValue).not.toEqual(
      measureLuck(equity, settings("b"))?.endValue,
    );
  });

  it("begin at the start value and end as the end values do", () => {
    const luck = measureLuck(equity, settings("a"));
    expect(luck?.bands.p5[0]).toBe(100);
    expect(luck?.bands.day).toHaveLength(120);
    expect(luck?.bands.day.at(-1)).toBe(600);
    expect(luck?.bands.p95.at(-1)).toBeCloseTo(luck?.endValue.p95 ?? 0, 8);
    expect(luck?.bands.value.at(-1)).toBe(equity.value.at(-1));
  });

  it("keep the run's own growth about in their middle", () => {
    const luck = measureLuck(equity, settings("a"));
    const end = equity.value.at(-1) ?? 0;
    expect(luck?.endValue.p25).toBeLessThan(end);
    expect(luck?.endValue.p75).toBeGreaterThan(end);
    expect(luck?.cagr?.low).toBeLessThan(luck?.cagr?.high ?? 0);
  });

  it("of one block as long as the run only turn its returns round: the end value stays", () => {
    const returns = simulate("turned", 50);
    const end = (curveFrom(returns).at(-1) ?? 0) / 100;
    const drawn = drawPaths(returns, {
      paths: 20,
      blockLength: 50,
      checkpoints: Int32Array.of(0),
      terms: { riskFreePercent: 0, sessionsOfYear: 252 },
      random: openRandom("x"),
      beside: returns,
    });
    for (const growth of drawn.growth) expect(growth).toBeCloseTo(end, 10);
  });

  it("are none for a run of a few sessions", () => {
    expect(measureLuck(handReport.equity, settings("a"))).toBeNull();
  });
});

it("the analysis of a report has every part, whatever is undefined in it", () => {
  const analysis = analyse({ report: handReport, strategy: defaultStrategy, trials: 1 });
  expect(analysis.months).toHaveLength(2);
  expect(analysis.luck).toBeNull();
  expect(analysis.rolling.day).toHaveLength(0);
  expect(analysis.streaks.map(({ of, kind, length }) => `${of} ${kind} ${length}`)).toEqual([
    "trades gains 1",
    "trades losses 1",
    "sessions gains 1",
    "sessions losses 1",
    "months gains 3",
  ]);
});
