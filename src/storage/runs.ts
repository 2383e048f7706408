/**
 * The record of runs: written when a run is asked for, closed once, never edited afterwards but for a person's own
 * remark and pin. Reports lie in a table of their own and are read by key. Reads are plain queries to wrap in useLiveQuery.
 */
import { Dexie } from "dexie";
import type { Collection } from "dexie";
import { database } from "./database.ts";
import { headlineOf, withFound } from "./headline.ts";
import { readAll } from "./read-pieces.ts";
import { readRecord, runRecordSchema } from "./records.ts";
import type { RecordList, RunRecord, RunRemark } from "./records.ts";
import { readRobustness } from "./robustness-record.ts";
import type { RobustnessParts, RobustnessRecord } from "./robustness-record.ts";
import { openReport, sealReport } from "./stored-report.ts";
import type { ResultRecord } from "./tables.ts";
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
  | "family"
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
  const { records, damaged } = await readAll(database.runs, runRecordSchema, KIND);
  return { records: records.toSorted((a, b) => b.startedAt - a.startedAt), damaged };
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

/** Records a run as queued, now, with the next number of its strategy. */
export function createRun(run: NewRun): Promise<Result<RunRecord>> {
  return write(describe(run.strategy.name), ["runs"], async () => {
    const before = await runsOf(run.strategyId).last();
    const record: RunRecord = {
      ...run,
      strategyName: run.strategy.name,
      number: before ? (before.number ?? (await runsOf(run.strategyId).count())) + 1 : 1,
      state: "queued",
      startedAt: Date.now(),
      finishedAt: null,
      headline: null,
      problem: null,
      resultBytes: null,
    };
    await database.runs.add(record);
    return record;
  });
}

/** What a run would have been that was refused before it began: nothing is stored. */
export function refusedRun(run: NewRun, problem: Problem): RunRecord {
  const now = Date.now();
  return {
    ...run,
    strategyName: run.strategy.name,
    state: "failed",
    startedAt: now,
    finishedAt: now,
    headline: null,
    problem,
    resultBytes: null,
  };
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
    const run = await database.runs.get(runId);
    if (!run) return err(notFound());
    const isPinned = run.remark?.isPinned === true;
    const written = { note: note.trim().slice(0, LONGEST_NOTE), tags: tidyTags(tags) };
    await database.runs.put(withRemark(run, { ...written, isPinned }));
    return ok(null);
  });
}

/** Pins runs to the top of their list, or lets go of them; what is gone meanwhile is left out. */
export function pinRuns(runIds: readonly string[], isPinned: boolean): Promise<Result<null>> {
  return write("The pin of the run", ["runs"], async () => {
    const runs = await database.runs.bulkGet([...runIds]);
    const pinned = runs.flatMap((run) =>
      run ? [withRemark(run, { note: run.remark?.note ?? "", tags: run.remark?.tags ?? [], isPinned })] : [],
    );
    await database.runs.bulkPut(pinned);
    return null;
  });
}

interface NewRemark extends Pick<RunRemark, "note" | "tags"> {
  readonly isPinned: boolean;
}

/** Without one where nothing is left of it. */
function withRemark({ remark: _before, ...run }: RunRecord, { note, tags, isPinned }: NewRemark): RunRecord {
  if (note === "" && tags.length === 0 && !isPinned) return run;
  return { ...run, remark: { note, tags, ...(isPinned && { isPinned }), changedAt: Date.now() } };
}

/** Stores what checks of a run's result found beside what earlier ones did, and in its headline; those of another engine go. */
export function keepRobustness(
  runId: string,
  found: RobustnessParts,
  engineVersion: string,
): Promise<Result<null>> {
  return writeOrRefuse("What the checks of the result found", ["runs"], async () => {
    const stored = await database.runs.get(runId);
    if (!stored) return err(notFound());
    const before = readRobustness(stored.robustness, engineVersion);
    const robustness: RobustnessRecord = { ...before, ...found, engineVersion };
    const headline = stored.headline && withFound(stored.headline, found);
    await database.runs.put({ ...stored, headline, robustness });
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

/** What removeRuns took away, as stored; hand it to restoreRuns to undo. */
export interface RemovedRuns {
  readonly runs: readonly RunRecord[];
  readonly results: readonly ResultRecord[];
}

/** Deletes runs, damaged or not, with their reports; what is gone already is left out. */
export function removeRuns(runIds: readonly string[]): Promise<Result<RemovedRuns>> {
  return write("The deletion of the runs", ["runs", "results"], async () => {
    const ids = [...runIds];
    const runs = await database.runs.bulkGet(ids);
    const results = await database.results.bulkGet(ids);
    await database.runs.bulkDelete(ids);
    await database.results.bulkDelete(ids);
    return { runs: runs.flatMap((run) => run ?? []), results: results.flatMap((result) => result ?? []) };
  });
}

/** Undoes removeRuns. Doing it twice changes nothing. */
export function restoreRuns({ runs, results }: RemovedRuns): Promise<Result<null>> {
  return write("The deleted runs", ["runs", "results"], async () => {
    await database.runs.bulkPut(runs);
    await database.results.bulkPut(results);
    return null;
  });
}

/** Runs of one strategy, the first started first. */
export function runsOf(strategyId: string): Collection<RunRecord, string> {
  const runs = database.runs.where("[strategyId+startedAt]");
  return runs.between([strategyId, Dexie.minKey], [strategyId, Dexie.maxKey]);
}

function change(runId: string, changes: Partial<RunRecord>): Promise<Result<null>> {
  return writeOrRefuse("The state of the run", ["runs"], async () => {
    const found = await database.runs.update(runId, changes);
    return found === 0 ? err(notFound()) : ok(null);
  });
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
