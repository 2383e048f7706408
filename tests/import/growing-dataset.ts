/** A stored dataset that files are added to one after the other, as the browser's store keeps it: in memory. */
import { openBase } from "#workers/import/plan/base.ts";
import { describeDryRun } from "#workers/import/plan/dry-run.ts";
import { createPlanReader } from "#workers/import/plan/plan-files.ts";
import { planMarket } from "#workers/import/plan/plan-market.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import type { ColumnFile } from "#workers/market/column-reader.ts";
import { frontOf, joinFiles } from "#workers/market/extended-file.ts";
import { openParts } from "#workers/market/parted-file.ts";
import type { DryRun, ImportPlan } from "#workers/model/import-plan.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";
import { createMemoryFile, memoryReader } from "../support/memory-file.ts";
import { planOf } from "./plan-support.ts";

/** Columns by their id. */
export type StoredColumns = Map<string, Uint8Array>;

export interface Added {
  readonly dryRun: DryRun;
  readonly facts: DatasetFacts;
  /** Of the columns that were written. */
  readonly bytes: number;
  /** Id of those that they go on with. */
  readonly frontId: string | null;
  /** The files that were given take another name. */
  readonly id: string;
}

/** The dataset's bytes, wherever they lie. */
export function readerOf(columns: StoredColumns, id: string): ByteReader {
  const own = memoryReader(columns.get(id) ?? new Uint8Array(0));
  const front = frontOf(own);
  return front ? joinFiles(memoryReader(columns.get(front.id) ?? new Uint8Array(0)), front, own) : own;
}

export function openColumns(file: ByteReader): ColumnFile {
  const opened = openColumnFile(file);
  if (!opened) throw new Error("a column file was expected");
  return opened;
}

/** Adds files to columns, or makes the first ones; what was there stays beside the new. */
export async function addFiles(
  columns: StoredColumns,
  to: string | null,
  files: Readonly<Record<string, string>>,
  change: Partial<ImportPlan> = {},
): Promise<Added> {
  const id = `columns-${columns.size}`;
  const plan = planOf(files, { id, addTo: to, ...change });
  const into = createMemoryFile();
  const base = to === null ? null : await baseOf(columns, to);
  const planned = await planMarket(
    createPlanReader(),
    plan,
    { base, columns: into },
    { onProgress: () => {}, threads: null },
  );
  const dryRun = describeDryRun(planned, base);
  const { facts, front } = await planned.complete(new Map());
  const bytes = facts.bytes - (front?.bytes ?? 0);
  columns.set(id, into.contents().slice(0, bytes));
  return { dryRun, facts, bytes, frontId: front?.id ?? null, id };
}

async function baseOf(columns: StoredColumns, id: string) {
  const file = readerOf(columns, id);
  const opened = openColumns(file);
  const front = frontOf(memoryReader(columns.get(id) ?? new Uint8Array(0)));
  const bytes = opened.directory.base?.place.bytes ?? file.bytes;
  const extendable = { file, columns: opened, front: { id: front?.id ?? id, bytes } };
  const base = await openBase({ parts: openParts(opened, [], COLUMNS), extendable });
  if (!base.ok) throw new Error(base.problem.message);
  return base.value;
}
