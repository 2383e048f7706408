/**
 * Sweeps over a queue of which workers, the coordinator or Redis itself are killed (SIGKILL) at a moment by chance. Each must end with
 * the rows of an undisturbed sweep, to the byte: every index once. `TORTURE_TIMES=2 npx vitest run --project torture
 * tests/torture/sweeps.test.ts` does a few of each.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRandom } from "#workers/model/random.ts";
import { NO_REDIS, openLab, startCommand, startRedis } from "../support/sweep-lab.ts";
import type { OwnRedis, RunningCommand } from "../support/sweep-lab.ts";
import { times } from "./times.ts";

const AXES = [
  { path: "buy.rules[0]", number: 2, values: [3, 5, 10, 15, 20, 25] },
  { path: "sell.trailingStopLoss", values: Array.from({ length: 250 }, (_, at) => 1 + at / 10) },
  { path: "sell.minHoldingDays", values: [1, 3, 5, 8] },
];

const lab = openLab();
const axes = lab.axes(AXES);
const random = openRandom("tortured sweeps");
const started = new Set<RunningCommand>();
let redis: OwnRedis | null = null;
let plain = "";

function start(...asked: Parameters<typeof startCommand>): RunningCommand {
  const command = startCommand(...asked);
  started.add(command);
  return command;
}

function coordinator(out: string, url: string | null = urlOfRedis()): RunningCommand {
  const own = ["--data", lab.data, "--strategy", lab.strategy, "--axes", axes, "--out", lab.path(out)];
  return start("sweep", url === null ? own : [...own, "--redis", url]);
}

function urlOfRedis(): string {
  return redis?.url ?? "";
}

async function worker(): Promise<RunningCommand> {
  const own = start("sweep-worker", ["--data", lab.data, "--redis", urlOfRedis(), "--threads", "1"]);
  await own.hears("Ready");
  return own;
}

async function kill(command: RunningCommand): Promise<void> {
  command.process.kill("SIGKILL");
  await command.ended;
  started.delete(command);
}

/** Somewhere in a sweep, which takes some seconds. */
function aMoment(): Promise<void> {
  return wait(300 + 2500 * random());
}

/** What it wrote, or how it ended otherwise. */
async function rowsOf(sweep: RunningCommand, out: string, isWhole = false): Promise<string> {
  const code = await sweep.ended;
  if (code !== 0 && !isWhole) return `${String(code)}: ${sweep.said()}`;
  const rows = readFileSync(lab.path(out), "utf8");
  rmSync(lab.path(out));
  return rows;
}

beforeAll(async () => {
  if (NO_REDIS !== null) return;
  const sweep = coordinator("plain.csv", null);
  await sweep.ended;
  plain = readFileSync(lab.path("plain.csv"), "utf8");
  expect(plain.split("\n")).toHaveLength(6002);
  redis = await startRedis(lab.folder);
});
afterEach(async () => {
  await Promise.all(Array.from(started, kill));
});
afterAll(async () => {
  await redis?.kill();
  lab.remove();
});

describe.skipIf(NO_REDIS !== null)(
  `sweeps over a queue${NO_REDIS === null ? "" : ` (skipped: ${NO_REDIS})`}`,
  () => {
    it("are whole after a worker was killed", async () => {
      for (let round = 0; round < times(30); round++) {
        const workers = await Promise.all([worker(), worker()]);
        const sweep = coordinator("worker.csv");
        await aMoment();
        await kill(workers[0]);
        expect(await rowsOf(sweep, "worker.csv")).toBe(plain);
        await kill(workers[1]);
      }
    });

    it("are whole after the coordinator was killed", async () => {
      const own = await worker();
      for (let round = 0; round < times(10); round++) {
        const first = coordinator("coordinator.csv");
        await aMoment();
        await kill(first);
        const isWhole = existsSync(lab.path("coordinator.csv")); // it was quicker than the kill
        const last = isWhole ? first : coordinator("coordinator.csv");
        expect(await rowsOf(last, "coordinator.csv", isWhole)).toBe(plain);
      }
      await kill(own);
    });

    it("are whole after Redis was killed and came back", async () => {
      const own = await worker();
      for (let round = 0; round < times(5); round++) {
        const sweep = coordinator("redis.csv");
        await sweep.hears(/[1-9]\d* of 6000 variants/); // it has reached Redis: before, it ends and says so
        await wait(1500 * random());
        await redis?.kill();
        await wait(2000 * random());
        await redis?.start();
        expect(await rowsOf(sweep, "redis.csv")).toBe(plain);
      }
      await kill(own);
    });
  },
);
