/** Stored datasets as files: out of the store for a backup, and back in from one. For a worker of the page. */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { fileName } from "#workers/model/column-files.ts";
import type { ByteFile, ByteReader } from "./byte-file.ts";
import { readSignpost, SIGNPOST_BYTES } from "./column-directory.ts";
import { frontOfBlob } from "./dataset-file.ts";
import { blobOf, createFile } from "./store-choice.ts";
import { isNamed, storageProblem } from "./dataset-files.ts";
import { Refusal } from "./refusal.ts";
import type { PriceSource } from "./source.ts";
import { readStoredMarket } from "./stored-market.ts";

/** A dataset as one file, as it lies here: what was added last, behind what it goes on with. */
export async function storedFile(datasetId: string): Promise<Result<Blob>> {
  try {
    const own = await blobOf(fileName(datasetId));
    const front = await frontOfBlob(own);
    if (!front) return ok(own);
    const before = await blobOf(fileName(front.id));
    return ok(new Blob([before.slice(0, front.bytes), own]));
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) return err(storageProblem(error, 0));
    const message =
      "The prices of a dataset are no longer on this device. Back up without prices, or delete it.";
    return err({ code: "data-missing", message });
  }
}

/** Both ends of a file of two say where the later directory is: the first said where the earlier one is. */
function repeatSignpost(file: ByteFile & ByteReader): void {
  const at = file.bytes - SIGNPOST_BYTES;
  if (readSignpost(file, at)?.isExtended !== true) return;
  const signpost = new Uint8Array(SIGNPOST_BYTES);
  file.read(signpost, at);
  file.write(signpost, 0);
}

const EVERYTHING = { highAndLow: true, mostBytes: Infinity } as const;

/** Stores a dataset's file in place of what was there; refused, and nothing changed, where it is not whole. */
export async function putStoredFile(datasetId: string, source: PriceSource): Promise<Result<null>> {
  try {
    const file = await createFile();
    try {
      let at = 0;
      for await (const chunk of await source.open()) {
        file.write(chunk, at);
        at += chunk.length;
      }
      const market = await readStoredMarket(file, EVERYTHING);
      if (!market.ok) return market;
      repeatSignpost(file);
      await file.publish(fileName(datasetId));
      return ok(null);
    } finally {
      await file.discard();
    }
  } catch (error) {
    return err(error instanceof Refusal ? error.problem : storageProblem(error, source.bytes ?? 0));
  }
}
