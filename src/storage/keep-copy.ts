/** Takes a commit of the database over into the second copy. The database's word counts: a failure here is only told. */
import { database } from "./database.ts";
import { CANARY } from "./marks.ts";
import type { Canary } from "./marks.ts";
import { COPIED_TABLES, readCanary } from "./recovery.ts";
import { appendToCopy, canKeepCopy, copyGeneration, replaceCopy } from "./second-copy.ts";
import { isStorageError } from "./storage-error.ts";
import { useStorageState } from "./storage-state.ts";
import type { Touched } from "./touched.ts";
import { whatWasTouched } from "./touched.ts";
import { DATABASE_VERSION } from "./upgrades.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { CopiedRecord, CopyChanges } from "#workers/model/second-copy.ts";

/** A commit as the second copy needs it; null where it is no business of the copy. */
export type Commit = (CopyChanges & { readonly isPartial: boolean }) | null;

/** Call at the end of a write's transaction: numbers the commit and reads what it touched. */
export async function noteCommit(): Promise<Commit> {
  const touched = whatWasTouched();
  if (touched !== "everything" && !COPIED_TABLES.some((name) => touched.has(name))) return null;
  const before = (await readCanary(database)) ?? UNTOUCHED;
  const generation = before.generation + 1;
  await database.marks.put({
    key: CANARY,
    value: { ...before, ...countChange(before, touched), generation },
  });
  if (touched === "everything") return { generation, records: [], isPartial: false };
  return { generation, records: await readTouched(touched), isPartial: true };
}

const UNTOUCHED: Canary = { generation: 0, changes: 0, changedSince: null };

/** What a backup would miss: not every draft and state of a run. */
const COUNTED_TABLES = ["strategies", "settings", "datasets", "results", "deployments", "entries"];

function countChange(before: Canary, touched: Touched): Pick<Canary, "changes" | "changedSince"> {
  const isCounted = touched === "everything" || COUNTED_TABLES.some((name) => touched.has(name));
  if (!isCounted) return before;
  return { changes: before.changes + 1, changedSince: before.changedSince ?? Date.now() };
}

/**
 * Call when the commit is on disk; resolves when the copy is, too, or when it can't be had. Whatever the database
 * refuses now, the commit stands.
 */
export async function keepCopyOf(commit: Commit): Promise<void> {
  if (!commit || !canKeepCopy()) return;
  const kept = await keep(commit).catch(asProblem);
  const copyProblem = kept.ok ? null : kept.problem;
  if (useStorageState.getState().copyProblem !== copyProblem) useStorageState.setState({ copyProblem });
}

/**
 * For the app's start: a copy that missed commits gets everything, and so does one that was never made, be it of an
 * empty database: its files must be there before they are needed.
 */
export async function catchUpCopy(): Promise<void> {
  if (!canKeepCopy()) return;
  const copied = await copyGeneration();
  const canary = await readCanary(database);
  const before = canary?.generation ?? null;
  if (!copied.ok) useStorageState.setState({ copyProblem: copied.problem });
  if (!copied.ok || (before !== null && copied.value >= before)) return;
  const records = await readAll();
  const generation = before ?? (records.length > 0 ? 1 : 0);
  if (!canary) await database.marks.put({ key: CANARY, value: { ...UNTOUCHED, generation } });
  const kept = await replaceCopy({ databaseVersion: DATABASE_VERSION, generation, records });
  if (!kept.ok) useStorageState.setState({ copyProblem: kept.problem });
}

function asProblem(error: unknown): Result<never> {
  if (!isStorageError(error)) throw error;
  const message = `The browser's storage refused to be read for it (${error.message.split("\n")[0]}). Reload the page.`;
  return err({ code: "storage-failed", message });
}

async function keep({ generation, records, isPartial }: NonNullable<Commit>): Promise<Result<unknown>> {
  const appended = isPartial ? await appendToCopy({ generation, records }) : ok("behind" as const);
  if (!appended.ok || appended.value === "kept") return appended;
  return replaceCopy({ databaseVersion: DATABASE_VERSION, generation, records: await readAll() });
}

async function readTouched(touched: Exclude<Touched, "everything">): Promise<CopiedRecord[]> {
  const records: CopiedRecord[] = [];
  for (const name of COPIED_TABLES) {
    const keys = [...(touched.get(name) ?? [])];
    if (keys.length === 0) continue; // the table may not be part of the transaction
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one request after the other
    records.push(...(await readKeys(name, keys)));
  }
  return records;
}

/** Records that are read at one go: the years of a ledger would hold the page up. */
const RECORDS_AT_ONCE = 100;

/** Some at a time, between which the page has its turn; a transaction around them stays the same. */
async function readKeys(name: string, keys: readonly string[]): Promise<CopiedRecord[]> {
  const records: CopiedRecord[] = [];
  for (let from = 0; from < keys.length; from += RECORDS_AT_ONCE) {
    const some = keys.slice(from, from + RECORDS_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const stored: unknown[] = await database.table(name).bulkGet(some);
    for (const [at, key] of some.entries()) records.push([name, key, stored[at] ?? null]);
  }
  return records;
}

async function readAll(): Promise<CopiedRecord[]> {
  const tables = await Promise.all(
    COPIED_TABLES.map(async (name) => {
      const keys = await database[name].toCollection().primaryKeys();
      return readKeys(name, keys);
    }),
  );
  return tables.flat().filter(([, , record]) => record !== null);
}
