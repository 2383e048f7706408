/**
 * The second copy as the page uses it: kept by a worker of its own, asked here. It never rejects and never waits for
 * ever: a worker that is lost is a problem, and the next call starts another.
 */
import { wrap } from "comlink";
import type { Remote } from "comlink";
// oxlint-disable-next-line no-restricted-imports, import/default -- a URL, not code: the build makes the file it names
import workerUrl from "#workers/storage.worker.ts?worker&url";
import { workerStarter } from "#src/own-script.ts";
import { inTurns } from "./next-turn.ts";
import { booth } from "./session.ts";
import { packsOf } from "#workers/model/packed-entries.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { COPY_FOLDER } from "#workers/model/second-copy.ts";
import { BOOTH_FOLDER } from "#workers/model/session.ts";
import type {
  CopyChanges,
  CopyContents,
  InPacks,
  KeptChange,
  StorageWorkerApi,
} from "#workers/model/second-copy.ts";

/** A slow disk takes tenths of a second; a worker that is silent for this long is lost. */
const PATIENCE_MS = 10_000;

const startStorageWorker = workerStarter("storage", workerUrl);

interface Connection {
  readonly worker: Worker;
  readonly remote: Remote<StorageWorkerApi>;
}

let connection: Connection | null = null;

/** false where this browser, or a test outside one, has no files or no workers: then there is no second copy. */
export function canKeepCopy(): boolean {
  return (
    typeof Worker !== "undefined" &&
    typeof navigator !== "undefined" &&
    "storage" in navigator &&
    "getDirectory" in navigator.storage
  );
}

/** Whether one was ever begun; found without the worker, so that a first start needn't wait for it. */
export async function isCopyThere(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    const own = booth ? await root.getDirectoryHandle(BOOTH_FOLDER) : root;
    await own.getDirectoryHandle(COPY_FOLDER);
    return true;
  } catch {
    return false; // not there, or files are switched off
  }
}

export function readCopy(): Promise<Result<CopyContents | null>> {
  return call((remote) => remote.readCopy());
}

export function appendToCopy(changes: CopyChanges): Promise<Result<KeptChange>> {
  return callWith(changes, (remote, packed) => remote.appendToCopy(packed));
}

export function replaceCopy(contents: CopyContents): Promise<Result<null>> {
  return callWith(contents, (remote, packed) => remote.replaceCopy(packed));
}

let packing: Promise<unknown> = Promise.resolve();

/** Large contents take some turns to be packed; what is asked later waits for them, so that commits come in their order. */
async function callWith<Changes extends CopyChanges, T>(
  { records, ...others }: Changes,
  ask: (remote: Remote<StorageWorkerApi>, packed: InPacks<Changes>) => Promise<Result<T>>,
): Promise<Result<T>> {
  const pack = () => inTurns(packsOf(records));
  const packs = packing.then(pack, pack); // an earlier failure was told to who asked
  packing = packs;
  const packed = { ...others, records: await packs };
  return call((remote) => ask(remote, packed));
}

/** 0 where there is none. */
export async function copyGeneration(): Promise<Result<number>> {
  return call(async (remote) => ok(await remote.copyGeneration()));
}

async function call<T>(ask: (remote: Remote<StorageWorkerApi>) => Promise<Result<T>>): Promise<Result<T>> {
  connection ??= connect();
  const { worker, remote } = connection;
  const end = new AbortController(); // of the waiting
  try {
    const outcome = await Promise.race([ask(remote), whenLost(worker, end.signal)]);
    if (!outcome.ok && outcome.problem.code === "worker-lost") drop(worker);
    return outcome;
  } catch (error) {
    drop(worker);
    return err(workerLost(String(error)));
  } finally {
    end.abort();
  }
}

/** Resolves when the worker reports a failure, or has been silent for too long. */
function whenLost(worker: Worker, signal: AbortSignal): Promise<Result<never>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(err(workerLost("it doesn't answer"))), PATIENCE_MS);
    signal.addEventListener("abort", () => clearTimeout(timer));
    const noteFailure = ({ message }: ErrorEvent) =>
      resolve(err(workerLost(message || "it could not be loaded")));
    worker.addEventListener("error", noteFailure, { signal });
  });
}

function connect(): Connection {
  const worker = startStorageWorker();
  return { worker, remote: wrap<StorageWorkerApi>(worker) };
}

function drop(worker: Worker): void {
  worker.terminate();
  if (connection?.worker === worker) connection = null;
}

function workerLost(reason: string): Problem {
  return {
    code: "worker-lost",
    message: `The background worker that keeps the second copy of your strategies was lost (${reason}). Reload the page.`,
  };
}
