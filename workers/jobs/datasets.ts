/** Stored datasets as files: written out, deleted, and cleared away after imports that never ended. */
import type { Job } from "../host/host.ts";
import * as store from "../market/dataset-store.ts";
import { ok } from "../model/problem.ts";

/** A stored dataset as a zip archive of canonical CSV files. */
export const exportDataset: Job<"exportDataset"> = async (_host, datasetId) => {
  const stored = await store.loadDataset(datasetId, { highAndLow: true });
  if (!stored.ok) return stored;
  const code = await import("../import/plan/export-dataset.ts"); // a run doesn't wait for this code
  return ok(await code.exportDataset(stored.value.market));
};

/** Deletes a stored dataset's columns. */
export const deleteDataset: Job<"deleteDataset"> = async ({ markets }, datasetId) => {
  markets.letGo(datasetId); // its file may be open
  return store.deleteDataset(datasetId);
};

/** Deletes what interrupted imports left. @param abandoned - ids of datasets whose import never ended */
export const sweepDatasets: Job<"sweepDatasets"> = async (_host, abandoned) => {
  const swept = await Promise.all([store.sweepStaging(), ...abandoned.map(store.deleteDataset)]);
  const failed = swept.find((one) => !one.ok);
  return failed && !failed.ok ? failed : ok(null);
};
