/**
 * Opens a backup file and reads what is small of it: its manifest and its tables. The file may be anything: sizes are
 * capped, checksums compared, and every record parsed into its strict shape; what can't be read is listed by name.
 */
import { z } from "zod";
import { openBackupWorker } from "./backup-worker.ts";
import type { BackupWorker } from "./backup-worker.ts";
import type { BackupRecords } from "./backup-records.ts";
import { withoutChanged } from "./restore-deployments.ts";
import { LATER_TABLES, MANIFEST, manifestSchema, tablePath } from "./backup-format.ts";
import type { BackupPart, BackupTable, Manifest } from "./backup-format.ts";
import {
  nameOf,
  textAt,
  datasetRecordSchema,
  draftRecordSchema,
  readRecords,
  runRecordSchema,
  strategyRecordSchema,
} from "../records.ts";
import type { DamagedRecord } from "../records.ts";
import { deploymentRecordSchema, entryRecordSchema } from "../deployment-record.ts";
import { gridRecordSchema } from "../grid-record.ts";
import { settingRecordSchema } from "../settings.ts";
import { sha256 } from "../sha256.ts";
import { DATABASE_VERSION, upgradeRecord } from "../upgrades.ts";
import { walkRecordSchema } from "../walk-record.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

export interface OpenBackup {
  readonly fileName: string;
  readonly manifest: Manifest;
  readonly records: BackupRecords;
  /** Left out of `records`. */
  readonly damaged: readonly DamagedRecord[];
  readonly hasPart: (path: string) => boolean;
  /** A text part, checked against the manifest. */
  readonly readText: (path: string) => Promise<Result<string>>;
  /** Stores a dataset's prices. */
  readonly putPrices: (path: string, datasetId: string) => Promise<Result<null>>;
  /** Call when it is not needed any more. */
  readonly close: () => void;
}

export async function openBackup(file: File): Promise<Result<OpenBackup>> {
  const worker = openBackupWorker();
  const opened = await open(worker, file);
  if (!opened.ok) worker.end();
  return opened;
}

async function open(worker: BackupWorker, file: File): Promise<Result<OpenBackup>> {
  const entries = await worker.attempt((remote) => remote.open({ name: file.name, bytes: file }));
  if (!entries.ok) return entries;
  const text = await worker.attempt((remote) => remote.readText(MANIFEST));
  if (!text.ok) return err(noBackup(file.name));
  const manifest = readManifest(file.name, text.value);
  if (!manifest.ok) return manifest;
  const parts = new Map(manifest.value.parts.map((part) => [part.path, part]));
  const sizes = new Map(entries.value.map(({ path, bytes }) => [path, bytes]));
  const wrong = manifest.value.parts.find(({ path, bytes }) => sizes.get(path) !== bytes);
  if (wrong) return err(incomplete(file.name, wrong.path));
  const readText = (path: string) => readPart(worker, file.name, parts.get(path) ?? null);
  const readTable = (table: BackupTable) => {
    const path = tablePath(table);
    const isFromBefore = LATER_TABLES.includes(table) && !parts.has(path);
    return isFromBefore ? Promise.resolve(ok("[]")) : readText(path);
  };
  const tables = await readTables(manifest.value.databaseVersion, readTable);
  if (!tables.ok) return tables;
  const { records, changed } = await withoutChanged(tables.value.records);
  return ok({
    fileName: file.name,
    manifest: manifest.value,
    records,
    damaged: [...tables.value.damaged, ...changed],
    hasPart: (path) => parts.has(path),
    readText,
    putPrices: (path, id) => worker.attempt((remote) => remote.putPrices(path, id)),
    close: () => worker.end(),
  });
}

function readManifest(fileName: string, text: string): Result<Manifest> {
  const value = parseJson(text);
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return err(noBackup(fileName));
  if (parsed.data.databaseVersion <= DATABASE_VERSION) return ok(parsed.data);
  const message = `${fileName} was made by a newer Tidemark. Reload the page to get the newer app, then restore it.`;
  return err({ code: "file-refused", message });
}

async function readPart(
  worker: BackupWorker,
  fileName: string,
  part: BackupPart | null,
): Promise<Result<string>> {
  if (!part) return err(incomplete(fileName, "a part"));
  const text = await worker.attempt((remote) => remote.readText(part.path));
  if (!text.ok) return text;
  return (await sha256(text.value)) === part.sha256 ? text : err(incomplete(fileName, part.path));
}

async function readTables(
  version: number,
  readTable: (table: BackupTable) => Promise<Result<string>>,
): Promise<Result<{ records: BackupRecords; damaged: readonly DamagedRecord[] }>> {
  const damaged: DamagedRecord[] = [];
  const read = async <T>(table: BackupTable, schema: z.ZodType<T>, kind: string): Promise<Result<T[]>> => {
    const text = await readTable(table);
    if (!text.ok) return text;
    const list = z.array(z.record(z.string(), z.unknown())).safeParse(parseJson(text.value));
    if (!list.success) return err(incomplete("The backup", tablePath(table)));
    const found = readRecords(
      schema,
      list.data.map((one) => upgradeRecord(table, one, version)),
      kind,
    );
    const distinct = eachOnce(found.records, kind);
    damaged.push(...found.damaged, ...distinct.twice);
    return ok(distinct.records);
  };
  const strategies = await read("strategies", strategyRecordSchema, "strategy");
  if (!strategies.ok) return strategies;
  const drafts = await read("drafts", draftRecordSchema, "draft");
  if (!drafts.ok) return drafts;
  const settings = await read("settings", settingRecordSchema, "setting");
  if (!settings.ok) return settings;
  const datasets = await read("datasets", datasetRecordSchema, "dataset");
  if (!datasets.ok) return datasets;
  const runs = await read("runs", runRecordSchema, "run");
  if (!runs.ok) return runs;
  const grids = await read("grids", gridRecordSchema, "optimisation");
  if (!grids.ok) return grids;
  const walks = await read("walks", walkRecordSchema, "walk-forward");
  if (!walks.ok) return walks;
  const deployments = await read("deployments", deploymentRecordSchema, "deployment");
  if (!deployments.ok) return deployments;
  const entries = await read("entries", entryRecordSchema, "entry of a ledger");
  if (!entries.ok) return entries;
  const records = {
    strategies: strategies.value,
    drafts: drafts.value,
    settings: settings.value,
    datasets: datasets.value,
    runs: runs.value,
    grids: grids.value,
    walks: walks.value,
    deployments: deployments.value,
    entries: entries.value,
  };
  return ok({ records, damaged });
}

/** A key that comes twice would be counted twice and stored once: the first one counts, the others are named. */
function eachOnce<T>(
  records: readonly T[],
  kind: string,
): { readonly records: T[]; readonly twice: readonly DamagedRecord[] } {
  const keys = new Set<string>();
  const distinct: T[] = [];
  const twice: DamagedRecord[] = [];
  for (const record of records) {
    const key = keyOf(record);
    if (!keys.has(key)) {
      keys.add(key);
      distinct.push(record);
      continue;
    }
    const message = `The backup has this ${kind} a second time; the first one counts.`;
    twice.push({ id: key, name: nameOf(record), problem: { code: "file-unreadable", message } });
  }
  return { records: distinct, twice };
}

function keyOf(record: unknown): string {
  return textAt(record, "id") || textAt(record, "strategyId") || textAt(record, "key");
}

/** undefined where it is no JSON; keys such as __proto__ stay plain keys, and the schemas drop them. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noBackup(fileName: string): Problem {
  return {
    code: "file-refused",
    message: `${fileName} is not a backup of Tidemark. Choose a file named like tidemark-backup-2026-01-31.zip.`,
  };
}

function incomplete(fileName: string, path: string): Problem {
  return {
    code: "file-unreadable",
    message: `${fileName} is damaged or incomplete (${path}). Choose another backup.`,
  };
}
