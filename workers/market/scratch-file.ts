/** A file for what the memory doesn't hold meanwhile, in the staging folder: the next import sweeps what a lost tab left there. */
import { STAGING } from "#workers/model/column-files.ts";
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { ByteFile } from "./byte-file.ts";
import { isNamed, openFolder, removeUnlessInUse, storageProblem } from "./dataset-files.ts";
import { openFile } from "./private-file.ts";

/** A problem where the storage gives no file, or no room for it; any other error of the work is thrown. */
export async function withScratchFile<T>(work: (file: ByteFile) => Result<T>): Promise<Result<T>> {
  const name = `scratch-${crypto.randomUUID()}`;
  const folder = await openFolder(STAGING);
  try {
    const file = await openFile(await folder.getFileHandle(name, { create: true }));
    try {
      return work(file);
    } finally {
      file.close();
    }
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) return err(noRoom);
    if (error instanceof DOMException) return err(storageProblem(error, 0));
    throw error;
  } finally {
    await removeUnlessInUse(folder, name);
  }
}

const noRoom: Problem = {
  code: "storage-failed",
  message:
    "The device has no room for what the run puts aside meanwhile. Delete a dataset or free space on the device, or import fewer instruments or years as a dataset of its own.",
};
