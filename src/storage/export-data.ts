/** Everything a person made, as one JSON text to keep: also what can no longer be read, as it is stored. */
import { database } from "./database.ts";
import type { Tables } from "./database.ts";
import { DATABASE_VERSION } from "./upgrades.ts";

/** Prices are not in it: keep the files that were imported. */
const KEPT = [
  "strategies",
  "drafts",
  "settings",
  "datasets",
  "runs",
  "results",
] as const satisfies (keyof Tables)[];

export interface DataFile {
  readonly name: string;
  /** JSON, format "tidemark-data/1": the records by table, curves as lists of numbers. */
  readonly text: string;
}

/** @param now - milliseconds since 1970; dates the file */
export async function exportData(now: number): Promise<DataFile> {
  const tables = await Promise.all(KEPT.map(async (name) => [name, await database[name].toArray()] as const));
  const writtenAt = new Date(now).toISOString();
  const contents = {
    format: "tidemark-data/1",
    writtenAt,
    databaseVersion: DATABASE_VERSION,
    ...Object.fromEntries(tables),
  };
  return {
    name: `tidemark-data-${writtenAt.slice(0, 10)}.json`,
    text: JSON.stringify(contents, plainCurves),
  };
}

function plainCurves(_key: string, value: unknown): unknown {
  return value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value;
}
