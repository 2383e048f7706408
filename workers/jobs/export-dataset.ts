/** A stored dataset as a zip archive of canonical CSV files. */
import { loadDataset } from "../market/dataset-store.ts";
import type { LocalBytes } from "../model/import-plan.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";

export async function exportStored(datasetId: string): Promise<Result<LocalBytes>> {
  const stored = await loadDataset(datasetId, { highAndLow: true });
  if (!stored.ok) return stored;
  const { exportDataset } = await import("../import/plan/export-dataset.ts"); // a run doesn't wait for this code
  return ok(await exportDataset(stored.value.market));
}
