/** What holds of every deployment, whatever its strategy and however its sessions come. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { itemAt } from "#tests/support/reference-series.ts";
import { EXIT_REASONS, NONE } from "#workers/engine/ledger.ts";
import type { Fill } from "#workers/engine/simulation-hooks.ts";
import { backtest } from "#workers/run/backtest.ts";
import { knownFacts } from "#workers/run/plan-run.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { moneyOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentFill } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import type { Market } from "#workers/model/market.ts";
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

/** A run of the same strategy over the same sessions, and all that it bought and sold. */
interface PlainRun {
  readonly report: Report;
  readonly fills: readonly (DeploymentFill & { readonly session: string })[];
}

/** null where there is no session, or a run on the market is another: it takes bars for what they are, and looks for caps anywhere. */
function plainRun(deployment: Deployment, market: Market): PlainRun | null {
  const [first, last] = [deployment.ledger[0], deployment.ledger.at(-1)];
  const { scanner, simulation, ...others } = valueOf(parseStrategy(deployment.strategy));
  const { universe, calendar, bars } = knownFacts(market).ofUniverse(scanner);
  const { frequency, sessionsOfYear } = barsOf(deployment);
  const isOfOwnBars = bars().frequency === frequency && bars().sessionsOfYear === sessionsOfYear;
  if (!first || !last || !isOfOwnBars || scanner.marketCapRank !== null) return null;
  const { flows = [] } = simulation;
  const strategy = {
    ...others,
    scanner,
    simulation: {
      ...simulation,
      startMargin: deployment.startMargin,
      startDate: first.session,
      endDate: last.session,
      ...(flows.length > 0 && {
        flows: flows.map((flow) => Object.assign({ from: deployment.begins }, flow)),
      }),
    },
  };
  const fills: (DeploymentFill & { readonly session: string })[] = [];
  const onFill = ({ session, member, reason: byte, quantity, price, commission }: Fill) => {
    const { symbol: instrument } = itemAt(market.instruments, itemAt(universe, member));
    const reason = byte === NONE ? null : EXIT_REASONS[byte];
    if (reason === "open" || reason === undefined) throw new Error(`a fill of reason ${byte}`);
    const side = reason === null ? "buy" : "sell";
    const day = formatIsoDay(itemAt(calendar.sessionDay, session));
    fills.push({ session: day, instrument, side, reason, quantity, price, commission });
  };
  return { report: valueOf(backtest(strategy, market, { shortcuts: [], onFill })), fills };
}

/** What the runs of a law had, so that a test can tell whether it has seen enough. */
export interface Seen {
  sales: number;
  noData: number;
  plain: number;
  /** Sells of less than all, buys of what was held, and money that came, went or was earned. */
  parts: number;
  more: number;
  moved: number;
}

export function nothingSeen(): Seen {
  return { sales: 0, noData: 0, plain: 0, parts: 0, more: 0, moved: 0 };
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
  look(whole, seen);
  const plain = plainRun(whole, market);
  if (plain === null) return;
  seen.plain++;
  followsRun(whole, plain);
}

function look({ ledger }: Deployment, seen: Seen): void {
  let held: readonly string[] = [];
  for (const { fills, positions, decisions, ...entry } of ledger) {
    seen.sales += fills.filter(({ side }) => side === "sell").length;
    seen.noData += fills.filter(({ reason }) => reason === "no-data").length;
    const before = new Set(held);
    seen.more += fills.filter(({ side, instrument }) => side === "buy" && before.has(instrument)).length;
    const quantities = new Map(positions.map(({ instrument, quantity }) => [instrument, quantity]));
    seen.parts += decisions.sells.filter(
      ({ instrument, quantity }) => quantity < (quantities.get(instrument) ?? 0),
    ).length;
    const { in: came, out, interest } = moneyOf({ ...entry, fills, positions, decisions });
    if (came > 0 || out > 0 || interest !== 0) seen.moved++;
    held = positions.map(({ instrument }) => instrument);
  }
}

/** All that a run says of its sessions is what the ledger says. */
function followsRun({ ledger }: Deployment, { report, fills }: PlainRun): void {
  const { equity, next, money } = report;
  expect(ledger.map(({ session }) => session)).toEqual(Array.from(equity.day, (day) => formatIsoDay(day)));
  expect(ledger.map((entry) => entry.equity)).toEqual([...equity.value]);
  expect(ledger.map((entry) => moneyOf(entry).growth)).toEqual([...(equity.growth ?? equity.value)]);
  expect(ledger.flatMap((entry) => entry.fills.map((fill) => ({ session: entry.session, ...fill })))).toEqual(
    fills,
  );
  const last = ledger.at(-1);
  expect(last?.decisions.buys).toEqual(
    next?.buys.map(({ instrument, slotValue, quantity, moneyIn }) => ({
      instrument,
      slotValue,
      quantity,
      ...(moneyIn && { moneyIn }),
    })),
  );
  expect(last?.decisions.sells).toEqual(
    next?.sells.map(({ instrument, reason, quantity }) => ({ instrument, reason, quantity })),
  );
  expect(last?.owed ?? 0).toBe(next?.owed ?? 0);
  const sums = (name: "in" | "out" | "missed" | "interest") =>
    ledger.reduce((sum, entry) => sum + moneyOf(entry)[name], 0);
  const { deposited = 0, withdrawn = 0, missed = 0, interest = 0 } = money ?? {};
  expect([sums("in"), sums("out"), sums("missed"), sums("interest")]).toEqual([
    deposited,
    withdrawn,
    missed,
    interest,
  ]);
}
