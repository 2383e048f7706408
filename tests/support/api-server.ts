/** A server of the API in a process of its own, on a free port, with a store and a person's folder that are gone with the test. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { builtForNode } from "#workers/build-for-node.mjs";

export interface TestServer {
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** Of its process. */
  readonly pid: number;
  readonly home: string;
  readonly store: string;
  /** What it wrote to standard error. */
  said(): string;
  /** With the token; `body` as JSON unless it is one that fetch takes. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Bytes to its port; everything that comes back until the connection ends. */
  raw(bytes: string | Uint8Array, options?: RawOptions): Promise<string>;
  /** Resolves once a dataset is read; rejects where it can't be. */
  whenRead(id: string): Promise<void>;
  /** Ends it, and tells its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawOptions {
  /** Ends our side after this; null waits for the server's end. */
  readonly endAfterMs?: number | null;
  /** Says at once that no more will come, and goes on reading. */
  readonly endsOurSide?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined for what is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
}

export interface ServerRequest {
  readonly args?: readonly string[];
  /** Of an earlier server, to be gone on with. */
  readonly store?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly entry?: string;
}

/** Folders that tests made; removed by `removeFolders`. */
const folders: string[] = [];

export async function makeFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-test-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
}

export async function removeFolders(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/** The process and its first line, or how it ended before. */
export async function launch({
  args = [],
  store,
  home,
  env = {},
  entry = "workers/serve.cli.ts",
}: ServerRequest): Promise<{
  child: ChildProcess;
  line: string;
  said: () => string;
  home: string;
  store: string;
}> {
  const built = await builtForNode(entry);
  const ownHome = home ?? (await makeFolder());
  const ownStore = store ?? join(await makeFolder(), "store");
  const child = spawn(process.execPath, [built, "--port", "0", "--store", ownStore, ...args], {
    env: { ...process.env, XDG_DATA_HOME: ownHome, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  let out = "";
  await Promise.race([
    new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes("\n")) resolve();
      });
    }),
    once(child, "close"),
  ]);
  return { child, line: out, said: () => said, home: ownHome, store: ownStore };
}

export async function startServer(request: ServerRequest = {}): Promise<TestServer> {
  const { child, line, said, home, store } = await launch(request);
  const [, url = "", token = ""] = /^tidemark (http:\/\/\S+) (\S+)\n$/.exec(line) ?? [];
  if (url === "") throw new Error(`no server: ${line}${said()}`);
  const port = Number(new URL(url).port);
  const server: TestServer = {
    url,
    token,
    port,
    pid: child.pid ?? NaN,
    home,
    store,
    said,
    async call(method, path, { body, headers = {} } = {}) {
      const plain = isPlain(body) ? body : JSON.stringify(body);
      const json = isPlain(body) ? {} : { "Content-Type": "application/json" };
      const response = await fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...json, ...headers },
        ...(plain === undefined ? {} : { body: plain }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
    },
    raw: (bytes, options = {}) => talk(port, bytes, options),
    async whenRead(id) {
      for (;;) {
        const { json } = await server.call("GET", `/v1/datasets/${id}`);
        if (json.status === "ready") return;
        if (json.status !== "reading") throw new Error(`the dataset ${id} is ${json.status ?? json.code}`);
      }
    },
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      await once(child, "close");
      return child.exitCode;
    },
  };
  return server;
}

function isPlain(body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData | undefined {
  return (
    body === undefined || typeof body === "string" || body instanceof Uint8Array || body instanceof FormData
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function talk(
  port: number,
  bytes: string | Uint8Array,
  { endAfterMs = null, endsOurSide = false }: RawOptions,
): Promise<string> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect(port, "127.0.0.1", () => {
      if (endsOurSide) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on("data", (chunk) => (heard += chunk.toString()));
    socket.on("error", () => {}); // what was heard before is what counts
    socket.on("close", () => resolve(heard));
    if (endAfterMs !== null) setTimeout(() => socket.destroy(), endAfterMs);
  });
}

/** Some instruments with a bar on each weekday from 2020-01-01 on: waves, so that a run has trades. */
export function wavesCsv(instruments = 5, days = 400): string {
  const rows = ["symbol,date,open,high,low,close,volume"];
  for (let instrument = 0; instrument < instruments; instrument++) {
    for (let day = 0; day < days; day++) {
      const date = new Date(Date.UTC(2020, 0, 1 + day));
      if (date.getUTCDay() % 6 === 0) continue;
      const close = 100 + instrument * 10 + 10 * Math.sin(day / 20 + instrument) + day * 0.05;
      const figures = [close - 0.5, close + 1, close - 1, close].map((price) => price.toFixed(2));
      rows.push([`S${instrument}`, date.toISOString().slice(0, 10), ...figures, 1000 + day].join(","));
    }
  }
  return `${rows.join("\n")}\n`;
}

/** A strategy that trades these waves. */
export const WAVES_STRATEGY = {
  format: "strategy/1",
  name: "Waves",
  scanner: { match: "all", priceGrowth: null, minPrice: 1, marketCapRank: null, avgDailyValue: null },
  simulation: { startDate: "2020-01-01", endDate: "2021-12-31", maxPositions: 3 },
};

/** One with code that takes its two seconds for each instrument: long enough to be met at work. */
export const SLOW_STRATEGY = {
  ...WAVES_STRATEGY,
  format: "strategy/2",
  name: "Slow",
  buy: { rules: ["own > 0"] },
  computed: [{ name: "own", language: "javascript", source: "for (;;);" }],
};

/** Gives each core a slow run, so that what comes after waits; tells their ids. */
export async function fillCores(server: TestServer): Promise<string[]> {
  const ids: string[] = [];
  for (let core = 0; core < availableParallelism(); core++) {
    const { json } = await server.call("POST", "/v1/runs", {
      body: { dataset: "waves", strategy: SLOW_STRATEGY },
    });
    ids.push(json.id);
  }
  return ids;
}
