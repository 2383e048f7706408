/**
 * `npm run bench:sweep [-- --variants 2000 --instruments 500 --sessions 6500 --rounds 2]`: a sweep of the RSI(2) pullback's three
 * numbers over Redis by one worker and by two of one thread each, beside one on a thread of this machine, and two of those at once,
 * which tell what its second core is worth. Each worker has a core of its own (`taskset`): left alone, a lone worker would compile and
 * collect garbage on the other, which a second worker takes from it, and would be held to be faster than a core makes it.
 * The clock runs while rows come in: from the file's first line to the whole file. Beside each time stand the processor seconds in it
 * of the sweep, of Redis and of the workers. A worker's first block takes a second more than its others: it reads the columns and
 * makes the tables that its variants share. So a sweep of a few seconds tells little of what more workers are worth.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { NO_REDIS, openLab, startCommand, startRedis } from "../support/sweep-lab.ts";
import type { RunningCommand } from "../support/sweep-lab.ts";

const { values } = parseArgs({
  options: {
    variants: { type: "string", default: "2000" },
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "2" },
  },
});
if (NO_REDIS !== null) throw new Error(NO_REDIS);
const lab = openLab({ instruments: Number(values.instruments), sessions: Number(values.sessions) });
const redis = await startRedis(lab.folder);
const pullback: { readonly simulation: object } = JSON.parse(
  readFileSync("datasets/templates/rsi-two-pullback.json", "utf8"),
);
const simulation = { ...pullback.simulation, endDate: "2049-12-31", priceBasis: "as-traded" };
const strategy = lab.path("pullback.json");
writeFileSync(strategy, JSON.stringify({ ...pullback, simulation }));
const levels = upTo(10, (at) => 2 + 2 * at);
const exits = upTo(10, (at) => 3 + at);
const lengths = upTo(Math.ceil(Number(values.variants) / (levels.length * exits.length)), (at) => 100 + at);
const variants = levels.length * exits.length * lengths.length;
const axes = lab.axes([
  { path: "buy.rules[1]", number: 2, values: levels },
  { path: "buy.rules[0]", number: 1, values: lengths },
  { path: "sell.rules[0]", number: 1, values: exits },
]);

function upTo(count: number, valueAt: (at: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, at) => valueAt(at));
}

interface Took {
  readonly seconds: number;
  /** Of the sweep, then of each helper. */
  readonly processor: readonly number[];
}

/** Between two looks at a sweep, which take from the processors that the workers have. */
const LOOK_MS = 50;

/** A sweep, from its first line to its whole file. */
async function sweepOnce(
  more: readonly string[],
  helpers: readonly number[],
  name = "rows.csv",
): Promise<Took> {
  const out = lab.path(name);
  const args = ["--data", lab.data, "--strategy", strategy, "--axes", axes, "--out", out, ...more];
  const sweep = startCommand("sweep", args);
  const pids = [sweep.process.pid ?? 0, ...helpers];
  const isOver = sweep.ended.then(() => true);
  while (!existsSync(`${out}.part`)) if (await Promise.race([isOver, wait(5, false)])) break;
  const start = performance.now();
  const before = pids.map(processorSeconds);
  let after = before;
  let end = start;
  while (!existsSync(out)) {
    after = pids.map(processorSeconds);
    end = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- until it is there
    if (await Promise.race([isOver, wait(LOOK_MS, false)])) break;
  }
  const code = await sweep.ended;
  if (code !== 0) throw new Error(sweep.said());
  rmSync(out);
  return {
    seconds: (end - start) / 1000,
    processor: after.map((seconds, at) => seconds - (before[at] ?? 0)),
  };
}

/** What a process, with its threads, has had of processors. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function tell(name: string, { seconds, processor }: Took): void {
  const each = processor.map((one) => one.toFixed(2)).join(" + ");
  console.log(
    `${name.padEnd(30)}${seconds.toFixed(2)} s, ${(variants / seconds).toFixed(0)} variants a second; processor ${each} s`,
  );
}

/** On a core of its own, with all of its threads. */
async function startWorker(core: number): Promise<RunningCommand> {
  const worker = startCommand("sweep-worker", ["--data", lab.data, "--redis", redis.url, "--threads", "1"]);
  await worker.hears("Ready");
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(worker.process.pid)]);
  return worker;
}

/** By so many fresh workers. */
async function onWorkers(count: number): Promise<Took> {
  const workers: RunningCommand[] = [];
  // oxlint-disable-next-line no-await-in-loop -- each reads all prices
  while (workers.length < count) workers.push(await startWorker(workers.length));
  const took = await sweepOnce(
    ["--redis", redis.url],
    [redis.pid(), ...workers.map(({ process: { pid = 0 } }) => pid)],
  );
  tell(`${count} ${count === 1 ? "worker" : "workers"}`, took);
  for (const worker of workers) {
    worker.process.kill("SIGTERM");
    // oxlint-disable-next-line no-await-in-loop -- one after the other tells
    await worker.ended;
    console.log(worker.said().split("\n").at(-2) ?? "");
  }
  return took;
}

/**
 * Seconds of one worker, of two, of one thread and of two of these at once; processor seconds of the one worker, of the busier of two, of
 * coordination and of everything: over all rounds.
 */
const sums = { one: 0, two: 0, busyOne: 0, busyTwo: 0, alone: 0, both: 0, coordination: 0, processor: 0 };
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, on a quiet machine
    await measureRound();
  }
  const times = sums.one / sums.two;
  const worth = (2 * sums.alone) / sums.both;
  const share = (100 * sums.coordination) / sums.processor;
  const free = sums.busyOne / sums.busyTwo;
  console.log(
    `two workers are ${times.toFixed(2)} times one, ${free.toFixed(2)} times where each has a core for itself (by the processor seconds of the busier one), two cores here ${worth.toFixed(2)}; coordination takes ${share.toFixed(1)} % of the processor`,
  );
} finally {
  await redis.kill();
  lab.remove();
}

async function measureRound(): Promise<void> {
  const alone = await sweepOnce(["--threads", "1"], []);
  tell("one thread of this machine", alone);
  const both = await Promise.all(["a.csv", "b.csv"].map((name) => sweepOnce(["--threads", "1"], [], name)));
  for (const one of both) tell("two of these at once", one);
  const one = await onWorkers(1);
  const two = await onWorkers(2);
  const [sweep = 0, queue = 0, ...workers] = two.processor;
  sums.one += one.seconds;
  sums.two += two.seconds;
  sums.busyOne += one.processor[2] ?? 0;
  sums.busyTwo += Math.max(...workers);
  sums.alone += alone.seconds;
  sums.both += Math.max(...both.map(({ seconds }) => seconds));
  sums.coordination += sweep + queue;
  sums.processor += two.processor.reduce((sum, seconds) => sum + seconds, 0);
}
