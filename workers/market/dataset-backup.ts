/** Stored datasets as files: out of the store for a backup, and back in from one. For a worker of the page. */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { fileName, PUBLISHED, STAGING } from "#workers/model/column-files.ts";
import { isNamed, openFolder, removeFile, storageProblem } from "./dataset-files.ts";
import { moveFile, readFile, writeFile } from "./private-file.ts";
import { Refusal } from "./refusal.ts";
import type { PriceSource } from "./source.ts";
import { readStoredMarket } from "./stored-market.ts";

/** A dataset's file as it lies here. */
export async function storedFile(datasetId: string): Promise<Result<File>> {
  try {
    const folder = await openFolder(PUBLISHED);
    return ok(await (await folder.getFileHandle(fileName(datasetId))).getFile());
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) return err(storageProblem(error, 0));
    const message =
      "The prices of a dataset are no longer on this device. Back up without prices, or delete it.";
    return err({ code: "data-missing", message });
  }
}

const EVERYTHING = { highAndLow: true, mostBytes: Infinity } as const;

/** Stores a dataset's file in place of what was there; refused, and nothing changed, where it is not whole. */
export async function putStoredFile(datasetId: string, source: PriceSource): Promise<Result<null>> {
  const name = fileName(datasetId);
  try {
    const staging = await openFolder(STAGING);
    try {
      const file = await staging.getFileHandle(name, { create: true });
      await writeFile(file, async (opened) => {
        let at = 0;
        for await (const chunk of await source.open()) {
          opened.write(chunk, at);
          at += chunk.length;
        }
      });
      const market = await readFile(file, (bytes) => readStoredMarket(bytes, EVERYTHING));
      if (!market.ok) return market;
      await moveFile(file, await openFolder(PUBLISHED), name);
      return ok(null);
    } finally {
      await removeFile(staging, name);
    }
  } catch (error) {
    return err(error instanceof Refusal ? error.problem : storageProblem(error, source.bytes ?? 0));
  }
}
