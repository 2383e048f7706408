/** What the store keeps of datasets: of uploads all, of folders the series that were put beside them. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readRecords, writeWhole } from "./disk.ts";
import type { Log } from "./disk.ts";
import type { Dataset } from "./schemas.ts";

export interface KeptSeries {
  readonly name: string;
  readonly kind: "fact" | "signal";
  /** The file's name in the folder of series. */
  readonly file: string;
}

export interface DatasetRecord extends Pick<Dataset, "id" | "name" | "source" | "report"> {
  /** File of the columns without the series; null for a folder, which is read at each start. */
  readonly base: string | null;
  readonly series: readonly KeptSeries[];
  /** The data's own series that were deleted, in lower case. */
  readonly dropped: readonly string[];
}

export interface DatasetRecords {
  all(): readonly DatasetRecord[];
  get(id: string): DatasetRecord | undefined;
  put(record: DatasetRecord): Promise<void>;
  remove(id: string): Promise<void>;
  /** Where a series lies. */
  seriesPath(file: string): string;
}

/** @param seriesFolder - where series lie; what no record names is removed */
export async function openDatasetRecords(
  folder: string,
  seriesFolder: string,
  log: Log,
): Promise<DatasetRecords> {
  const records = new Map<string, DatasetRecord>();
  for (const value of (await readRecords(folder, log)).values()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this server wrote it, whole
    const record = value as DatasetRecord;
    records.set(record.id, record);
  }
  const named = new Set([...records.values()].flatMap(({ series }) => series.map(({ file }) => file)));
  const spare = (await readdir(seriesFolder)).filter((file) => !named.has(file));
  await Promise.all(spare.map((file) => rm(join(seriesFolder, file), { force: true })));
  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    async put(record) {
      await writeWhole(join(folder, `${record.id}.json`), JSON.stringify(record), true);
      records.set(record.id, record);
    },
    async remove(id) {
      await rm(join(folder, `${id}.json`), { force: true });
      const record = records.get(id);
      records.delete(id);
      await Promise.all(
        (record?.series ?? []).map(({ file }) => rm(join(seriesFolder, file), { force: true })),
      );
    },
    seriesPath: (file) => join(seriesFolder, file),
  };
}
