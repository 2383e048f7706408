import { expect, it } from "vitest";
import { handReport } from "#tests/pages/results-report.ts";
import { landingFigures } from "#workers/commands/landing-figures.ts";
import { toResultFile } from "#workers/model/report.ts";

const universePerformance = { endValue: 1500, cagr: 14.8, maxDrawdown: -55, sharpeRatio: 0.6 };

/** Two years that made so much a year. */
function resultOf(cagr: number, index = 10.3) {
  return toResultFile({
    ...handReport,
    performance: { ...handReport.performance, cagr },
    benchmarkPerformance: { ...handReport.benchmarkPerformance, cagr: index },
    universePerformance,
  });
}

it("has the verdict of the run, and what it follows from", () => {
  const { verdict, average } = landingFigures(resultOf(12.3));
  expect(verdict).toBe(
    "Ahead of =INDEX by 2.0 points a year, behind the average share by 2.5: choosing cost money.",
  );
  expect(average).toEqual({ endValue: 1500, cagr: 14.8, maxDrawdown: -55 });
});

it("fails where the words don't follow from the figures that are shown", () => {
  // 10.299 - 9.3541 is 0.9449, in words 0.9; of 10.30 and 9.35, as they are shown, it is 0.95, in words 1.0.
  expect(() => landingFigures(resultOf(9.3541, 10.299))).toThrow(/does not follow from the figures/);
  expect(() => landingFigures(resultOf(9.35, 10.3))).not.toThrow();
});

it("fails without the average share", () => {
  const { universePerformance: _none, ...earlier } = resultOf(12.3);
  expect(() => landingFigures(earlier)).toThrow(/has no average share/);
});
