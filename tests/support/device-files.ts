/**
 * The files of columns on this device as a test looks at them and spoils them: in the browser's private files, or, in
 * the project of tests that runs without those, in the database of columns.
 */
import { Dexie } from "dexie";
import { COLUMN_DATABASE, COLUMN_DATABASE_VERSION, COLUMN_STORES } from "#workers/model/column-database.ts";
import { PUBLISHED } from "#workers/model/column-files.ts";

export const hasPrivateFiles = "getDirectory" in navigator.storage;

export type FolderName = "datasets" | "datasets-staging" | "datasets-unfinished";

/** In order; none where there is no such folder. A database has no staging: what goes there is whole. */
export async function namesIn(folder: FolderName): Promise<string[]> {
  if (!hasPrivateFiles) {
    if (folder === "datasets-staging") return [];
    return inDatabase((database) =>
      database
        .table<unknown, string>(folder === PUBLISHED ? "files" : "marks")
        .toCollection()
        .primaryKeys(),
    );
  }
  const names: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard; the page's library lacks it
  const listed = (await folderOf(folder)) as unknown as { keys(): AsyncIterable<string> };
  for await (const name of listed.keys()) names.push(name);
  return names.toSorted();
}

/** Makes a file of these bytes, in place of what was there. */
export async function putFile(
  folder: FolderName,
  name: string,
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0),
): Promise<void> {
  if (!hasPrivateFiles) {
    await inDatabase(async (database) => {
      if (folder === "datasets-unfinished") return database.table("marks").put({ name });
      const page = { name, page: 0, contents: bytes.slice().buffer };
      if (bytes.length > 0) await database.table("pages").put(page);
      return database.table("files").put({ name, bytes: bytes.length });
    });
    return;
  }
  const file = await (await folderOf(folder)).getFileHandle(name, { create: true });
  if (bytes.length === 0) return;
  const writable = await file.createWritable();
  await writable.write(bytes);
  await writable.close();
}

/** A published file; of a database only one that fits a page. */
export async function readFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!hasPrivateFiles) {
    return inDatabase(async (database) => {
      const page = await database.table<{ contents: ArrayBuffer }>("pages").get([name, 0]);
      if (!page) throw new Error(`no file ${name}`);
      return new Uint8Array(page.contents);
    });
  }
  const file = await (await folderOf("datasets")).getFileHandle(name);
  return new Uint8Array(await (await file.getFile()).arrayBuffer());
}

/** Of this app. */
export async function removeAllFiles(): Promise<void> {
  if (!hasPrivateFiles) {
    await Dexie.delete(COLUMN_DATABASE);
    return;
  }
  const root = await navigator.storage.getDirectory();
  const folders: readonly FolderName[] = ["datasets", "datasets-staging", "datasets-unfinished"];
  await Promise.all(
    folders.map((name) => root.removeEntry(name, { recursive: true }).catch(() => {})), // not there
  );
}

async function folderOf(name: FolderName): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
}

async function inDatabase<T>(work: (database: Dexie) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(COLUMN_DATABASE);
  database.version(COLUMN_DATABASE_VERSION).stores(COLUMN_STORES);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
