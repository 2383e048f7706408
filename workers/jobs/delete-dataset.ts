/** Deletes a stored dataset's columns. */
import type { Host } from "../host/host.ts";
import { deleteDataset } from "../market/dataset-store.ts";
import type { Result } from "../model/problem.ts";

export async function deleteStored({ markets }: Host, datasetId: string): Promise<Result<null>> {
  markets.letGo(datasetId); // its file may be open
  return deleteDataset(datasetId);
}
