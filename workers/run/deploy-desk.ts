/** What a worker does for virtual deployments, once it has their market. */
import { expectedOf } from "#workers/analysis/expected.ts";
import type { DeployMarket } from "#workers/deploy/ground.ts";
import { planOn } from "#workers/engine/plan.ts";
import { benchmarkLabel, yardsticksOf } from "#workers/figures/benchmark-curve.ts";
import { sameMoney } from "#workers/figures/money.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { marketUpTo } from "./cut-market.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { beginDeployment } from "#workers/deploy/start.ts";
import { deployMarket, withPeriod } from "./deploy-market.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { timeEntries } from "#workers/model/deployment-times.ts";
import type {
  DeployAnswer,
  DeploymentYardsticks,
  DeployWork,
  YardstickCurves,
  YardstickRequest,
} from "#workers/model/deploy-work.ts";
import type { Market } from "#workers/model/market.ts";
import { entriesIn, packsOf } from "#workers/model/packed-entries.ts";
import type { PackedDeployment } from "#workers/model/packed-entries.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { verifyDeployment, verifyLedger } from "#workers/deploy/verify-deployment.ts";

export type OnMarket = Extract<DeployWork, { readonly source: unknown }>;

/** Of the work that needs a market. An account goes on only from a chain that holds, and none else is said to follow from prices. */
export function doOnMarket(work: OnMarket, whole: Market): Result<DeployAnswer> {
  const day = work.upTo === null ? null : parseIsoDay(work.upTo);
  const market = deployMarket(day === null ? whole : marketUpTo(whole, day));
  switch (work.type) {
    case "begin": {
      const begun = beginDeployment(work.plan, market, work.id);
      return begun.ok ? ok({ type: "begun", deployment: begun.value }) : begun;
    }
    case "append": {
      const sound = verifyLedger(unpacked(work.deployment));
      if (!sound.ok) return sound;
      const appended = appendSessions(sound.value, market, work.recorded);
      if (!appended.ok) return appended;
      const { entries, warnings } = appended.value;
      return ok({ type: "appended", entries: [...packsOf(entries)], warnings });
    }
    case "replay": {
      const sound = verifyLedger(unpacked(work.deployment));
      if (!sound.ok) return sound;
      const report = verifyAgainst(sound.value, market);
      return report.ok ? ok({ type: "replayed", report: report.value }) : report;
    }
    case "yardsticks": {
      const yardsticks = deploymentYardsticks(work, market);
      return yardsticks.ok ? ok({ type: "yardsticks", yardsticks: yardsticks.value }) : yardsticks;
    }
    case "sessions": {
      const { calendar } = market.facts.ofUniverse(work.strategy.scanner);
      return ok({ type: "sessions", sessions: Array.from(calendar.sessionDay, formatIsoDay) });
    }
  }
}

/** With its ledger, as it was before it was sent. */
export function unpacked({ ledger, ...head }: PackedDeployment): Deployment {
  return { ...head, ledger: [...entriesIn(ledger)].flat() };
}

export function doWithout(work: Exclude<DeployWork, OnMarket>): Result<DeployAnswer> {
  if (work.type === "expect") return ok({ type: "expected", expected: expectedOf(work) });
  const read = verifyDeployment(work.bytes);
  if (!read.ok) return read;
  const { ledger, ...head } = read.value;
  const deployment = { ...head, ledger: [...packsOf(ledger)] };
  return ok({ type: "read", deployment, timed: timeEntries(read.value) });
}

/**
 * What a deployment is held against: its index and the average share, of the same money since it began.
 * One value a session behind `begins`, as a run from there on has them. Refused where such a run would be.
 */
export function deploymentYardsticks(
  { strategy, begins, startMargin, moved }: YardstickRequest,
  { facts, shortcutsFor }: DeployMarket,
): Result<DeploymentYardsticks> {
  const dated = withPeriod(withoutRules(strategy, startMargin), facts.market, begins);
  const sessions = facts.ofUniverse(dated.scanner).calendar.sessionDay.length;
  const plan = planOn(dated, facts, shortcutsFor(sessions));
  if (!plan.ok) return plan;
  const { sessionDay, firstSession, lastSession, negligible } = plan.value;
  const { benchmark, universe } = yardsticksOf(plan.value);
  const days = Array.from(sessionDay.subarray(firstSession, lastSession + 1), formatIsoDay);
  const moves = movesOn(days, moved);
  const withMoney = (growth: Float64Array): YardstickCurves => ({
    growth,
    values: moved.length === 0 ? growth : sameMoney(growth, moves, negligible).values,
  });
  const label = benchmarkLabel(plan.value);
  return ok({ sessions: days, label, benchmark: withMoney(benchmark.values), universe: withMoney(universe) });
}

/** The account's money on the sessions that the data has: what moved on a lost one counts to the next. */
function movesOn(days: readonly string[], moved: YardstickRequest["moved"]) {
  const column = () => new Float64Array(days.length);
  const moves = { in: column(), paid: column(), paidAfter: column() };
  let row = 0;
  for (const { session, in: came, out } of moved) {
    while (row < days.length && (days[row] ?? "") < session) row++;
    if (row === days.length) break;
    moves.in[row] = (moves.in[row] ?? 0) + came;
    moves.paid[row] = (moves.paid[row] ?? 0) + out;
  }
  return moves;
}

/** The same instruments, prices and benchmark: what it buys and sells, and its own code, don't matter. */
function withoutRules(strategy: Strategy, startMargin: number): Strategy {
  const { rules: _, ...scanner } = strategy.scanner;
  const { priceBasis, benchmark } = strategy.simulation;
  const simulation = { ...defaultStrategy.simulation, startMargin, priceBasis, benchmark };
  return { ...defaultStrategy, scanner, simulation };
}
