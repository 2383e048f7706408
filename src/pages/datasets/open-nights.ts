/** Nights of an import that look like splits and that nobody has decided about. */
import type { SplitDecision } from "#src/storage/records.ts";
import type { FoundSplits } from "#workers/model/import-plan.ts";
import { splitKey } from "#workers/model/instruments.ts";

/**
 * How many would stay as crashes in a run: those whose adjusted closes go on, as after a split, are none.
 *
 * @param known - what the dataset that gets the files has decided already
 * @param decided - by the key of the split
 */
export function openNights(
  { splits, count }: FoundSplits,
  known: readonly SplitDecision[],
  decided: { has(key: string): boolean },
): number {
  const before = new Set(known.map(splitKey));
  const settled = splits.filter((split) => {
    const key = splitKey(split);
    return split.isConfirmed === true || before.has(key) || decided.has(key);
  });
  return count - settled.length;
}
