/**
 * The second copy of what is small and precious (strategies, drafts, settings, catalogues), kept beside the browser's
 * database because a killed browser can lose that whole. What page and storage worker say to each other about it.
 */
import type { Result } from "./problem.ts";

/** A record's table, its key, and the record as it is now: plain JSON, null where it was deleted. */
export type CopiedRecord = readonly [table: string, key: string, record: unknown];

/** What one commit of the database changed. */
export interface CopyChanges {
  /** The commit's number; commits are counted from 1, without gaps. */
  readonly generation: number;
  readonly records: readonly CopiedRecord[];
}

/** Everything as of one commit; no record is null. */
export interface CopyContents extends CopyChanges {
  /** Version of the database that the records came from. */
  readonly databaseVersion: number;
}

/**
 * What became of a change: it is on disk; the copy missed an earlier commit and needs everything (replace); or it has
 * this commit already, so the database lost some.
 */
export type KeptChange = "kept" | "behind" | "ahead";

export interface StorageWorkerApi {
  /** The newest valid copy; null where none was ever kept. A problem where there is one and none of it can be read. */
  readCopy(): Promise<Result<CopyContents | null>>;
  /** The last commit in the copy; 0 where there is none or it can't be read. */
  copyGeneration(): Promise<number>;
  appendToCopy(changes: InPacks<CopyChanges>): Promise<Result<KeptChange>>;
  replaceCopy(contents: InPacks<CopyContents>): Promise<Result<null>>;
}

/** As it is sent to the worker, in packs of records: thousands of them as objects would hold the page up while they are copied. */
export type InPacks<Changes extends CopyChanges> = Omit<Changes, "records"> & {
  readonly records: readonly Uint8Array[];
};

/** Folder of the copy in the origin private file system: the page looks whether it is there without the worker. */
export const COPY_FOLDER = "second-copy";
