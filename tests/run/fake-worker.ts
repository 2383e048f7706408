/** A worker thread without a thread: the test's API at the other end of a message channel. */
import { expose } from "comlink";
import type { ClientTools, WorkerThread } from "#src/run/backtest-client.ts";
import type { Result } from "#workers/model/problem.ts";
import type { CallName, Calls, WorkerApi } from "#workers/model/protocol.ts";

export interface FakeWorker extends WorkerThread {
  readonly isTerminated: boolean;
  /** What the browser does when a script can't be loaded or throws. */
  fail(message: string): void;
  /** What the thread posts beside Comlink's messages. */
  post(message: string): void;
}

/** What a test's worker answers, by call; it never answers any other. */
export type FakeApi = Partial<Pick<WorkerApi, "hello" | "takeFiles">> & {
  readonly [Name in CallName]?: Job<Name>;
};

type Job<Name extends CallName> = (
  request: Calls[Name]["request"],
  onProgress: NonNullable<Calls[Name]["onProgress"]>,
) => Promise<Result<Calls[Name]["answer"]>>;

/** An API whose calls never answer. */
export const deafApi: FakeApi = {};

function workerApi({ hello, takeFiles, ...answers }: FakeApi): WorkerApi {
  const jobs: { readonly [Name in CallName]?: Job<Name> } = answers;
  return {
    hello: hello ?? (async () => "ready"),
    takeFiles: takeFiles ?? (async () => undefined),
    answer(name, request, onProgress) {
      const job = jobs[name];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test that listens hands it over
      return job ? job(request, onProgress as NonNullable<typeof onProgress>) : new Promise(() => {});
    },
  };
}

/** null for a worker whose script never loads. */
export function createFakeWorker(api: FakeApi | null): FakeWorker {
  const { port1: page, port2: thread } = new MessageChannel();
  const errors = new EventTarget();
  let isTerminated = false;
  if (api) expose(workerApi(api), thread);
  page.start();
  return {
    get isTerminated() {
      return isTerminated;
    },
    postMessage: (message: unknown, transfer: Transferable[] = []) => page.postMessage(message, transfer),
    addEventListener: (type, listener) =>
      (type === "message" ? page : errors).addEventListener(type, listener),
    removeEventListener: (type, listener) =>
      (type === "message" ? page : errors).removeEventListener(type, listener),
    terminate() {
      isTerminated = true;
      page.close();
      thread.close();
    },
    fail: (message) => errors.dispatchEvent(Object.assign(new Event("error"), { message })),
    post: (message) => thread.postMessage(message, []),
  };
}

export interface FakeTools extends ClientTools {
  readonly workers: readonly FakeWorker[];
  /** Lets time pass with a tick on time every half second, and lets messages arrive. */
  pass(ms: number): Promise<void>;
  /** Lets time pass without a tick, as a closed lid does, then ticks once. */
  sleep(ms: number): Promise<void>;
}

/** Tools with workers of these APIs, one after the other; the last one serves all further workers. */
export function createFakeTools(...apis: readonly (FakeApi | null)[]): FakeTools {
  const workers: FakeWorker[] = [];
  const ticks = new Set<() => void>();
  let time = 0;
  const tickAfter = async (ms: number): Promise<void> => {
    time += ms;
    for (const tick of ticks) tick();
    await arrival();
  };
  return {
    workers,
    startWorker() {
      const api = apis[Math.min(workers.length, apis.length - 1)] ?? null;
      const worker = createFakeWorker(api);
      workers.push(worker);
      return worker;
    },
    now: () => time,
    every(_ms, tick) {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    async pass(ms) {
      await arrival();
      // oxlint-disable-next-line no-await-in-loop -- time passes in steps
      for (let passed = 0; passed < ms; passed += 500) await tickAfter(500);
    },
    sleep: tickAfter,
  };
}

/** Until messages that are under way have been delivered, and their answers too. */
export async function arrival(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}
