/** The queue of a sweep's blocks on Redis or Valkey: names, what stands where, and what a job holds. */
import { Redis } from "ioredis";
import { z } from "zod";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { SweepProblem } from "./axes.ts";
import { MOST_IN_BLOCK, MOST_TRIES } from "./divide.ts";
import { hashOfText } from "./hashes.ts";
import type { Block } from "./run-block.ts";
import { outcomeSchema } from "./row.ts";

/** Stands in front of every key of BullMQ, and of ours. */
export const PREFIX = "tidemark";

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A job: numbers and hashes, nothing that is executed. */
export const jobSchema = z.strictObject({
  /** Id of one file of rows. */
  sweep: z.string().regex(/^[0-9a-f]{16}$/),
  strategy: hash,
  axes: hash,
  from: z.int().min(0),
  count: z.int().min(1).max(MOST_IN_BLOCK),
});

export type BlockJobData = z.infer<typeof jobSchema>;

/** What a worker gives back. */
export const answerSchema = z.strictObject({
  outcomes: z.array(outcomeSchema),
  milliseconds: z.number(),
});

export type BlockAnswer = z.infer<typeof answerSchema>;

/** Blocks of all sweeps of a dataset and an engine. */
export function queueName({
  dataset,
  engine,
}: {
  readonly dataset: string;
  readonly engine: string;
}): string {
  return `blocks-${engine}-${dataset.replace("sha256:", "")}`;
}

export function jobName(sweep: string, { from, count }: Block): string {
  return `${sweep}-${from}-${count}`;
}

/** A worker that dies loses its block after that time, and another has it within 15 s. */
export const LOCK_MS = 8000;
export const STALLED_MS = 4000;
export const MOST_STALLED = MOST_TRIES - 1;

/** Sweeps that are at work, by their id, for workers that can't help to say so. */
const SWEEPS = `${PREFIX}:sweeps`;
const KEPT_S = 7 * 24 * 3600;
/** Heartbeats older than that count for nothing. */
const ALIVE_S = 15;
const OLD_S = 24 * 3600;

const sweepSchema = z.strictObject({ dataset: hash, engine: z.string(), at: z.number() });

export interface OpenSweep {
  readonly sweep: string;
  readonly dataset: string;
  readonly engine: string;
}

/**
 * Connects, or says why not. Later breaks are mended by themselves: commands wait meanwhile.
 *
 * @param onTrouble - told once for each break, and when it is over
 */
export async function connectRedis(
  url: string,
  onTrouble: (text: string) => void,
): Promise<Result<Redis, SweepProblem>> {
  const place = placeOf(url);
  if (place === null) {
    const message =
      "The address of Redis can't be read: write it as redis://host:6379, or rediss:// for TLS.";
    return err({ code: "redis-unreachable", message });
  }
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    connectTimeout: 5000,
    retryStrategy: (times) => Math.min(100 * times, 1000),
  });
  let lastError = "";
  redis.on("error", (error: Error) => (lastError = error.message));
  try {
    await firstConnection(redis);
  } catch (error) {
    redis.disconnect();
    const reason = lastError || (error instanceof Error ? error.message : String(error));
    const message = `Redis can't be reached at ${place}: ${reason}. Start it, or correct --redis (or TIDEMARK_REDIS).`;
    return err({ code: "redis-unreachable", message });
  }
  let isBroken = false;
  redis.on("close", () => {
    if (!isBroken && redis.status !== "end")
      onTrouble(`The connection to Redis at ${place} broke; waiting for it.`);
    isBroken = true;
  });
  redis.on("ready", () => {
    if (isBroken) onTrouble("Redis is back.");
    isBroken = false;
  });
  return ok(redis);
}

const FIRST_MS = 10_000;

/** One try with its time; a wrong password shows at the first command. */
async function firstConnection(redis: Redis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer within 10 s")), FIRST_MS);
  });
  const refused = new Promise<never>((_, reject) => redis.once("close", () => reject(new Error("refused"))));
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), late, refused]);
  } finally {
    clearTimeout(timer);
  }
}

/** Without what is secret; null for no address of Redis. */
export function placeOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return protocol === "redis:" || protocol === "rediss:" ? `${protocol}//${host}` : null;
}

/** Puts a text where its hash says, or sees to it that it stays there. */
export async function keepText(redis: Redis, text: string): Promise<void> {
  const key = textKey(hashOfText(text));
  if ((await redis.expire(key, KEPT_S)) === 0) await redis.set(key, text, "EX", KEPT_S);
}

/** The text of a hash; null where it is not there, or is another. */
export async function textOf(redis: Redis, wanted: string): Promise<string | null> {
  const text = await redis.get(textKey(wanted));
  return text !== null && hashOfText(text) === wanted ? text : null;
}

function textKey(of: string): string {
  return `${PREFIX}:text:${of}`;
}

/** Says that a worker lives and helps with a queue. */
export async function beat(
  redis: Redis,
  queue: string,
  worker: { id: string; threads: number },
): Promise<void> {
  const key = `${PREFIX}:workers:${queue}`;
  await redis.zadd(key, await secondsOf(redis), `${worker.id} ${worker.threads}`);
  await redis.expire(key, KEPT_S);
}

export async function leave(
  redis: Redis,
  queue: string,
  worker: { id: string; threads: number },
): Promise<void> {
  await redis.zrem(`${PREFIX}:workers:${queue}`, `${worker.id} ${worker.threads}`);
}

/** Threads of all workers that live. */
export async function threadsOf(redis: Redis, queue: string): Promise<number> {
  const now = await secondsOf(redis);
  const alive = await redis.zrange(`${PREFIX}:workers:${queue}`, now - ALIVE_S, "+inf", "BYSCORE");
  return alive.reduce((sum, member) => sum + (Number(member.split(" ")[1]) || 0), 0);
}

/** Says that a sweep is at work. */
export async function announce(redis: Redis, { sweep, dataset, engine }: OpenSweep): Promise<void> {
  await redis.hset(SWEEPS, sweep, JSON.stringify({ dataset, engine, at: await secondsOf(redis) }));
}

export async function withdraw(redis: Redis, sweep: string): Promise<void> {
  await redis.hdel(SWEEPS, sweep);
}

/** Sweeps that are at work; what long-dead ones left is taken away. */
export async function openSweeps(redis: Redis): Promise<readonly OpenSweep[]> {
  const now = await secondsOf(redis);
  const open: OpenSweep[] = [];
  const old: string[] = [];
  for (const [sweep, text] of Object.entries(await redis.hgetall(SWEEPS))) {
    const read = sweepSchema.safeParse(jsonIn(text));
    if (!read.success || read.data.at < now - OLD_S) old.push(sweep);
    else if (read.data.at >= now - ALIVE_S) open.push({ sweep, ...read.data });
  }
  if (old.length > 0) await redis.hdel(SWEEPS, ...old);
  return open;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // somebody else's: taken away with the old ones
  }
}

/** Seconds by the clock of Redis, which is the same for all. */
async function secondsOf(redis: Redis): Promise<number> {
  const [seconds] = await redis.time();
  return Number(seconds);
}
