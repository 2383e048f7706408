/** Has the worker say why an instrument was, or was not, bought or sold on a day of a finished run. */
import type { BacktestClient } from "./backtest-client.ts";
import { runRequestOf } from "./run-source.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Why } from "#workers/model/why.ts";

/** The part of the client that is used. */
type WhyClient = Pick<BacktestClient, "explainDay">;

export async function explainDay(
  run: RunRecord,
  question: { readonly instrument: string; readonly date: string },
  client?: WhyClient,
): Promise<Result<Why>> {
  const request = await runRequestOf(run);
  if (!request.ok) return request;
  const explaining = client ?? (await import("./browser-client.ts")).browserClient;
  return explaining.explainDay({ ...request.value, ...question });
}
