/** What page and backup worker say to each other: the worker packs and unpacks, the page knows what is in it. */
import type { ImportFile, LocalBytes } from "./import-plan.ts";
import type { Result } from "./problem.ts";

/** A part of an archive. */
export interface BackupEntry {
  readonly path: string;
  /** Unpacked. */
  readonly bytes: number;
}

/** A part that is packed and not yet in an archive. */
export interface PackedPart {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  /** Unpacked, in bytes. */
  readonly size: number;
  /** A Blob. */
  readonly packed: LocalBytes;
}

export interface PackedText extends PackedPart {
  /** Hex, of the text. */
  readonly sha256: string;
}

export interface BackupWorkerApi {
  /** Packs a record, or a list of them, as JSON. */
  packRecord(path: string, value: unknown): Promise<PackedText>;
  /** Takes an imported dataset's prices as they are stored on this device. */
  packPrices(path: string, datasetId: string): Promise<Result<PackedPart>>;
  /** The archive of these parts, whichever worker packed them; a Blob. */
  join(parts: readonly PackedPart[]): Promise<Result<LocalBytes>>;
  /** Opens an archive to read from; refuses what is none, or larger than any backup. */
  open(file: ImportFile): Promise<Result<readonly BackupEntry[]>>;
  /** A part's text, checked against the archive's own checksum. */
  readText(path: string): Promise<Result<string>>;
  /** Stores a part as the prices of a dataset, whole or not at all, and checks that they can be read. */
  putPrices(path: string, datasetId: string): Promise<Result<null>>;
}
