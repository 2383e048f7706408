/** Runs under way, by run id: this tab's, and what the other tabs tell of theirs. What is over is in the database. */
import { create } from "zustand";
import type { RunRecord } from "#src/storage/records.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";

export interface LiveRun {
  readonly runId: string;
  readonly strategyId: string;
  readonly strategyName: string;
  readonly state: "queued" | "running" | "cancelling";
  readonly progress: Progress;
}

export interface RunStore {
  readonly runs: Readonly<Record<string, LiveRun>>;
  /** Of other tabs. A tab that died tells nothing any more: the run's record says when it is over. */
  readonly elsewhere: Readonly<Record<string, LiveRun>>;
  /** Runs of this tab that ended but whose end the database refused to record, with the reason. */
  readonly unrecorded: Readonly<Record<string, Problem>>;
  /** Starts of this tab that were refused before anything was simulated, with their problem: no list has them. */
  readonly refused: Readonly<Record<string, RunRecord>>;
  /** What this tab's last run came to: its result is shown without being read back. */
  readonly lastReport: { readonly runId: string; readonly report: Report } | null;
}

/** Read it with a selector: `useRunStore((store) => store.runs[runId])`. Only the runner writes, and run-tabs.ts. */
export const useRunStore = create<RunStore>()(() => ({
  runs: {},
  elsewhere: {},
  unrecorded: {},
  refused: {},
  lastReport: null,
}));

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

export function addLiveRun(runId: string, strategyId: string, strategyName: string): void {
  const run: LiveRun = { runId, strategyId, strategyName, state: "queued", progress: BEFORE_START };
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

/** What another tab tells of a run of its own. */
export function noteElsewhere(run: LiveRun): void {
  useRunStore.setState(({ elsewhere }) => ({ elsewhere: { ...elsewhere, [run.runId]: run } }));
}

export function forgetElsewhere(runId: string): void {
  useRunStore.setState(({ elsewhere }) => {
    const { [runId]: _over, ...others } = elsewhere;
    return { elsewhere: others };
  });
}

export function noteUnrecorded(runId: string, problem: Problem): void {
  useRunStore.setState(({ unrecorded }) => ({ unrecorded: { ...unrecorded, [runId]: problem } }));
}

export function noteRefused(run: RunRecord): void {
  useRunStore.setState(({ refused }) => ({ refused: { ...refused, [run.id]: run } }));
}

export function noteReport(runId: string, report: Report): void {
  useRunStore.setState({ lastReport: { runId, report } });
}
