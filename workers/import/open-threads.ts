/** Threads that read for one import: started when the first file is long enough, ended with the import. */
import { wrap } from "comlink";
import type { Remote } from "comlink";
import type { PartAnswer, PartRequest } from "./part-rows.ts";
import type { ReadingThreads } from "./reading-threads.ts";

/** What a thread does. */
export interface RowsApi {
  readPart(request: PartRequest): Promise<PartAnswer>;
}

export interface OpenThreads extends ReadingThreads {
  end(): void;
}

interface Thread {
  readonly worker: Worker;
  readonly remote: Remote<RowsApi>;
  /** Settles when the thread can't be started or has failed. */
  readonly broken: Promise<"failed">;
  underWay: number;
}

const PART_BYTES = 4_194_304;
/** A part takes a fraction of a second: a thread that is silent for so long has died. */
const MOST_MS = 30_000;

/** @param count - of threads, at least 1 */
export function openThreads(startThread: () => Worker, count: number): OpenThreads {
  const threads: Thread[] = [];

  function freeThread(): Thread {
    const idle = threads.find(({ underWay }) => underWay === 0);
    if (idle) return idle;
    if (threads.length < count) {
      const thread = open(startThread());
      threads.push(thread);
      return thread;
    }
    return threads.reduce((least, thread) => (thread.underWay < least.underWay ? thread : least));
  }

  return {
    atOnce: count + 1, // one waits, so that no thread does
    partBytes: PART_BYTES,
    async readPart(request) {
      try {
        return await askThread(freeThread(), request);
      } catch {
        return "failed"; // the file is read in one go then, and what is wrong with it is told by that
      }
    },
    end() {
      for (const { worker } of threads.splice(0)) worker.terminate();
    },
  };
}

async function askThread(thread: Thread, request: PartRequest): Promise<PartAnswer> {
  thread.underWay++;
  try {
    return await soon(Promise.race([thread.remote.readPart(request), thread.broken]));
  } finally {
    thread.underWay--;
  }
}

function open(worker: Worker): Thread {
  const broken = new Promise<"failed">((resolve) => {
    worker.addEventListener("error", () => resolve("failed"));
    worker.addEventListener("messageerror", () => resolve("failed"));
  });
  return { worker, remote: wrap<RowsApi>(worker), broken, underWay: 0 };
}

async function soon(answer: Promise<PartAnswer>): Promise<PartAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<"failed">((resolve) => {
    timer = setTimeout(() => resolve("failed"), MOST_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
