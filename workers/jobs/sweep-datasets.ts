/** Deletes what interrupted imports left. */
import { deleteDataset, sweepStaging } from "../market/dataset-store.ts";
import type { Job } from "../host/host.ts";
import { ok } from "../model/problem.ts";

/** @param abandoned - ids of datasets whose import never ended */
export const sweepDatasets: Job<"sweepDatasets"> = async (_host, abandoned) => {
  const swept = await Promise.all([sweepStaging(), ...abandoned.map(deleteDataset)]);
  const failed = swept.find((one) => !one.ok);
  return failed && !failed.ok ? failed : ok(null);
};
