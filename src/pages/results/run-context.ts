/** What is known beside a run and its report; a plain query to wrap in useLiveQuery. */
import { loadDataset } from "#src/storage/datasets.ts";
import { settingsOf } from "#src/storage/grids.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { isTotalReturn } from "#workers/model/total-return.ts";
import type { RunContext } from "./notes.ts";

export async function loadContext({ strategyId, strategy, datasetId }: RunRecord): Promise<RunContext> {
  const dataset = await loadDataset(datasetId);
  const stored = await loadStrategy(strategyId);
  const isSame = stored.ok && settingsOf(stored.value.strategy) === settingsOf(strategy); // a rename is no edit
  return {
    datasetNote: dataset.ok ? dataset.value.note : "",
    totalReturns: dataset.ok ? dataset.value.indices.filter(isTotalReturn) : [],
    strategyNow: isSame ? "same" : stored.ok ? "edited" : "deleted",
  };
}
