/** Has the worker work out what a finished run says beyond its figures; nothing of it is stored. */
import type { BacktestClient } from "./backtest-client.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { countTrials } from "#src/storage/trials.ts";
import type { Analysis, RunPeriod } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

/** The part of the client that is used. */
type AnalysisClient = Pick<BacktestClient, "analyseRun">;
type PeriodClient = Pick<BacktestClient, "measurePeriod">;

export async function analyseRun(
  run: RunRecord,
  report: Report,
  client?: AnalysisClient,
): Promise<Result<Analysis>> {
  const trials = await countTrials(run).catch(() => null); // a record of another run never takes this result away
  const analysing = client ?? (await import("./browser-client.ts")).browserClient; // the page is there without the worker
  return analysing.analyseRun({ report, strategy: run.strategy, trials });
}

/** Rows of the equity curve, the second behind the first. */
interface Rows {
  readonly fromRow: number;
  readonly toRow: number;
}

/** The figures of the run between the closes of two of its sessions. */
export async function measurePeriod(
  { strategy }: RunRecord,
  { equity, positions }: Report,
  { fromRow, toRow }: Rows,
  client?: PeriodClient,
): Promise<Result<RunPeriod>> {
  const measuring = client ?? (await import("./browser-client.ts")).browserClient;
  const { riskFreePercent } = strategy.simulation;
  return measuring.measurePeriod({ report: { equity, positions }, fromRow, toRow, riskFreePercent });
}
