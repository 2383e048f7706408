import type { RunRecord } from "#src/storage/records.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

/** A run that is over, of the default strategy on the demo market; its report is another file's business. */
export const completeRun: RunRecord = {
  id: "run-1",
  strategyId: "builtin-1",
  strategyName: "By hand",
  state: "complete",
  startedAt: 0,
  finishedAt: 1,
  strategy: defaultStrategy,
  datasetId: "demo",
  datasetTitle: "Demo market (invented)",
  datasetFingerprint: "abc123",
  engineVersion: "1",
  headline: null,
  problem: null,
  resultBytes: null,
};
