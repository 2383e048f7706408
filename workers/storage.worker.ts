/**
 * Browser host of the second copy: the thread's boundary. A thread of its own, because a save must not wait for a
 * simulation, and because only workers can flush a file to the disk.
 */
import { expose } from "comlink";
import { reasonOf } from "./market/source.ts";
import { recordsIn } from "./model/packed-entries.ts";
import { err, ok } from "./model/problem.ts";
import type { Problem, Result } from "./model/problem.ts";
import type { StorageWorkerApi } from "./model/second-copy.ts";
import { withSlotFiles } from "./storage/copy-files.ts";
import { createSecondCopyKeeper } from "./storage/second-copy.ts";
import type { SlotFiles } from "./storage/second-copy.ts";

const keeper = createSecondCopyKeeper();

const api: StorageWorkerApi = {
  async readCopy() {
    const read = await attempt((files) => keeper.read(files));
    if (!read.ok) return read;
    return read.value === "unreadable" ? err(damaged) : ok(read.value);
  },

  async copyGeneration() {
    const read = await api.readCopy();
    return read.ok && read.value ? read.value.generation : 0;
  },

  appendToCopy: ({ records, ...others }) =>
    attempt((files) => keeper.append(files, { ...others, records: recordsIn(records) })),

  replaceCopy: ({ records, ...others }) =>
    attempt((files) => {
      keeper.replace(files, { ...others, records: recordsIn(records) });
      return null;
    }),
};

expose(api);

async function attempt<T>(work: (files: SlotFiles) => T): Promise<Result<T>> {
  try {
    return ok(await withSlotFiles(work));
  } catch (error) {
    return err(storageProblem(error));
  }
}

const damaged: Problem = {
  code: "storage-failed",
  message: "The second copy of your strategies is damaged in both its places and can't be read.",
};

function storageProblem(error: unknown): Problem {
  if (error instanceof Error && error.name === "QuotaExceededError") {
    return {
      code: "storage-failed",
      message:
        "There is no room for the second copy of your strategies. Delete runs or datasets you no longer need, or free disk space.",
    };
  }
  return {
    code: "storage-failed",
    message: `The browser's files refused the second copy of your strategies (${reasonOf(error)}). Reload the page; in a private window files may be switched off.`,
  };
}
