/** The dataset store as a page sees it: sync access handles exist in workers only. */
import { expose } from "comlink";
import { deleteDataset, loadDataset, sweepStaging } from "#workers/market/dataset-store.ts";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { openStaging } from "#workers/market/dataset-writing.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";

const load = async (datasetId: string) => loadDataset(datasetId, { highAndLow: true });

/** Stores a market under an id as an import does. */
async function saveDataset(datasetId: string, market: Market): Promise<Result<DatasetFacts>> {
  const staging = await openStaging();
  if (!staging.ok) return staging;
  const { columns, attempt, publish, discard } = staging.value;
  const written = await attempt(async () => {
    const writer = createColumnWriter(columns);
    addMarket(writer, market);
    return ok(await writer.finish());
  });
  if (!written.ok) {
    await discard();
    return written;
  }
  const published = await publish(datasetId, written.value.bytes);
  return published.ok ? written : published;
}

const api = {
  saveDataset,
  loadDataset: load,
  deleteDataset,
  sweepStaging,
  /** Loads a dataset while its file is open for reading, as by another tab. */
  async loadWhileReading(datasetId: string) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("datasets");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as below
    const file = (await folder.getFileHandle(`${datasetId}.columns`)) as unknown as {
      createSyncAccessHandle(options: { mode: "read-only" }): Promise<{ close(): void }>;
    };
    const handle = await file.createSyncAccessHandle({ mode: "read-only" });
    const loaded = await load(datasetId);
    handle.close();
    return loaded;
  },
  /** Sweeps while a file in the staging folder is open for writing, as by another tab. */
  async sweepWhileWriting(name: string) {
    const root = await navigator.storage.getDirectory();
    const staging = await root.getDirectoryHandle("datasets-staging", { create: true });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests' library is the page's, this is a worker
    const file = (await staging.getFileHandle(name, { create: true })) as unknown as {
      createSyncAccessHandle(): Promise<{ close(): void }>;
    };
    const handle = await file.createSyncAccessHandle();
    const swept = await sweepStaging();
    handle.close();
    return swept;
  },
};

export type DatasetStoreApi = typeof api;

expose(api);
