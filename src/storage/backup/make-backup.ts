/** Makes a backup of everything a person made, damaged records included as they are. Holds a few results at a time. */
import packageText from "../../../package.json?raw";
import { openBackupWorker } from "./backup-worker.ts";
import type { BackupWorker } from "./backup-worker.ts";
import {
  BACKUP_FORMAT,
  BACKUP_TABLES,
  MANIFEST,
  pricesPath,
  resultPath,
  tablePath,
} from "./backup-format.ts";
import type { BackupTable, Manifest } from "./backup-format.ts";
import { database } from "../database.ts";
import { columnsOf } from "../datasets.ts";
import type { DatasetRecord } from "../records.ts";
import { DATABASE_VERSION } from "../upgrades.ts";
import type { PackedPart, PackedText } from "#workers/model/backup.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

export interface Backup {
  readonly name: string;
  readonly file: Blob;
}

export interface BackupOptions {
  /** With the prices of imported datasets. */
  readonly withPrices: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** More workers than this gain nothing: the page hands out one record after the other. */
const MOST_WORKERS = 4;
/** So many results keep a worker busy for longer than it takes to start. */
const RESULTS_A_WORKER = 8;

/** The backup file; call noteBackup() when the person has it. */
export async function makeBackup(options: BackupOptions): Promise<Result<Backup>> {
  const runIds = await database.results.toCollection().primaryKeys();
  const wanted = Math.min(MOST_WORKERS, navigator.hardwareConcurrency, runIds.length / RESULTS_A_WORKER);
  const workers = Array.from({ length: Math.max(1, Math.floor(wanted)) }, openBackupWorker);
  try {
    return await pack(workers, runIds, options);
  } finally {
    for (const worker of workers) worker.end();
  }
}

/** A part of the archive, and what the manifest says of it. */
type Packed = PackedPart & { readonly sha256: string | null };

async function pack(
  workers: readonly BackupWorker[],
  runIds: readonly string[],
  { withPrices, now, onProgress }: BackupOptions,
): Promise<Result<Backup>> {
  const datasets = withPrices ? await database.datasets.toArray() : [];
  const packers: Packer[] = [
    ...BACKUP_TABLES.map((table) => tablePacker(table)),
    ...runIds.map((runId) => resultPacker(runId)),
    ...datasets.map((dataset) => pricesPacker(dataset)),
  ];
  const total = packers.length + 1;
  const made = await packAll(workers, packers, (done) => onProgress(done, total));
  if (!made.ok) return made;
  const writtenAt = new Date(now).toISOString();
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    appVersion: appVersion(),
    databaseVersion: DATABASE_VERSION,
    writtenAt,
    parts: made.value.map(({ path, size, sha256 }) => ({ path, bytes: size, sha256 })),
  };
  const [worker] = workers;
  if (!worker) throw new Error("make-backup: there is no worker");
  const described = await packValue(worker, MANIFEST, manifest);
  if (!described.ok) return described;
  const joined = await worker.attempt((remote) => remote.join([...made.value, described.value]));
  if (!joined.ok) return joined;
  if (!(joined.value instanceof Blob)) throw new TypeError("make-backup: the worker made no Blob");
  onProgress(total, total);
  return ok({ name: `tidemark-backup-${writtenAt.slice(0, 10)}.zip`, file: joined.value });
}

/** Reads one part and has it packed; null where what it was to hold is gone meanwhile. */
type Packer = (worker: BackupWorker) => Promise<Result<Packed | null>>;

/** Each worker has one part at a time, so that no more than as many records are in memory; parts keep their order. */
async function packAll(
  workers: readonly BackupWorker[],
  packers: readonly Packer[],
  onProgress: (done: number) => void,
): Promise<Result<readonly Packed[]>> {
  const waiting = packers.entries();
  const parts: (Packed | null)[] = [];
  let done = 0;
  let problem: Problem | null = null;
  const work = async (worker: BackupWorker): Promise<void> => {
    for (const [at, packer] of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other: all at once may be more than the memory holds
      const part = await packer(worker);
      if (!part.ok) problem ??= part.problem;
      if (!part.ok || problem) return;
      parts[at] = part.value;
      onProgress(++done);
    }
  };
  await Promise.all(workers.map(work));
  return problem ? err(problem) : ok(parts.filter((part) => part !== null));
}

function tablePacker(table: BackupTable): Packer {
  return async (worker) => packValue(worker, tablePath(table), await database.table(table).toArray());
}

function resultPacker(runId: string): Packer {
  return async (worker) => {
    const result = await database.results.get(runId);
    return result ? packValue(worker, resultPath(runId), result) : ok(null);
  };
}

function pricesPacker(dataset: DatasetRecord): Packer {
  const path = pricesPath(dataset.id);
  return async (worker) => {
    const packed = await worker.attempt((remote) => remote.packPrices(path, columnsOf(dataset)));
    return packed.ok ? ok({ ...packed.value, sha256: null }) : packed;
  };
}

function packValue(worker: BackupWorker, path: string, value: unknown): Promise<Result<PackedText>> {
  return worker.attempt(async (remote) => ok(await remote.packRecord(path, value)));
}

function appVersion(): string {
  const contents: unknown = JSON.parse(packageText);
  const version: unknown = typeof contents === "object" && contents && Reflect.get(contents, "version");
  return String(version);
}
