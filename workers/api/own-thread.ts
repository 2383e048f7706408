/** One thread of the library: it does one job at a time, and is ended whatever it is at. */
import { Worker } from "node:worker_threads";
import type { Asked, FromThread, JobName, ThreadStart, ToThread } from "./thread-jobs.ts";

export type ThreadAnswer = Extract<FromThread, { readonly id: number }>;

export interface OwnThread {
  /** Hands a job over; the program waits for its end. */
  begin(asked: Asked<JobName>): void;
  /** The program need not wait for the thread any more. */
  rest(): void;
  /** Ends it, with the processes that it started. */
  end(): Promise<void>;
}

/** Beside this file once it is built; the bundler has no part in it. */
const THREAD_FILE = "./engine.thread.js";
/** For a thread to end the processes that it started; one that is at a computation has none that run. */
const STOP_MS = 50;

/** @param lost - called once when it ends on its own, with the reason */
export function startThread(
  start: ThreadStart,
  hear: (answer: ThreadAnswer) => void,
  lost: (why: string) => void,
): OwnThread {
  const worker = new Worker(new URL(THREAD_FILE, import.meta.url), { workerData: start });
  let isOver = false;
  let stopped: (() => void) | null = null;
  const lose = (why: string): void => {
    if (isOver) return;
    isOver = true;
    lost(why);
  };
  const say = (message: ToThread): void => worker.postMessage(message, []);
  worker.on("message", (message: FromThread) => {
    if (message.type === "stopped") stopped?.();
    else if (!isOver) hear(message);
  });
  worker.on("error", ({ message }) => lose(`a thread ended: ${message}`));
  worker.on("exit", (code) => lose(`a thread ended with ${code}`));
  return {
    begin(asked) {
      worker.ref();
      say({ type: "ask", asked });
    },
    rest: () => worker.unref(),
    async end() {
      isOver = true;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, STOP_MS);
        stopped = () => {
          clearTimeout(timer);
          resolve();
        };
        say({ type: "stop" });
      });
      await worker.terminate();
    },
  };
}
