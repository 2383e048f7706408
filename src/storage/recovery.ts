/**
 * Puts back what the database lost. Before its first use it must have its canary; without one, what the second copy
 * holds goes back in, so that an emptied database is never taken for a first start. Before a page's first write the two
 * are compared: the one with the later commit is right. Healing adds and overwrites, it never deletes.
 */
import type { Dexie } from "dexie";
import { CANARY, canarySchema, HEALED } from "./marks.ts";
import type { Canary, Healed } from "./marks.ts";
import { canKeepCopy, copyGeneration, isCopyThere, readCopy } from "./second-copy.ts";
import { useStorageState } from "./storage-state.ts";
import type { Tables } from "./tables.ts";
import { DATABASE_VERSION, upgradeRecord } from "./upgrades.ts";
import type { StoredRecord } from "./upgrades.ts";
import type { CopyContents } from "#workers/model/second-copy.ts";

type Database = Dexie & Tables;

/** In the second copy: everything but the results, which are large and can be worked out again. */
export const COPIED_TABLES = [
  "strategies",
  "drafts",
  "settings",
  "datasets",
  "runs",
  "deployments",
  "entries",
] as const satisfies (keyof Tables)[];

/** Dexie multiplies versions by 10. */
export function isOfNewerApp(database: Dexie): boolean {
  return database.backendDB().version / 10 > DATABASE_VERSION;
}

/** For Dexie's "ready": whoever asks the database something gets the answer after this. */
export async function recoverIfWiped(database: Database): Promise<void> {
  const isNewer = isOfNewerApp(database);
  useStorageState.setState({ isNewer, isBlocked: false });
  if (isNewer || !canKeepCopy()) return;
  if ((await readGeneration(database)) === null && (await isCopyThere())) await heal(database);
}

/** Call before a write: heals where the second copy has a later commit than the database. */
export async function recoverIfBehind(database: Database): Promise<void> {
  if (!canKeepCopy()) return;
  const copied = await copyGeneration();
  if (copied.ok && copied.value > ((await readGeneration(database)) ?? 0)) await heal(database);
}

/** null where it is gone or was never there. */
export async function readCanary(database: Database): Promise<Canary | null> {
  return canarySchema.safeParse((await database.marks.get(CANARY))?.value).data ?? null;
}

async function readGeneration(database: Database): Promise<number | null> {
  return (await readCanary(database))?.generation ?? null;
}

async function heal(database: Database): Promise<void> {
  const copy = await readCopy();
  if (!copy.ok) {
    const isEmpty = (await database.strategies.count()) + (await database.runs.count()) === 0;
    useStorageState.setState(isEmpty ? { lossProblem: copy.problem } : { copyProblem: copy.problem });
    return;
  }
  if (copy.value === null) return;
  if (copy.value.databaseVersion > DATABASE_VERSION) useStorageState.setState({ isNewer: true });
  else await putBack(database, copy.value);
}

/** All or nothing, and once: another tab may have been faster. */
async function putBack(
  database: Database,
  { generation, records, databaseVersion }: CopyContents,
): Promise<void> {
  const tables = COPIED_TABLES.map((name) => database[name]);
  await database.transaction("rw", [...tables, database.results, database.marks], async () => {
    if (((await readGeneration(database)) ?? -1) >= generation) return;
    for (const name of COPIED_TABLES) {
      const ofTable = records
        .filter(([table]) => table === name)
        .flatMap(([, , record]) => (isObject(record) ? [upgradeRecord(name, record, databaseVersion)] : []));
      // oxlint-disable-next-line no-await-in-loop -- one transaction, one request after the other
      await database.table(name).bulkPut(ofTable);
    }
    const canary: Canary = { generation, changes: 0, changedSince: null };
    await database.marks.put({ key: CANARY, value: canary });
    const healed = await countHealed(database, records);
    if (healed.strategies + healed.runs + healed.datasets > 0)
      await database.marks.put({ key: HEALED, value: healed });
  });
  // Nobody waits for it: a failure is shown by UnexpectedErrors, and what was lost is back all the same.
  void import("./recovered-code.ts").then(({ noteRecoveredCode }) => noteRecoveredCode(records));
}

async function countHealed(database: Database, records: CopyContents["records"]): Promise<Healed> {
  const count = (name: string) => records.filter(([table]) => table === name).length;
  const complete = records.flatMap(([table, key, record]) =>
    table === "runs" && isComplete(record) ? [key] : [],
  );
  const results = await database.results.where("runId").anyOf(complete).count();
  return {
    at: Date.now(),
    strategies: count("strategies"),
    runs: count("runs"),
    datasets: count("datasets"),
    resultsLost: complete.length - results,
  };
}

function isComplete(record: unknown): boolean {
  return isObject(record) && record["state"] === "complete";
}

function isObject(record: unknown): record is StoredRecord {
  return typeof record === "object" && record !== null;
}
