/** Records of the store: JSON files that are there whole or not at all. */
import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Takes a line for standard error. */
export type Log = (line: string) => void;

/** Where a file is written before it takes its place. What is left of such is removed at the next start. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/**
 * Puts a text in place of the file, at once; what was there stays where that fails.
 *
 * @param isFlushed - whether it has reached the disk itself when this resolves: a power cut takes nothing of it
 */
export async function writeWhole(path: string, text: string, isFlushed = false): Promise<void> {
  const staging = partOf(`${path}.${randomUUID()}`);
  try {
    await writeFile(staging, text, { mode: 0o600, flush: isFlushed });
    await rename(staging, path);
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
}

/**
 * The records in a folder, by file name; parts of such that were never whole are removed. One that can't be read, as a power cut may
 * leave it, is set aside, and the others are there all the same.
 *
 * @param log - is told of what was set aside
 */
export async function readRecords(folder: string, log: Log): Promise<Map<string, unknown>> {
  const records = new Map<string, unknown>();
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    if (name.endsWith(".part")) {
      // oxlint-disable-next-line no-await-in-loop -- at the start, one after the other
      await rm(path, { force: true, recursive: true });
    } else if (name.endsWith(".json")) {
      // oxlint-disable-next-line no-await-in-loop -- thousands of files at once would be too many open ones
      const record = parsed(await readFile(path, "utf8"));
      if (record) records.set(name.slice(0, -".json".length), record.value);
      // oxlint-disable-next-line no-await-in-loop -- as above
      else await setAside(path, log);
    }
  }
  return records;
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

async function setAside(path: string, log: Log): Promise<void> {
  const aside = `${path}.damaged`;
  await rename(path, aside);
  log(`${path} can't be read, as after a power cut: it was set aside as ${aside}, and is left out`);
}
