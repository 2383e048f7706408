import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtest, previewStrategy } from "#workers/backtest.ts";
import type { Decision } from "#workers/model/decision.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { buildMarket } from "../support/market-builder.ts";
import { smallRuns } from "../support/random-market.ts";

/** Closes of five sessions; the cap is 10 x the last close of the list where given. */
function series(symbol: string, closes: readonly number[], cap?: number) {
  return {
    symbol,
    bars: closes.map(
      (close, at) => [at, close, close, { volume: 10, ...(cap ? { marketCap: cap } : {}) }] as const,
    ),
  };
}

function strategyOf(scanner: Partial<Strategy["scanner"]>, buy: Partial<Strategy["buy"]>): Strategy {
  return {
    ...defaultStrategy,
    scanner: { ...defaultStrategy.scanner, ...scanner },
    buy: { ...defaultStrategy.buy, ...buy },
    simulation: { ...defaultStrategy.simulation, startDate: "2020-01-01", endDate: "2020-12-31" },
  };
}

describe("previewStrategy", () => {
  it("counts what passes each rule on the last session, worked by hand", () => {
    const market = buildMarket([
      series("AAA", [100, 101, 102, 103, 104], 500), // grew, dear, value 1040
      series("BBB", [50, 49, 48, 47, 46], 900), // fell, cheap, value 460
      series("CCC", [90, 95, 100, 105, 98], 100), // 98 < mean of 105 and 98, 98 < 100 two bars before
      series("DDD", [70, 80], 999), // no bar on the last session
    ]);
    const strategy = strategyOf(
      {
        priceGrowth: 1,
        priceGrowthDays: 4,
        minPrice: 97,
        marketCapRank: 40,
        avgDailyValue: 1000,
        avgDailyValueDays: 2,
      },
      { closeDays: 2, movingAverageDays: 2 },
    );
    expect(previewStrategy(strategy, market)).toEqual({
      ok: true,
      value: {
        date: "2020-01-05",
        instruments: 3,
        // AAA +4 %, CCC +8.9 %; AAA and CCC over 97; rank 1 and 2 of 3 (100 < 120); AAA 1035, CCC 1015.
        passing: {
          priceGrowth: 2,
          minPrice: 2,
          marketCapRank: 2,
          avgDailyValue: 2,
          lastPriceVsClose: 1,
          lastPriceVsMA: 1,
        },
        scanner: 3,
        buy: 1,
        together: 1,
        series: ["AAA", "BBB", "CCC", "DDD"].map((symbol) => ({ symbol, name: "" })),
      },
    });
  });

  it("lists what may serve as the benchmark: the exchange's indices first", () => {
    const market = buildMarket([
      series("AAA", [100, 101]),
      { ...series("IDX", [10, 11]), type: "INDEX" },
      { ...series("FAR", [10, 11]), exchange: "BSE" },
    ]);
    const preview = previewStrategy(strategyOf({}, {}), market);
    expect(preview.ok && preview.value.series.map(({ symbol }) => symbol)).toEqual(["IDX", "AAA"]);
  });

  it("gives null for what is off or can't be answered", () => {
    const market = buildMarket([series("AAA", [100, 101])]);
    const strategy = strategyOf({ priceGrowth: null, avgDailyValue: null }, { lastPriceVsMA: false });
    const preview = previewStrategy(strategy, market);
    expect(preview).toMatchObject({
      ok: true,
      value: {
        passing: {
          priceGrowth: null,
          marketCapRank: null,
          avgDailyValue: null,
          lastPriceVsMA: null,
          minPrice: 1,
        },
      },
    });
  });

  it("counts as many candidates as a run finds on a session before its last", () => {
    fc.assert(
      fc.property(smallRuns(), ({ series: all, strategy }) => {
        const market = buildMarket(all);
        const log: Decision[] = [];
        const run = backtest(
          { ...strategy, simulation: { ...strategy.simulation, maxPositions: 1000 } },
          market,
          { log },
        );
        if (!run.ok || run.value.equity.day.length < 2) return;
        const first = run.value.equity.day[0];
        const candidates = log.filter((entry) => entry.type === "candidate" && entry.day === first);
        const untilFirst = { ...strategy.simulation, endDate: run.value.metadata.backtestStart };
        const preview = previewStrategy({ ...strategy, simulation: untilFirst }, market);
        expect(preview).toMatchObject({ ok: true, value: { together: candidates.length } });
      }),
      { numRuns: 200 },
    );
  });
});
