/** A run on a stored dataset that is larger than the memory. For the worker, which loads it when it meets one. */
import { fieldsInUse, nameFields } from "#workers/code/fields-in-use.ts";
import type { PlacedField } from "#workers/code/fields-in-use.ts";
import type { ByteFile } from "#workers/market/byte-file.ts";
import { isNamed, storageProblem } from "#workers/market/dataset-files.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { createFile } from "#workers/market/store-choice.ts";
import { withDamage } from "./damage.ts";
import { bytesForParts, limitsFor, needsScratchFile } from "#workers/out-of-core/bytes.ts";
import { lookedAtByRules } from "#workers/out-of-core/needs.ts";
import { runParts } from "#workers/out-of-core/run-parts.ts";
import type { PartedHooks, PartedOptions } from "#workers/out-of-core/run-parts.ts";
import { withParts } from "#workers/market/dataset-store.ts";
import { memoryForPrices } from "#workers/market/device-memory.ts";
import { damagedPrices, whatIsShort } from "#workers/market/stored-market.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type { PartedMarket } from "#workers/model/market.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { RunWatcher } from "#workers/engine/simulate.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";

export interface StoredInParts {
  readonly datasetId: string;
  readonly splits?: readonly AppliedSplit[];
}

/** A problem where even part by part the memory would not do: before any price is read. */
export async function runInParts(
  strategy: Strategy,
  { datasetId, splits = [] }: StoredInParts,
  hooks: PartedHooks,
): Promise<Result<Report>> {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const own = fieldsInUse(strategy, rules.value);
  if (own.length > 0) return err(needsWhole(own));
  const reading = { splits, alsoLookedAt: lookedAtByRules(strategy, rules.value) };
  return withParts(datasetId, reading, async (market) => {
    const mostBytes = memoryForPrices();
    const limits = limitsFor(mostBytes);
    const bytes = bytesForParts(strategy, market, limits);
    if (bytes > mostBytes) return err(tooLarge(bytes, mostBytes));
    const run = (options: PartedOptions): Result<Report> => runOn(market, strategy, hooks, options);
    return needsScratchFile(strategy, market, limits)
      ? withScratchFile((scratch) => run({ limits, scratch }))
      : run({ limits });
  });
}

/** The same for a watcher alone. @param onPart - called as often as a part was read */
export async function watchInParts<Found>(
  strategy: Strategy,
  stored: StoredInParts,
  watch: (plan: RunPlan) => RunWatcher<Found>,
  onPart: () => void,
): Promise<Result<Found>> {
  const watched: Found[] = [];
  const report = await runInParts(strategy, stored, {
    onPart,
    watch(plan) {
      const { hooks, found } = watch(plan);
      return {
        hooks,
        found: (run) => {
          watched.push(found(run));
        },
      };
    },
  });
  if (!report.ok) return report;
  const [found] = watched;
  if (found === undefined) throw new RangeError("run-in-parts: a run that has a report was watched");
  return ok(found);
}

function needsWhole(own: readonly PlacedField[]): Problem {
  return {
    code: "memory-short",
    message: `The memory can't hold this dataset, and numbers from own code (${nameFields(own)}) are worked out on prices in memory alone. Leave out the rules that use them, or import fewer instruments or years as a dataset of its own.`,
    place: `computed[${own[0]?.at ?? 0}].source`,
  };
}

function runOn(
  market: PartedMarket,
  strategy: Strategy,
  hooks: PartedHooks,
  options: PartedOptions,
): Result<Report> {
  const report = runParts(strategy, market, hooks, options);
  const damaged = market.damaged();
  if (damaged.length > 0 && damaged.length === market.instruments.length) return err(damagedPrices);
  return withDamage(report, { damaged, damagedFacts: market.damagedFacts });
}

function tooLarge(bytes: number, mostBytes: number): Problem {
  return {
    code: "memory-short",
    message: `This dataset is larger than the memory, even part by part. ${whatIsShort(bytes, mostBytes)}`,
  };
}

/**
 * A file for what the memory doesn't hold meanwhile; what a lost tab left of it goes with the next import.
 * A problem where the storage gives no file, or no room for it; any other error of the work is thrown.
 */
async function withScratchFile<T>(work: (file: ByteFile) => Result<T>): Promise<Result<T>> {
  try {
    const file = await createFile();
    try {
      return work(file);
    } finally {
      await file.discard();
    }
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) return err(noRoom);
    if (error instanceof DOMException) return err(storageProblem(error, 0));
    if (error instanceof Refusal) return err(error.problem);
    throw error;
  }
}

const noRoom: Problem = {
  code: "storage-failed",
  message:
    "The device has no room for what the run puts aside meanwhile. Delete a dataset or free space on the device, or import fewer instruments or years as a dataset of its own.",
};
