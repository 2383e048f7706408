/** Runs by weights with one thing otherwise: a session late, without the best positions, with entries by chance. */
import { describe, expect, it } from "vitest";
import { simulateDecided } from "#workers/analysis/entry-decisions.ts";
import { makeDraws } from "#workers/analysis/random-entries.ts";
import { withoutBest } from "#workers/analysis/otherwise.ts";
import { findGround, simulate, simulateOn } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { backtest } from "#workers/run/backtest.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { randomEntries, simulateLate } from "#workers/run/robustness.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { strategyOf } from "../support/strategy-of.ts";
import { valueOf } from "../support/value-of.ts";
import { bought, unbrokenMarket } from "./unbroken-market.ts";

function byWeight(weight: string, changes: object): Strategy {
  return strategyOf({
    name: "Late",
    simulation: {
      startDate: "2020-01-01",
      endDate: "2021-01-01",
      startMargin: 10_000,
      maxPositions: 10,
      positionSizing: "weights",
      weight,
      rebalance: "daily",
      fractionalShares: true,
      commissionPercent: 0.1,
      flows: [{ amount: 500, every: "weekly" }],
      ...changes,
    },
  });
}

function sessionsOf({ rebalances }: Simulation): readonly number[] {
  return (rebalances ?? []).map(({ session }) => session);
}

/** null is a day without a bar. */
function days(closes: readonly (number | null)[]): BarSpec[] {
  return closes.flatMap((close, t): BarSpec[] => (close === null ? [] : [[t, close, close]]));
}

describe("a run by weights a session late", () => {
  it.each(["next-open", "next-close"])(
    "is the run of weights that look one bar further back, filled at %s, its money on its own days",
    (fillAt) => {
      for (const weight of ["close", "if(close > close[1], 3, 1)"]) {
        const market = unbrokenMarket();
        const late = simulateLate(valueOf(planRun(byWeight(weight, { fillAt }), market)));
        // on the first session a look one bar back knows nothing, and nothing was decided before it
        const further = valueOf(backtest(byWeight(`(${weight})[1]`, { fillAt }), market));
        expect(late.equity).toEqual(further.equity.value);
        expect(late.moves?.in).toEqual(further.account?.moves?.in);
        expect(valueOf(backtest(byWeight(weight, { fillAt }), market)).equity.value).not.toEqual(late.equity);
      }
    },
  );

  it("sets back the session after those of its schedule", () => {
    const monthly = byWeight("close", { rebalance: "monthly", schedule: "monthly", flows: [] });
    const plan = valueOf(planRun(monthly, unbrokenMarket()));
    expect(sessionsOf(simulate(plan))).toEqual([0, 31, 60]); // the first sessions of January to March of 2020
    expect(sessionsOf(simulateLate(plan))).toEqual([1, 32, 61]);
  });
});

describe("a run by weights without its best positions", () => {
  it("leaves an instrument out from the close that ordered it, however long the order waited", () => {
    // A, ordered at the close of session 0, has no bar on 1 and 2; it doubles. B takes its part of the money
    const market = buildMarket([
      { symbol: "A", bars: days([100, null, null, 100, 200, 200]) },
      { symbol: "B", bars: days([50, 50, 50, 50, 50, 50]) },
    ]);
    const strategy = strategyOf({
      name: "Waits",
      simulation: {
        startDate: "2020-01-01",
        endDate: "2021-01-01",
        startMargin: 1000,
        maxPositions: 2,
        positionSizing: "weights",
        weight: "1",
        schedule: "yearly",
        fractionalShares: true,
      },
    });
    const plan = valueOf(planRun(strategy, market));
    const own = simulateDecided(plan);
    expect(bought(plan, own.ledger).map((each) => each.slice(0, 2))).toEqual([
      [1, 1],
      [0, 3],
    ]);
    expect([...own.decidedOn]).toEqual([0, 0]);
    const without = simulateOn(plan, {
      ...inOneGo(findGround(plan)),
      decideOtherwise: (decisions) => withoutBest(decisions, plan, own, 1),
    });
    expect(bought(plan, without.ledger).map((each) => each.slice(0, 2))).toEqual([[1, 1]]);
  });
});

describe("random entries by one weight for all", () => {
  it("buy as many on the same closes, of any that has a price, and set them back as the run does", () => {
    const market = unbrokenMarket();
    const strategy = strategyOf({
      name: "Equal",
      buy: { rules: ["close > sma(3)"] },
      sell: { rules: ["close < sma(3)"] },
      simulation: {
        startDate: "2020-01-01",
        endDate: "2021-01-01",
        startMargin: 10_000,
        maxPositions: 4,
        positionSizing: "weights",
        weight: "1",
        rebalance: "weekly",
        fractionalShares: true,
        flows: [{ amount: 100, every: "weekly" }],
      },
    });
    const plan = valueOf(planRun(strategy, market));
    const own = simulateDecided(plan);
    const drawn = makeDraws(plan, own)(0);
    expect(own.ledger.count).toBeGreaterThan(10);
    expect(drawn.ledger.count).toBeGreaterThan(10);
    expect(drawn.rebalances?.length).toBeGreaterThan(5);
    expect(new Set(bought(plan, drawn.ledger).map(([instrument]) => instrument)).size).toBeGreaterThan(5);
    const { growthPercent } = valueOf(randomEntries(strategy, market, { first: 0, count: 5 }));
    expect(new Set(growthPercent).size).toBe(5);
    expect(growthPercent.every(Number.isFinite)).toBe(true);
  });
});
