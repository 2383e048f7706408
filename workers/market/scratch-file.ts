/** A file for what the memory doesn't hold meanwhile; what a lost tab left of it goes with the next import. */
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { ByteFile } from "./byte-file.ts";
import { createFile } from "./store-choice.ts";
import { isNamed, storageProblem } from "./dataset-files.ts";
import { Refusal } from "./refusal.ts";

/** A problem where the storage gives no file, or no room for it; any other error of the work is thrown. */
export async function withScratchFile<T>(work: (file: ByteFile) => Result<T>): Promise<Result<T>> {
  try {
    const file = await createFile();
    try {
      return work(file);
    } finally {
      await file.discard();
    }
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) return err(noRoom);
    if (error instanceof DOMException) return err(storageProblem(error, 0));
    if (error instanceof Refusal) return err(error.problem);
    throw error;
  }
}

const noRoom: Problem = {
  code: "storage-failed",
  message:
    "The device has no room for what the run puts aside meanwhile. Delete a dataset or free space on the device, or import fewer instruments or years as a dataset of its own.",
};
