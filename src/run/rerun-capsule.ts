/** Runs a capsule's strategy on a dataset of this device, and makes a capsule of what came out; nothing is stored. */
import type { BacktestClient } from "./backtest-client.ts";
import { toCapsule } from "#src/share/capsule.ts";
import type { Capsule } from "#src/share/capsule.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ProgressListener } from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";

export interface Rerun {
  readonly capsule: Capsule;
  readonly datasetId: string;
  readonly onProgress: ProgressListener;
  readonly signal: AbortSignal;
}

export interface RerunOutcome {
  readonly ours: Capsule;
  readonly report: Report;
}

/** Refused for the same reasons as any run. */
export async function rerunCapsule(
  { capsule, datasetId, onProgress, signal }: Rerun,
  client?: BacktestClient,
): Promise<Result<RerunOutcome>> {
  const { strategy } = capsule;
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source, title, fingerprint } = data.value;
  const running = client ?? (await import("./browser-client.ts")).browserClient;
  const report = await running.call("run", { strategy, source }, { onProgress, signal });
  if (!report.ok) return report;
  const run = {
    strategy,
    datasetTitle: title,
    datasetFingerprint: fingerprint,
    engineVersion: ENGINE_VERSION,
  };
  return ok({ ours: await toCapsule(run, report.value), report: report.value });
}
