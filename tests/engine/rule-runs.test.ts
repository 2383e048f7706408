/** Runs with rules: shortcuts and the sweeps of variants change nothing of them, whatever was run on the market before. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtestVariants } from "#workers/run/backtest-variants.ts";
import { backtest } from "#workers/run/backtest.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { allShortcuts } from "#workers/shortcuts/all-shortcuts.ts";
import { workAhead, workedAhead } from "#workers/shortcuts/worked-ahead.ts";
import { lateMarket } from "../support/late-market.ts";
import { withZones } from "../support/market-zones.ts";
import { movedMany } from "../support/other-calendars.ts";
import { ruleRuns } from "./random-rule-runs.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

const runs = fc.oneof({ weight: 2, arbitrary: ruleRuns() }, movedMany(ruleRuns()));

/** The keys of candidates are packed, which is done where a column of them would take too much. */
const asOnLargeMarket = allShortcuts.map((each) => (each === workedAhead ? workAhead(0) : each));

/** By the plain engine, on prices that nobody has asked about. */
function plainRun(strategy: Strategy, market: Market) {
  return backtest(strategy, { ...market }, { shortcuts: [] });
}

describe("a run with rules", () => {
  it("is the same with every shortcut as without, run after run on the same market", () => {
    let trades = 0;
    const forms = fc.constantFrom(withZones, lateMarket, (market: Market) => ({ ...market }));
    const law = fc.property(runs, forms, ({ market, strategies }, form) => {
      const [known, large] = [form(market), form(market)];
      for (const strategy of [...strategies, ...strategies.slice(0, 1)]) {
        const plain = plainRun(strategy, market);
        expect(backtest(strategy, known)).toEqual(plain);
        expect(backtest(strategy, large, { shortcuts: asOnLargeMarket })).toEqual(plain);
        trades += plain.ok ? plain.value.performance.trades : 0;
      }
    });
    fc.assert(law, { numRuns: tries(150) });
    expect(trades).toBeGreaterThanOrEqual(whenFull(500));
  });

  it("is the same where what it is sorted by was packed for other candidates before", () => {
    const law = fc.property(runs, fc.constantFrom("-rsi(2)", "close"), ({ market, strategies }, sortBy) => {
      const [known, large] = [{ ...market }, { ...market }];
      for (const { simulation, ...strategy } of [...strategies, ...strategies]) {
        const sorted: Strategy = {
          ...strategy,
          simulation: { ...simulation, sortingType: "expression", sortBy },
        };
        const plain = plainRun(sorted, market);
        expect(backtest(sorted, known)).toEqual(plain);
        expect(backtest(sorted, large, { shortcuts: asOnLargeMarket })).toEqual(plain);
      }
    });
    fc.assert(law, { numRuns: tries(150) });
  });

  it("is the same where a strategy with other sales, money or places has found its candidates before", () => {
    const money = fc.record({
      startMargin: fc.constantFrom(1000, 10_000, 1e6),
      maxPositions: fc.integer({ min: 1, max: 4 }),
      fillAt: fc.constantFrom("next-open", "next-close"),
    });
    const law = fc.property(runs, money, ({ market, strategies }, other) => {
      const [known, large] = [{ ...market }, { ...market }];
      for (const strategy of strategies) {
        backtest(strategy, known);
        backtest(strategy, large, { shortcuts: asOnLargeMarket });
        for (const { sell } of strategies) {
          const changed: Strategy = { ...strategy, sell, simulation: { ...strategy.simulation, ...other } };
          const plain = plainRun(changed, market);
          expect(backtest(changed, known)).toEqual(plain);
          expect(backtest(changed, large, { shortcuts: asOnLargeMarket })).toEqual(plain);
        }
      }
    });
    fc.assert(law, { numRuns: tries(100) });
  });

  it("is the same as one of many variants as alone", () => {
    const law = fc.property(runs, ({ market, strategies }) => {
      const found = backtestVariants(strategies, market, { withEquity: true });
      const wanted = strategies.map((strategy) => {
        const run = plainRun(strategy, market);
        if (!run.ok) return run;
        const { performance, passedOver, equity } = run.value;
        return { ok: true, value: { performance, passedOver, equity: equity.value } };
      });
      expect(found).toEqual(wanted);
    });
    fc.assert(law, { numRuns: tries(150) });
  });
});
