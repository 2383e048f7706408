/**
 * The record of runs: written when a run is asked for, closed once, never edited afterwards but for a person's own
 * remark. Reports lie in a table of their own and are read by key. Reads are plain queries to wrap in useLiveQuery.
 */
import { Dexie } from "dexie";
import type { Collection } from "dexie";
import { database } from "./database.ts";
import { listGridTrials, settingsOf } from "./grids.ts";
import { readRecord, readRecords, runRecordSchema } from "./records.ts";
import type { Headline, RecordList, RunRecord, RunRemark } from "./records.ts";
import { openReport, sealReport } from "./stored-report.ts";
import { write, writeOrRefuse } from "./writer.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

/** What is known of a run before it begins. */
export type NewRun = Pick<
  RunRecord,
  | "id"
  | "strategyId"
  | "strategy"
  | "isVariant"
  | "datasetId"
  | "datasetTitle"
  | "datasetFingerprint"
  | "engineVersion"
>;

const KIND = "run";
export const LONGEST_NOTE = 2000;
const LONGEST_TAG = 40;
const MOST_TAGS = 12;

/** All runs, the last started first. */
export async function listRuns(): Promise<RecordList<RunRecord>> {
  const { records, damaged } = readRecords(runRecordSchema, await database.runs.toArray(), KIND);
  return { records: records.toSorted((a, b) => b.startedAt - a.startedAt), damaged };
}

/** The last started run of a strategy as it was saved, of any state; null where there is none or it is damaged. */
export async function latestRun(strategyId: string): Promise<RunRecord | null> {
  const stored = await runsOf(strategyId)
    .filter(({ isVariant }) => isVariant !== true)
    .last();
  return runRecordSchema.safeParse(stored).data ?? null;
}

/** The last started run of a strategy that has a result; null where there is none. */
export async function latestCompleteRun(strategyId: string): Promise<RunRecord | null> {
  const stored = await runsOf(strategyId).toArray();
  const last = stored.findLast((run) => run.state === "complete" && run.isVariant !== true);
  return runRecordSchema.safeParse(last).data ?? null;
}

/**
 * Yearly Sharpe ratios of the variants of a run's strategy that were run to the end on the same data, its own among
 * them, in runs of their own or in the grid of an optimisation; equal settings are one variant, whatever its name.
 * Deleted runs are not known any more.
 */
export async function listTrials(
  run: Pick<RunRecord, "strategyId" | "datasetFingerprint" | "strategy">,
): Promise<readonly (number | null)[]> {
  const { records } = readRecords(runRecordSchema, await runsOf(run.strategyId).toArray(), KIND);
  const trials = new Map<string, number | null>(await listGridTrials(run));
  for (const { state, datasetFingerprint, strategy, headline } of records) {
    if (state !== "complete" || datasetFingerprint !== run.datasetFingerprint) continue;
    trials.set(settingsOf(strategy), headline?.sharpeRatio ?? null);
  }
  return [...trials.values()];
}

/** One run; a problem "not-found" where there is none of this id. */
export async function loadRun(runId: string): Promise<Result<RunRecord>> {
  const stored = await database.runs.get(runId);
  return stored === undefined ? err(notFound()) : readRecord(runRecordSchema, stored, KIND);
}

/** The report of a complete run, its curves as typed arrays; a problem where it is missing or no longer as written. */
export async function loadReport(runId: string): Promise<Result<Report>> {
  const stored = await database.results.get(runId);
  return stored === undefined ? err(notFound()) : openReport(stored);
}

/** Records a run as queued, now. */
export function createRun(run: NewRun): Promise<Result<RunRecord>> {
  const record: RunRecord = {
    ...run,
    strategyName: run.strategy.name,
    state: "queued",
    startedAt: Date.now(),
    finishedAt: null,
    headline: null,
    problem: null,
    resultBytes: null,
  };
  return write(describe(record.strategyName), ["runs"], async () => {
    await database.runs.add(record);
    return record;
  });
}

/** A queued run's turn has come. */
export function markRunning(runId: string): Promise<Result<null>> {
  return change(runId, { state: "running" });
}

/** Stores a run's report and closes the run as complete, both or neither. */
export async function finishRun(runId: string, report: Report): Promise<Result<null>> {
  const { sealed, bytes } = await sealReport(runId, report);
  return writeOrRefuse(describe(report.metadata.strategyName), ["runs", "results"], async () => {
    const closed: Partial<RunRecord> = {
      state: "complete",
      finishedAt: Date.now(),
      headline: headlineOf(report),
      resultBytes: bytes,
    };
    if ((await database.runs.update(runId, closed)) === 0) return err(notFound());
    await database.results.put(sealed);
    return ok(null);
  });
}

/** Closes a run without a result: as cancelled when the problem is "cancelled", else as failed. */
export function failRun(runId: string, problem: Problem): Promise<Result<null>> {
  const state = problem.code === "cancelled" ? "cancelled" : "failed";
  return change(runId, { state, finishedAt: Date.now(), problem });
}

/** Runs that are recorded as queued or running, in whichever tab. */
export async function listUnfinishedRuns(): Promise<readonly string[]> {
  return database.runs.where("state").anyOf("queued", "running").primaryKeys();
}

/** Closes those of these runs that are still recorded as queued or running as interrupted; gives their ids. */
export function interruptRuns(runIds: readonly string[]): Promise<Result<readonly string[]>> {
  const problem: Problem = {
    code: "worker-lost",
    message: "The page was closed or reloaded before the run was done. Run it again.",
  };
  return write("The end of an interrupted run", ["runs"], async () => {
    const stored = await database.runs.bulkGet([...runIds]);
    const open = stored.filter((run) => run?.state === "queued" || run?.state === "running");
    const closed = open.flatMap((run) =>
      run ? [{ ...run, state: "interrupted" as const, finishedAt: Date.now(), problem }] : [],
    );
    await database.runs.bulkPut(closed);
    return closed.map((run) => run.id);
  });
}

/** Stores a person's note and tags to a run, tidied, in place of those before; nothing written takes them away. */
export function remarkOn(
  runId: string,
  { note, tags }: Pick<RunRemark, "note" | "tags">,
): Promise<Result<null>> {
  return writeOrRefuse("The note to the run", ["runs"], async () => {
    const stored = await database.runs.get(runId);
    if (!stored) return err(notFound());
    const { remark: _before, ...run } = stored;
    const written = { note: note.trim().slice(0, LONGEST_NOTE), tags: tidyTags(tags) };
    const isEmpty = written.note === "" && written.tags.length === 0;
    await database.runs.put(isEmpty ? run : { ...run, remark: { ...written, changedAt: Date.now() } });
    return ok(null);
  });
}

/** Each tag once, however it is written; blank ones and those beyond the most that a run has are left out. */
function tidyTags(tags: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const written of tags) {
    const tag = written.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST_TAG);
    if (tag !== "" && !byName.has(tag.toLowerCase())) byName.set(tag.toLowerCase(), tag);
  }
  return [...byName.values()].slice(0, MOST_TAGS);
}

/** Deletes a run, damaged or not, and its report. */
export function deleteRun(runId: string): Promise<Result<null>> {
  return write("The deletion of the run", ["runs", "results"], async () => {
    await database.runs.delete(runId);
    await database.results.delete(runId);
    return null;
  });
}

/** Of one strategy, the first started first. */
function runsOf(strategyId: string): Collection<RunRecord, string> {
  const runs = database.runs.where("[strategyId+startedAt]");
  return runs.between([strategyId, Dexie.minKey], [strategyId, Dexie.maxKey]);
}

function change(runId: string, changes: Partial<RunRecord>): Promise<Result<null>> {
  return writeOrRefuse("The state of the run", ["runs"], async () => {
    const found = await database.runs.update(runId, changes);
    return found === 0 ? err(notFound()) : ok(null);
  });
}

function headlineOf({ performance, metadata }: Report): Headline {
  const { startValue, endValue, totalGrowthPercent, cagr, maxDrawdown, sharpeRatio, winRate, trades } =
    performance;
  const { currency } = metadata;
  return {
    startValue,
    endValue,
    totalGrowthPercent,
    cagr,
    maxDrawdown,
    sharpeRatio,
    winRate,
    trades,
    currency,
  };
}

function describe(strategyName: string): string {
  return `The run of "${strategyName}"`;
}

function notFound(): Problem {
  return {
    code: "not-found",
    message: "This run has no result on this device; it may have been deleted. Run the strategy again.",
  };
}
