/**
 * The one way to write. All writes of this tab wait in one queue, and a Web Lock makes the tabs take turns: with two
 * read-write transactions in flight a killed browser can lose the whole database, with one it doesn't.
 */
import { database } from "./database.ts";
import type { TableName } from "./tables.ts";
import { catchUpCopy, keepCopyOf, noteCommit } from "./keep-copy.ts";
import { isOfNewerApp, recoverIfBehind } from "./recovery.ts";
import { isStorageError } from "./storage-error.ts";
import { readStorageUse } from "./storage-use.ts";
import { beginTouched, bytesWritten } from "./touched.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

const LOCK_NAME = "tidemark-write";

let queue: Promise<unknown> = Promise.resolve();
let isCompared = false; // with the second copy, once a page

/**
 * Runs `work` in one read-write transaction over `tables` when all earlier writes are done.
 * Resolves after the transaction and its second copy are on disk. A refusal of the browser (quota, no storage) comes back as a problem that
 * begins with what was not saved, and leaves everything as it was; an error of our own rejects.
 *
 * @param what - begins a sentence: "The strategy "Momentum""
 * @param work - database calls only; waiting for anything else ends the transaction early
 */
export function write<T>(
  what: string,
  tables: readonly TableName[],
  work: () => Promise<T>,
): Promise<Result<T>> {
  const turn = queue
    .then(() => withLock(() => commit(what, tables, work)))
    .catch((error: unknown) => {
      if (isStorageError(error)) return err(storageProblem(what, error)); // a blocked storage refuses the lock itself
      throw error;
    });
  queue = turn.catch(() => undefined); // the caller of this write hears of its error; the next write goes on
  return turn;
}

/** Like write(), for work that may itself refuse; a refusal undoes what it wrote. */
export function writeOrRefuse<T>(
  what: string,
  tables: readonly TableName[],
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return write(what, tables, async () => {
    const result = await work();
    if (!result.ok) throw new Refusal(result.problem); // what a transaction throws undoes it
    return result.value;
  });
}

class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

async function commit<T>(
  what: string,
  tables: readonly TableName[],
  work: () => Promise<T>,
): Promise<Result<T>> {
  let native: IDBTransaction | null = null;
  try {
    await database.open();
    if (isOfNewerApp(database)) return err(newerApp(what));
    await compareCopies();
    const { value, noted } = await database.transaction("rw", [...tables, "marks"], async ({ idbtrans }) => {
      native = idbtrans;
      beginTouched();
      return { value: await work(), noted: await noteCommit() };
    });
    await keepCopyOf(noted);
    return ok(value);
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem);
    if (!isStorageError(error)) throw error;
    return err(isFull(error, native) ? await fullDisk(what) : storageProblem(what, error));
  }
}

/** For the app's start: database and second copy get what the other one has and they lost. */
export function compareWithCopy(): Promise<void> {
  const turn = queue.then(() =>
    withLock(async () => {
      await compareCopies();
      if (!isOfNewerApp(database)) await catchUpCopy();
    }),
  );
  queue = turn.catch(() => undefined); // the caller hears of it
  return turn;
}

/** What a database lost must be back before the next commit, or that would seem the later one. */
async function compareCopies(): Promise<void> {
  if (isCompared) return;
  await database.open();
  if (!isOfNewerApp(database)) await recoverIfBehind(database);
  isCompared = true;
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return work(); // Node, insecure pages: one tab is all
  return navigator.locks.request(LOCK_NAME, work);
}

/** A request after the browser aborted the transaction has an error of its own; the transaction knows the reason. */
function isFull(error: Error, native: IDBTransaction | null): boolean {
  return [error.name, innerName(error), native?.error?.name].includes("QuotaExceededError");
}

async function fullDisk(what: string): Promise<Problem> {
  const { usage, quota } = await readStorageUse();
  const room =
    usage === null || quota === null
      ? ""
      : ` Tidemark uses ${inMegabytes(usage)} of at most ${inMegabytes(quota)}.`;
  return {
    code: "storage-failed",
    message: `${what} was not saved: it needs ${inMegabytes(bytesWritten())} and this device has no room left for Tidemark.${room} Delete runs or datasets you no longer need, or free disk space, and save again.`,
  };
}

function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1e6;
  return `${megabytes < 10 ? Math.max(0.1, Math.ceil(megabytes * 10) / 10) : Math.ceil(megabytes)} MB`;
}

/** @param what - what was not saved, as in write() */
export function storageProblem(what: string, error: Error): Problem {
  return {
    code: "storage-failed",
    message: `${what} was not saved: the browser's storage refused it (${error.message.split("\n")[0]}). Reload the page and save again; in a private window storage may be switched off.`,
  };
}

/** Dexie wraps the browser's own error: a full disk arrives as an AbortError around a QuotaExceededError. */
function innerName(error: Error): string {
  const inner: unknown = Reflect.get(error, "inner");
  return inner instanceof Error || inner instanceof DOMException ? inner.name : "";
}

function newerApp(what: string): Problem {
  return {
    code: "storage-failed",
    message: `${what} was not saved: the data on this device was written by a newer Tidemark. Note what you changed, then reload the page: the newer app shows what was saved last.`,
  };
}
