/** The instruments of a dataset and the bars of one, from the worker, which remembers the market that it read last. */
import type { BacktestClient } from "./backtest-client.ts";
import { browserClient } from "./browser-client.ts";
import { wholeSourceOf } from "#src/storage/datasets.ts";
import type { InstrumentBars, InstrumentSummary } from "#workers/model/instruments.ts";
import type { Result } from "#workers/model/problem.ts";

/** The part of the client that is used. */
type InstrumentClient = Pick<BacktestClient, "listInstruments" | "loadBars">;

/** By symbol, with what their bars show; splits that were accepted are applied. */
export async function listInstruments(
  datasetId: string,
  client: InstrumentClient = browserClient,
): Promise<Result<readonly InstrumentSummary[]>> {
  const source = await wholeSourceOf(datasetId);
  return source.ok ? client.listInstruments(source.value) : source;
}

/** All bars of one instrument, oldest first. */
export async function loadBars(
  datasetId: string,
  symbol: string,
  client: InstrumentClient = browserClient,
): Promise<Result<InstrumentBars>> {
  const source = await wholeSourceOf(datasetId);
  return source.ok ? client.loadBars(source.value, symbol) : source;
}
