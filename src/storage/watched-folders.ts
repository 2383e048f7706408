/**
 * Folders that datasets get new prices from: what was chosen, what was read of it, and what came of the last reading.
 * Where the browser keeps no folders (all but Chromium), only what was read is known and the person hands the folder over again.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { database } from "./database.ts";
import { WATCHED_FOLDER } from "./marks.ts";
import { asFolder } from "./permitted-folder.ts";
import type { PermittedFolder } from "./permitted-folder.ts";
import { storedTime } from "./stored-time.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import type { Result } from "#workers/model/problem.ts";

/** Tells a changed file from one that was read. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** What came of a reading. */
export interface FolderNews {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: "added" | "same" | "asks" | "put-away" | "problem";
  readonly message: string;
  /** Files that nothing was taken of, and why; they are read again when they change. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

export interface WatchedFolder {
  readonly datasetId: string;
  readonly name: string;
  /** null where the browser keeps no folders. */
  readonly folder: PermittedFolder | null;
  /** By name with the folders inside of it: files as they were when they were read. */
  readonly seen: ReadonlyMap<string, FileState>;
  /** null before the first reading. */
  readonly news: FolderNews | null;
}

const schema = z.object({
  name: z.string(),
  folder: z.unknown(),
  seen: z.map(z.string(), z.object({ size: z.number(), lastModified: z.number() })),
  news: z
    .object({
      at: storedTime,
      type: z.enum(["added", "same", "asks", "put-away", "problem"]),
      message: z.string(),
      left: z.array(z.object({ name: z.string(), reason: z.string() })),
    })
    .nullable(),
}) satisfies z.ZodType<StoredFolder>;

/** A folder as it lies in the database, without its key. */
interface StoredFolder extends Omit<WatchedFolder, "datasetId" | "folder"> {
  readonly folder: unknown;
}

function keyOf(datasetId: string): string {
  return `${WATCHED_FOLDER} ${datasetId}`;
}

/** Watched folders by the ids of their datasets. */
export async function listWatchedFolders(): Promise<WatchedFolder[]> {
  const marks = await whereStored(() => database.marks.where("key").startsWith(keyOf("")).toArray(), []);
  return marks.flatMap(({ key, value }) => {
    const stored = schema.safeParse(value).data;
    const datasetId = key.slice(keyOf("").length);
    return stored ? [{ ...stored, datasetId, folder: asFolder(stored.folder) }] : [];
  });
}

/** null where none was chosen for the dataset. */
export async function loadWatchedFolder(datasetId: string): Promise<WatchedFolder | null> {
  return (await listWatchedFolders()).find((one) => one.datasetId === datasetId) ?? null;
}

/** In place of another one; a folder that is kept anew is read anew. @param folder - null where the browser keeps none */
export function keepWatchedFolder(
  datasetId: string,
  name: string,
  folder: PermittedFolder | null,
): Promise<Result<null>> {
  const stored: StoredFolder = { name, folder, seen: new Map(), news: null };
  return write(`The folder "${name}"`, [], async () => {
    await database.marks.put({ key: keyOf(datasetId), value: stored });
    return null;
  });
}

/** Nothing where the folder is watched no more. @param read - files that need not be read again as they are */
export function noteReading(
  datasetId: string,
  read: ReadonlyMap<string, FileState>,
  news: FolderNews,
): Promise<Result<null>> {
  return change(datasetId, ({ seen, ...others }) => ({
    ...others,
    seen: new Map([...seen, ...read]),
    news,
  }));
}

/** Has the files that nothing was taken of read once more. */
export function readLeftAgain(datasetId: string): Promise<Result<null>> {
  return change(datasetId, ({ seen, news, ...others }) => {
    const left = new Set(news?.left.map(({ name }) => name));
    return { ...others, news: null, seen: new Map([...seen].filter(([name]) => !left.has(name))) };
  });
}

export function forgetWatchedFolder(datasetId: string): Promise<Result<null>> {
  return write("The folder", [], async () => {
    await database.marks.delete(keyOf(datasetId));
    return null;
  });
}

function change(datasetId: string, work: (stored: StoredFolder) => StoredFolder): Promise<Result<null>> {
  return write("What was read of the folder", [], async () => {
    const stored = schema.safeParse((await database.marks.get(keyOf(datasetId)))?.value).data;
    if (stored) await database.marks.put({ key: keyOf(datasetId), value: work(stored) });
    return null;
  });
}
