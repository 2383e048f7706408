/**
 * Files of columns, wherever this browser keeps them: in its private files, or, where those are not to be had or can't
 * be written at once (private windows of some browsers, WebKit on Linux), in a database. Which of them is found by
 * trying, never by the browser's name; what is asked for is looked for in both, so that a browser which learns to keep
 * files loses nothing.
 */
import { isNamed } from "./dataset-files.ts";
import type { FileStore, NewFile, OpenedFile } from "./file-store.ts";
import { privateFiles } from "./private-store.ts";
import { columnDatabaseName } from "./session-root.ts";

/** Private files where this browser gives them, else a file that goes to the database. */
export async function createFile(): Promise<NewFile> {
  try {
    return await privateFiles.create();
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) throw error; // they are there, and full
    return (await databaseFiles()).create();
  }
}

export function openFile(name: string): Promise<OpenedFile> {
  return inEither((files) => files.open(name));
}

export function blobOf(name: string): Promise<Blob> {
  return inEither((files) => files.blob(name));
}

export async function removeFile(name: string): Promise<void> {
  if (await privateFiles.areThere()) await privateFiles.remove(name);
  if (await isDatabaseThere()) await (await databaseFiles()).remove(name);
}

export async function sweepFiles(): Promise<number> {
  // A file for the database is in memory until it is whole.
  return (await privateFiles.areThere()) ? privateFiles.sweep() : 0;
}

/** What the private files have; else what the database has; where neither has it, why the first hadn't. */
async function inEither<T>(look: (files: FileStore) => Promise<T>): Promise<T> {
  try {
    return await look(privateFiles);
  } catch (reason) {
    if (!(await isDatabaseThere())) throw await whyNot(reason);
    try {
      return await look(await databaseFiles());
    } catch (error) {
      throw isNamed(error, "NotFoundError") ? await whyNot(reason) : error;
    }
  }
}

/** Where there are no private files at all, nothing was ever put there. */
async function whyNot(reason: unknown): Promise<unknown> {
  return (await privateFiles.areThere()) ? reason : new DOMException("no such file", "NotFoundError");
}

async function isDatabaseThere(): Promise<boolean> {
  if (!("databases" in indexedDB)) return true; // an older browser: it is made where it is missing
  const own = columnDatabaseName();
  return (await indexedDB.databases()).some(({ name }) => name === own);
}

/** Loaded where it is needed: most browsers do without. */
async function databaseFiles(): Promise<FileStore> {
  return (await import("./database-store.ts")).databaseFiles;
}
