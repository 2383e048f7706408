/**
 * Threads that do the library's jobs, started when there is work and ended with their owner. A job that is aborted takes
 * its thread with it, whatever that is at: nothing else ends a computation at once.
 */
import { errorOf, TidemarkError } from "./error.ts";
import { startThread } from "./own-thread.ts";
import type { OwnThread, ThreadAnswer } from "./own-thread.ts";
import type { Asked, JobName, ThreadJobs, ThreadStart } from "./thread-jobs.ts";

export interface JobHooks<Told> {
  readonly onTold?: (told: Told) => void;
  /** Ends the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a thread takes it up. */
  readonly onStart?: () => void;
}

export interface EngineThreads {
  /**
   * Does a job on a thread that is free, or as soon as one is: first come, first served.
   *
   * @throws TidemarkError what a person can mend, `cancelled`, `market-closed` after the end, and `internal`
   */
  run<J extends JobName>(
    job: J,
    asks: ThreadJobs[J]["asks"],
    hooks?: JobHooks<ThreadJobs[J]["tells"]>,
  ): Promise<ThreadJobs[J]["gives"]>;
  /** Ends all threads; what runs or waits is rejected as `market-closed`. */
  close(): Promise<void>;
}

interface Waiting {
  readonly asked: Asked<JobName>;
  readonly hooks: JobHooks<unknown>;
  readonly give: (value: unknown) => void;
  readonly fail: (error: TidemarkError) => void;
}

/**
 * @param most - threads at once, at least 1
 * @param threadStart - has a niceness for threads beside something that must answer at once
 */
export function createEngineThreads(most: number, threadStart: ThreadStart = { niceness: 0 }): EngineThreads {
  const pool = createPool(most, threadStart);
  let nextId = 1;
  let isClosed = false;
  return {
    async run(job, asks, hooks = {}) {
      if (isClosed) throw closed();
      const { signal } = hooks;
      if (signal?.aborted === true) throw cancelled();
      return new Promise((resolve, reject) => {
        const settle = (): void => signal?.removeEventListener("abort", abort);
        const waiting: Waiting = {
          asked: { id: nextId++, job, asks },
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a thread tells of a job is of that job
          hooks: hooks as JobHooks<unknown>,
          give(value) {
            settle();
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
            resolve(value as ThreadJobs[typeof job]["gives"]);
          },
          fail(error) {
            settle();
            reject(error);
          },
        };
        const abort = (): void => pool.drop(waiting, cancelled());
        signal?.addEventListener("abort", abort);
        pool.add(waiting);
      });
    },
    async close() {
      isClosed = true;
      await pool.close(closed());
    },
  };
}

interface Pool {
  add(waiting: Waiting): void;
  /** Ends it, wherever it is. */
  drop(waiting: Waiting, why: TidemarkError): void;
  close(why: TidemarkError): Promise<void>;
}

function createPool(most: number, threadStart: ThreadStart): Pool {
  /** What each is at; null while it is idle. */
  const threads = new Map<OwnThread, Waiting | null>();
  const queue: Waiting[] = [];

  function next(): void {
    while (queue.length > 0) {
      const free = idle() ?? start();
      const waiting = free && queue.shift();
      if (!waiting) return;
      threads.set(free, waiting);
      waiting.hooks.onStart?.();
      free.begin(waiting.asked);
    }
  }

  function idle(): OwnThread | null {
    for (const [thread, current] of threads) if (current === null) return thread;
    return null;
  }

  function start(): OwnThread | null {
    if (threads.size >= most) return null;
    const thread = startThread(
      threadStart,
      (answer) => hear(thread, answer),
      (why) => {
        const current = threads.get(thread);
        threads.delete(thread);
        current?.fail(internal(why));
        next();
      },
    );
    threads.set(thread, null);
    return thread;
  }

  function hear(thread: OwnThread, answer: ThreadAnswer): void {
    const current = threads.get(thread);
    if (current?.asked.id !== answer.id) return;
    if (answer.type === "tell") {
      current.hooks.onTold?.(answer.told);
      return;
    }
    threads.set(thread, null);
    thread.rest();
    if (answer.type === "give") current.give(answer.value);
    else current.fail(answer.type === "refuse" ? errorOf(answer.problem) : internal(answer.message));
    next();
  }

  return {
    add(waiting) {
      queue.push(waiting);
      next();
    },
    drop(waiting, why) {
      const place = queue.indexOf(waiting);
      if (place >= 0) queue.splice(place, 1);
      for (const [thread, current] of threads) {
        if (current !== waiting) continue;
        threads.delete(thread);
        void thread.end();
      }
      waiting.fail(why);
      next();
    },
    async close(why) {
      for (const waiting of queue.splice(0)) waiting.fail(why);
      const all = [...threads];
      threads.clear();
      for (const [, current] of all) current?.fail(why);
      await Promise.all(all.map(([thread]) => thread.end()));
    },
  };
}

function internal(message: string): TidemarkError {
  const text = `This should not happen, and is a fault of Tidemark: ${message}`;
  return new TidemarkError({ code: "internal", message: text });
}

function cancelled(): TidemarkError {
  return new TidemarkError({ code: "cancelled", message: "It was cancelled before it was done." });
}

function closed(): TidemarkError {
  return new TidemarkError({
    code: "market-closed",
    message: "The market was closed; open it again to use it.",
  });
}
