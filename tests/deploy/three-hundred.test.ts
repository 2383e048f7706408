/** 300 sessions added one by one, by tens and at once. */
import { describe, expect, it } from "vitest";
import { syntheticMarket } from "#tests/bench/synthetic-market.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { timeOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { marketUpTo } from "./filter-market.ts";
import { accountStart } from "./small-account.ts";
import { smallStart } from "./small-deployment.ts";

const SESSIONS = 300;
const market = syntheticMarket({ instruments: 8, sessions: SESSIONS + 60 });
const days = market.day.slice(0, SESSIONS + 60);
const strategy = {
  scanner: { rules: ["rank(growth(20)) < 50"] },
  buy: { rules: ["close > ema(12)", "breadth(close > sma(10)) > 20"] },
  sell: { stopLoss: 6, takeProfit: 12, trailingStopLoss: 8, coolDownDays: 3, stopOrders: "resting" },
  simulation: { maxPositions: 4, slippagePercent: 0.05, schedule: "weekly" },
};

const bySlots = smallStart(strategy);
/** By weights, with money in and out, and idle cash that earns. */
const byWeights = accountStart(
  {
    sell: { trailingStopLoss: 10, coolDownDays: 3 },
    simulation: {
      maxPositions: 5,
      fractionalShares: false,
      positionSizing: "weights",
      weight: "1 / volatility(20)",
      schedule: "monthly",
      rebalance: "monthly",
      rebalanceBand: { percent: 10 },
      flows: [
        { amount: 400, every: "weekly" },
        { amount: -9000, every: "quarterly", growPercent: 5 },
        { percent: -2, every: "monthly" },
      ],
      cash: { percent: 3 },
    },
  },
  { startMargin: 50_000 },
);

/** @param turn - how many sessions come at a time; each time the clock has gone on */
function recordedBy(turn: number, start: Deployment): Deployment {
  let deployment: Deployment = {
    ...start,
    begins: formatIsoDay(days[59] ?? 0),
    replayedTo: formatIsoDay(days[100] ?? 0),
  };
  for (let last = 59 + turn; last < days.length; last += turn) {
    const evening = deployMarket(marketUpTo(market, days[last] ?? 0));
    deployment = valueOf(appendSessions(deployment, evening, timeOf(last * 864e5))).deployment;
  }
  return deployment;
}

function withoutClock(deployment: Deployment): object[] {
  return deployment.ledger.map((entry: DeploymentEntry) =>
    Object.assign({}, entry, { recorded: "", previous: "", hash: "" }),
  );
}

describe("300 sessions", () => {
  it.each([
    { of: "by slots", start: bySlots },
    { of: "by weights, with money in and out", start: byWeights },
  ])(
    "$of give equal ledgers one by one, by tens and at once, but for the clock and the hashes that hold it",
    ({ start }) => {
      const atOnce = recordedBy(SESSIONS, start);
      expect(atOnce.ledger.length).toBe(SESSIONS);
      expect(atOnce.ledger.flatMap(({ fills }) => fills).length).toBeGreaterThan(100);
      for (const turn of [1, 10]) {
        const other = recordedBy(turn, start);
        expect(withoutClock(other)).toEqual(withoutClock(atOnce));
        expect(other.ledger.at(-1)?.hash).not.toBe(atOnce.ledger.at(-1)?.hash);
        expect(valueOf(verifyDeployment(deploymentText(other)))).toEqual(other);
        expect(valueOf(verifyAgainst(other, deployMarket(market)))).toMatchObject({
          verdict: "same",
          entries: SESSIONS,
        });
      }
    },
  );
});
