/** Imports and deletes datasets: columns in the worker's store and the catalogue's entry, both or neither. */
import type { BacktestClient } from "./backtest-client.ts";
import { browserClient } from "./browser-client.ts";
import { marked } from "./import-marks.ts";
import { addDataset, deleteDatasetRecord } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";

export interface DatasetImport {
  readonly title: string;
  readonly files: readonly File[];
  readonly defaults: InstrumentDefaults;
}

/** Reads, stores and enters price files as a new dataset; the notes of its record say what was left out. */
export async function importDataset(
  { title, files, defaults }: DatasetImport,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  client: BacktestClient = browserClient,
): Promise<Result<DatasetRecord>> {
  const id = crypto.randomUUID();
  const done = await marked(id, async () => {
    const imported = await client.importPrices({ datasetId: id, files, defaults }, onProgress, signal);
    if (!imported.ok) return imported;
    const record: DatasetRecord = { id, title, importedAt: Date.now(), ...imported.value, defaults };
    const added = await addDataset(record);
    return added.ok ? ok(record) : added;
  });
  if (!done.ok) void client.deleteDataset(id); // a cancel may have come just after the columns were stored; never rejects
  return done;
}

/** Deletes an imported dataset; runs on it stay. The entry goes first, so that columns never seem there and aren't. */
export async function deleteDataset(
  id: string,
  client: BacktestClient = browserClient,
): Promise<Result<null>> {
  return marked(id, async () => {
    const deleted = await deleteDatasetRecord(id);
    return deleted.ok ? client.deleteDataset(id) : deleted;
  });
}
