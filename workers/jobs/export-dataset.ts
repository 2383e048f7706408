/** A stored dataset as a zip archive of canonical CSV files. */
import type { Job } from "../host/host.ts";
import { loadDataset } from "../market/dataset-store.ts";
import { ok } from "../model/problem.ts";

export const exportDataset: Job<"exportDataset"> = async (_host, datasetId) => {
  const stored = await loadDataset(datasetId, { highAndLow: true });
  if (!stored.ok) return stored;
  const code = await import("../import/plan/export-dataset.ts"); // a run doesn't wait for this code
  return ok(await code.exportDataset(stored.value.market));
};
