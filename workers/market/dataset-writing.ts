/**
 * Writes datasets to the store. An import is all or nothing: written to a staging folder, flushed, and moved into
 * place in one step.
 */
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";
import type { ByteFile } from "./byte-file.ts";
import { addMarket, createColumnWriter } from "./column-writer.ts";
import type { ColumnWriter } from "./column-writer.ts";
import { fileName, openFolder, PUBLISHED, removeFile, STAGING, storageProblem } from "./dataset-files.ts";
import { moveFile, writeFile } from "./private-file.ts";

/** Stores a market under an id, in place of what was there. On a problem, what was there stays. */
export async function saveDataset(datasetId: string, market: Market): Promise<Result<DatasetFacts>> {
  const written = await writeDataset(datasetId, async (writer) => ok(addMarket(writer, market)));
  return written.ok ? ok(written.value.facts) : written;
}

/** What was stored, and what `write` said of it. */
export interface WrittenDataset<T> {
  readonly facts: DatasetFacts;
  readonly value: T;
}

/**
 * Stores what `write` adds to the writer. On a problem, `write`'s own too, what was there stays.
 *
 * @param write - also gets a file for what the memory can't hold meanwhile
 */
export async function writeDataset<T>(
  datasetId: string,
  write: (writer: ColumnWriter, spill: ByteFile) => Promise<Result<T>>,
): Promise<Result<WrittenDataset<T>>> {
  const name = fileName(datasetId);
  const spillName = `${name}.rows`;
  let bytes = 0;
  const counted = (file: ByteFile): ByteFile => ({
    read: (into, at) => file.read(into, at),
    write(part, at) {
      bytes = Math.max(bytes, at + part.length);
      file.write(part, at);
    },
  });
  try {
    const staging = await openFolder(STAGING);
    try {
      const file = await staging.getFileHandle(name, { create: true });
      const spillFile = await staging.getFileHandle(spillName, { create: true });
      const written = await writeFile(spillFile, (spill) =>
        writeFile(file, async (opened) => {
          const writer = createColumnWriter(counted(opened));
          const done = await write(writer, counted(spill));
          return done.ok ? ok({ facts: await writer.finish(), value: done.value }) : done;
        }),
      );
      if (written.ok) await moveFile(file, await openFolder(PUBLISHED), name);
      return written;
    } finally {
      await Promise.all([removeFile(staging, name), removeFile(staging, spillName)]);
    }
  } catch (error) {
    return err(storageProblem(error, bytes));
  }
}
