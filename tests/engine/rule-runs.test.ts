/** Runs with rules: shortcuts and the sweeps of variants change nothing of them, whatever was run on the market before. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtestVariants } from "#workers/backtest-variants.ts";
import { backtest } from "#workers/backtest.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withZones } from "../support/market-zones.ts";
import { ruleRuns } from "./random-rule-runs.ts";

/** By the plain engine, on prices that nobody has asked about. */
function plainRun(strategy: Strategy, market: Market) {
  return backtest(strategy, { ...market }, { shortcuts: [] });
}

describe("a run with rules", () => {
  it("is the same with every shortcut as without, run after run on the same market", () => {
    let trades = 0;
    const law = fc.property(ruleRuns(), fc.boolean(), ({ market, strategies }, asFromStore) => {
      const known = asFromStore ? withZones(market) : { ...market };
      for (const strategy of [...strategies, ...strategies.slice(0, 1)]) {
        const plain = plainRun(strategy, market);
        expect(backtest(strategy, known)).toEqual(plain);
        trades += plain.ok ? plain.value.performance.trades : 0;
      }
    });
    fc.assert(law, { numRuns: 150 });
    expect(trades).toBeGreaterThan(500);
  }, 60_000);

  it("is the same as one of many variants as alone", () => {
    const law = fc.property(ruleRuns(), ({ market, strategies }) => {
      const found = backtestVariants(strategies, market, { withEquity: true });
      const wanted = strategies.map((strategy) => {
        const run = plainRun(strategy, market);
        if (!run.ok) return run;
        const { performance, passedOver, equity } = run.value;
        return { ok: true, value: { performance, passedOver, equity: equity.value } };
      });
      expect(found).toEqual(wanted);
    });
    fc.assert(law, { numRuns: 150 });
  }, 60_000);
});
