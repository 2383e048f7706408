/**
 * `npm run bench:sweep [-- --variants 2000 --instruments 300 --sessions 2500]`: a sweep over Redis by one worker and by two of one
 * thread each, beside one on a thread of this machine, and two of those at once, which tell what its second core is worth. A sweep of
 * one variant tells what a command needs besides, which is taken off; workers tell how much of their time they were at work: the rest
 * is the queue's share.
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { NO_REDIS, openLab, startCommand, startRedis } from "../support/sweep-lab.ts";
import type { RunningCommand } from "../support/sweep-lab.ts";

const { values } = parseArgs({
  options: {
    variants: { type: "string", default: "2000" },
    instruments: { type: "string", default: "300" },
    sessions: { type: "string", default: "2500" },
  },
});
if (NO_REDIS !== null) throw new Error(NO_REDIS);
const variants = Number(values.variants);
/** A stop is under 100 %. */
const MOST_STOPS = 900;
const lab = openLab({ instruments: Number(values.instruments), sessions: Number(values.sessions) });
const redis = await startRedis(lab.folder);
const days = Array.from({ length: Math.max(20, Math.ceil(variants / MOST_STOPS)) }, (_, at) => 3 + at);
const stops = Array.from({ length: Math.ceil(variants / days.length) }, (_, at) => 1 + at / 10);
const axes = [
  { path: "buy.rules[0]", number: 2, values: days },
  { path: "sell.trailingStopLoss", values: stops },
];
const one = [{ path: "sell.trailingStopLoss", values: [5] }];

/** Seconds from its start to its end. */
async function secondsOf(asked: unknown, more: readonly string[], name = "rows.csv"): Promise<number> {
  const out = lab.path(name);
  const args = [
    "--data",
    lab.data,
    "--strategy",
    lab.strategy,
    "--axes",
    lab.axes(asked),
    "--out",
    out,
    ...more,
  ];
  const start = performance.now();
  const sweep = startCommand("sweep", args);
  const code = await sweep.ended;
  if (code !== 0) throw new Error(sweep.said());
  rmSync(out);
  return (performance.now() - start) / 1000;
}

async function measure(name: string, more: readonly string[]): Promise<number> {
  const seconds = (await secondsOf(axes, more)) - besides;
  console.log(
    `${name.padEnd(32)}${seconds.toFixed(1)} s, ${(variants / seconds).toFixed(0)} variants a second`,
  );
  return seconds;
}

async function startWorker(): Promise<RunningCommand> {
  const worker = startCommand("sweep-worker", ["--data", lab.data, "--redis", redis.url, "--threads", "1"]);
  await worker.hears("Ready");
  return worker;
}

const besides = await secondsOf(one, ["--threads", "1"]);

async function stopAll(workers: readonly RunningCommand[]): Promise<void> {
  for (const worker of workers) {
    worker.process.kill("SIGTERM");
    // oxlint-disable-next-line no-await-in-loop -- one after the other tells
    await worker.ended;
    console.log(worker.said().split("\n").at(-2) ?? "");
  }
}

/** Variants by so many fresh workers. */
async function measureOn(count: number): Promise<number> {
  const workers: RunningCommand[] = [];
  // oxlint-disable-next-line no-await-in-loop -- each reads all prices
  while (workers.length < count) workers.push(await startWorker());
  const seconds = await measure(`${count} ${count === 1 ? "worker" : "workers"}`, ["--redis", redis.url]);
  await stopAll(workers);
  return seconds;
}

/** What two cores are here beside one, whatever divides the work: two sweeps at once, each on a thread. */
async function coresAreWorth(alone: number): Promise<number> {
  const both = await Promise.all(["a.csv", "b.csv"].map((name) => secondsOf(axes, ["--threads", "1"], name)));
  return (2 * alone) / (Math.max(...both) - besides);
}

try {
  const alone = await measure("one thread of this machine", ["--threads", "1"]);
  const worth = await coresAreWorth(alone);
  const onOne = await measureOn(1);
  const onTwo = await measureOn(2);
  const times = onOne / onTwo;
  const share = ((100 * times) / worth).toFixed(0);
  console.log(
    `two workers are ${times.toFixed(2)} times one: ${share} % of the ${worth.toFixed(2)} that two cores are here`,
  );
} finally {
  await redis.kill();
  lab.remove();
}
