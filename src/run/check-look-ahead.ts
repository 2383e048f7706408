/** Checks a strategy for look-ahead, on the prices that a run of it would read. */
import { browserClient } from "./browser-client.ts";
import type { ProgressListener } from "./backtest-client.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { LookAheadVerdict } from "#workers/model/look-ahead.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface LookAheadSubject {
  readonly strategy: Strategy;
  readonly datasetId: string;
}

/** Refused for the same reasons as the run; aborting gives the problem "cancelled" at once. */
export async function checkLookAhead(
  { strategy, datasetId }: LookAheadSubject,
  onProgress: ProgressListener,
  signal: AbortSignal,
): Promise<Result<LookAheadVerdict>> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  return browserClient.checkLookAhead({ strategy, source: data.value.source }, onProgress, signal);
}
