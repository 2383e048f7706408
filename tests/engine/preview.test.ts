import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeptVerdicts } from "#workers/analysis/member-verdicts.ts";
import { previewRules } from "#workers/analysis/preview.ts";
import { backtest } from "#workers/run/backtest.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { previewStrategy } from "#workers/run/preview-strategy.ts";
import type { Decision } from "#workers/model/decision.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { buildMarket } from "../support/market-builder.ts";
import { valueOf } from "../support/value-of.ts";
import { ruleRuns } from "./random-rule-runs.ts";
import { smallRuns } from "../support/random-market.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

/** Closes of five sessions; the cap is 10 x the last close of the list where given. */
function series(symbol: string, closes: readonly number[], cap?: number) {
  return {
    symbol,
    bars: closes.map(
      (close, at) => [at, close, close, { volume: 10, ...(cap ? { marketCap: cap } : {}) }] as const,
    ),
  };
}

/** A price of 10 on some days. */
function barsOn(symbol: string, days: readonly number[]) {
  return { symbol, bars: days.map((day) => [day, 10, 10] as const) };
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
  it("says of a line that is true on nobody on how many of the last sessions it was, worked by hand", () => {
    const market = buildMarket([
      series("AAA", [100, 90, 100, 90, 95]), // falls on the second and the fourth session
      series("BBB", [50, 51, 50, 51, 52]), // falls on the third
    ]);
    const { rules } = valueOf(
      previewStrategy(strategyOf({}, { rules: ["close < close[1]", "close > 92", "close < 1"] }), market),
    );
    expect(rules).toMatchObject([
      { place: "buy.rules[0]", alone: 0, recently: { sessions: 3, of: 5 } },
      { place: "buy.rules[1]", alone: 1 },
      { place: "buy.rules[2]", alone: 0, recently: { sessions: 0, of: 5 } },
    ]);
    expect(rules[1]).not.toHaveProperty("recently");
  });

  it("looks back no further than 250 sessions", () => {
    const closes = Array.from({ length: 300 }, (_, at) => (at < 51 ? 10 : 20)); // 10 up to the 51st, of the last 250 the first
    const { rules } = valueOf(
      previewStrategy(strategyOf({}, { rules: ["close < 15"] }), buildMarket([series("AAA", closes)])),
    );
    expect(rules).toMatchObject([{ alone: 0, recently: { sessions: 1, of: 250 } }]);
  });

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
        mostListed: 4,
        // AAA +4 %, CCC +8.9 %; AAA and CCC over 97; rank 1 and 2 of 3 (100 < 120); AAA 1035, CCC 1015.
        passing: {
          priceGrowth: 2,
          minPrice: 2,
          marketCapRank: 2,
          avgDailyValue: 2,
          lastPriceVsClose: 1,
          lastPriceVsMA: 1,
        },
        rules: [],
        scanner: 3,
        buy: 1,
        together: 1,
        candidates: [{ symbol: "AAA", name: "" }],
        series: ["AAA", "BBB", "CCC", "DDD"].map((symbol) => ({ symbol, name: "", isIndex: false })),
        hasAdjusted: false,
        warnings: [],
      },
    });
  });

  it("counts the most that were listed at once in the period, gaps within and all, worked by hand", () => {
    const market = buildMarket([
      barsOn("GONE", [0, 1, 2]),
      barsOn("GAPS", [0, 4]), // without a bar on 1 .. 3, and listed
      barsOn("NEW", [3, 4]), // begins the day after GONE ends
      barsOn("EVER", [0, 1, 2, 3, 4]),
      barsOn("LATE", [4]),
    ]);
    const mostFrom = (startDate: string, endDate: string) => {
      const strategy = strategyOf({}, {});
      const simulation = { ...strategy.simulation, startDate, endDate };
      const counts = previewStrategy({ ...strategy, simulation }, market);
      return counts.ok && counts.value.mostListed;
    };
    expect(mostFrom("2020-01-01", "2020-01-05")).toBe(4); // GAPS, NEW, EVER, LATE on the last day
    expect(mostFrom("2020-01-01", "2020-01-04")).toBe(3); // GONE, GAPS, EVER on the first: the only bar of GAPS
    expect(mostFrom("2020-01-02", "2020-01-03")).toBe(2);
  });

  it("lists what may serve as the benchmark: the exchange's indices first, and no rates", () => {
    const market = buildMarket([
      series("AAA", [100, 101]),
      { ...series("IDX", [10, 11]), type: "INDEX" },
      { ...series("FAR", [10, 11]), exchange: "BSE" },
      { ...series("TBILL", [7, -1]), type: "RATE" },
    ]);
    const preview = previewStrategy(strategyOf({}, {}), market);
    expect(preview.ok && preview.value.series.map(({ symbol, isIndex }) => [symbol, isIndex])).toEqual([
      ["IDX", true],
      ["AAA", false],
    ]);
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

  it("leaves out what names a symbol, a fact or an index that the data lacks, and tells it", () => {
    const market = buildMarket([
      series("AAA", [100, 101, 102, 103, 104]),
      series("BBB", [50, 49, 48, 47, 46]),
    ]);
    const strategy = strategyOf(
      { priceGrowth: null, marketCapRank: null, avgDailyValue: null, minPrice: null },
      {
        lastPriceVsClose: false,
        lastPriceVsMA: false,
        rules: ["close > 50", { any: ['of("NOSUCH", close) > 1', "close > 0"] }, "market(close > 1)"],
      },
    );
    const simulation = {
      ...strategy.simulation,
      sortingType: "expression" as const,
      sortBy: 'of("NOSUCH", close)',
    };
    // 104 and 46: AAA alone is above 50, both above 0.
    expect(previewStrategy({ ...strategy, simulation }, market)).toMatchObject({
      ok: true,
      value: {
        buy: 1,
        together: 1,
        rules: [
          { place: "buy.rules[0]", alone: 1, soFar: 1 },
          { place: "buy.rules[1]", alone: 2, soFar: 1 },
          { place: "buy.rules[1].any[1]", alone: 2, soFar: 2 },
        ],
        lacks: {
          code: "rules-need-index",
          details: [
            expect.stringMatching(/^buy\.rules\[2\], column 1: market\(\) asks/),
            expect.stringMatching(/^buy\.rules\[1\]\.any\[0\], column 1: the dataset has no bar of "NOSUCH"/),
            expect.stringMatching(/^simulation\.sortBy, column 1: the dataset has no bar of "NOSUCH"/),
          ],
        },
      },
    });
    const risk = { ...strategy.simulation, positionSizing: "risk" as const, positionPercent: 10 };
    const sized = {
      ...strategy,
      buy: { ...strategy.buy, rules: [] },
      simulation: { ...risk, riskPercent: 1, riskDistance: "eps" },
    };
    expect(previewStrategy(sized, market)).toMatchObject({
      ok: true,
      value: { together: 2, lacks: { code: "rules-unknown-name", place: "simulation.riskDistance" } },
    });
  });

  it("counts each own rule and group by itself and with those above it, worked by hand", () => {
    const market = buildMarket([
      series("AAA", [100, 101, 102, 103, 104]),
      series("BBB", [50, 49, 48, 47, 46]),
      series("CCC", [90, 95, 100, 105, 98]),
      series("DDD", [70, 80]), // no bar on the last session
      { symbol: "NEW", bars: [[4, 60, 60]] }, // its first bar
    ]);
    const strategy = strategyOf(
      {
        priceGrowth: null,
        marketCapRank: null,
        avgDailyValue: null,
        match: "all",
        minPrice: 50, // AAA, CCC, NEW
        rules: ["close > 97", { off: "close > 1000" }, "close > close[1]"],
      },
      {
        lastPriceVsClose: false,
        lastPriceVsMA: false,
        rules: [
          {
            any: ["close > 103", { none: ["close > close[1]", "close > 100"] }, "close < 50"],
            label: "Either",
          },
          { all: [{ off: "close > 1" }] }, // not in use
          "close > 0",
        ],
      },
    );
    const sell = { ...strategy.sell, rules: ["close < 50", "profit > 1", "close > 97"] };
    expect(previewStrategy({ ...strategy, sell }, market)).toMatchObject({
      ok: true,
      value: {
        instruments: 4,
        rules: [
          { place: "scanner.rules[0]", alone: 2, soFar: 2 }, // AAA, CCC
          { place: "scanner.rules[2]", alone: 1, soFar: 1 }, // AAA
          { place: "buy.rules[0]", alone: 3, soFar: 3 }, // AAA, BBB, CCC: of NEW nobody knows
          { place: "buy.rules[0].any[0]", alone: 1, soFar: 1 }, // AAA
          { place: "buy.rules[0].any[1]", alone: 2, soFar: 3 }, // BBB and CCC
          { place: "buy.rules[0].any[1].none[0]", alone: 1, soFar: 2 }, // AAA; not so of BBB and CCC
          { place: "buy.rules[0].any[1].none[1]", alone: 1, soFar: 2 }, // AAA; neither of BBB and CCC
          { place: "buy.rules[0].any[2]", alone: 1, soFar: 3 }, // BBB
          { place: "buy.rules[2]", alone: 4, soFar: 3 },
          { place: "sell.rules[0]", alone: 1, soFar: 1 }, // BBB
          { place: "sell.rules[1]", alone: null, soFar: null }, // asks for a position
          { place: "sell.rules[2]", alone: 2, soFar: null },
        ],
        scanner: 1,
        buy: 3,
        together: 1,
        candidates: [{ symbol: "AAA", name: "" }],
      },
    });
  });

  it("leaves out of the candidates those whose position can't be sized", () => {
    const market = buildMarket([series("AAA", [100, 101, 103]), series("BBB", [50, 49, 48])]);
    const strategy = strategyOf({ minPrice: 1 }, { lastPriceVsClose: false, lastPriceVsMA: false });
    const simulation = {
      ...strategy.simulation,
      positionSizing: "risk",
      positionPercent: 10,
      riskPercent: 1,
      riskDistance: "close - close[1]",
    } as const;
    expect(previewStrategy({ ...strategy, simulation }, market)).toMatchObject({
      ok: true,
      value: { buy: 2, together: 1, candidates: [{ symbol: "AAA", name: "" }] },
    });
  });

  it("counts a changed strategy as if nothing had been counted before", () => {
    fc.assert(
      fc.property(ruleRuns(), ({ market, strategies }) => {
        for (const strategy of strategies) {
          const counted = previewStrategy(strategy, market);
          expect(counted).toEqual(previewStrategy(strategy, { ...market }, { shortcuts: [] }));
        }
      }),
      { numRuns: tries(60) },
    );
  });

  it("names the candidates that a run with rules finds on that session", () => {
    let found = 0;
    fc.assert(
      fc.property(ruleRuns(), fc.nat(), ({ market, strategies: [strategy] }, which) => {
        if (!strategy) return;
        const whole = backtest(strategy, market);
        if (!whole.ok || whole.value.equity.day.length < 2) return;
        const { day } = whole.value.equity;
        const at = day[which % (day.length - 1)] ?? 0;
        const simulation = { ...strategy.simulation, startDate: formatIsoDay(at) };
        const log: Decision[] = [];
        const run = backtest({ ...strategy, simulation }, market, { log });
        const preview = previewStrategy(
          { ...strategy, simulation: { ...simulation, endDate: simulation.startDate } },
          market,
        );
        const names = log.filter((entry) => entry.type === "candidate" && entry.day === at);
        expect(preview.ok).toBe(run.ok);
        if (!preview.ok) return;
        expect(preview.value.candidates.map(({ symbol }) => symbol)).toEqual(
          names.map(({ instrument }) => instrument).toSorted(compareSymbols),
        );
        expect(preview.value.together).toBe(names.length);
        found += names.length;
      }),
      { numRuns: tries(200), seed: 18 },
    );
    expect(found).toBeGreaterThanOrEqual(whenFull(50));
  });

  it("ranks once for all numbers that a rank is held against", () => {
    const market = buildMarket([
      series("AAA", [100, 110]), // grew most: rank 0 of 4
      series("BBB", [100, 103]), // rank 50
      series("CCC", [100, 108]), // rank 25
      series("DDD", [100, 90]), // rank 75
    ]);
    const kept: KeptVerdicts = { verdicts: new Map(), ranks: new Map() };
    const countBelow = (bound: number, known?: KeptVerdicts) => {
      const strategy = strategyOf({}, { rules: [`rank(growth(1)) < ${bound}`] });
      return previewRules(valueOf(planRun({ ...strategy, format: "strategy/2" }, market)), known);
    };
    expect(countBelow(30, kept).rules).toMatchObject([{ place: "buy.rules[0]", alone: 2 }]);
    const [ranks] = kept.ranks.values();
    expect(ranks).toBeDefined();
    const changed = countBelow(60, kept);
    expect(changed.rules).toMatchObject([{ place: "buy.rules[0]", alone: 3 }]);
    expect(changed).toEqual(countBelow(60));
    expect(kept.ranks.size).toBe(1);
    expect(kept.ranks.values().next().value).toBe(ranks);
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
      { numRuns: tries(200) },
    );
  });
});
