/** Sweeps as people run them: prices in a folder, the commands as processes of their own, a Redis of their own. */
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openRandom } from "#workers/model/random.ts";

const ROOT = process.cwd(); // where npm runs every script, bundled or not

/** Why sweeps over Redis can't be tested here; null where they can. */
export const NO_REDIS = has("redis-server", "--version") ? null : "redis-server is not installed";
export const NO_OPENSSL = has("openssl", "version") ? null : "openssl is not installed";

function has(...[command, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export interface Lab {
  readonly folder: string;
  /** Of price files. */
  readonly data: string;
  readonly strategy: string;
  /** Writes axes, and gives the file's path. */
  axes(axes: unknown): string;
  path(name: string): string;
  remove(): void;
}

export interface LabMarket {
  readonly instruments?: number;
  readonly sessions?: number;
}

/** Prices that wander, from a fixed seed, and a strategy that trades on them. */
export function openLab({ instruments = 12, sessions = 400 }: LabMarket = {}): Lab {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-sweep-"));
  const data = join(folder, "prices");
  mkdirSync(data);
  writeFileSync(join(data, "prices.csv"), wanderingPrices(instruments, sessions));
  const path = (name: string): string => join(folder, name);
  const write = (name: string, value: unknown): string => {
    writeFileSync(path(name), JSON.stringify(value));
    return path(name);
  };
  return {
    folder,
    data,
    strategy: write("strategy.json", LAB_STRATEGY),
    axes: (axes) => write("axes.json", axes),
    path,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const LAB_STRATEGY = {
  format: "strategy/2",
  name: "Wandering",
  scanner: { minPrice: 5, priceGrowth: null, marketCapRank: null, avgDailyValue: null, match: "all" },
  buy: { closeDays: 3, movingAverageDays: 5, rules: ["close > 1.01 * sma(10)"] },
  sell: { trailingStopLoss: 10, minHoldingDays: 2 },
  simulation: { startDate: "2020-01-01", endDate: "2024-12-31", maxPositions: 4, startMargin: 100_000 },
};

function wanderingPrices(instruments: number, sessions: number): string {
  const random = openRandom("sweep lab");
  const lines = ["symbol,date,open,high,low,close,volume"];
  for (let number = 0; number < instruments; number++) {
    let close = 40 + 10 * number;
    for (let session = 0; session < sessions; session++) {
      const date = new Date(Date.UTC(2020, 0, 1 + session)).toISOString().slice(0, 10);
      const open = close;
      close = Number((close * (0.97 + 0.0605 * random())).toFixed(2));
      const [low, high] = [Math.min(open, close), Math.max(open, close)];
      lines.push(`S${number},${date},${open},${high},${low},${close},${1000 + session}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  /** What it said so far. */
  readonly said: () => string;
  /** Waits for a text among what it says. @throws when it ends, or after two minutes */
  hears(text: string | RegExp): Promise<void>;
  /** Its exit code; null for one that was killed. */
  readonly ended: Promise<number | null>;
}

export type CommandName = "sweep" | "sweep-worker";

/** As `npm run --silent NAME -- ARGUMENTS`, without npm in between, so that signals meet the command. */
export function startCommand(
  name: CommandName,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): RunningCommand {
  const own = ["workers/run-cli.mjs", `workers/api/sweep/${name}.cli.ts`, ...args];
  const child = spawn(process.execPath, own, {
    cwd: ROOT,
    env: { ...process.env, TIDEMARK_REDIS: "", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const isOver = ended.then(() => true);
  return {
    process: child,
    said: () => said,
    ended,
    async hears(text) {
      const until = performance.now() + 120_000;
      while (!(typeof text === "string" ? said.includes(text) : text.test(said))) {
        if (performance.now() > until || (await Promise.race([isOver, wait(50, false)])))
          throw new Error(`never said ${String(text)}, but: ${said}`);
      }
    },
  };
}

export interface OwnRedis {
  readonly url: string;
  readonly port: number;
  /** Of its process; 0 while it is dead. */
  pid(): number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Again, with what its append-only file kept. */
  start(): Promise<void>;
}

/** On a free port, with its append-only file in the folder; started. */
export async function startRedis(folder: string, more: readonly string[] = []): Promise<OwnRedis> {
  const port = await freePort();
  const dir = mkdtempSync(join(folder, "redis-"));
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", ...more];
  let child: ChildProcess | null = null;
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => child?.pid ?? 0,
    async kill() {
      if (!child) return;
      const gone = new Promise((done) => child?.on("close", done));
      child.kill("SIGKILL");
      await gone;
      child = null;
    },
    async start() {
      const own = spawn("redis-server", [...args, "--appendonly", "yes"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      child = own;
      await new Promise<void>((done, fail) => {
        own.stdout.on("data", (text: Buffer) => {
          if (text.includes("eady to accept connections")) done();
        });
        own.on("close", () => fail(new Error("redis-server ended")));
      });
    },
  };
  await redis.start();
  return redis;
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
