/** A file that one call at a time replaces, whole or not at all. */
import { randomUUID } from "node:crypto";
import { link, open, readFile, readdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isLiving, startOfProcess } from "./living-process.ts";

/**
 * Who holds the lock, or made a file beside it, whose name says so from its first moment on: `PID of HOST START RANDOM`, START as
 * its system counts it, left out where that isn't told.
 */
const HOLDER = /^(\d+) of (\S*) (?:(\d+) )?\S+$/;
const LOOK_AGAIN_MS = 50;

export interface FileLock {
  readonly isMine: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/**
 * Waits for whoever holds it; one that a call left behind when it was killed is taken over.
 *
 * @returns null where it is still held after `patienceMs`
 * @throws what the file system says
 */
export async function lockFile(path: string, patienceMs: number): Promise<FileLock | null> {
  const lock = lockPath(path);
  const own = ownName();
  const draft = `${lock}.${own}`;
  await writeFile(draft, own);
  try {
    for (const end = Date.now() + patienceMs; ;) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      if (await becomes(draft, lock)) break;
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await takeAway(lock, draft)) continue;
      if (Date.now() >= end) return null;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    await unlink(draft);
  }
  await clearAway(lock);
  const isMine = async () => (await textOf(lock)) === own;
  return { isMine, release: async () => ((await isMine()) ? unlink(lock) : undefined) };
}

function ownName(): string {
  const start = startOfProcess(process.pid);
  return `${process.pid} of ${hostname()} ${start === "" ? "" : `${start} `}${randomUUID()}`;
}

export function lockPath(path: string): string {
  return `${path}.lock`;
}

/** A link is made whole, and never over another: the lock is never there without its holder's name. */
async function becomes(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a lock whose holder is no more. One call at a time may remove the lock of this very holder, and looks again once it is
 * its turn: else one that comes late would remove the lock that another call has made in its place.
 *
 * @param draft - a file with this call's name
 * @returns false where it is held, where another call removes it, or where nobody can tell
 */
async function takeAway(lock: string, draft: string): Promise<boolean> {
  const text = await textOf(lock);
  if (text === null) return true;
  if (isHeld(text)) return false;
  const turn = `${lock}.${text}-turn`;
  if (!(await becomes(draft, turn))) {
    const other = await textOf(turn);
    if (other === null) return true;
    if (isHeld(other)) return false;
    await removeUnchanged(turn, other);
    return true;
  }
  if ((await textOf(lock)) === text) await rm(lock, { force: true });
  await rm(turn, { force: true });
  return true;
}

/** Removes a file that still has this text; one that somebody put there meanwhile stays. */
export async function removeUnchanged(path: string, text: string): Promise<void> {
  const aside = `${path}.${ownName()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if ((await textOf(aside)) !== text) await becomes(aside, path);
  await unlink(aside);
}

/** What calls that were killed left beside the lock. */
async function clearAway(lock: string): Promise<void> {
  const folder = dirname(lock);
  const start = `${basename(lock)}.`;
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(start) && !isHeld(name.slice(start.length)),
  );
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

function isHeld(text: string): boolean {
  const [, pid, host, start] = HOLDER.exec(text) ?? [];
  if (pid === undefined || host !== hostname()) return true;
  return isLiving(Number(pid), start);
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whoever is killed meanwhile leaves the file as it was. For the holder of the file's lock. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, "wx");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** So that a power cut does not bring the old name back. Windows has no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
