/** Runs as the worker is asked for them: where their prices are, and what they are compared with. */
import { comparedWith } from "./compared-with.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunRequest } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** As the strategy would be run now; refused where the dataset has no such data. */
export async function requestToRun(strategy: Strategy, datasetId: string): Promise<Result<RunRequest>> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source, benchmark } = data.value;
  return ok({ strategy: comparedWith(strategy, benchmark), source });
}

/** Of a finished run. Refused where the data is gone or is another by now: what is worked out again would be of another run. */
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
