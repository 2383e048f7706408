/** Has the worker work out what of a finished run needs its prices again; nothing of it is stored. */
import type { BacktestClient } from "./backtest-client.ts";
import { runRequestOf } from "./run-source.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Trace } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

/** The part of the client that is used. */
type TraceClient = Pick<BacktestClient, "traceRun">;

export async function traceRun(run: RunRecord, report: Report, client?: TraceClient): Promise<Result<Trace>> {
  const request = await runRequestOf(run);
  if (!request.ok) return request;
  const tracing = client ?? (await import("./browser-client.ts")).browserClient;
  return tracing.traceRun({ ...request.value, positions: report.positions });
}
