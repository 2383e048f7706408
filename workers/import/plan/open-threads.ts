/** Threads that read for one import: started when the first file is long enough, ended with the import. */
import { wrap } from "comlink";
import type { Remote } from "comlink";
import type { CopyAnswer } from "./reading-threads.ts";
import type { PartAnswer } from "../rows/part-rows.ts";
import type { ReadingThreads } from "./reading-threads.ts";

/** What a thread does. */
export type RowsApi = Pick<ReadingThreads, "readPart" | "checkFile">;

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
/** Either takes a fraction of a second: a thread that is silent for so long has died. */
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

  /** What fails here is done on the own thread, which tells what is wrong. */
  async function ask<Answer>(
    question: (remote: Remote<RowsApi>) => Promise<Answer>,
  ): Promise<Answer | "failed"> {
    try {
      return await askThread(freeThread(), question);
    } catch {
      return "failed";
    }
  }

  return {
    atOnce: count + 1, // one waits, so that no thread does
    partBytes: PART_BYTES,
    readPart: (request) => ask<PartAnswer>(async (remote) => remote.readPart(request)),
    checkFile: (request) => ask<CopyAnswer>(async (remote) => remote.checkFile(request)),
    end() {
      for (const { worker } of threads.splice(0)) worker.terminate();
    },
  };
}

async function askThread<Answer>(
  thread: Thread,
  question: (remote: Remote<RowsApi>) => Promise<Answer>,
): Promise<Answer | "failed"> {
  thread.underWay++;
  try {
    return await soon(Promise.race([question(thread.remote), thread.broken]));
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

async function soon<Answer>(answer: Promise<Answer>): Promise<Answer | "failed"> {
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
