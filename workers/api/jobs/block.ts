/** A block of a sweep on columns. */
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { gainsOf } from "../../code/computed-fields.ts";
import type { ComputedMarket } from "../../code/computed-fields.ts";
import { createKeptFields } from "../../code/kept-fields.ts";
import type { KeptFields } from "../../code/kept-fields.ts";
import { needsHighAndLow } from "../../engine/run-rules.ts";
import { withOwnCode } from "../run-strategy.ts";
import { failedOutcome } from "../sweep/row.ts";
import { runBlock, shortened } from "../sweep/run-block.ts";
import type { KeptOutcome, SweepTask } from "../sweep/run-block.ts";
import { variantAt } from "../sweep/variants.ts";
import type { BlockGiven, BlockJob } from "../thread-jobs.ts";
import type { JobTools } from "./job-tools.ts";

/** Bytes of a market's numbers by own code that a thread keeps. */
const MOST_KEPT_BYTES = 500e6;

/** What variants of one market share of own code: numbers, their checks, and decisions that were looked at. */
const keptOn = new WeakMap<Market, KeptFields>();

export async function blockJob(
  { columns, task, block }: BlockJob,
  { markets, openRoom }: JobTools<never>,
): Promise<Result<BlockGiven>> {
  const wanted = looksAtHighAndLow(task);
  if (!wanted.ok) return wanted;
  return markets.on(columns, wanted.value, async ({ market }) => {
    const fields = keptOn.get(market) ?? createKeptFields(MOST_KEPT_BYTES);
    keptOn.set(market, fields);
    const compute: Compute = (strategy) =>
      withOwnCode(strategy, market, { allowCode: task.allowCode, openRoom, kept: { fields, dataset: "" } });
    const whole = await compute(task.strategy);
    if (!whole.ok) return whole; // a source that fails ends its sweep
    const start = performance.now();
    const outcomes = hasCode(task.strategy)
      ? await runCheckedBlock(task, block, compute)
      : runBlock(market, task, block);
    return ok({ outcomes, milliseconds: performance.now() - start });
  });
}

function hasCode({ computed = [] }: Strategy): boolean {
  return computed.length > 0;
}

type Compute = (strategy: Strategy) => Promise<Result<ComputedMarket>>;
type Rows = BlockGiven["outcomes"];

/**
 * Of a strategy with own code. Each variant's largest gains are looked at as those of its own run, so that no row hangs on what else
 * is in its block, or on who worked on it.
 */
async function runCheckedBlock(
  task: SweepTask,
  { from, count }: BlockJob["block"],
  compute: Compute,
): Promise<Rows> {
  const outcomes: KeptOutcome[] = [];
  for (let index = from; index < from + count; index++) {
    // oxlint-disable-next-line no-await-in-loop -- decisions that variants share are asked about once
    const found = await checkedOutcomes(task, index, compute);
    outcomes.push(...(found.ok ? found.value : [failedOutcome(index, shortened(found.problem))]));
  }
  return outcomes;
}

async function checkedOutcomes(task: SweepTask, index: number, compute: Compute): Promise<Result<Rows>> {
  const variant = variantAt(task.strategy, task.axes, index);
  if (!variant.ok) return variant;
  const computed = await compute(variant.value);
  if (!computed.ok) return computed;
  const { market, checkGains } = computed.value;
  const checked = await checkGains(gainsOf(variant.value, market));
  return checked.ok ? ok(runBlock(market, task, { from: index, count: 1 })) : checked;
}

/** Of the variants, as far as they can differ in it: by a choice, or a rule. */
function looksAtHighAndLow({ strategy, axes }: SweepTask): Result<boolean> {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const mayDiffer = axes.some(({ values }) => values.some((value) => typeof value !== "number"));
  return ok(mayDiffer || hasCode(strategy) || needsHighAndLow(strategy, rules.value));
}
