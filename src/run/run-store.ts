/** Runs that this tab has under way, by run id; what is over is in the database, and a run of another tab too. */
import { create } from "zustand";
import type { Problem } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";

export interface LiveRun {
  readonly runId: string;
  readonly strategyId: string;
  readonly state: "queued" | "running" | "cancelling";
  readonly progress: Progress;
}

export interface RunStore {
  readonly runs: Readonly<Record<string, LiveRun>>;
  /** Runs of this tab that ended but whose end the database refused to record, with the reason. */
  readonly unrecorded: Readonly<Record<string, Problem>>;
}

/** Read it with a selector: `useRunStore((store) => store.runs[runId])`. Only the runner writes. */
export const useRunStore = create<RunStore>()(() => ({ runs: {}, unrecorded: {} }));

const BEFORE_START: Progress = {
  stage: "starting",
  bytesRead: 0,
  bytesTotal: null,
  rows: 0,
  date: null,
  positions: 0,
  percent: 0,
  secondsLeft: null,
};

export function addLiveRun(runId: string, strategyId: string): void {
  const run: LiveRun = { runId, strategyId, state: "queued", progress: BEFORE_START };
  useRunStore.setState(({ runs }) => ({ runs: { ...runs, [runId]: run } }));
}

/** Changes a run that is under way; one that is over stays so. */
export function updateLiveRun(runId: string, changes: Partial<Pick<LiveRun, "state" | "progress">>): void {
  useRunStore.setState(({ runs }) => {
    const run = runs[runId];
    return run ? { runs: { ...runs, [runId]: { ...run, ...changes } } } : {};
  });
}

export function removeLiveRun(runId: string): void {
  useRunStore.setState(({ runs }) => {
    const { [runId]: _over, ...others } = runs;
    return { runs: others };
  });
}

export function noteUnrecorded(runId: string, problem: Problem): void {
  useRunStore.setState(({ unrecorded }) => ({ unrecorded: { ...unrecorded, [runId]: problem } }));
}
