/** Other threads that read for an import, as its readers see them. */
import type { Answers } from "#workers/model/import-check.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";
import type { PlanFile } from "../what/file-check.ts";
import type { PartAnswer, PartRequest } from "../rows/part-rows.ts";
import type { RowCopy } from "../rows/row-copy.ts";

/** A file with its rows in no pool: instruments have the numbers of the copy. */
export interface CheckedCopy {
  readonly file: PlanFile;
  /** Null for a file without bars. */
  readonly rows: RowCopy | null;
}

/** "packed" for an archive and for gzip, whose rows may be too many to be moved; "failed" where a thread didn't do. */
export type CopyAnswer = CheckedCopy | "packed" | "failed";

export interface CheckRequest {
  readonly file: ImportFile;
  readonly answers: Answers;
  /** Symbols that are known to be series of rates. */
  readonly rates: ReadonlySet<string>;
}

export interface ReadingThreads {
  /** So many requests under way keep all threads busy. */
  readonly atOnce: number;
  /** Long files are cut to parts of so many bytes. */
  readonly partBytes: number;
  /** Never rejects: "failed" where a thread or a file didn't do. */
  readonly readPart: (request: PartRequest) => Promise<PartAnswer>;
  /** Never rejects, as readPart. */
  readonly checkFile: (request: CheckRequest) => Promise<CopyAnswer>;
}
