/**
 * Calls the worker and always gets an answer: its result, or a problem when the call was cancelled, the worker never
 * loaded, died or hangs. Cancelling ends the thread, the one sure way. One idle worker is kept warm, because it
 * remembers the market that it read last.
 */
import { proxy, releaseProxy, wrap } from "comlink";
import type { Endpoint, ProxyMethods } from "comlink";
import { HEARTBEAT, LONG_STEP } from "#workers/model/protocol.ts";
import { keepRooms } from "./code-room.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { CallName, Calls, Progress, RunRequest, WorkerApi } from "#workers/model/protocol.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";

/** What the client needs of a Worker. */
export interface WorkerThread extends Endpoint {
  terminate(): void;
}

/** The world outside, so that tests can bring their own. */
export interface ClientTools {
  startWorker(): WorkerThread;
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls `tick` every `ms` until the function it gave back is called. */
  every(ms: number, tick: () => void): () => void;
}

export interface CallOptions<Name extends CallName> {
  /** Aborting gives the problem "cancelled" at once, and ends the worker with whatever runs in its rooms. */
  readonly signal?: AbortSignal;
  /** Progress is a hint and stops with the answer. */
  readonly onProgress?: Calls[Name]["onProgress"];
  /** Of an import: the worker is given those that it hasn't before it is asked. */
  readonly files?: readonly ImportFile[];
}

export interface BacktestClient {
  /** What each call asks and answers says the table of calls. */
  call<Name extends CallName>(
    name: Name,
    request: Calls[Name]["request"],
    options?: CallOptions<Name>,
  ): Promise<Result<Calls[Name]["answer"]>>;
  /**
   * Lets the idle worker go through a run ahead of it, where it has the prices; the next call ends that and is done
   * first. What it comes to; null where it did not come to its end, no answer where its worker is closed before.
   */
  rehearse(request: RunRequest): Promise<Result<RehearsedSketch | null>>;
  /** Ends the worker that is kept warm, and with it what it remembers. */
  endIdle(): void;
}

type RemoteApi = WorkerApi & ProxyMethods;

interface Connection {
  readonly worker: WorkerThread;
  readonly remote: RemoteApi;
  /**
   * Calls back with the browser's reason when it reports the worker as failed, until the returned function is called.
   * No promise: one that outlives a call would keep all that the call held.
   */
  readonly onFailure: (listener: FailureListener) => () => void;
  /** Removes the rooms in which a person's code runs for the worker. */
  readonly closeRooms: () => void;
  /** Files of the import under way that the worker has. */
  readonly handed: ImportFile[];
  /** Whether the worker's program is there: it answered once. */
  isLoaded: boolean;
}

type FailureListener = (reason: string) => void;

/** How a call ended; after any but "answered" the worker is of no use. */
type Ending<T> =
  | { readonly type: "answered"; readonly result: Result<T> }
  | { readonly type: "cancelled" }
  | { readonly type: "lost"; readonly problem: Problem };

/** What is asked once the worker is there. @param listen - what it is given to tell its progress, from what hears it */
type Work<T> = (listen: (hear: (progress: Progress) => unknown) => object) => Promise<Result<T>>;

export function createBacktestClient(tools: ClientTools): BacktestClient {
  let idle: Connection | null = null;

  async function call<Name extends CallName>(
    name: Name,
    request: Calls[Name]["request"],
    { signal = new AbortController().signal, onProgress, files }: CallOptions<Name> = {},
  ): Promise<Result<Calls[Name]["answer"]>> {
    if (signal.aborted) return err(cancelled);
    const connection = idle ?? connect(tools.startWorker());
    idle = null;
    const { remote, handed } = connection;
    const ending = await supervise<Calls[Name]["answer"]>(
      connection,
      async (listen) => {
        if (files) await handOver(remote, files, handed);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is called as the caller's own would be
        const listener = onProgress && (listen(onProgress) as typeof onProgress);
        const result = await remote.answer(name, request, listener);
        if (name === "forgetImport" || (name === "commitImport" && result.ok)) handed.length = 0; // this import is over
        return result;
      },
      signal,
      tools,
    );
    switch (ending.type) {
      case "answered":
        keep(connection);
        return ending.result;
      case "cancelled":
        close(connection);
        idle ??= connect(tools.startWorker()); // so that the next run needn't wait for it
        return err(cancelled);
      case "lost":
        close(connection);
        return err(ending.problem);
    }
  }

  /** Of two, the one whose import is under way: to store it, another would have to read its files anew. */
  function keep(connection: Connection): void {
    if (idle) close(isImporting(connection) ? idle : connection);
    if (!idle || isImporting(connection)) idle = connection;
  }

  return {
    call,
    rehearse: async (request) => (await idle?.remote.answer("rehearse", request)) ?? ok(null),
    endIdle() {
      if (idle) close(idle);
      idle = null;
    },
  };
}

function connect(worker: WorkerThread): Connection {
  const listeners = new Set<FailureListener>();
  let failure: string | null = null;
  const fail = (reason: string) => {
    failure ??= reason;
    for (const listener of listeners) listener(failure);
  };
  worker.addEventListener("error", (event) => {
    fail("message" in event && typeof event.message === "string" ? event.message : "");
  });
  worker.addEventListener("messageerror", () => fail("an unreadable message"));
  const onFailure = (listener: FailureListener) => {
    listeners.add(listener);
    if (failure !== null) listener(failure);
    return () => listeners.delete(listener);
  };
  return {
    worker,
    remote: wrap<WorkerApi>(worker),
    onFailure,
    closeRooms: keepRooms(worker),
    handed: [],
    isLoaded: false,
  };
}

function isImporting({ handed }: Connection): boolean {
  return handed.length > 0;
}

function close({ worker, remote, closeRooms }: Connection): void {
  closeRooms();
  remote[releaseProxy]();
  worker.terminate();
}

/** Waits for whichever comes first: the answer, the abort, the browser's error event, or too long a silence. */
function supervise<T>(
  connection: Connection,
  work: Work<T>,
  signal: AbortSignal,
  tools: ClientTools,
): Promise<Ending<T>> {
  const { worker, remote, onFailure } = connection;
  const watchdog = createWatchdog(() => tools.now(), connection.isLoaded);
  let isOver = false;
  const noteMessage = (event: Event) => watchdog.noteLife("data" in event ? event.data : null);
  const listen = (hear: (progress: Progress) => unknown) =>
    proxy((progress: Progress) => {
      watchdog.noteLife();
      return isOver ? undefined : hear(progress); // it travels on a port of its own: the outcome may overtake it
    });
  return new Promise((resolve) => {
    const abort = () => settle({ type: "cancelled" });
    const stopTicks = tools.every(TICK_MS, () => {
      if (watchdog.isSilent())
        settle({ type: "lost", problem: connection.isLoaded ? silent : neverLoaded("") });
    });
    worker.addEventListener("message", noteMessage);
    signal.addEventListener("abort", abort);

    let endListening: (() => void) | null = null;
    const settle = (ending: Ending<T>) => {
      isOver = true;
      stopTicks();
      endListening?.();
      worker.removeEventListener("message", noteMessage);
      signal.removeEventListener("abort", abort);
      resolve(ending);
    };

    endListening = onFailure((reason) =>
      settle({ type: "lost", problem: connection.isLoaded ? stopped(reason) : neverLoaded(reason) }),
    );
    remote
      .hello()
      .then(() => {
        connection.isLoaded = true;
        watchdog.noteLoaded();
        return work(listen);
      })
      .then(
        (result) => settle({ type: "answered", result }),
        (error: unknown) => settle({ type: "lost", problem: stopped(messageOf(error)) }),
      );
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const cancelled: Problem = { code: "cancelled", message: "Cancelled. Nothing was changed." };

const silent: Problem = {
  code: "worker-lost",
  message:
    "The background worker stopped answering; it may have run out of memory. Close other tabs and try again, or use a shorter period or fewer instruments.",
};

function neverLoaded(reason: string): Problem {
  return {
    code: "worker-lost",
    message: `The background worker could not be loaded${inBrackets(reason)}. Reload the page and try again; without the internet, open the app once online first.`,
  };
}

function stopped(reason: string): Problem {
  return {
    code: "worker-lost",
    message: `The background worker stopped with an error${inBrackets(reason)}. Try again; if it stops again, use a shorter period or fewer instruments.`,
  };
}

function inBrackets(reason: string): string {
  return reason === "" ? "" : ` (${reason})`;
}

/** Each takes up to a millisecond to be made ready. */
const FILES_A_MESSAGE = 16;

/**
 * Gives a plan's files to a worker a few at a time: the page stands still while one message's files are made ready.
 *
 * @param handed - what the worker has; brought up to date as it gets more
 */
export async function handOver(
  remote: Pick<WorkerApi, "takeFiles">,
  files: readonly ImportFile[],
  handed: ImportFile[],
): Promise<void> {
  const differs = files.findIndex((file, at) => !isSame(file, handed[at]));
  handed.length = Math.min(handed.length, differs < 0 ? files.length : differs);
  for (let from = handed.length; ; from += FILES_A_MESSAGE) {
    const next = files.slice(from, from + FILES_A_MESSAGE);
    // oxlint-disable-next-line no-await-in-loop -- the page has a breath between two messages
    await remote.takeFiles(from, next);
    handed.push(...next);
    if (handed.length === files.length) return;
  }
}

function isSame(file: ImportFile, other: ImportFile | undefined): boolean {
  return file.name === other?.name && file.bytes === other.bytes;
}

/** Notices a silent worker: one that died or hangs sends no event, so only its silence tells. */
interface Watchdog {
  /** Something arrived from the worker; its own beats and announcements set how long it may be silent. */
  noteLife(message?: unknown): void;
  /** The worker's program is there and runs. */
  noteLoaded(): void;
  /** Call every TICK_MS; true when the worker has been silent for longer than it may. */
  isSilent(): boolean;
}

const TICK_MS = 500;
const SILENCE_MS = 5000;

/** Until the worker's program is there: on a slow line it comes long after the page. */
const LOADING_MS = 30_000;

/** During a step that the worker announced: the market of a whole country on a slow device takes that long. */
const LONG_STEP_MS = 60_000;

/** A tick later than this means that the page itself slept (closed lid, throttled tab), and its worker with it. */
const LATE_MS = 2000;

/**
 * Starts counting now, and anew whenever a tick comes late: messages of a page that slept are still on their way.
 *
 * @param now - milliseconds, never going back
 * @param isLoaded - whether the worker's program is there already
 */
function createWatchdog(now: () => number, isLoaded: boolean): Watchdog {
  let lastLife = now();
  let lastTick = lastLife;
  let patience = isLoaded ? SILENCE_MS : LOADING_MS;
  return {
    noteLife(message) {
      lastLife = now();
      if (message === LONG_STEP) patience = LONG_STEP_MS;
      if (message === HEARTBEAT) patience = SILENCE_MS;
    },
    noteLoaded() {
      patience = SILENCE_MS;
    },
    isSilent() {
      const time = now();
      if (time - lastTick > LATE_MS) lastLife = time;
      lastTick = time;
      return time - lastLife >= patience;
    },
  };
}
