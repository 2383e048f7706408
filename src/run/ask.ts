/**
 * Asks this page's worker, whose code comes with the first question: a page is there without it. Where the prices are,
 * and what a run is compared with, is looked up for each.
 */
import { comparedWith } from "./compared-with.ts";
import type { CallOptions } from "./backtest-client.ts";
import { sourceFor, wholeSourceOf } from "#src/storage/datasets.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { CallName, Calls, RunRequest } from "#workers/model/protocol.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** A question about a run, made from what would start it. */
type About<Name extends CallName> = (request: RunRequest) => Calls[Name]["request"];

export async function ask<Name extends CallName>(
  name: Name,
  request: Calls[Name]["request"],
  options?: CallOptions<Name>,
): Promise<Result<Calls[Name]["answer"]>> {
  const { browserClient } = await import("./browser-client.ts");
  return browserClient.call(name, request, options);
}

/** About a finished run; refused where its data is gone or is another by now. */
export async function askOfRun<Name extends CallName>(
  name: Name,
  run: RunRecord,
  about: About<Name>,
): Promise<Result<Calls[Name]["answer"]>> {
  const request = await runRequestOf(run);
  return request.ok ? ask(name, about(request.value)) : request;
}

/** About a strategy as it would be run now; refused for the same reasons as the run. */
export async function askOfStrategy<Name extends CallName>(
  name: Name,
  subject: StrategyOnData,
  about: About<Name>,
  options?: CallOptions<Name>,
): Promise<Result<Calls[Name]["answer"]>> {
  const request = await requestToRun(subject);
  return request.ok ? ask(name, about(request.value), options) : request;
}

/** About all prices of a dataset; splits that were accepted are applied. */
export async function askOfDataset<Name extends CallName>(
  name: Name,
  datasetId: string,
  about: (source: DatasetSource) => Calls[Name]["request"],
): Promise<Result<Calls[Name]["answer"]>> {
  const source = await wholeSourceOf(datasetId);
  return source.ok ? ask(name, about(source.value)) : source;
}

/**
 * Has the run of a strategy gone through before it is started, where the worker has its prices anyway. Whatever else the
 * worker is asked comes first, and ends it; where it has other prices, nothing happens.
 *
 * @returns what the run comes to; null where it did not come to its end
 */
export async function rehearse(subject: StrategyOnData): Promise<Result<RehearsedSketch | null>> {
  const request = await requestToRun(subject);
  if (!request.ok) return request;
  const { browserClient } = await import("./browser-client.ts");
  return browserClient.rehearse(request.value);
}

export interface StrategyOnData {
  readonly strategy: Strategy;
  readonly datasetId: string;
}

/** As the strategy would be run now; refused where the dataset has no such data. */
export async function requestToRun({ strategy, datasetId }: StrategyOnData): Promise<Result<RunRequest>> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source, benchmark } = data.value;
  return ok({ strategy: comparedWith(strategy, benchmark), source });
}

/** Of a finished run. Refused where the data is gone or is another by now: what is worked out again would be of another run. */
async function runRequestOf({
  strategy,
  datasetId,
  datasetFingerprint,
}: RunRecord): Promise<Result<RunRequest>> {
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
