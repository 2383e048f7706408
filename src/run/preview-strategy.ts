/** Counts what passes each rule of a strategy that is still being built, on the prices that a run of it would read. */
import type { BacktestClient } from "./backtest-client.ts";
import { requestToRun } from "./run-source.ts";
import type { Preview } from "#workers/model/preview.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** The part of the client that is used. */
type PreviewClient = Pick<BacktestClient, "previewStrategy">;

/**
 * Refused for the same reasons as the run: no such data, no session in the period, no such benchmark.
 *
 * @param signal - aborting ends the worker and the market that it remembers: better let an answer come and ignore it
 */
export async function previewStrategy(
  strategy: Strategy,
  datasetId: string,
  signal: AbortSignal,
  client?: PreviewClient,
): Promise<Result<Preview>> {
  const request = await requestToRun(strategy, datasetId);
  if (!request.ok) return request;
  const counting = client ?? (await import("./browser-client.ts")).browserClient; // a form opens without the worker
  return counting.previewStrategy(request.value, signal);
}
