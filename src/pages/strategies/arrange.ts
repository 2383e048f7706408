/** Which of a person's strategies are listed, and in which order. */
import { lastUpdated } from "./entry-status.ts";
import type { StrategyEntry } from "./overview.ts";

export type SortKey = "updated" | "name" | "growth";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const COMPARE: Readonly<Record<SortKey, (a: StrategyEntry, b: StrategyEntry) => number>> = {
  updated: (a, b) => (lastUpdated(b) ?? 0) - (lastUpdated(a) ?? 0),
  name: (a, b) => collator.compare(a.record.name, b.record.name),
  growth: (a, b) => growthOf(b) - growthOf(a) || 0, // without a result on both sides: Infinity from itself
};

/** Those whose name has every word that was typed; the latest, the first by name or the largest growth on top. */
export function arrange(
  entries: readonly StrategyEntry[],
  query: string,
  sort: SortKey,
): readonly StrategyEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .filter(({ record }) => words.every((word) => record.name.toLowerCase().includes(word)))
    .toSorted(COMPARE[sort]);
}

/** Without a result below every other. */
function growthOf({ latestComplete }: StrategyEntry): number {
  return latestComplete?.headline?.totalGrowthPercent ?? Number.NEGATIVE_INFINITY;
}
