/** A sweep over a queue: divides it into blocks, gathers their rows, and does no variant itself. */
import { setTimeout as wait } from "node:timers/promises";
import { Queue } from "bullmq";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { canonicalJson } from "./hashes.ts";
import { crashedBlock, divide } from "./divide.ts";
import type { RunOfBlock } from "./divide.ts";
import type { SweepBinding } from "./part-file.ts";
import type { SweepPlan } from "./plan.ts";
import {
  answerSchema,
  announce,
  jobName,
  jobSchema,
  keepText,
  PREFIX,
  queueName,
  threadsOf,
  withdraw,
} from "./redis.ts";
import type { BlockJobData } from "./redis.ts";
import type { Block, KeptOutcome, SweepTask } from "./run-block.ts";

export interface QueuedSweep {
  readonly redis: Redis;
  /** Id of the file of rows. */
  readonly sweep: string;
  readonly task: SweepTask;
  readonly binding: SweepBinding;
  readonly plan: SweepPlan;
  readonly take: (outcomes: readonly KeptOutcome[]) => Promise<void>;
  /** What people should know, one line each. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const POLL_MS = 100;
const ANNOUNCE_MS = 5000;
const NOBODY_MS = 10_000;
/** Answers wait for the coordinator so long; after that they are worked out again. */
const KEPT_S = 3 * 24 * 3600;

type BlockJob = Job<BlockJobData, unknown>;

/** Until all rows are taken. @throws the signal's reason, after what still waits was taken back */
export async function coordinate(sweep: QueuedSweep): Promise<void> {
  const { redis, task, binding, plan, take, say, signal } = sweep;
  const name = queueName(binding);
  const queue = new Queue<BlockJobData>(name, { connection: redis, prefix: PREFIX });
  queue.on("error", () => {}); // the connection tells of its breaks itself
  const texts = [canonicalJson(task.strategy), canonicalJson(task.axes)];
  const ending = new AbortController();
  const known: Threads = { threads: 0, lastSeen: performance.now() };
  const watching = watchWorkers(sweep, name, known, ending.signal);
  const outstanding = new Map<string, (job: BlockJob | undefined) => Promise<void>>();
  const polling = poll(queue, outstanding, ending.signal);
  const run = (block: Block): Promise<RunOfBlock> => {
    const id = jobName(sweep.sweep, block);
    const { strategy, axes } = binding;
    const data: BlockJobData = { sweep: sweep.sweep, strategy, axes, ...block };
    const offer = async (): Promise<void> => {
      await Promise.all(texts.map((text) => keepText(redis, text)));
      await queue.add("block", data, {
        jobId: id,
        attempts: 3,
        removeOnComplete: { age: KEPT_S },
        removeOnFail: { age: KEPT_S },
      });
    };
    return new Promise((resolve, reject) => {
      const look = async (job: BlockJob | undefined): Promise<void> => {
        if (!job) return offer(); // Redis lost it, or it was never there
        if (job.finishedOn === undefined) return; // as it was read: it may be over by now, without its answer
        const state = await job.getState();
        if (state !== "completed" && state !== "failed") return;
        const done = outcomeOf(job, block, state);
        if (done === null) {
          say(
            `The answer for variants ${block.from} to ${block.from + block.count - 1} can't be read; it is given out again.`,
          );
          await job.remove();
          return offer();
        }
        outstanding.delete(id);
        resolve({ ...done, settle: () => forget(job) });
      };
      // asked after once it is there: a second offer of what is done and gone would have it done again
      offer().then(() => outstanding.set(id, look), reject);
    });
  };
  try {
    const begun = await adopted(queue, sweep);
    // two blocks a thread: one at work, one that waits; and some while nobody is there yet
    const lanes = (): number => Math.max(2, 2 * known.threads);
    const ends = AbortSignal.any([signal, ending.signal]);
    await Promise.race([divide({ plan, begun, lanes, run, take, signal: ends }), polling, watching]);
  } finally {
    ending.abort();
    if (signal.aborted) await atMost(LEAVE_MS, takeBack(queue, outstanding.keys()));
    await atMost(LEAVE_MS, withdraw(redis, sweep.sweep));
    await atMost(LEAVE_MS, queue.close());
  }
}

/** Redis may be gone for good, and nobody waits for it at the end. */
const LEAVE_MS = 3000;

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}

/** What a job came to; null for an answer that is none. */
function outcomeOf(job: BlockJob, block: Block, state: "completed" | "failed"): RunOfBlock | null {
  if (state === "failed")
    return { outcomes: crashedBlock(block, job.failedReason ?? "no reason is known"), milliseconds: null };
  const read = answerSchema.safeParse(job.returnvalue);
  if (!read.success) return null;
  const { outcomes, milliseconds } = read.data;
  const isWhole =
    outcomes.length === block.count && outcomes.every(({ index }, at) => index === block.from + at);
  return isWhole ? { outcomes, milliseconds } : null;
}

/** Its rows are safe. One that somebody took away already is gone just as well. */
async function forget(job: BlockJob): Promise<void> {
  await job.remove().catch(() => {});
}

/** Blocks of this very file that an earlier coordinator gave out. */
async function adopted(queue: Queue<BlockJobData>, { sweep, plan }: QueuedSweep): Promise<Block[]> {
  const jobs = await queue.getJobs(["waiting", "active", "completed", "failed", "delayed", "prioritized"]);
  return jobs.flatMap((job) => {
    const read = jobSchema.safeParse(job?.data);
    if (!read.success || read.data.sweep !== sweep) return [];
    const { from, count } = read.data;
    return from + count <= plan.variants ? [{ from, count }] : [];
  });
}

async function takeBack(queue: Queue<BlockJobData>, ids: Iterable<string>): Promise<void> {
  await Promise.all(
    Array.from(ids, async (id) => {
      const job = await queue.getJob(id);
      await job?.remove().catch(() => {}); // one that somebody is at stays: its answer waits for the next time
    }),
  );
}

/** Asks after what was given out. */
async function poll(
  queue: Queue<BlockJobData>,
  outstanding: ReadonlyMap<string, (job: BlockJob | undefined) => Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one round after another
    await Promise.all(
      Array.from(outstanding, async ([id, look]) => {
        try {
          await look(await queue.getJob(id));
        } catch (error) {
          if (!signal.aborted && !isOfConnection(error)) throw error;
        }
      }),
    );
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(POLL_MS, signal);
  }
}

function isOfConnection(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /connection|ECONN|EPIPE|LOADING|READONLY|closed/i.test(text);
}

interface Threads {
  threads: number;
  lastSeen: number;
}

/** Counts the workers, and says when there are none. */
async function watchWorkers(
  { redis, sweep, binding, say }: QueuedSweep,
  queue: string,
  known: Threads,
  signal: AbortSignal,
): Promise<void> {
  let nextAnnounce = 0;
  while (!signal.aborted) {
    const now = performance.now();
    try {
      if (now >= nextAnnounce) {
        nextAnnounce = now + ANNOUNCE_MS;
        // oxlint-disable-next-line no-await-in-loop -- one look after another
        await announce(redis, { sweep, ...binding });
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      known.threads = await threadsOf(redis, queue);
    } catch (error) {
      if (!signal.aborted && !isOfConnection(error)) throw error;
    }
    if (known.threads > 0) known.lastSeen = now;
    else if (now - known.lastSeen >= NOBODY_MS) {
      known.lastSeen = now;
      say(
        `No worker is there for this dataset (${binding.dataset.slice(0, 15)}…) and engine ${binding.engine}. Start one: npm run --silent sweep-worker -- --data DIR --redis URL`,
      );
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(1000, signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {}); // it is over then
}
