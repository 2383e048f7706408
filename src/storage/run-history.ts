/**
 * Runs as a history: the list of all of them, and a run's place among those of its strategy. Nothing here reads a
 * report: a run's record has the figures for lists. Plain queries to wrap in useLiveQuery.
 */
import { Dexie } from "dexie";
import { database } from "./database.ts";
import { readAll } from "./read-pieces.ts";
import { runRecordSchema, runSummarySchema } from "./records.ts";
import type { RecordList, RunRecord, StoredRunSummary } from "./records.ts";
import { runsOf } from "./runs.ts";

/** A run for a list. */
export interface RunSummary extends StoredRunSummary {
  /** Among the runs of its strategy, from 1. */
  readonly number: number;
}

/** All runs, the last started first. */
export async function listRunSummaries(): Promise<RecordList<RunSummary>> {
  const { records, damaged } = await readAll(database.runs, runSummarySchema, "run");
  const placesTaken = new Map<string, number>(); // by strategy
  const numbered = records.toSorted(byStart).map((run): RunSummary => {
    const place = (placesTaken.get(run.strategyId) ?? 0) + 1;
    placesTaken.set(run.strategyId, place);
    return withNumber(run, place);
  });
  return { records: numbered.toReversed(), damaged };
}

/** Where a run stands among those of its strategy. */
export interface RunPlace {
  readonly number: number;
  /** The runs before and after it, of any state, by id; null at the ends. */
  readonly older: string | null;
  readonly newer: string | null;
  /** The last run before it that has a result; null where there is none. */
  readonly before: { readonly run: RunRecord; readonly number: number } | null;
}

/** Null where the run is gone. */
export async function loadRunPlace({
  id,
  strategyId,
  startedAt,
  number,
}: Pick<RunRecord, "id" | "strategyId" | "startedAt" | "number">): Promise<RunPlace | null> {
  const ids = await runsOf(strategyId).primaryKeys(); // the index alone: no record is read for it
  const place = ids.indexOf(id);
  if (place === -1) return null;
  const earlier = database.runs
    .where("[strategyId+startedAt]")
    .between([strategyId, Dexie.minKey], [strategyId, startedAt], true, true);
  const stored = await earlier
    .filter((run) => run.state === "complete" && ids.indexOf(run.id) < place)
    .last();
  const before = runRecordSchema.safeParse(stored).data;
  return {
    number: number ?? place + 1,
    older: ids[place - 1] ?? null,
    newer: ids[place + 1] ?? null,
    before: before ? { run: before, number: before.number ?? ids.indexOf(before.id) + 1 } : null,
  };
}

/** The last started run of a strategy that has a result, and its number; null where there is none. */
export async function lastCompleteRun(strategyId: string): Promise<RunPlace["before"]> {
  const stored = await runsOf(strategyId)
    .filter((run) => run.state === "complete")
    .last();
  const run = runRecordSchema.safeParse(stored).data;
  if (!run) return null;
  const ids = await runsOf(strategyId).primaryKeys();
  return { run, number: run.number ?? ids.indexOf(run.id) + 1 };
}

function withNumber(run: StoredRunSummary, place: number): RunSummary {
  return { ...run, number: run.number ?? place };
}

function byStart(one: StoredRunSummary, other: StoredRunSummary): number {
  return one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1);
}
