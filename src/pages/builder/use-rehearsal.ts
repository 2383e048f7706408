/**
 * Once the form is counted, the run that it says is gone through: its picture stands beside the form, and Start Simulation
 * finds its result. A change ends it, and what comes of it late is dropped.
 */
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { rehearseRun } from "#src/run/rehearse-run.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { FormOutcome } from "./form-values.ts";

/** What else the worker is asked meanwhile ends it: it is tried so often in all, with this time between. */
const ATTEMPTS = 3;
const AGAIN_MS = 500;

export interface Rehearsed {
  /** Of the last run that came to its end; null before the first. */
  readonly sketch: RunSketch | null;
  /** It is of the form as it stands. */
  readonly isCurrent: boolean;
}

/** @param wanted - null while the form can't be run, or its counts are not there: they come first */
export function useRehearsal(wanted: FormOutcome | null): Rehearsed {
  const [answered, setAnswered] = useState<{ readonly key: string; readonly sketch: RunSketch } | null>(null);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  const key = useMemo(() => wanted && JSON.stringify(wanted), [wanted]);
  useEffect(() => {
    if (key === null) return undefined;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (attempts: number) => {
      const outcome = latest.current;
      if (!outcome || document.hidden) return;
      const rehearsed = await rehearseRun(outcome.strategy, outcome.datasetId);
      if (!isWanted) return;
      if (rehearsed?.ok) startTransition(() => setAnswered({ key, sketch: rehearsed.value }));
      else if (rehearsed === null && attempts > 1)
        timer = setTimeout(() => void attempt(attempts - 1), AGAIN_MS);
    };
    void attempt(ATTEMPTS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return { sketch: answered?.sketch ?? null, isCurrent: answered !== null && answered.key === key };
}
