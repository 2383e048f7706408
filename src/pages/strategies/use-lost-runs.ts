import { useEffect } from "react";
import { markInterruptedRuns } from "#src/run/start-run.ts";
import type { Problem } from "#workers/model/problem.ts";

const LOOK_MS = 5000;

/** While a run is under way in another tab: notices when that tab is gone, and closes the run as interrupted. */
export function useLostRuns(isWatching: boolean, onProblem: (problem: Problem) => void): void {
  useEffect(() => {
    if (!isWatching) return undefined;
    const look = async () => {
      const marked = await markInterruptedRuns();
      if (!marked.ok) onProblem(marked.problem);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWatching, onProblem]);
}
