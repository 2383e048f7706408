/** The specification's two built-in strategies. They are not stored; runs of them are, under their ids. */
import { DEMO_DATASET_ID } from "./demo-market.ts";
import type { StrategyRecord } from "./records.ts";
import { fairStrategy } from "#workers/model/fair-terms.ts";

/** Where the samples differ; each in a line under its name. */
const SAMPLES = [
  { id: "builtin-1", fillAt: "next-open", subtitle: "Filled at the next day's open, after costs" },
  { id: "builtin-2", fillAt: "next-close", subtitle: "Filled at the next day's close, after costs" },
] as const;

/** Revision 0 and times 0: nobody saved them. Edit one by adding a copy (addStrategy, duplicateStrategy). */
export const SAMPLE_STRATEGIES: readonly StrategyRecord[] = SAMPLES.map(({ id, fillAt }) => ({
  id,
  name: fairStrategy.name,
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
  status: "ready",
  strategy: { ...fairStrategy, simulation: { ...fairStrategy.simulation, fillAt } },
  datasetId: DEMO_DATASET_ID,
}));

/** The built-in strategy of this id, or null: an id that may be stored. */
export function findSample(id: string): StrategyRecord | null {
  return SAMPLE_STRATEGIES.find((sample) => sample.id === id) ?? null;
}

/** What tells a built-in strategy from the other one; null for a strategy of a person's own. */
export function sampleSubtitle(id: string): string | null {
  return SAMPLES.find((sample) => sample.id === id)?.subtitle ?? null;
}
