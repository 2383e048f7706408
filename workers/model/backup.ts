/** What page and backup worker say to each other: the worker packs and unpacks, the page knows what is in it. */
import type { ImportFile, LocalBytes } from "./import-plan.ts";
import type { Result } from "./problem.ts";

/** A part of an archive. */
export interface BackupEntry {
  readonly path: string;
  /** Unpacked. */
  readonly bytes: number;
}

export interface BackupWorkerApi {
  addText(path: string, text: string): Promise<void>;
  /** Adds an imported dataset's prices as they are stored on this device; gives their bytes. */
  addPrices(path: string, datasetId: string): Promise<Result<number>>;
  /** The archive of all that was added; a Blob. */
  finish(): Promise<Result<LocalBytes>>;
  /** Opens an archive to read from; refuses what is none, or larger than any backup. */
  open(file: ImportFile): Promise<Result<readonly BackupEntry[]>>;
  /** A part's text, checked against the archive's own checksum. */
  readText(path: string): Promise<Result<string>>;
  /** Stores a part as the prices of a dataset, whole or not at all, and checks that they can be read. */
  putPrices(path: string, datasetId: string): Promise<Result<null>>;
}
