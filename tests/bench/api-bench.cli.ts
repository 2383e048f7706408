/**
 * `npm run bench -- --api`: what the server adds to the engine's own time, whether it keeps memory, what 1,000 POSTs at once come to,
 * and what an upload of 1 GB takes. Prints each figure beside its goal.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { Agent, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import type { openMarket, simulate } from "#workers/api/index.ts";

const { values } = parseArgs({
  options: {
    api: { type: "boolean" },
    server: { type: "string", default: "" },
    library: { type: "string", default: "" },
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    megabytes: { type: "string", default: "1000" },
  },
});
const INSTRUMENTS = Number(values.instruments);
const SESSIONS = Number(values.sessions);
const MEGABYTES = Number(values.megabytes);
const STRATEGY = { format: "strategy/1" };

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

interface Server {
  readonly child: ChildProcess;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  upload(path: string, file: string): Promise<Answer>;
}

async function startServer(args: readonly string[], folder: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [values.server, "--port", "0", "--store", join(folder, "store"), ...args],
    {
      env: { ...process.env, XDG_DATA_HOME: folder },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  servers.push(child);
  const line = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });
  const [, url = "", token = ""] = line.trim().split(" ");
  const many = new Agent({ keepAlive: true, maxSockets: 50 });
  const own = new Agent({ keepAlive: true, maxSockets: 1 }); // what is asked meanwhile waits behind no POST
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Readable | string | null,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const agent = path === "/v1/health" ? own : many;
      const sent = request(
        url + path,
        { method, agent, headers: { Authorization: `Bearer ${token}`, ...headers } },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => (text += chunk));
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, text, milliseconds: performance.now() - began }),
          );
        },
      );
      sent.on("error", reject);
      if (body instanceof Readable) body.pipe(sent);
      else sent.end(body ?? undefined);
    });
  return {
    child,
    call: (method, path, body, headers = {}) =>
      body === undefined
        ? send(method, path, headers, null)
        : send(method, path, { "Content-Type": "application/json", ...headers }, JSON.stringify(body)),
    upload(path, file) {
      const name = 'Content-Disposition: form-data; name="files"; filename="prices.csv"';
      async function* parts() {
        yield `--edge\r\n${name}\r\n\r\n`;
        yield* createReadStream(file, { highWaterMark: 1 << 20 });
        yield "\r\n--edge--\r\n";
      }
      return send(
        "POST",
        path,
        { "Content-Type": "multipart/form-data; boundary=edge" },
        Readable.from(parts()),
      );
    },
  };
}

/** Rows of a walk for each instrument; the same each time. */
function* priceLines(instruments: number, sessions: number): Generator<string> {
  yield "symbol,date,open,high,low,close,volume,marketCap\n";
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let instrument = 0; instrument < instruments; instrument++) {
    let close = 100 + 400 * random();
    let text = "";
    for (let session = 0; session < sessions; session++) {
      const day = new Date(
        Date.UTC(2000, 0, 3) + Math.floor(session / 5) * 604_800_000 + (session % 5) * 86_400_000,
      );
      const open = close * (1 + (random() - 0.5) / 50);
      close = Math.max(5, open * (1 + (random() - 0.495) / 40));
      const figures = [open, Math.max(open, close) * 1.005, Math.min(open, close) * 0.995, close];
      const volume = Math.round(1e6 + 5e6 * random());
      text += `S${String(instrument).padStart(4, "0")},${day.toISOString().slice(0, 10)},${figures.map((one) => one.toFixed(2)).join(",")},${volume},${Math.round(close * 1e7)}\n`;
    }
    yield text;
  }
}

function residentMegabytes({ pid }: ChildProcess): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
}

function tell(what: string, figure: string, goal: string): void {
  process.stdout.write(`${what.padEnd(58)} ${figure.padEnd(34)} goal: ${goal}\n`);
}

async function ready(server: Server, id: string): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked until it is there
    const { text } = await server.call("GET", `/v1/datasets/${id}`);
    if (JSON.parse(text).status !== "reading") return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** As it was built. */
interface Library {
  readonly openMarket: typeof openMarket;
  readonly simulate: typeof simulate;
}

const BODY = { dataset: "prices", strategy: STRATEGY };
const WAIT = { Prefer: "wait=60" };

/** The engine's own time is that of the library in a thread beside, with the market in its memory. */
async function runTimes(server: Server, prices: string): Promise<void> {
  const library: Library = await import(values.library);
  const market = await library.openMarket(prices);
  const own: number[] = [];
  const served: number[] = [];
  for (let round = 0; round < 30; round++) {
    const began = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- in turns
    await library.simulate(market, STRATEGY);
    own.push(performance.now() - began);
    // oxlint-disable-next-line no-await-in-loop -- as above
    served.push((await server.call("POST", "/v1/runs", BODY, { Prefer: "wait=60" })).milliseconds);
  }
  await market.close();
  const [engine, through] = [median(own.slice(5)), median(served.slice(5))];
  const added = (through - engine).toFixed(1);
  tell(
    "a run through the server, beyond the library's",
    `${added} ms (${engine.toFixed(1)} and ${through.toFixed(1)})`,
    "15 ms at most",
  );
}

/**
 * The memory of a process goes up and down with what the collector leaves: the least of 500 runs is set beside the least of the
 * 500 before. The first 500 are for the collector to find its measure, and for the records that stay.
 */
async function memory(server: Server): Promise<void> {
  const marks: number[] = [];
  for (let round = 0; round < 30; round++) {
    for (let count = 0; count < 50; count++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await server.call("POST", "/v1/runs", BODY, WAIT);
    }
    marks.push(residentMegabytes(server.child).now);
  }
  const [before, after] = [marks.slice(10, 20), marks.slice(20)].map((some) => Math.min(...some));
  const grown = ((after ?? NaN) - (before ?? NaN)) / 5;
  const few = marks.filter((_, at) => at % 5 === 4).map((one) => one.toFixed(0));
  tell(
    "memory of the process over 1,500 runs, a 100",
    `${grown.toFixed(1)} MB (${few.join(", ")})`,
    "1 MB at most",
  );
}

async function manyPosts(server: Server): Promise<void> {
  const health: number[] = [];
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      health.push((await server.call("GET", "/v1/health")).milliseconds);
    }
  })();
  const strategy = { ...STRATEGY, simulation: { startDate: "2024-01-01" } };
  const answers: Answer[] = [];
  let next = 0;
  const connection = async (): Promise<void> => {
    for (let at = next++; at < 1000; at = next++) {
      const key = { "Idempotency-Key": `bench-${at}` };
      // oxlint-disable-next-line no-await-in-loop -- a connection has one call at a time
      answers.push(await server.call("POST", "/v1/runs", { ...BODY, strategy }, key));
    }
  };
  // Not 1,000 calls made in one go: while this process makes them it hears no answer of health.
  await Promise.all(Array.from({ length: 50 }, connection));
  over.abort();
  await watch;
  const taken = answers.filter(({ status }) => status === 201 || status === 202);
  const ids = new Set(taken.map(({ text }) => JSON.parse(text).id));
  const refused = answers.filter(({ status }) => status === 429).length;
  const sorted = health.toSorted((a, b) => a - b);
  tell(
    "1,000 POSTs of 50 connections",
    `${ids.size} taken, ${refused} refused (429)`,
    "1,000 together, none twice",
  );
  const slow = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  tell(
    "health meanwhile: median, 99 of 100, most",
    `${median(sorted).toFixed(0)}, ${slow.toFixed(0)}, ${(sorted.at(-1) ?? 0).toFixed(0)} ms`,
    "50 ms",
  );
}

async function largeUpload(folder: string): Promise<void> {
  const file = join(folder, "large.csv");
  const instruments = Math.ceil(MEGABYTES / (SESSIONS * 66e-6));
  await pipeline(Readable.from(priceLines(instruments, SESSIONS)), createWriteStream(file));
  const server = await startServer([], join(folder, "upload"));
  const sent = await server.upload("/v1/datasets?name=large&exchange=NSE", file);
  const { most } = residentMegabytes(server.child);
  server.child.kill("SIGTERM");
  const size = (await stat(file)).size / 1e6;
  const took = (sent.milliseconds / 1000).toFixed(0);
  tell(
    `upload of ${size.toFixed(0)} MB of CSV (${sent.status})`,
    `${most.toFixed(0)} MB, ${took} s`,
    "500 MB at most",
  );
}

const folder = await mkdtemp(join(tmpdir(), "tidemark-bench-"));
const servers: ChildProcess[] = [];
try {
  const prices = join(folder, "prices");
  await mkdir(prices);
  await mkdir(join(folder, "upload"));
  await pipeline(
    Readable.from(priceLines(INSTRUMENTS, SESSIONS)),
    createWriteStream(join(prices, "prices.csv")),
  );
  const server = await startServer(["--data", prices], folder);
  await ready(server, "prices");
  process.stdout.write(`${INSTRUMENTS} x ${SESSIONS}, load ${loadavg()[0]?.toFixed(1)}\n`);
  await runTimes(server, prices);
  await memory(server);
  await manyPosts(server);
  server.child.kill("SIGTERM");
  if (MEGABYTES > 0) await largeUpload(folder);
} finally {
  for (const child of servers) child.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}
