/** Where a finished run's prices are, as long as they are the ones that it was run on. */
import { sourceFor } from "#src/storage/datasets.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunRequest } from "#workers/model/protocol.ts";

/** Refused where the data is gone or is another by now: what is worked out again would be of another run. */
export async function runRequestOf({
  strategy,
  datasetId,
  datasetFingerprint,
}: Pick<RunRecord, "strategy" | "datasetId" | "datasetFingerprint">): Promise<Result<RunRequest>> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  return data.value.fingerprint === datasetFingerprint
    ? ok({ strategy, source: data.value.source })
    : err(otherData);
}

const otherData: Problem = {
  code: "dataset-unavailable",
  message:
    "The data has changed since this run, so its decisions can't be worked out again. Run it again first.",
};
