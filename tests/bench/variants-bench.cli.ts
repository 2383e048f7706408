/**
 * `npm run bench:variants [-- --instruments 500 --sessions 6500 --rounds 7 --data datasets/demo --workers 2]`: how many
 * variants of the default strategy are simulated in a second, 400 to a grid, on a synthetic market or on a folder's, each
 * with its zones, as from the store.
 * On one thread it is a second of processor time; on several, each with a share of every grid, one on the wall, and one
 * of the processor time of a thread, which is what a machine without other work would take.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { backtestVariants } from "#workers/run/backtest-variants.ts";
import { diskSource } from "#workers/commands/disk-source.ts";
import { readMarket } from "#workers/market/read-market.ts";
import type { Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withZones } from "../support/market-zones.ts";
import { syntheticMarket } from "./synthetic-market.ts";

/** So many variants running are one thread's, the next ones another's, about as the app shares them out. */
const TURN = 40;
const STEPS = Array.from({ length: 20 }, (_, at) => at);

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
    data: { type: "string" },
    workers: { type: "string", default: "1" },
  },
});
const { scanner, sell } = defaultStrategy;
const all = { ...scanner, match: "all" } as const;
const grids: Record<string, readonly Strategy[]> = {
  "stops and holds": gridOf((x, y) => ({
    sell: { ...sell, trailingStopLoss: 2 + x, minHoldingDays: y },
  })),
  "a threshold and stops": gridOf((x, y) => ({
    scanner: { ...scanner, priceGrowth: 5 * x },
    sell: { ...sell, trailingStopLoss: 2 + y },
  })),
  "two thresholds, match: all": gridOf((x, y) => ({
    scanner: { ...all, minPrice: 20 + 20 * x, priceGrowth: 5 * y },
  })),
};
const rounds = Number(values.rounds);
const threads = Number(values.workers);
const market = withZones(values.data === undefined ? synthetic() : await marketIn(values.data));
if (!isMainThread) serve(Number(workerData));
else {
  console.log(`${market.instruments.length} instruments, ${market.day.length} bars`);
  await (threads === 1 ? benchHere() : benchOnThreads());
}

async function benchHere(): Promise<void> {
  for (const [name, strategies] of Object.entries(grids)) {
    const seconds = Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      simulate(strategies);
      return processorSeconds(before);
    });
    print(name, strategies.length, seconds, "a processor second");
  }
}

/** Of all threads of the process. */
function processorSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function benchOnThreads(): Promise<void> {
  const file = new URL(import.meta.url);
  const argv = process.argv.slice(2);
  const workers = Array.from({ length: threads }, (_, part) => new Worker(file, { argv, workerData: part }));
  await Promise.all(workers.map(answerOf)); // each has its market
  for (const [name, strategies] of Object.entries(grids)) {
    const seconds: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const before = process.cpuUsage();
      const answers = workers.map(answerOf);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      for (const worker of workers) worker.postMessage(name);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await Promise.all(answers);
      seconds.push((performance.now() - start) / 1000);
      busy.push(processorSeconds(before) / threads);
    }
    print(name, strategies.length, seconds, `a second on ${threads} threads`);
    print("", strategies.length, busy, "a processor second of each");
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
}

function answerOf(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("message", () => {
      worker.off("error", reject);
      resolve();
    });
    worker.once("error", reject);
  });
}

/** A thread: simulates its part of the grid that it is told. */
function serve(part: number): void {
  parentPort?.on("message", (name: string) => {
    const strategies = grids[name] ?? [];
    simulate(strategies.filter((_, at) => Math.floor(at / TURN) % threads === part));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    parentPort?.postMessage("done");
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage("ready");
}

/** On a market of which nothing is known yet: another object. */
function simulate(strategies: readonly Strategy[]): void {
  backtestVariants(strategies, { ...market });
}

function print(name: string, count: number, seconds: readonly number[], per: string): void {
  const sorted = seconds.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? NaN;
  const spread = `${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)}`;
  console.log(
    `${name.padEnd(28)}${count} in ${median.toFixed(2)} s (${spread}): ${(count / median).toFixed(0)} ${per}`,
  );
}

function gridOf(change: (x: number, y: number) => Partial<Strategy>): Strategy[] {
  const variant = (x: number, y: number): Strategy => ({ ...defaultStrategy, ...change(x, y) });
  return STEPS.flatMap((x) => STEPS.map((y) => variant(x, y)));
}

function synthetic(): Market {
  return syntheticMarket({
    instruments: Number(values.instruments),
    sessions: Number(values.sessions),
  });
}

/** The folder's instruments of the default strategy's exchange and type. */
async function marketIn(folder: string): Promise<Market> {
  const names = await readdir(folder);
  const sources = await Promise.all(names.toSorted().map((name) => diskSource(join(folder, name), name)));
  const defaults = { exchange: scanner.exchange, instrumentType: "EQUITY", currency: "" };
  const read = await readMarket(sources, defaults);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.market;
}
