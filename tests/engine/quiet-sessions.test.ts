/** Sessions on which nothing can happen are marked at once: the account is the same as session by session. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { accountRuns, strategyOf } from "./random-account-runs.ts";

/** All at once where it can be, and session by session, since somebody looks at each close; null for a strategy that can't run. */
function bothWays(strategy: Strategy, market: Market): readonly [Simulation, Simulation] | null {
  const plan = planRun(strategy, market);
  return plan.ok ? [simulate(plan.value), simulate(plan.value, { onClose: () => {} })] : null;
}

/** The books that a run leaves. */
function booksOf({ ledger, equity, cash, openPositions, rebalances, moves, owed }: Simulation) {
  const { count, row, barSession, close, exitSession, reason, quantity } = ledger;
  const columns = [row, barSession, close, exitSession, reason, quantity];
  return {
    equity,
    cash,
    openPositions,
    rebalances,
    moves,
    owed,
    ledger: columns.map((each) => each.subarray(0, count)),
  };
}

/** Without stops, which look at each close. */
function withoutStops(strategy: Strategy): Strategy {
  const { minHoldingDays } = strategy.sell;
  const sell = {
    minHoldingDays,
    maxHoldingDays: null,
    stopLoss: null,
    trailingStopLoss: null,
    takeProfit: null,
  };
  return { ...strategy, sell: { ...strategy.sell, ...sell, rules: [] } };
}

describe("quiet sessions", () => {
  it("leave the same books as one session after the other", () => {
    let held = 0;
    const law = fc.property(accountRuns(), fc.boolean(), ({ strategy, market }, keepsStops) => {
      const both = bothWays(keepsStops ? strategy : withoutStops(strategy), market);
      fc.pre(both !== null);
      expect(booksOf(both[0])).toEqual(booksOf(both[1]));
      held += both[0].ledger.count;
    });
    fc.assert(law, { numRuns: tries(400) });
    expect(held).toBeGreaterThanOrEqual(whenFull(100));
  });

  it("end where a share is presumed delisted, on the very session", () => {
    const lasting = Array.from({ length: 120 }, (_, day): BarSpec => [day, 10, 10]);
    const ending = lasting.filter((_, day) => day < 40 || day === 47);
    const market = buildMarket([
      { symbol: "A", bars: lasting },
      { symbol: "B", bars: ending },
    ]);
    const simulation = {
      startDate: "2020-01-01",
      endDate: "2030-12-31",
      positionSizing: "weights",
      weight: "1",
      schedule: "yearly",
      rebalance: "never",
      fractionalShares: true,
    };
    const both = bothWays(strategyOf({ simulation }), market);
    for (const run of both ?? []) {
      expect([...run.openPositions].lastIndexOf(2)).toBe(66); // sold on the twentieth session in a row without a bar, 48 to 67
      expect(run.ledger.count).toBe(2);
    }
    expect(both?.length).toBe(2);
  });
});
