/** What a deployment is held against: its index and the average share, of the same money since it began. */
import type { DeployMarket } from "#workers/deploy/ground.ts";
import { withPeriod } from "./deploy-market.ts";
import { planOn } from "#workers/engine/plan.ts";
import { benchmarkLabel, yardsticksOf } from "#workers/figures/benchmark-curve.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { DeploymentYardsticks, YardstickRequest } from "#workers/model/deploy-work.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** One value a session behind `begins`, as a run from there on has them. Refused where such a run would be. */
export function deploymentYardsticks(
  { strategy, begins, startMargin }: YardstickRequest,
  { facts, shortcutsFor }: DeployMarket,
): Result<DeploymentYardsticks> {
  const dated = withPeriod(withoutRules(strategy, startMargin), facts.market, begins);
  const sessions = facts.ofUniverse(dated.scanner).calendar.sessionDay.length;
  const plan = planOn(dated, facts, shortcutsFor(sessions));
  if (!plan.ok) return plan;
  const { sessionDay, firstSession, lastSession } = plan.value;
  const { benchmark, universe } = yardsticksOf(plan.value);
  return ok({
    sessions: Array.from(sessionDay.subarray(firstSession, lastSession + 1), formatIsoDay),
    label: benchmarkLabel(plan.value),
    benchmark: benchmark.values,
    universe,
  });
}

/** The same instruments, prices and benchmark: what it buys and sells, and its own code, don't matter. */
function withoutRules(strategy: Strategy, startMargin: number): Strategy {
  const { rules: _, ...scanner } = strategy.scanner;
  const { priceBasis, benchmark } = strategy.simulation;
  const simulation = { ...defaultStrategy.simulation, startMargin, priceBasis, benchmark };
  return { ...defaultStrategy, scanner, simulation };
}
