/** A worker of the queue: takes blocks of every sweep of its dataset and engine, until it is stopped. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { UnrecoverableError, Worker } from "bullmq";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import type { Market } from "../tidemark.d.ts";
import { variantsOf } from "./axes.ts";
import { hashOfJson } from "./hashes.ts";
import { runOnThreads } from "./local-sweep.ts";
import { datasetHash, prepareSweep } from "./prepare.ts";
import type { PreparedSweep } from "./prepare.ts";
import * as store from "./redis.ts";
import type { BlockAnswer, BlockJobData } from "./redis.ts";

export interface Helper {
  readonly redis: Redis;
  readonly market: Market;
  /** Blocks at a time. */
  readonly threads: number;
  readonly allowCode: CodeAllowed;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const BEAT_MS = 5000;
/** Sweeps whose strategy and axes are kept. */
const TASKS_KEPT = 16;

/** Until `signal` says that it is enough; blocks at work are finished first. */
export async function help({ redis, market, threads, allowCode, say, signal }: Helper): Promise<void> {
  const dataset = datasetHash(market);
  const queue = store.queueName({ dataset, engine: ENGINE_VERSION });
  const tasks = new Map<string, Promise<PreparedSweep>>();
  const taskOf = (data: BlockJobData): Promise<PreparedSweep> => {
    const key = `${data.strategy} ${data.axes}`;
    const known = tasks.get(key) ?? readTask({ redis, market, allowCode }, data);
    tasks.delete(key);
    tasks.set(key, known);
    known.catch(() => tasks.delete(key));
    for (const old of tasks.keys()) if (tasks.size > TASKS_KEPT) tasks.delete(old);
    return known;
  };
  const clock = watchWork();
  const worker = new Worker<unknown, BlockAnswer>(
    queue,
    async (job) => {
      const data = readJob(job);
      const { task, engine } = await taskOf(data);
      const { from, count } = data;
      if (from + count > variantsOf(task.axes))
        throw new UnrecoverableError(`the sweep has no variants ${from} to ${from + count - 1}`);
      const start = performance.now();
      const { outcomes, milliseconds } = await runOnThreads(engine, task, { from, count });
      clock.note(start, count);
      return { outcomes: [...outcomes], milliseconds };
    },
    {
      connection: redis,
      prefix: store.PREFIX,
      concurrency: threads,
      lockDuration: store.LOCK_MS,
      stalledInterval: store.STALLED_MS,
      maxStalledCount: store.MOST_STALLED,
      maxStartedAttempts: store.MOST_STALLED + 1,
      drainDelay: 1,
      runRetryDelay: 500,
    },
  );
  worker.on("error", () => {}); // the connection tells of its breaks itself
  worker.on("failed", (job, error) => say(`Block ${job?.id ?? ""} was not done: ${error.message}`));
  await attend(redis, { queue, dataset, threads, say, signal });
  await worker.close();
  const told = clock.tell(threads);
  if (told !== null) say(told);
}

interface WorkClock {
  /** A block is over that began at this time. */
  note(start: number, variants: number): void;
  /** What was done; null for nothing. */
  tell(threads: number): string | null;
}

/** How much of its time a worker was at work: the rest is the queue's, or nobody had anything to do. */
function watchWork(): WorkClock {
  const done = { blocks: 0, variants: 0, busy: 0, from: Infinity, to: 0 };
  return {
    note(start, variants) {
      done.blocks++;
      done.variants += variants;
      done.to = performance.now();
      done.busy += done.to - start;
      done.from = Math.min(done.from, start);
    },
    tell(threads) {
      const { blocks, variants, busy, from, to } = done;
      if (blocks === 0) return null;
      const share = (100 * busy) / ((to - from) * threads);
      return `Done ${variants} variants in ${blocks} blocks, at work ${share.toFixed(1)} % of the time from the first to the last.`;
    },
  };
}

/** @throws UnrecoverableError for what is no block of ours: it stays among the failed ones, where its owner finds it */
function readJob(job: Job<unknown>): BlockJobData {
  const read = store.jobSchema.safeParse(job.data);
  if (read.success) return read.data;
  throw new UnrecoverableError("it is no block of a Tidemark sweep, and was left alone");
}

/** Strategy and axes of a job, checked as if they came from a file. @throws where they are not there, or not what their hash says */
async function readTask(
  { redis, market, allowCode }: Pick<Helper, "redis" | "market" | "allowCode">,
  data: BlockJobData,
): Promise<PreparedSweep> {
  const texts = await Promise.all([data.strategy, data.axes].map((hash) => store.textOf(redis, hash)));
  const [strategy, axes] = texts;
  if (strategy === null || strategy === undefined || axes === null || axes === undefined)
    throw new Error("its strategy or its axes are not in Redis");
  const prepared = await prepareSweep(market, {
    strategy: JSON.parse(strategy),
    axes: JSON.parse(axes),
    allowCode,
  });
  if (!prepared.ok) throw new UnrecoverableError(prepared.problem.message);
  const { task } = prepared.value;
  if (hashOfJson(task.strategy) !== data.strategy || hashOfJson(task.axes) !== data.axes)
    throw new UnrecoverableError("its strategy and axes are read otherwise here: the versions differ");
  return prepared.value;
}

interface Attendance extends Pick<Helper, "threads" | "say" | "signal"> {
  readonly queue: string;
  readonly dataset: string;
}

/** Says that this worker lives, and of each sweep that it can't help with, why. */
async function attend(redis: Redis, { queue, dataset, threads, say, signal }: Attendance): Promise<void> {
  const own = { id: randomBytes(8).toString("hex"), threads };
  const told = new Set<string>();
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one look after another
    await store.beat(redis, queue, own);
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const sweep of await store.openSweeps(redis)) {
      const why = whyNot(sweep, dataset);
      if (why === null || told.has(sweep.sweep)) continue;
      told.add(sweep.sweep);
      say(`Sweep ${sweep.sweep} gets no help from here: ${why}`);
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(BEAT_MS, undefined, { signal }).catch(() => {}); // it is over then
  }
  await Promise.race([store.leave(redis, queue, own), wait(1000, undefined, { ref: false })]);
}

function whyNot({ dataset, engine }: store.OpenSweep, own: string): string | null {
  if (engine !== ENGINE_VERSION)
    return `it is of engine ${engine}, and this one is ${ENGINE_VERSION}. Use the same version of Tidemark.`;
  if (dataset === own) return null;
  return `it is of other prices (${shortOf(dataset)}) than these (${shortOf(own)}). Give --data the same files, and the same --exchange and --instrument-type.`;
}

function shortOf(hash: string): string {
  return `${hash.slice(0, 15)}…`;
}
