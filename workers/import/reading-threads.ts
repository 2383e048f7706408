/** Other threads that read for an import, as its readers see them. */
import type { CheckRequest, CopyAnswer } from "./checked-copy.ts";
import type { PartAnswer, PartRequest } from "./part-rows.ts";

export interface ReadingThreads {
  /** So many requests under way keep all threads busy. */
  readonly atOnce: number;
  /** Long files are cut to parts of so many bytes. */
  readonly partBytes: number;
  /** Never rejects: "failed" where a thread or a file didn't do. */
  readonly readPart: (request: PartRequest) => Promise<PartAnswer>;
  /** As readPart. */
  readonly checkFile: (request: CheckRequest) => Promise<CopyAnswer>;
}
