/** Has the run of a strategy gone through before it is started, where the worker has its prices anyway. */
import type { Strategy } from "#workers/model/strategy.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { requestToRun } from "./run-source.ts";

/** The part of the client that is used. */
type RehearsalClient = Pick<BacktestClient, "rehearse">;

/** Whatever else the worker is asked comes first; where it has other prices, nothing happens. */
export async function rehearseRun(
  strategy: Strategy,
  datasetId: string,
  client?: RehearsalClient,
): Promise<void> {
  const request = await requestToRun(strategy, datasetId);
  if (!request.ok) return;
  const rehearsing = client ?? (await import("./browser-client.ts")).browserClient;
  await rehearsing.rehearse(request.value);
}
