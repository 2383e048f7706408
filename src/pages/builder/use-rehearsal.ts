/** While the form is at rest, the run that it says is gone through: Start Simulation finds its result then. */
import { useEffect, useRef } from "react";
import { rehearseRun } from "#src/run/rehearse-run.ts";
import type { FormOutcome } from "./form-values.ts";

const AT_REST_MS = 1000;

/** @param wanted - null while the form can't be run, or its counts are not there: they come first */
export function useRehearsal(wanted: FormOutcome | null): void {
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  const key = wanted && JSON.stringify(wanted);
  useEffect(() => {
    if (key === null) return undefined;
    const timer = setTimeout(() => {
      const outcome = latest.current;
      if (outcome && !document.hidden) void rehearseRun(outcome.strategy, outcome.datasetId);
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
