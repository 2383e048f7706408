/**
 * Prices and catalogue are two stores. A mark beside the columns names the dataset that is between them, so that after
 * a killed tab or browser the app finds columns that nobody entered. It is made before the columns are, where they will
 * be, so that no crash keeps those and loses it. Only marked columns are ever swept: a catalogue that was lost takes
 * no prices with it.
 */
import { markInDatabase, namesInDatabase, unmarkInDatabase } from "./column-database.ts";
import { database } from "./database.ts";
import { allColumnsOf, columnsInUse } from "./datasets.ts";
import { booth } from "./session.ts";
import { isStorageError } from "./storage-error.ts";
import { whereStored } from "./where-stored.ts";
import { datasetOf, fileName, MARKS, PUBLISHED, STAGING } from "#workers/model/column-files.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { BOOTH_FOLDER } from "#workers/model/session.ts";

const LOCK = "tidemark-datasets";

/**
 * Does work that writes or deletes columns and changes the entries that have them. A mark goes when its columns and the
 * catalogue are in step; it stays after a problem, for the next sweep.
 *
 * @param columnsIds - of all columns that may be without an entry meanwhile or afterwards
 */
export async function marked<T>(
  columnsIds: readonly string[],
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return withLock({ mode: "shared" }, async () => {
    await setMarks(columnsIds);
    const done = await work();
    if (done.ok) await settleMarks(columnsIds);
    return done;
  });
}

/**
 * Deletes the columns of marked datasets that have no entry, and what lies in the staging; does nothing while any tab
 * is importing. Call it once when the app starts, after a lost catalogue was healed.
 *
 * @param sweep - deletes these columns, and what lies in the staging
 */
export async function sweepMarked(
  sweep: (abandoned: readonly string[]) => Promise<Result<null>>,
): Promise<Result<null>> {
  if ((await namesIn(MARKS)).length + (await namesIn(STAGING)).length === 0) return ok(null);
  return withLock({ mode: "exclusive", ifAvailable: true }, async (lock) => {
    if (lock === null) return ok(null);
    const ids = (await namesIn(MARKS)).flatMap((name) => datasetOf(name) ?? []);
    const inUse = await columnsInUse();
    const swept = await sweep(ids.filter((id) => !inUse.has(id)));
    if (swept.ok) await settleMarks(ids);
    return swept;
  });
}

/** Ids of imported datasets whose prices are not on this device any more; none where the browser keeps none it could miss. */
export async function goneDatasets(): Promise<ReadonlySet<string>> {
  const records = await whereStored(() => database.datasets.toArray(), []);
  const there = new Set(await namesIn(PUBLISHED));
  if (there.size === 0 && !(await hasFiles())) return new Set();
  const isGone = (id: string): boolean => !there.has(fileName(id));
  return new Set(records.filter((one) => allColumnsOf(one).some(isGone)).map(({ id }) => id));
}

async function setMarks(columnsIds: readonly string[]): Promise<void> {
  const names = columnsIds.map(fileName);
  const marks = await folderOf(MARKS, true);
  if (!marks) await markInDatabase(names).catch(noneIfRefused);
  await Promise.all(
    names.map(async (name) => marks?.getFileHandle(name, { create: true }).catch(() => null)),
  );
}

/**
 * Takes the marks off columns that an entry names, or that are gone. Where the catalogue can't be read they stay for the
 * next sweep: what was done stays done.
 */
async function settleMarks(columnsIds: readonly string[]): Promise<void> {
  const inUse = await columnsInUse().catch(noneIfRefused);
  if (!inUse) return;
  const there = new Set(await namesIn(PUBLISHED));
  const inStep = columnsIds.filter((id) => inUse.has(id) || !there.has(fileName(id))).map(fileName);
  const marks = await folderOf(MARKS, false);
  const other = new Set(await namesInDatabase("marks").catch(noNames));
  await unmarkInDatabase(inStep.filter((name) => other.has(name))).catch(noneIfRefused);
  if (!marks) return;
  await Promise.all(inStep.map((name) => marks.removeEntry(name).catch(() => {}))); // another tab was faster
}

function noneIfRefused(error: unknown): null {
  if (isStorageError(error)) return null;
  throw error;
}

function noNames(error: unknown): string[] {
  return noneIfRefused(error) ?? [];
}

/** What the database has under the names of these folders. */
const STORES: Readonly<Record<string, "files" | "marks">> = { [PUBLISHED]: "files", [MARKS]: "marks" };

/** The names in a folder, and in the store of the database that stands for it; none where both are missing. */
async function namesIn(name: string): Promise<string[]> {
  const store = STORES[name];
  const others = store ? await namesInDatabase(store).catch(noNames) : [];
  return [...(await namesInFolder(name)), ...others];
}

async function namesInFolder(name: string): Promise<string[]> {
  const folder = await folderOf(name, false);
  const names: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard; the page's library lacks it
  const listed = folder as unknown as { keys(): AsyncIterable<string> } | null;
  if (listed) for await (const one of listed.keys()) names.push(one);
  return names;
}

/** A folder of this session; null where it is missing, or the browser has no private files. */
async function folderOf(name: string, create: boolean): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const own = booth ? await root.getDirectoryHandle(BOOTH_FOLDER, { create }) : root;
    return await own.getDirectoryHandle(name, { create });
  } catch {
    return null;
  }
}

async function hasFiles(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false; // no such files in this browser: nobody can say what is gone
  }
}

/** One tab at a time where the browser has no locks. */
async function withLock<T>(options: LockOptions, work: (lock: Lock | null) => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator))
    return work({ mode: "exclusive", name: LOCK });
  return navigator.locks.request(LOCK, options, work);
}
