/** The runs of the address as the page compares them, each with its letter; what can't be compared says why. */
import type { RunRecord } from "#src/storage/records.ts";
import { loadReport, loadRun } from "#src/storage/runs.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { RUN_LETTERS } from "#src/share/compared-runs.ts";

export interface ReadyRun {
  /** The letter by which the page calls it. */
  readonly letter: string;
  readonly run: RunRecord;
  readonly report: Report;
}

export interface UnusableRun {
  readonly id: string;
  /** What it is called, and why it is left out. */
  readonly reason: string;
}

export interface ComparedRuns {
  readonly ready: readonly ReadyRun[];
  readonly unusable: readonly UnusableRun[];
}

export type NamedRun = readonly [id: string, run: Result<RunRecord>];
export type ReportsById = ReadonlyMap<string, Result<Report>>;

/** A plain query to wrap in useLiveQuery, as is the next: a note to a run must not read its report again. */
export function loadNamed(ids: readonly string[]): Promise<readonly NamedRun[]> {
  return Promise.all(ids.map(async (id): Promise<NamedRun> => [id, await loadRun(id)]));
}

export async function loadReports(ids: readonly string[]): Promise<ReportsById> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await loadReport(id)] as const)));
}

export function completeIds(named: readonly NamedRun[]): readonly string[] {
  return named.flatMap(([id, run]) => (run.ok && run.value.state === "complete" ? [id] : []));
}

/** @param named - at most as many as there are letters; a complete run whose report is not there yet is left out */
export function joinRuns(named: readonly NamedRun[], reports: ReportsById): ComparedRuns {
  const ready: ReadyRun[] = [];
  const unusable: UnusableRun[] = [];
  for (const [id, run] of named) {
    const report = reports.get(id);
    const reason = run.ok ? whyUnusable(run.value, report) : missing(run.problem);
    if (reason !== "") unusable.push({ id, reason });
    else if (run.ok && report?.ok)
      ready.push({ letter: RUN_LETTERS[ready.length] ?? "", run: run.value, report: report.value });
  }
  return { ready, unusable };
}

function missing({ code, message }: Problem): string {
  return code === "not-found"
    ? "A run of this address is not on this device; it may have been deleted."
    : message;
}

/** "" where it can be compared. */
function whyUnusable({ state, strategyName }: RunRecord, report: Result<Report> | undefined): string {
  if (state !== "complete") return `"${strategyName}" ${ENDINGS[state]}`;
  return report === undefined || report.ok ? "" : `"${strategyName}": ${report.problem.message}`;
}

const ENDINGS = {
  queued: "has not been run yet; it joins here when it is done.",
  running: "is still being simulated; it joins here when it is done.",
  cancelled: "was cancelled, so it has no result.",
  failed: "failed, so it has no result.",
  interrupted: "was interrupted, so it has no result.",
} as const;
