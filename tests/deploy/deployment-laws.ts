/** What holds of every deployment, whatever its strategy and however its sessions come. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { valueOf } from "../support/value-of.ts";
import { marketUpTo } from "./filter-market.ts";
import type { RandomDeployment } from "./random-deployments.ts";

export const NOW = "2040-01-01T18:00:00Z";

/**
 * Sessions from one evening to the next on which anybody looks, one after the other and from the front again: every evening in
 * one of three, else with pauses.
 */
export const gapsByChance = fc.oneof(
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 }),
  fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
);
/** As days come; what is refused on an evening is tried again on the next. The last day is always looked at. */
export function stepped(
  deployment: Deployment,
  market: Market,
  days: readonly number[],
  gaps: readonly number[],
): Deployment {
  let now = deployment;
  for (let at = (gaps[0] ?? 1) - 1, evening = 1; ; evening++) {
    const last = Math.min(at, days.length - 1);
    const known = marketUpTo(market, days[last] ?? 0);
    const done = appendSessions(now, deployMarket(known, evening % 3 === 0 ? { shortcuts: [] } : {}), NOW);
    if (done.ok) now = done.value.deployment;
    if (at >= days.length - 1) return now;
    at += gaps[evening % gaps.length] ?? 1;
  }
}

function plainRun(deployment: Deployment, market: Market): Result<Report | null> {
  const [first, last] = [deployment.ledger[0], deployment.ledger.at(-1)];
  if (!first || !last) return ok(null);
  const strategy = valueOf(parseStrategy(deployment.strategy));
  const { startMargin } = deployment;
  const simulation = {
    ...strategy.simulation,
    startMargin,
    startDate: first.session,
    endDate: last.session,
  };
  return backtest({ ...strategy, simulation }, { ...market }, { shortcuts: [] });
}

/** What the runs of a law had, so that a test can tell whether it has seen enough. */
export interface Seen {
  sales: number;
  noData: number;
  plain: number;
}

/**
 * The ledger is the same evening by evening, with pauses and at once; it replays to the bit, and is that of a plain run. One that
 * a run would be refused of is left out.
 */
export function holdsHoweverSessionsCome(
  { market, deployment }: RandomDeployment,
  gaps: readonly number[],
  seen: Seen,
): void {
  const days = [...new Set(market.day)].toSorted((a, b) => a - b);
  const atOnce = appendSessions(deployment, deployMarket({ ...market }), NOW);
  fc.pre(atOnce.ok);
  if (!atOnce.ok) return;
  const whole = atOnce.value.deployment;
  expect(stepped(deployment, market, days, gaps)).toEqual(whole);
  expect(valueOf(verifyDeployment(deploymentText(whole)))).toEqual(whole);
  expect(valueOf(verifyAgainst(whole, deployMarket({ ...market })))).toMatchObject({
    verdict: "same",
    differences: [],
  });
  const fills = whole.ledger.flatMap((entry) => entry.fills);
  seen.sales += fills.filter(({ side }) => side === "sell").length;
  seen.noData += fills.filter(({ reason }) => reason === "no-data").length;

  const strategy = valueOf(parseStrategy(deployment.strategy));
  if (strategy.scanner.marketCapRank !== null) return; // "anywhere" is asked of the whole dataset by a run
  const report = valueOf(plainRun(whole, market));
  if (report === null) return;
  seen.plain++;
  expect(whole.ledger.map(({ equity }) => equity)).toEqual([...report.equity.value]);
  expect(whole.ledger.map(({ session }) => session)).toEqual(
    Array.from(report.equity.day, (day) => formatIsoDay(day)),
  );
  const last = whole.ledger.at(-1);
  expect(last?.decisions.buys).toEqual(
    report.next?.buys.map(({ instrument, slotValue, quantity }) => ({ instrument, slotValue, quantity })),
  );
  expect(last?.decisions.sells).toEqual(
    report.next?.sells.map(({ instrument, reason, quantity }) => ({ instrument, reason, quantity })),
  );
  const sold = whole.ledger.flatMap(({ session, fills: all }) =>
    all.flatMap(({ side, instrument, price, quantity, reason }) =>
      side === "sell" ? [`${instrument} ${session} ${price} ${quantity} ${reason}`] : [],
    ),
  );
  const closed = report.positions.flatMap(({ instrument, exitDate, exitPrice, quantity, exitReason }) =>
    exitReason === "open" ? [] : [`${instrument} ${exitDate} ${exitPrice} ${quantity} ${exitReason}`],
  );
  expect(sold.toSorted()).toEqual(closed.toSorted());
}
