import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedOnes } from "#tests/support/other-calendars.ts";
import { runAccount } from "#tests/support/reference-account.ts";
import type { AccountDays } from "#tests/support/reference-account.ts";
import { openRun } from "#tests/support/reference.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { plainOrders } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { backtest } from "#workers/run/backtest.ts";
import { compareResults } from "#tests/support/compare-results.ts";
import { accountRuns } from "./random-account-runs.ts";

/** Times its start margin an account may grow to and be compared, as in compare-outcomes.ts. */
const MOST_GROWTH = 1e6;
/** A rate of idle money from which the last bits of the cash grow to a share of what is bought in a few sessions. */
const MOST_RATE = 0.2;

function isComparable({ closes, highestRate }: AccountDays, startMargin: number): boolean {
  return highestRate < MOST_RATE && closes.every(({ equity }) => equity <= MOST_GROWTH * startMargin);
}

/** The same draws each time: one of some thousand has a share on the edge of its band, where the last bit of a sum decides. */
const SEED = 1;

/** In the names of a result file, for its rules of what is a sum of money. */
function plainOf({ equity, money, rebalances = [], positions, passedOver, next }: Report, hasFlows: boolean) {
  return {
    equity: {
      values: [...equity.value],
      open: [...equity.positions],
      ...(hasFlows && { growth: [...(equity.growth ?? [])] }),
    },
    positions,
    passedOver,
    rebalances,
    next: next && plainOrders(next),
    money,
  };
}

function wantedOf(days: AccountDays, { hasFlows, hasMoney }: { hasFlows: boolean; hasMoney: boolean }) {
  const { closes, positions, passedOver, rebalances, next, money } = days;
  return {
    equity: {
      values: closes.map((close) => close.equity),
      open: closes.map((close) => close.open),
      ...(hasFlows && { growth: closes.map((close) => close.growth) }),
    },
    positions,
    passedOver,
    rebalances,
    next,
    ...(hasMoney && { money }),
  };
}

describe("an account by weights, with money in and out, gives what the reference gives", () => {
  it("on small markets with every kind of trouble, of days, weeks and months", () => {
    const seen = { rebalance: 0, payment: 0, weight: 0, missed: 0, compared: 0 };
    const runs = fc.oneof(
      { weight: 2, arbitrary: accountRuns({ isScaleFree: true }) },
      { weight: 1, arbitrary: movedOnes(accountRuns({ isScaleFree: true })) },
    );
    const law = fc.property(runs, ({ strategy, market }) => {
      const { startMargin, flows = [], cash } = strategy.simulation;
      const [found, opened] = [backtest(strategy, market), openRun(strategy, market)];
      fc.pre(found.ok && opened.ok);
      if (!found.ok || !opened.ok) return;
      const wanted = runAccount(opened.value.run);
      fc.pre(isComparable(wanted, startMargin));
      const hasFlows = flows.length > 0;
      const { value: report } = found;
      const expected = wantedOf(wanted, { hasFlows, hasMoney: hasFlows || cash !== undefined });
      expect(compareResults(plainOf(report, hasFlows), expected, startMargin).slice(0, 6)).toEqual([]);
      const reasons = new Set(wanted.decisions.map((each) => (each.type === "sell" ? each.reason : "")));
      seen.compared += 1;
      seen.missed += Number(wanted.money.missed > 0);
      for (const reason of ["rebalance", "payment", "weight"] as const)
        seen[reason] += Number(reasons.has(reason));
    });
    fc.assert(law, { numRuns: tries(600), seed: SEED });
    for (const often of Object.values(seen)) expect(often).toBeGreaterThanOrEqual(whenFull(30));
  });
});
