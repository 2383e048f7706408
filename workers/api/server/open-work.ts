/** What a server works with, out of its store: datasets, runs and keys. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { reasonOf } from "#workers/market/source.ts";
import { createEngineThreads } from "../engine-threads.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import type { ServerLimits } from "./app.ts";
import { ColumnFiles } from "./column-files.ts";
import { openDatasetRecords } from "./dataset-records.ts";
import { Datasets } from "./datasets.ts";
import { openKeys } from "./keys.ts";
import { runWorker } from "./runs.ts";
import type { Services } from "./services.ts";
import { rowCounter, sweepWorker } from "./sweeps.ts";
import { WorkLine } from "./work-line.ts";
import { openWorkStore } from "./work-store.ts";

export interface WorkRequest {
  readonly data: readonly string[];
  readonly exchange: string;
  readonly instrumentType: string;
  readonly keep: number;
  readonly allowCode: CodeAllowed;
  readonly folders: StoreFolders;
  readonly limits: ServerLimits;
  readonly log: (line: string) => void;
}

/** Runs leave the processor to whoever answers the next call. */
const WORK_NICENESS = 10;

export interface OpenWork {
  readonly services: Pick<
    Services,
    "datasets" | "runs" | "runStore" | "sweeps" | "sweepStore" | "keys" | "uploads" | "allowCode"
  >;
  /** Ends all work: what is not over begins anew at the next start. */
  close(): Promise<void>;
}

export async function openWork(request: WorkRequest): Promise<OpenWork> {
  const { data, exchange, instrumentType, keep, allowCode, folders, limits, log } = request;
  await emptyFolder(folders.uploads); // of a server that was killed
  const runStore = await openWorkStore(folders.runs, "run", log);
  const cores = availableParallelism();
  const threads = createEngineThreads(cores, { niceness: WORK_NICENESS });
  const columns = new ColumnFiles(folders.columns);
  const columnsPath = (name: string): string => columns.pathOf(name);
  const neededColumns = (): ReadonlySet<string> =>
    new Set([...datasets.columnsInUse(), ...runs.columnsInUse(), ...sweeps.columnsInUse()]);
  const sweepColumns = (): void => {
    columns
      .sweep(neededColumns)
      .catch((error: unknown) => log(`columns that nobody needs stay: ${reasonOf(error)}`));
  };
  const shared = { mostWaiting: limits.mostWaiting, keep, onOver: sweepColumns, log };
  const runs = new WorkLine({
    ...shared,
    store: runStore,
    waitingElsewhere: () => sweeps.waiting,
    cores,
    work: runWorker({ threads, store: runStore, allowCode, columnsPath }),
  });
  const sweepStore = await openWorkStore(folders.sweeps, "sweep", log);
  const sweeps = new WorkLine({
    ...shared,
    store: sweepStore,
    waitingElsewhere: () => runs.waiting,
    recount: rowCounter(sweepStore),
    cores: 1, // with all threads that runs leave it
    work: sweepWorker({ threads, store: sweepStore, allowCode, columnsPath, cores, runs: () => runs }),
  });
  const datasets = new Datasets({
    folders: data,
    defaults: { exchange, instrumentType, currency: "" },
    columns,
    records: await openDatasetRecords(folders.datasets, folders.series, log),
    isInUse: (id) => [...runs.open(), ...sweeps.open()].some(({ dataset }) => dataset.id === id),
    onChanged: sweepColumns,
    log,
  });
  const isThere = (made: string): boolean =>
    [runStore, sweepStore].some((store) => store.get(made) !== undefined) || datasets.has(made);
  const keys = await openKeys(folders.keys, isThere, log);
  const { idleMs, uploadBytes: mostBytes } = limits;
  const uploads = { folder: folders.uploads, idleMs, mostBytes };
  return {
    services: { datasets, runs, runStore, sweeps, sweepStore, keys, uploads, allowCode },
    async close() {
      await Promise.all([runs.close(), sweeps.close(), threads.close(), datasets.close()]);
    },
  };
}

const FOLDERS = ["columns", "datasets", "series", "runs", "sweeps", "keys", "uploads"] as const;

export type StoreFolders = Readonly<Record<(typeof FOLDERS)[number], string>>;

/** Makes the folders of a store that are not there yet. */
export async function makeStore(store: string): Promise<StoreFolders> {
  const at = (name: (typeof FOLDERS)[number]): string => join(store, name);
  const folders: StoreFolders = {
    columns: at("columns"),
    datasets: at("datasets"),
    series: at("series"),
    runs: at("runs"),
    sweeps: at("sweeps"),
    keys: at("keys"),
    uploads: at("uploads"),
  };
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  return folders;
}

async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
