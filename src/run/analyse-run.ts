/** Has the worker work out what a finished run says beyond its figures; nothing of it is stored. */
import { ask } from "./ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { countTrials } from "#src/storage/trials.ts";
import type { Analysis } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

export async function analyseRun(run: RunRecord, report: Report): Promise<Result<Analysis>> {
  const trials = await countTrials(run).catch(() => null); // a record of another run never takes this result away
  return ask("analyse", { report, strategy: run.strategy, trials });
}
