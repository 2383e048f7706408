/** The checks of the run that the page shows: begun once the page rests, ended when the person leaves. */
import { useEffect, useState } from "react";
import { checkRobustness } from "#src/run/check-robustness.ts";
import type { RobustnessProgress } from "#src/run/check-robustness.ts";
import { engineOf } from "#src/run/engine-of.ts";
import { useRunStore } from "#src/run/run-store.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { readRobustness } from "#src/storage/robustness-record.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { keepRobustness, loadRun } from "#src/storage/runs.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { useKeptParts } from "../kept-checks.ts";

/** The page rests when nothing new was drawn for so long. */
const REST_MS = 1000;
/** Progress is shown so often. */
const SHOW_MS = 150;

export interface RobustnessState {
  /** What was found so far, now or earlier. */
  readonly parts: RobustnessParts;
  /** null while nothing is under way. */
  readonly progress: RobustnessProgress | null;
  /** Why it ended early, or could not be kept. */
  readonly problem: Problem | null;
  /** Whether a person or a problem stopped it: then `start` goes on. */
  readonly wasStopped: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

export function useRobustness(run: RunRecord, report: Report): RobustnessState {
  const kept = useKeptParts(run.id);
  const [found, setFound] = useState<RobustnessParts>({});
  const [progress, setProgress] = useState<RobustnessProgress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wasStopped, setStopped] = useState(false);
  const isRunning = useRunStore(({ runs }) => Object.keys(runs).length > 0); // which comes first
  const isWanted = !wasStopped && !isRunning;

  useEffect(() => {
    if (!isWanted) return undefined;
    const leave = new AbortController();
    const { signal } = leave;
    let shownAt = -Infinity;
    const check = async () => {
      const engine = await engineOf(run.strategy);
      const record = await loadRun(run.id);
      const known = record.ok ? readRobustness(record.value.robustness, engine) : {};
      if (signal.aborted) return;
      const done = await checkRobustness(
        run,
        { report, known },
        {
          signal,
          onPart: (part) => {
            setFound((before) => ({ ...before, ...part }));
            void keep(part, engine);
          },
          onProgress: (now) => {
            if (signal.aborted || performance.now() - shownAt < SHOW_MS) return;
            shownAt = performance.now();
            setProgress(now);
          },
        },
      );
      if (signal.aborted) return;
      setProgress(null);
      if (done.ok) return;
      setProblem(done.problem);
      setStopped(true);
    };
    const keep = async (part: RobustnessParts, engine: string) => {
      const stored = await keepRobustness(run.id, part, engine);
      if (!stored.ok && !signal.aborted) setProblem(stored.problem);
    };
    const timer = setTimeout(() => void check(), REST_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
      setProgress(null);
    };
  }, [run, report, isWanted]);

  return {
    parts: { ...kept, ...found },
    progress,
    problem,
    wasStopped,
    start: () => {
      setProblem(null);
      setStopped(false);
    },
    stop: () => setStopped(true),
  };
}
