/** One server a store: a file that names the process which has it. */
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isLiving, startOfProcess } from "#workers/commands/living-process.ts";

interface Holder {
  readonly pid: number;
  /** When it started, as its system counts; "" where that isn't told. Ids of processes are used again. */
  readonly start: string;
}

const MOST_ATTEMPTS = 5;

export interface StoreLock {
  release(): Promise<void>;
}

/** @returns the number of the process that has the store, where another one that lives has it */
export async function lockStore(folder: string): Promise<StoreLock | { readonly heldBy: number }> {
  const path = join(folder, "server.lock");
  const own = join(folder, `server.lock.${randomUUID()}`);
  const holder: Holder = { pid: process.pid, start: startOfProcess(process.pid) };
  await writeFile(own, JSON.stringify(holder), { mode: 0o600 });
  try {
    for (let attempt = 1; ; attempt++) {
      // oxlint-disable-next-line no-await-in-loop -- a try after the other
      if (await isFirst(own, path)) return { release: () => rm(path, { force: true }) };
      // oxlint-disable-next-line no-await-in-loop -- as above
      const found = await readHolder(path);
      if (found && isLiving(found.pid, found.start)) return { heldBy: found.pid };
      // oxlint-disable-next-line no-await-in-loop -- as above
      await takeAway(path, found);
      if (attempt === MOST_ATTEMPTS)
        throw new Error(`${path}: other servers take it again and again. Remove it.`);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** A link is made by one process alone. */
async function isFirst(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Of a process that is gone; one that took its place meanwhile is put back. */
async function takeAway(path: string, found: Holder | null): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return; // somebody else took it away
  }
  const taken = await readHolder(aside);
  const isOther = taken !== null && (taken.pid !== found?.pid || taken.start !== found.start);
  if (isOther && isLiving(taken.pid, taken.start)) await isFirst(aside, path);
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    const { pid, start } = Object(value);
    return typeof pid === "number" && typeof start === "string" ? { pid, start } : null;
  } catch {
    return null; // gone, or never whole
  }
}
