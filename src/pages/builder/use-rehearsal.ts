/**
 * Once the form is counted, the run that it says is gone through: its picture stands beside the form, and Start Simulation
 * finds its result. A change ends it, and what comes of it late is dropped.
 */
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { rehearse } from "#src/run/ask.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";
import type { FormOutcome } from "./form-values.ts";

/** What else the worker is asked meanwhile ends it: it is tried so often in all, with this time between. */
const ATTEMPTS = 3;
const AGAIN_MS = 500;

export interface Rehearsed {
  /** Sketch of the last run that came to its end; null before the first. */
  readonly sketch: RehearsedSketch | null;
  /** It is of the form as it stands. */
  readonly isCurrent: boolean;
  /** Why there is none of the form as it stands; null where it is there, or under way. */
  readonly refusal: Problem | null;
  /** Other work came first each time that it was tried. */
  readonly isPutOff: boolean;
  readonly again: () => void;
}

/** How the last attempts on a form ended; a null problem is no end. */
interface Failed {
  readonly key: string;
  readonly problem: Problem | null;
}

/** @param wanted - null while the form can't be run, or its counts are not there: they come first */
export function useRehearsal(wanted: FormOutcome | null): Rehearsed {
  const [answered, setAnswered] = useState<{ readonly key: string; readonly sketch: RehearsedSketch } | null>(
    null,
  );
  const [failed, setFailed] = useState<Failed | null>(null);
  const [round, setRound] = useState(0);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  const key = useMemo(() => wanted && JSON.stringify(wanted), [wanted]);
  const asked = useMemo(() => (key === null ? null : { key, round }), [key, round]);
  useEffect(() => {
    if (asked === null) return undefined;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (attempts: number) => {
      const outcome = latest.current;
      if (!outcome) return;
      await untilShown(end.signal);
      if (end.signal.aborted) return;
      const rehearsed = await rehearse(outcome);
      if (end.signal.aborted) return;
      const sketch = rehearsed.ok ? rehearsed.value : null;
      if (sketch) startTransition(() => setAnswered({ key: asked.key, sketch }));
      else if (rehearsed.ok && attempts > 1) timer = setTimeout(() => void attempt(attempts - 1), AGAIN_MS);
      else setFailed({ key: asked.key, problem: rehearsed.ok ? null : rehearsed.problem });
    };
    void attempt(ATTEMPTS);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [asked]);
  const again = useCallback(() => {
    setFailed(null);
    setRound((before) => before + 1);
  }, []);
  const isCurrent = answered !== null && answered.key === key;
  const hasFailed = !isCurrent && failed !== null && failed.key === key;
  return {
    sketch: answered?.sketch ?? null,
    isCurrent,
    refusal: hasFailed ? failed.problem : null,
    isPutOff: hasFailed && failed.problem === null,
    again,
  };
}

/** Nothing is gone through for a page that nobody sees; it is once they come back. */
async function untilShown(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look, { once: true });
  });
}
