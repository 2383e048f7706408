import { describe, expect, it } from "vitest";
import { chainRuns } from "#workers/run/chain-runs.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { plainStrategy } from "./tables/worked-case.ts";

/** One instrument, bought at the second open of a period: 100 x 10 shares; the close of the period's day 3 is 120. */
function oneStock() {
  const bars: BarSpec[] = [
    ["2020-01-01", 100, 100],
    ["2020-01-02", 100, 110],
    ["2020-01-03", 110, 120],
    ["2020-01-06", 100, 100],
    ["2020-01-07", 100, 100],
    ["2020-01-08", 100, 90],
  ];
  return buildMarket([{ symbol: "A", bars }]);
}

function during(startDate: string, endDate: string): Strategy {
  return plainStrategy({
    simulation: { startMargin: 1000, maxPositions: 1, startDate, endDate },
  });
}

describe("chained runs", () => {
  it("go on with what the run before ended with, each beginning without positions", () => {
    // first: 1000, then 10 shares bought at 100: 1100, 1200. Second: 1000, 1000, 900 by itself, here times 1.2
    const chained = chainRuns(
      [during("2020-01-01", "2020-01-03"), during("2020-01-06", "2020-01-08")],
      oneStock(),
    );
    if (!chained.ok) throw new Error(chained.problem.message);
    expect([...chained.value.value]).toEqual([1000, 1100, 1200, 1200, 1200, 1080]);
    expect(chained.value.performances.map(({ endValue }) => endValue)).toEqual([1200, 900]);
    expect(chained.value.endValue).toBe(1080);
    expect(chained.value.maxDrawdown).toBeCloseTo(-10, 9); // from 1200 to 1080
    expect(chained.value.cagr).toBeCloseTo((1.08 ** (365.25 / 7) - 1) * 100, 6);
  });

  it("are compared with the index over the same spans", () => {
    const index: BarSpec[] = [
      ["2020-01-01", 10, 10],
      ["2020-01-02", 10, 11],
      ["2020-01-03", 11, 12],
      ["2020-01-06", 20, 20],
      ["2020-01-07", 20, 15],
      ["2020-01-08", 15, 24],
    ];
    const bars: BarSpec[] = index.map(([day]) => [day, 100, 100]);
    const market = buildMarket([
      { symbol: "A", bars },
      { symbol: "IDX", type: "INDEX", bars: index },
    ]);
    const chained = chainRuns(
      [during("2020-01-01", "2020-01-03"), during("2020-01-06", "2020-01-08")],
      market,
    );
    if (!chained.ok) throw new Error(chained.problem.message);
    // 1000, 1100, 1200; then 1200, 900, 1440: what happened between the spans is in neither
    const { benchmark } = chained.value;
    expect(benchmark).toMatchObject({ label: "IDX", endValue: 1440 });
    expect([...(benchmark?.value ?? [])]).toEqual([1000, 1100, 1200, 1200, 900, 1440]);
    expect(benchmark?.maxDrawdown).toBeCloseTo(-25, 9); // from 1200 to 900
    expect(benchmark?.cagr).toBeCloseTo((1.44 ** (365.25 / 7) - 1) * 100, 6);
  });

  it("note bars that are not of days", () => {
    const months = Array.from({ length: 24 }, (_, at) => new Date(Date.UTC(2020, at + 1, 0)));
    const bars = months.map((day): BarSpec => [day.toISOString().slice(0, 10), 100, 100]);
    const market = buildMarket([{ symbol: "A", bars }]);
    const chained = chainRuns([during("2020-01-01", "2021-12-31")], market);
    expect(chained.ok && chained.value.frequency).toBe("monthly");
    const daily = chainRuns([during("2020-01-01", "2020-01-03")], oneStock());
    expect(daily.ok && "frequency" in daily.value).toBe(false);
  });

  it("end with the first that can't be run", () => {
    const chained = chainRuns(
      [during("2020-01-01", "2020-01-03"), during("2021-01-01", "2021-12-31")],
      oneStock(),
    );
    expect(!chained.ok && chained.problem.code).toBe("period-empty");
  });
});
