/**
 * Fixed values that others published: the tests of empyrical (quantopian/empyrical, empyrical/tests/test_stats.py,
 * which count 252 sessions a year and ddof 1 as we do) and the worked examples of the papers.
 */
import { describe, expect, it } from "vitest";
import { compound, dailyCurve } from "./sample-curves.ts";
import { listDrawdowns } from "#workers/analysis/analyse.ts";
import { marketFigures } from "#workers/analysis/figures.ts";
import { momentsOf, sessionReturns } from "#workers/analysis/returns.ts";
import {
  expectedHighestSharpe,
  normalCdf,
  normalQuantile,
  probabilisticSharpe,
} from "#workers/analysis/significance.ts";
import { returnFigures } from "#workers/figures/statistics.ts";

const YEAR = { riskFreePercent: 0, sessionsOfYear: 252 };
const MIXED = [1, 10, -4, 2, 3, 2, 1, -10];
const NEGATIVE = [0, -6, -7, -1, -9, -2, -6, -8, -5];
const ONE = [
  -0.00171614, 0.01322056, 0.03063862, -0.01422057, -0.00489779, 0.01268925, -0.03357711, 0.01797036,
].map((fraction) => fraction * 100);
const TWO = [
  0.01846232, 0.00793951, -0.01448395, 0.00422537, -0.00339611, 0.03756813, 0.0151531, 0.03549769,
].map((fraction) => fraction * 100);

describe("the values that empyrical's tests expect", () => {
  it.each([
    { title: "mixed returns", percents: MIXED, sharpe: 1.7238613961706866 },
    { title: "negative returns", percents: NEGATIVE, sharpe: -24.406808633910085 },
  ])("hold for the Sharpe ratio of $title", ({ percents, sharpe }) => {
    expect(returnFigures(compound(percents), YEAR).sharpeRatio).toBeCloseTo(sharpe, 8);
  });

  it.each([
    { title: "mixed returns", percents: MIXED, sortino: 2.605531251673693 },
    { title: "negative returns", percents: NEGATIVE, sortino: -13.532743075043401 },
    { title: "series one", percents: ONE, sortino: 3.0639640966566306 },
    { title: "series two", percents: TWO, sortino: 38.090963117002495 },
  ])("hold for the Sortino ratio of $title", ({ percents, sortino }) => {
    expect(returnFigures(compound(percents), YEAR).sortinoRatio).toBeCloseTo(sortino, 8);
  });

  it("hold for volatility", () => {
    expect(returnFigures(compound(MIXED), YEAR).volatility).toBeCloseTo(91.36465399704637, 8);
  });

  it("hold for the maximum drawdown", () => {
    expect(deepest(NEGATIVE)).toBeCloseTo(-36.5907303498736, 8);
    expect(deepest(MIXED)).toBeCloseTo(-10, 8);
    expect(deepest([10, -10, 10])).toBeCloseTo(-10, 8);
  });

  it("hold for alpha and beta against another series", () => {
    const figures = marketFigures(
      sessionReturns(compound(MIXED)),
      sessionReturns(compound(NEGATIVE.slice(1))),
      YEAR,
    );
    expect(figures?.beta).toBeCloseTo(-0.71296296296296313, 8);
    expect((figures?.alpha ?? 0) / 100).toBeCloseTo(-8.306666666666668, 8);
  });

  it("hold for alpha and beta against itself", () => {
    const returns = sessionReturns(compound(MIXED));
    expect(marketFigures(returns, returns, YEAR)).toMatchObject({ beta: 1, alpha: 0 });
  });
});

describe("the worked example of Bailey & Lopez de Prado, The Deflated Sharpe Ratio (2014)", () => {
  // A yearly Sharpe ratio of 2.5 over 1,250 days of 250 a year, skewness -3, kurtosis 10; 100 independent trials whose
  // yearly ratios have the variance 1/2.
  const measured = { sharpe: 2.5 / Math.sqrt(250), returns: 1250, skewness: -3, kurtosis: 10 };
  const deviation = Math.sqrt(1 / 2 / 250);

  it("expects 0.1132 as the highest ratio of 100 trials", () => {
    expect(expectedHighestSharpe(100, deviation)).toBeCloseTo(0.1132, 4);
  });

  it("deflates to 0.9004 after 100 trials and to 0.9505 after 46", () => {
    expect(probabilisticSharpe(measured, expectedHighestSharpe(100, deviation))).toBeCloseTo(0.9004, 4);
    expect(probabilisticSharpe(measured, expectedHighestSharpe(46, deviation))).toBeCloseTo(0.9505, 3);
  });
});

describe("the worked example of Bailey & Lopez de Prado, The Sharpe Ratio Efficient Frontier (2012)", () => {
  // 24 monthly returns with a Sharpe ratio of 0.458, skewness -2.448, kurtosis 10.164.
  const measured = { sharpe: 0.458, returns: 24, skewness: -2.448, kurtosis: 10.164 };

  it("gives 0.982 where the returns are taken for normal, 0.913 as they are", () => {
    expect(probabilisticSharpe({ ...measured, skewness: 0, kurtosis: 3 }, 0)).toBeCloseTo(0.982, 3);
    expect(probabilisticSharpe(measured, 0)).toBeCloseTo(0.913, 3);
  });
});

describe("the normal distribution", () => {
  // Abramowitz & Stegun, Handbook of Mathematical Functions, tables 26.1 and 26.5.
  it.each([
    { x: 0, p: 0.5 },
    { x: 1, p: 0.841344746068543 },
    { x: -1, p: 0.158655253931457 },
    { x: 2, p: 0.977249868051821 },
    { x: 3, p: 0.99865010196837 },
  ])("has $p below $x", ({ x, p }) => {
    expect(normalCdf(x)).toBeCloseTo(p, 13);
    expect(normalQuantile(p)).toBeCloseTo(x, 10);
  });

  it("has 1.959963984540054 at 97.5 %", () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 11);
  });
});

it("the moments of 2, 4, 4, 4, 5, 5, 7, 9 are those of the textbook", () => {
  // Mean 5, squares of the distances 9 1 1 1 0 0 4 16 = 32; cubes -27 -1 -1 -1 0 0 8 64 = 42; fourths 356.
  const { mean, deviation, skewness, kurtosis } = momentsOf([2, 4, 4, 4, 5, 5, 7, 9]);
  expect(mean).toBe(5);
  expect(deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
  expect(skewness).toBeCloseTo(42 / 8 / 8, 12);
  expect(kurtosis).toBeCloseTo(356 / 8 / 16, 12);
});

function deepest(percents: readonly number[]): number {
  return Math.min(...listDrawdowns(dailyCurve(compound(percents))).map(({ depth }) => depth));
}
