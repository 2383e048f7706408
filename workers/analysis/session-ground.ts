/** What rules are worked out on where one session alone is asked about. */
import { groundWith } from "#workers/engine/rule-ground.ts";
import type { AskedGround } from "#workers/engine/rule-ground.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { looksAcrossEarlier, surroundingsOn } from "#workers/shortcuts/asked-sessions.ts";
import type { KnownRanks } from "#workers/shortcuts/asked-sessions.ts";

/** Gives what an expression is to be worked out on; it is then good on the session alone. */
export type GroundFor = (expression: Expression) => AskedGround;

/**
 * An expression that looks at the ranks or breadths of earlier sessions is worked out on the run's own ground.
 *
 * @param known - ranks of the same session, prices and benchmark
 */
export function groundOfSession(plan: Plan, session: number, known?: KnownRanks): GroundFor {
  const { market, universe, calendar, strategy, benchmark, sessionsOfYear } = plan;
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  const series = benchmark.type === "series" ? benchmark.instrument : null;
  const of = { market, universe, calendar, isAdjusted, benchmark: series, sessionsOfYear };
  const ground = groundWith(of, surroundingsOn(of, Int32Array.of(session), known));
  return (expression) => (looksAcrossEarlier(expression) ? plan.ground() : ground);
}
