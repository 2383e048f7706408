/** Makes a backup of everything a person made, damaged records included as they are. Reads one record at a time. */
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
import type { BackupPart, Manifest } from "./backup-format.ts";
import { database } from "../database.ts";
import { columnsOf } from "../datasets.ts";
import { sha256 } from "../sha256.ts";
import { DATABASE_VERSION } from "../upgrades.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

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

/** The backup file; call noteBackup() when the person has it. */
export async function makeBackup(options: BackupOptions): Promise<Result<Backup>> {
  const worker = openBackupWorker();
  try {
    return await pack(worker, options);
  } finally {
    worker.end();
  }
}

async function pack(
  worker: BackupWorker,
  { withPrices, now, onProgress }: BackupOptions,
): Promise<Result<Backup>> {
  const runIds = await database.results.toCollection().primaryKeys();
  const datasets = withPrices ? await database.datasets.toArray() : [];
  const total = BACKUP_TABLES.length + runIds.length + datasets.length + 1;
  const parts: BackupPart[] = [];
  const addText = async (path: string, value: unknown): Promise<Result<null>> => {
    const text = JSON.stringify(value, plainCurves);
    const added = await worker.attempt(async (remote) => ok(await remote.addText(path, text)));
    if (!added.ok) return added;
    const bytes = new TextEncoder().encode(text).length;
    parts.push({ path, bytes, sha256: await sha256(text) });
    onProgress(parts.length, total);
    return ok(null);
  };
  /* oxlint-disable no-await-in-loop -- one part after the other: all at once may be more than the memory holds */
  for (const table of BACKUP_TABLES) {
    const added = await addText(tablePath(table), await database.table(table).toArray());
    if (!added.ok) return added;
  }
  for (const runId of runIds) {
    const added = await addText(resultPath(runId), await database.results.get(runId));
    if (!added.ok) return added;
  }
  for (const dataset of datasets) {
    const path = pricesPath(dataset.id);
    const added = await worker.attempt((remote) => remote.addPrices(path, columnsOf(dataset)));
    if (!added.ok) return added;
    parts.push({ path, bytes: added.value, sha256: null });
    onProgress(parts.length, total);
  }
  /* oxlint-enable no-await-in-loop */
  const writtenAt = new Date(now).toISOString();
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    appVersion: appVersion(),
    databaseVersion: DATABASE_VERSION,
    writtenAt,
    parts: [...parts],
  };
  const described = await addText(MANIFEST, manifest);
  if (!described.ok) return described;
  const packed = await worker.attempt((remote) => remote.finish());
  if (!packed.ok) return packed;
  if (!(packed.value instanceof Blob)) throw new TypeError("make-backup: the worker packed no Blob");
  return ok({ name: `tidemark-backup-${writtenAt.slice(0, 10)}.zip`, file: packed.value });
}

function plainCurves(_key: string, value: unknown): unknown {
  return value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value;
}

function appVersion(): string {
  const contents: unknown = JSON.parse(packageText);
  const version: unknown = typeof contents === "object" && contents && Reflect.get(contents, "version");
  return String(version);
}
