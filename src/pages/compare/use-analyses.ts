import { useEffect, useRef, useState } from "react";
import { analyseRun } from "#src/run/analyse-run.ts";
import type { Analysis } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import type { ReadyRun } from "./load-compared.ts";

/** null where it can't be had. */
type Analyses = ReadonlyMap<Report, Analysis | null>;

/** What the worker makes of each run's report, one after the other; what is there already stays. */
export function useAnalyses(runs: readonly ReadyRun[]): Analyses {
  const [analyses, setAnalyses] = useState<Analyses>(new Map());
  const known = useRef(analyses);
  useEffect(() => {
    let isWanted = true;
    const work = async () => {
      for (const { run, report } of runs) {
        if (known.current.has(report)) continue;
        // oxlint-disable-next-line no-await-in-loop -- six at once would start six workers
        const analysed = await analyseRun(run, report);
        known.current = new Map([...known.current, [report, analysed.ok ? analysed.value : null]]);
        if (!isWanted) return;
        setAnalyses(known.current);
      }
    };
    void work();
    return () => {
      isWanted = false;
    };
  }, [runs]);
  return analyses;
}
