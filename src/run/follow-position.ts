/** Has the worker follow one position of a finished run day by day; nothing of it is stored. */
import type { BacktestClient } from "./backtest-client.ts";
import { runRequestOf } from "./run-source.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Position } from "#workers/model/report.ts";

/** The part of the client that is used. */
type PositionClient = Pick<BacktestClient, "followPosition">;

export async function followPosition(
  run: RunRecord,
  { instrument, entryDate, exitDate, exitReason }: Position,
  client?: PositionClient,
): Promise<Result<PositionPath>> {
  const request = await runRequestOf(run);
  if (!request.ok) return request;
  const following = client ?? (await import("./browser-client.ts")).browserClient;
  return following.followPosition({
    ...request.value,
    position: { instrument, entryDate, exitDate, exitReason },
  });
}
