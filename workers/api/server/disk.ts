/** Records of the store: JSON files that are there whole or not at all. */
import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where a file is written before it takes its place. What is left of such is removed at the next start. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/** Puts a text in place of the file, at once; what was there stays where that fails. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const staging = partOf(`${path}.${randomUUID()}`);
  try {
    await writeFile(staging, text, { mode: 0o600 });
    await rename(staging, path);
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
}

/** The records in a folder, by file name; parts of such that were never whole are removed. */
export async function readRecords(folder: string): Promise<Map<string, unknown>> {
  const records = new Map<string, unknown>();
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    if (name.endsWith(".part")) {
      // oxlint-disable-next-line no-await-in-loop -- at the start, one after the other
      await rm(path, { force: true, recursive: true });
    } else if (name.endsWith(".json")) {
      // oxlint-disable-next-line no-await-in-loop -- thousands of files at once would be too many open ones
      records.set(name.slice(0, -".json".length), JSON.parse(await readFile(path, "utf8")));
    }
  }
  return records;
}
