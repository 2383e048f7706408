/** Sweeps columns that lost imports, restores and deletions left behind. */
import type { BacktestClient } from "./backtest-client.ts";
import { browserClient } from "./browser-client.ts";
import { sweepMarked } from "#src/storage/column-marks.ts";
import type { Result } from "#workers/model/problem.ts";

/** As sweepMarked(), by the worker that has the columns. */
export function sweepUnfinished(client: BacktestClient = browserClient): Promise<Result<null>> {
  return sweepMarked((abandoned) => client.sweepDatasets(abandoned));
}
