/** What a strategy on a dataset can be limited to, from the worker that counts for it anyway. */
import { sourceFor } from "#src/storage/datasets.ts";
import type { UniverseNames } from "#workers/model/instruments.ts";
import type { Result } from "#workers/model/problem.ts";
import type { BacktestClient } from "./backtest-client.ts";

/** The part of the client that is used. */
type UniverseClient = Pick<BacktestClient, "nameUniverse">;

export async function nameUniverse(
  datasetId: string,
  exchange: string,
  instrumentType: string,
  client?: UniverseClient,
): Promise<Result<UniverseNames>> {
  const data = await sourceFor(datasetId, exchange);
  if (!data.ok) return data;
  const naming = client ?? (await import("./browser-client.ts")).browserClient; // a form opens without the worker
  return naming.nameUniverse({ source: data.value.source, exchange, instrumentType });
}
