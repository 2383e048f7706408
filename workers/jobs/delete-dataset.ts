/** Deletes a stored dataset's columns. */
import type { Job } from "../host/host.ts";
import * as store from "../market/dataset-store.ts";

export const deleteDataset: Job<"deleteDataset"> = async ({ markets }, datasetId) => {
  markets.letGo(datasetId); // its file may be open
  return store.deleteDataset(datasetId);
};
