/** Has the worker say on which days an instrument passes the rules of a strategy that is still being built. */
import type { CandidateDays } from "#workers/model/instruments.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { requestToRun } from "./run-source.ts";

/** The part of the client that is used. */
type DaysClient = Pick<BacktestClient, "findDays">;

export async function findDays(
  strategy: Strategy,
  datasetId: string,
  instrument: string,
  client?: DaysClient,
): Promise<Result<CandidateDays>> {
  const request = await requestToRun(strategy, datasetId);
  if (!request.ok) return request;
  const finding = client ?? (await import("./browser-client.ts")).browserClient;
  return finding.findDays({ ...request.value, instrument });
}
