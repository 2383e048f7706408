import { useEffect, useState } from "react";
import { analyseRun } from "#src/run/analyse-run.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Analysis } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

/**
 * What the worker makes of a report; null while it is at it.
 *
 * @param isWanted - begin with it: the page's first parts come before
 */
export function useAnalysis(run: RunRecord, report: Report, isWanted: boolean): Result<Analysis> | null {
  const [analysed, setAnalysed] = useState<Result<Analysis> | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isWaiting = true;
    const wait = async () => {
      const result = await analyseRun(run, report);
      if (isWaiting) setAnalysed(result);
    };
    void wait();
    return () => {
      isWaiting = false;
    };
  }, [run, report, isWanted]);
  return analysed;
}
