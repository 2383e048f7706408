/** Records of runs (or sweeps), in files and in memory. */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { partOf, readRecords, writeWhole } from "./disk.ts";
import type { Log } from "./disk.ts";
import type { SweepAxes } from "../sweep/axes.ts";
import type { Run } from "./schemas.ts";

/** What is kept of a piece of work beside what is told of it. */
export interface WorkRecord extends Run {
  /** The strategy as it was sent. */
  readonly strategy: unknown;
  /** File of the columns that it is of. */
  readonly columns: string;
  /** How often a process began it. */
  readonly starts: number;
  /** The number of its last event. */
  readonly event: number;
  /** What a sweep has beside; runs have none. */
  readonly sweep?: SweepPart;
}

export interface SweepPart {
  readonly axes: SweepAxes;
  readonly variants: number;
  /** Rows that are there. */
  readonly done: number;
  readonly withEquity: boolean;
}

export interface WorkStore {
  /** Newest first. */
  list(): readonly WorkRecord[];
  get(id: string): WorkRecord | undefined;
  newId(): string;
  /** Resolves when it is on the disk; what is told in memory is the new record at once. */
  put(record: WorkRecord): Promise<void>;
  /** Changes what is told, not what is on the disk: progress. */
  show(record: WorkRecord): void;
  remove(id: string): Promise<void>;
  /** Where its result is, or will be. */
  resultPath(id: string): string;
}

/** @param prefix - in front of each id: "run" */
export async function openWorkStore(folder: string, prefix: string, log: Log): Promise<WorkStore> {
  const records = new Map<string, WorkRecord>();
  const loaded = await readRecords(folder, log);
  for (const [name, value] of [...loaded].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this server wrote it, whole
    if (!name.includes(".")) records.set(name, value as WorkRecord);
  }
  let newest = Math.max(0, ...[...records.keys()].map(timeOf));
  /** By id: the writing that is under way, so that two of them keep their order. */
  const writing = new Map<string, Promise<void>>();
  const pathOf = (id: string): string => join(folder, `${id}.json`);
  const resultPath = (id: string): string => join(folder, `${id}.result`);

  async function write(record: WorkRecord, before: Promise<void> | undefined): Promise<void> {
    await before?.catch(() => {}); // told to whoever asked for it
    if (records.has(record.id)) await writeWhole(pathOf(record.id), JSON.stringify(record));
  }

  return {
    list: () => [...records.values()].toReversed(),
    get: (id) => records.get(id),
    newId() {
      newest = Math.max(Date.now(), newest + 1);
      return `${prefix}-${newest.toString(36).padStart(9, "0")}-${randomBytes(5).toString("hex")}`;
    },
    async put(record) {
      const isNew = !records.has(record.id);
      records.set(record.id, record);
      const written = write(record, writing.get(record.id));
      writing.set(record.id, written);
      try {
        await written;
      } catch (error) {
        if (isNew) records.delete(record.id);
        throw error;
      } finally {
        if (writing.get(record.id) === written) writing.delete(record.id);
      }
    },
    show(record) {
      if (records.has(record.id)) records.set(record.id, record);
    },
    async remove(id) {
      records.delete(id);
      await writing.get(id)?.catch(() => {});
      const files = [pathOf(id), resultPath(id), partOf(resultPath(id))];
      await Promise.all(files.map((path) => rm(path, { force: true })));
    },
    resultPath,
  };
}

function timeOf(id: string): number {
  return Number.parseInt(id.split("-")[1] ?? "", 36) || 0;
}

/** The size of a file; null where it isn't there. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}
