/** A block of a sweep on columns. */
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Market } from "#workers/model/market.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { needsHighAndLow } from "../../engine/run-rules.ts";
import { withOwnCode } from "../run-strategy.ts";
import { runBlock } from "../sweep/run-block.ts";
import type { SweepTask } from "../sweep/run-block.ts";
import type { BlockGiven, BlockJob } from "../thread-jobs.ts";
import type { JobTools } from "./job-tools.ts";

/** The market with a sweep's own numbers by code, which are the same for all its variants. */
const withCode = new WeakMap<Market, { readonly key: string; readonly market: Market }>();

export async function blockJob(
  { columns, task, block }: BlockJob,
  { markets, openRoom }: JobTools<never>,
): Promise<Result<BlockGiven>> {
  const wanted = looksAtHighAndLow(task);
  if (!wanted.ok) return wanted;
  return markets.on(columns, wanted.value, async ({ market }) => {
    const { key, strategy, allowCode } = task;
    const known = withCode.get(market);
    if (known?.key !== key) {
      const computed = await withOwnCode(strategy, market, { allowCode, openRoom });
      if (!computed.ok) return computed;
      withCode.set(market, { key, market: computed.value.market });
    }
    const start = performance.now();
    const outcomes = runBlock(withCode.get(market)?.market ?? market, task, block);
    return ok({ outcomes, milliseconds: performance.now() - start });
  });
}

/** Of the variants, as far as they can differ in it: by a choice, or a rule. */
function looksAtHighAndLow({ strategy, axes }: SweepTask): Result<boolean> {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const mayDiffer = axes.some(({ values }) => values.some((value) => typeof value !== "number"));
  const hasCode = (strategy.computed?.length ?? 0) > 0;
  return ok(mayDiffer || hasCode || needsHighAndLow(strategy, rules.value));
}
