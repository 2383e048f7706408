/** The specification's two built-in strategies. They are not stored; runs of them are, under their ids. */
import { DEMO_DATASET_ID } from "./demo-market.ts";
import type { StrategyRecord } from "./records.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

/** Revision 0 and times 0: nobody saved them. Edit one by adding a copy (addStrategy, duplicateStrategy). */
export const SAMPLE_STRATEGIES: readonly StrategyRecord[] = ["builtin-1", "builtin-2"].map((id) => ({
  id,
  name: defaultStrategy.name,
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
  status: "ready",
  strategy: defaultStrategy,
  datasetId: DEMO_DATASET_ID,
}));

/** The built-in strategy of this id, or null: an id that may be stored. */
export function findSample(id: string): StrategyRecord | null {
  return SAMPLE_STRATEGIES.find((sample) => sample.id === id) ?? null;
}
