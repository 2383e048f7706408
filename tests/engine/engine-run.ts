/** The engine as its tests hold it: three functions that can be swapped, and one run through all of them. */
import { measure } from "#workers/figures/measure.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "#workers/run/plan-run.ts";
import type { RunOptions } from "#workers/run/plan-run.ts";

export interface Engine {
  readonly planRun: typeof planRun;
  readonly simulate: typeof simulate;
  readonly measure: typeof measure;
}

/** What the reference gives too. */
export interface Outcome {
  readonly report: Report;
  readonly decisions: readonly Decision[];
}

export function engineWith(options: RunOptions): Engine {
  return {
    planRun: (strategy, market, more) => planRun(strategy, market, { ...options, ...more }),
    simulate,
    measure,
  };
}

/** What holds for the engine holds with every shortcut and without one: tests of it run twice. */
export const engines: readonly {
  readonly how: string;
  readonly options: RunOptions;
  readonly engine: Engine;
}[] = [
  { how: "with every shortcut", options: {} },
  { how: "without shortcuts", options: { shortcuts: [] } },
].map(({ how, options }) => ({ how, options, engine: engineWith(options) }));

/** The report of a run without a log, as people get it, and the log of a second one. */
export function runEngine(
  parts: Engine,
  strategy: Strategy,
  market: Market,
  options: Pick<RunOptions, "bars"> = {},
): Result<Outcome> {
  const plan = parts.planRun(strategy, market, options);
  if (!plan.ok) return plan;
  const report = parts.measure(plan.value, parts.simulate(plan.value));
  const decisions: Decision[] = [];
  parts.simulate(plan.value, { log: decisions });
  return ok({ report, decisions });
}
