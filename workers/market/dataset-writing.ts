/**
 * Writes datasets to the store. A dataset is all or nothing: written apart from the others, and put in place in one
 * step.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ByteFile } from "./byte-file.ts";
import { fileName } from "#workers/model/column-files.ts";
import { createFile } from "./store-choice.ts";
import type { NewFile } from "./file-store.ts";
import { isNamed, storageProblem } from "./dataset-files.ts";
import { sweepStaging } from "./dataset-store.ts";
import { Refusal } from "./refusal.ts";

/** A dataset in the making. */
export interface Staging {
  /** Its columns. */
  readonly columns: ByteFile;
  /** For what the memory can't hold meanwhile. */
  readonly rows: ByteFile;
  /** Does work that writes to the files; storage that refuses is a problem, any other error is thrown. */
  readonly attempt: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;
  /**
   * Stores the first `bytes` of the columns under an id, in place of what was there, and ends the staging. On a problem,
   * what was there stays.
   */
  readonly publish: (datasetId: string, bytes: number) => Promise<Result<null>>;
  /** Ends the staging; nothing is stored. */
  readonly discard: () => Promise<void>;
}

/** Begins a dataset; what earlier ones left behind is swept first. A problem where the browser can't store it. */
export async function openStaging(): Promise<Result<Staging>> {
  const swept = await sweepStaging(); // storage that refuses this would refuse the prices, too
  if (!swept.ok) return swept;
  const files: NewFile[] = [];
  const sizeSoFar = (): number => files.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const remove = async (): Promise<void> => {
    await Promise.all(files.splice(0).map((file) => file.discard()));
  };
  const create = async (): Promise<NewFile> => {
    const file = await createFile();
    files.push(file);
    return file;
  };
  try {
    const columns = await create();
    const rows = await create();
    return ok({
      columns,
      rows,
      async attempt(work) {
        try {
          return await work();
        } catch (error) {
          const isOfSource = isNamed(error, "NotReadableError"); // a file of the person's
          if (error instanceof DOMException && !isOfSource) return err(storageProblem(error, sizeSoFar()));
          if (error instanceof Refusal) return err(error.problem);
          throw error;
        }
      },
      async publish(datasetId, size) {
        const bytes = sizeSoFar();
        try {
          await columns.publish(fileName(datasetId), size);
          return ok(null);
        } catch (error) {
          return err(storageProblem(error, bytes));
        } finally {
          await remove();
        }
      },
      discard: remove,
    });
  } catch (error) {
    await remove().catch(() => {}); // the same storage that refused
    return err(storageProblem(error, 0));
  }
}
