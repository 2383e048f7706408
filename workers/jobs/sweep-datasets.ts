/** Deletes what interrupted imports left. */
import { deleteDataset, sweepStaging } from "../market/dataset-store.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";

/** @param abandoned - ids of datasets whose import never ended */
export async function sweepDatasets(abandoned: readonly string[]): Promise<Result<null>> {
  const swept = await Promise.all([sweepStaging(), ...abandoned.map(deleteDataset)]);
  const failed = swept.find((one) => !one.ok);
  return failed && !failed.ok ? failed : ok(null);
}
