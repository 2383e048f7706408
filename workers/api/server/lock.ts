/** One server a store: a file that names the process which has it. */
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";

interface Holder {
  readonly pid: number;
  /** When it started, as its system counts; "" where that isn't told. Ids of processes are used again. */
  readonly start: string;
}

export interface StoreLock {
  release(): Promise<void>;
}

/** @returns null where another process that lives has the store */
export async function lockStore(folder: string): Promise<StoreLock | null> {
  const path = join(folder, "server.lock");
  const own = join(folder, `server.lock.${randomUUID()}`);
  const holder: Holder = { pid: process.pid, start: startOf(process.pid) };
  await writeFile(own, JSON.stringify(holder), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      // oxlint-disable-next-line no-await-in-loop -- a try after the other
      if (await isFirst(own, path)) return { release: () => rm(path, { force: true }) };
      // oxlint-disable-next-line no-await-in-loop -- as above
      const found = await readHolder(path);
      if (found && lives(found)) return null;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await takeAway(path, found);
    }
    return null;
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
  if (isOther && lives(taken)) await isFirst(aside, path);
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

function lives({ pid, start }: Holder): boolean {
  if (!isProcess(pid)) return false;
  const now = startOf(pid);
  return start === "" || now === "" || now === start;
}

/** Whether there is a process of this number. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Ticks since the system's start, where Linux tells them. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
