/** Everything a person made, as one JSON text to keep: also what can no longer be read, as it is stored. */
import { database } from "./database.ts";
import type { Tables } from "./tables.ts";
import { canKeepCopy, readCopy } from "./second-copy.ts";
import { DATABASE_VERSION } from "./upgrades.ts";

/** Prices are not in it: keep the files that were imported. */
const KEPT = [
  "strategies",
  "drafts",
  "settings",
  "datasets",
  "runs",
  "results",
  "grids",
  "walks",
  "deployments",
  "entries",
] as const satisfies (keyof Tables)[];

export interface DataFile {
  readonly name: string;
  /** JSON, format "tidemark-data/1": the records by table, curves as lists of numbers. */
  readonly text: string;
}

/**
 * From the database or, where the browser can't open that, from its second copy, which has no results. Rejects where
 * neither can be read.
 *
 * @param now - milliseconds since 1970; dates the file
 */
export async function exportData(now: number): Promise<DataFile> {
  const tables = await readTables().catch(readCopiedTables);
  const writtenAt = new Date(now).toISOString();
  const contents = {
    format: "tidemark-data/1",
    writtenAt,
    databaseVersion: DATABASE_VERSION,
    ...tables,
  };
  return {
    name: `tidemark-data-${writtenAt.slice(0, 10)}.json`,
    text: JSON.stringify(contents, plainCurves),
  };
}

type RecordsByTable = Readonly<Record<string, readonly unknown[]>>;

async function readTables(): Promise<RecordsByTable> {
  return Object.fromEntries(
    await Promise.all(KEPT.map(async (name) => [name, await database[name].toArray()] as const)),
  );
}

/** @param error - why the database couldn't be read */
async function readCopiedTables(error: unknown): Promise<RecordsByTable> {
  const copy = canKeepCopy() ? await readCopy() : null;
  if (!copy?.ok || !copy.value) throw error;
  const tables: Record<string, unknown[]> = {};
  for (const [table, , record] of copy.value.records) (tables[table] ??= []).push(record);
  return tables;
}

function plainCurves(_key: string, value: unknown): unknown {
  return value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value;
}
