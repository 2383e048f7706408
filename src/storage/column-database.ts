/**
 * The database of columns as the page sees it: in browsers without private files that are written at once, the worker
 * keeps prices there (workers/market/database-store.ts). It has names of files and their marks here, never their pages.
 */
import { Dexie } from "dexie";
import type { Table } from "dexie";
import { booth } from "./session.ts";
import {
  BOOTH_COLUMN_DATABASE,
  COLUMN_DATABASE,
  COLUMN_DATABASE_VERSION,
  COLUMN_STORES,
} from "#workers/model/column-database.ts";

const NAME = booth ? BOOTH_COLUMN_DATABASE : COLUMN_DATABASE;

/** Of the files that are whole, or of the marks; none where this browser has no such database. */
export async function namesInDatabase(store: "files" | "marks"): Promise<string[]> {
  if (!(await isThere())) return [];
  return withDatabase(async (database) => {
    const names = await database.table<unknown, string>(store).toCollection().primaryKeys();
    return names;
  });
}

/** Whether prices of this session are there. */
export async function arePricesInDatabase(): Promise<boolean> {
  return (await namesInDatabase("files")).length > 0;
}

/** Makes the database where it is missing. */
export async function markInDatabase(names: readonly string[]): Promise<void> {
  await withDatabase((database) => marksOf(database).bulkPut(names.map((name) => ({ name }))));
}

export async function unmarkInDatabase(names: readonly string[]): Promise<void> {
  if (names.length > 0) await withDatabase((database) => marksOf(database).bulkDelete([...names]));
}

/** false where the browser refuses to say: no prices could be read there, either. */
async function isThere(): Promise<boolean> {
  try {
    return await Dexie.exists(NAME);
  } catch {
    return false;
  }
}

function marksOf(database: Dexie): Table<{ readonly name: string }, string> {
  return database.table("marks");
}

/** Opened for each use alone, as in the worker: who clears the session deletes it. */
async function withDatabase<T>(work: (database: Dexie) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(NAME, { chromeTransactionDurability: "strict" });
  database.version(COLUMN_DATABASE_VERSION).stores(COLUMN_STORES);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
