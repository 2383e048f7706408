/** A run on a stored dataset that is larger than the memory. For the worker, which loads it when it meets one. */
import { damageWarnings } from "./damage.ts";
import { bytesForParts, runParts } from "./engine/parted-run.ts";
import type { PartedHooks } from "./engine/parted-run.ts";
import { memoryForPrices, withParts } from "./market/dataset-store.ts";
import { damagedPrices, whatIsShort } from "./market/stored-market.ts";
import type { AppliedSplit } from "./model/instruments.ts";
import { err, ok } from "./model/problem.ts";
import type { Problem, Result } from "./model/problem.ts";
import type { Report } from "./model/report.ts";
import type { Strategy } from "./model/strategy.ts";

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
  return withParts(datasetId, splits, (market) => {
    const [bytes, mostBytes] = [bytesForParts(strategy, market), memoryForPrices()];
    if (bytes > mostBytes) return err(tooLarge(bytes, mostBytes));
    const report = runParts(strategy, market, hooks);
    const damaged = market.damaged();
    if (damaged.length > 0 && damaged.length === market.instruments.length) return err(damagedPrices);
    if (!report.ok) return report;
    return ok({ ...report.value, warnings: [...report.value.warnings, ...damageWarnings(damaged)] });
  });
}

function tooLarge(bytes: number, mostBytes: number): Problem {
  return {
    code: "memory-short",
    message: `This dataset is larger than the memory, even part by part. ${whatIsShort(bytes, mostBytes)}`,
  };
}
