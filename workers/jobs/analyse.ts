/** What a finished run's report says beyond its figures; needs no prices. */
import { announceLongStep, beat } from "../host/pulse.ts";
import type { Analysis, AnalysisRequest, PeriodRequest, RunPeriod } from "../model/analysis.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";

export async function analyseRun(request: AnalysisRequest): Promise<Result<Analysis>> {
  const { analyse } = await import("../analysis/analyse.ts"); // a run doesn't wait for this code
  announceLongStep(); // thousands of resampled paths
  const analysis = analyse(request);
  beat();
  return ok(analysis);
}

/** One part of the run by itself. */
export async function measureOnePeriod(request: PeriodRequest): Promise<Result<RunPeriod>> {
  const { measurePeriod } = await import("../analysis/analyse.ts"); // the page has it from there
  return ok(measurePeriod(request));
}
