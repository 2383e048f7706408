/** A sweep that was asked for, checked as a whole: strategy, axes and the market that it runs on. */
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { checkWhole } from "../check-strategy.ts";
import { engineOf } from "../open-market.ts";
import type { MarketEngine } from "../open-market.ts";
import { codeProblem } from "../run-strategy.ts";
import type { OutlineReader } from "../outline.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import type { Market } from "../tidemark.d.ts";
import { allOf, axesProblem, readAxes, variantsOf } from "./axes.ts";
import type { SweepAxes, SweepProblem } from "./axes.ts";
import { checkAxes } from "./check-axes.ts";
import { hashOfJson } from "./hashes.ts";
import type { SweepBinding } from "./part-file.ts";
import type { SweepTask } from "./run-block.ts";

export interface AskedSweep {
  readonly strategy: unknown;
  readonly axes: unknown;
  readonly allowCode: CodeAllowed;
  readonly withEquity?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface PreparedSweep {
  readonly task: SweepTask;
  readonly engine: MarketEngine;
  readonly binding: SweepBinding;
}

const MOST_WITH_EQUITY = 10_000;

/** Own code works its numbers out once for all variants, so these stay as they are where there is any. */
const FIXED_WITH_CODE: ReadonlySet<string> = new Set([
  "scanner.exchange",
  "scanner.instrumentType",
  "scanner.symbols",
  "scanner.sectors",
  "simulation.priceBasis",
  "simulation.benchmark",
]);

/** The task, or all that is wrong with what was asked. */
export async function prepareSweep(
  market: Market,
  asked: AskedSweep,
): Promise<Result<PreparedSweep, SweepProblem>> {
  const engine = engineOf(market);
  const prepared = await prepareTask(engine.outline, asked);
  if (!prepared.ok) return prepared;
  const { strategy, axes, withEquity, allowCode } = prepared.value;
  const binding = bindingOf(market, strategy, axes);
  const key = hashOfJson({ ...binding, withEquity, allowCode });
  return ok({ task: { key, ...prepared.value }, engine, binding });
}

/** As prepareSweep, of a market that is known by its outline; the task lacks its key. */
export async function prepareTask(
  market: OutlineReader,
  { strategy, axes: asked, allowCode, withEquity = false, signal }: AskedSweep,
): Promise<Result<Omit<SweepTask, "key">, SweepProblem>> {
  const checked = checkWhole(strategy, market);
  if (!checked.ok) return err(allOf(checked.problems));
  const refused = codeProblem(checked.strategy, allowCode);
  if (refused) return err(refused);
  const axes = readAxes(asked);
  if (!axes.ok) return axes;
  if (withEquity && variantsOf(axes.value) > MOST_WITH_EQUITY)
    return err(
      axesProblem(
        "axes",
        `curves are kept of ${MOST_WITH_EQUITY} variants at most; take values out, or keep none`,
      ),
    );
  const fixed = checked.usesCode ? axes.value.filter(({ path }) => FIXED_WITH_CODE.has(path)) : [];
  if (fixed.length > 0)
    return err(
      allOf(fixed.map(({ path }) => axesProblem(path, "it can't be varied where own code is used"))),
    );
  const fits = await checkAxes(checked.strategy, axes.value, signal);
  if (!fits.ok) return fits;
  return ok({ strategy: checked.strategy, axes: axes.value, withEquity, allowCode });
}

function bindingOf(market: Market, strategy: SweepTask["strategy"], axes: SweepAxes): SweepBinding {
  return {
    dataset: datasetHash(market),
    strategy: hashOfJson(strategy),
    axes: hashOfJson(axes),
    engine: ENGINE_VERSION,
  };
}

/** Of the market's content and of what its instruments are taken for: another --exchange is another dataset. */
export function datasetHash(market: Market): string {
  const { instruments } = engineOf(market).outline.outline;
  return hashOfJson([market.hash, instruments]);
}
