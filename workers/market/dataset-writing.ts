/**
 * Writes datasets to the store. A dataset is all or nothing: written to a staging folder, flushed, and moved into place
 * in one step.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ByteFile } from "./byte-file.ts";
import { fileName, PUBLISHED, STAGING } from "#workers/model/column-files.ts";
import { isNamed, openFolder, removeUnlessInUse, storageProblem } from "./dataset-files.ts";
import { sweepStaging } from "./dataset-store.ts";
import { moveFile, openFile } from "./private-file.ts";
import type { OpenedFile } from "./private-file.ts";

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

/** Begins a dataset; what earlier ones left behind is swept first. A problem where the platform has no files for it. */
export async function openStaging(): Promise<Result<Staging>> {
  const swept = await sweepStaging(); // storage that refuses this would refuse the prices, too
  if (!swept.ok) return swept;
  const name = `import-${crypto.randomUUID()}`;
  const names = [`${name}.columns`, `${name}.rows`] as const;
  const opened: OpenedFile[] = [];
  let bytes = 0;
  const close = (): void => {
    for (const file of opened.splice(0)) file.close();
  };
  const remove = async (): Promise<void> => {
    close();
    const folder = await openFolder(STAGING);
    await Promise.all(names.map((one) => removeUnlessInUse(folder, one)));
  };
  const open = async (folder: FileSystemDirectoryHandle, one: string): Promise<OpenedFile> => {
    const file = await openFile(await folder.getFileHandle(one, { create: true }));
    opened.push(file);
    return {
      ...file,
      write(part, at) {
        bytes = Math.max(bytes, at + part.length);
        file.write(part, at);
      },
    };
  };
  try {
    const folder = await openFolder(STAGING);
    const columns = await open(folder, names[0]);
    const rows = await open(folder, names[1]);
    return ok({
      columns,
      rows,
      async attempt(work) {
        try {
          return await work();
        } catch (error) {
          const isOfSource = isNamed(error, "NotReadableError"); // a file of the person's
          if (error instanceof DOMException && !isOfSource) return err(storageProblem(error, bytes));
          throw error;
        }
      },
      async publish(datasetId, size) {
        try {
          columns.flush(size);
          close();
          const file = await folder.getFileHandle(names[0]);
          await moveFile(file, await openFolder(PUBLISHED), fileName(datasetId));
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
    return err(storageProblem(error, bytes));
  }
}
