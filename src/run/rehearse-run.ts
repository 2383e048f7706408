/** Has the run of a strategy gone through before it is started, where the worker has its prices anyway. */
import type { Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { requestToRun } from "./run-source.ts";

/** The part of the client that is used. */
type RehearsalClient = Pick<BacktestClient, "rehearse">;

/**
 * Whatever else the worker is asked comes first, and ends it; where it has other prices, nothing happens.
 *
 * @returns what the run comes to; null where it did not come to its end
 */
export async function rehearseRun(
  strategy: Strategy,
  datasetId: string,
  client?: RehearsalClient,
): Promise<Result<RunSketch> | null> {
  const request = await requestToRun(strategy, datasetId);
  if (!request.ok) return request;
  const rehearsing = client ?? (await import("./browser-client.ts")).browserClient;
  return rehearsing.rehearse(request.value);
}
