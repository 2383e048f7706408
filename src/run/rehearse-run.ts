/** Has the run of a strategy gone through before it is started, where the worker has its prices anyway. */
import { sourceFor } from "#src/storage/datasets.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { comparedWith } from "./compared-with.ts";

/** The part of the client that is used. */
type RehearsalClient = Pick<BacktestClient, "rehearse">;

/** Whatever else the worker is asked comes first; where it has other prices, nothing happens. */
export async function rehearseRun(
  strategy: Strategy,
  datasetId: string,
  client?: RehearsalClient,
): Promise<void> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return;
  const { source, benchmark } = data.value;
  const rehearsing = client ?? (await import("./browser-client.ts")).browserClient;
  await rehearsing.rehearse({ strategy: comparedWith(strategy, benchmark), source });
}
