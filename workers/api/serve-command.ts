/**
 * `npm run serve`: the server on the loopback address. One line on standard output as soon as it answers; all else on standard error.
 * Exit codes: 0 ended by SIGTERM or Ctrl-C, 1 what a person can mend (a taken port or store), 2 wrong usage.
 */
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reasonOf } from "#workers/market/source.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { emptyOption } from "#workers/commands/empty-option.ts";
import { printableLine } from "#workers/commands/printable.ts";
import type { CommandOutput } from "#workers/commands/terminal.ts";
import type { CodeAllowed } from "./run-strategy.ts";
import { createApp, LIMITS } from "./server/app.ts";
import type { ServerLimits } from "./server/app.ts";
import { createGuard } from "./server/guards.ts";
import { lockStore } from "./server/lock.ts";
import { makeStore, openWork } from "./server/open-work.ts";
import type { OpenWork } from "./server/open-work.ts";
import { addressOf, noteServer, personFolder } from "./server/person-folder.ts";
import type { Services } from "./server/services.ts";

const USAGE = `usage: npm run --silent serve -- --data DIR [--data DIR]... [--exchange NSE] [--instrument-type EQUITY] [--port 4848]
         [--store DIR] [--keep 1000] [--host 127.0.0.1] [--behind-tls NAME] [--allow-code]
  --data             folder of price files; each becomes a dataset, and is never written to
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --port             0 takes a free one (4848)
  --store            folder for uploads, runs and results (tidemark in the person's data folder)
  --keep             newest results that stay (1000)
  --host             address to listen on; another than 127.0.0.1, ::1 and localhost needs --behind-tls
  --behind-tls       the name under which a proxy with TLS reaches this server
  --allow-code       runs strategies' own numbers (computed); --allow-code=open where a wall is missing
`;
/** Hosts that stand for all addresses, and the one of them that is this machine's own. */
const EVERYWHERE = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);
const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);

interface Arguments {
  readonly data: readonly string[];
  readonly exchange: string;
  readonly instrumentType: string;
  readonly port: number;
  readonly store: string;
  readonly keep: number;
  readonly host: string;
  readonly behindTls: string | null;
  readonly allowCode: CodeAllowed;
}

export interface ServeTools {
  readonly version: string;
  /** Resolves when somebody wants it to end. */
  readonly ended: Promise<void>;
  readonly limits?: ServerLimits;
}

/** @param argv - without node and script */
export async function serveCommand(
  argv: readonly string[],
  output: CommandOutput,
  tools: ServeTools,
): Promise<number> {
  const args = readArguments(argv);
  if (!args.ok) {
    output.progress(`${printableLine(args.problem)}\n${USAGE}`);
    return 2;
  }
  try {
    return await serve(args.value, output, tools);
  } catch (error) {
    output.progress(`${printableLine(reasonOf(error))}\n`);
    return 1;
  }
}

async function serve(
  args: Arguments,
  output: CommandOutput,
  { version, ended, limits = LIMITS }: ServeTools,
): Promise<number> {
  for (const folder of args.data) {
    // oxlint-disable-next-line no-await-in-loop -- the first that isn't there is the one that is told
    const found = await stat(folder).catch(() => null);
    if (!found) throw new Error(`${folder}: there is no such folder. Name one with price files.`);
  }
  const folders = await makeStore(args.store);
  const lock = await lockStore(args.store);
  if ("heldBy" in lock) {
    const url = await addressOf(lock.heldBy);
    const who = `process ${lock.heldBy}${url === null ? "" : ` at ${url}`}`;
    throw new Error(`${args.store}: another server has this store: ${who}. End it, or name another --store.`);
  }
  try {
    const log = (line: string): void => output.progress(`${printableLine(line)}\n`);
    const work = await openWork({ ...args, folders, limits, log });
    try {
      await answerCalls(args, output, { work, version, limits, ended, log });
    } finally {
      await work.close();
    }
  } finally {
    await lock.release();
  }
  return 0;
}

interface Calls {
  readonly work: OpenWork;
  readonly version: string;
  readonly limits: ServerLimits;
  readonly ended: Promise<void>;
  readonly log: (line: string) => void;
}

/** Answers until somebody wants it to end. */
async function answerCalls(
  { host, port, behindTls, store }: Arguments,
  output: CommandOutput,
  { work, version, limits, ended, log }: Calls,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const stopping = new AbortController();
  let guard = createGuard(token, port, behindTls);
  let url = "";
  const services: Services = {
    ...work.services,
    version,
    guard: { check: (request) => guard.check(request) },
    stopping: stopping.signal,
    url: () => url,
    log,
  };
  const app = await createApp(services, limits);
  try {
    await app.listen({ port, host }).catch((error: unknown) => {
      throw new Error(noPort(host, port, error));
    });
    const address = app.server.address();
    const own = typeof address === "object" && address ? address.port : port;
    guard = createGuard(token, own, behindTls);
    const name = EVERYWHERE.get(host) ?? host; // clients of this machine call a name that is let in
    url = `http://${placeOf(name, own)}`;
    await work.services.runs.resume();
    await work.services.sweeps.resume();
    const started = new Date().toISOString();
    const forget = await noteServer(own, { url, token, started, store });
    output.out(`tidemark ${url} ${token}\n`);
    await ended;
    await forget();
  } finally {
    stopping.abort();
    await app.close();
  }
}

/** Host and port as an address has them: "127.0.0.1:4848", "[::1]:4848". */
function placeOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Why it can't listen there, and what to do. */
function noPort(host: string, port: number, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  const place = placeOf(host, port);
  switch (code) {
    case "EADDRINUSE":
      return `${place}: another program listens there. End it, or name another --port (0 takes a free one).`;
    case "EACCES":
      return `${place}: this person may not listen there. Name a --port above 1023 (0 takes a free one).`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host}: this machine has no such address. Name another --host.`;
    default:
      return `${place}: ${reasonOf(error)}`;
  }
}

function readArguments(argv: readonly string[]): Result<Arguments, string> {
  const text = { type: "string" } as const;
  let values;
  try {
    ({ values } = parseArgs({
      args: argv.map((word) => (word === "--allow-code" ? "--allow-code=walled" : word)),
      options: {
        data: { type: "string", multiple: true },
        exchange: text,
        "instrument-type": text,
        port: text,
        store: text,
        keep: text,
        host: text,
        "behind-tls": text,
        "allow-code": text,
      },
    }));
  } catch (error) {
    return err(reasonOf(error));
  }
  const empty = emptyOption(values);
  if (empty !== null) return err(empty);
  const port = wholeNumber(values.port ?? "4848", 65_535);
  if (port === null) return err("--port is a whole number, 0 to 65535");
  const keep = wholeNumber(values.keep ?? "1000", 1_000_000);
  if (keep === null || keep === 0) return err("--keep is a whole number, 1 to 1000000");
  const { host = "127.0.0.1", "behind-tls": behindTls = null, "allow-code": allowed = null } = values;
  if (!LOOPBACK.has(host) && behindTls === null)
    return err(`--host ${host} would be open to others without encryption: name the proxy with --behind-tls`);
  if (allowed !== null && allowed !== "walled" && allowed !== "open")
    return err("--allow-code takes nothing, or open, as in --allow-code=open");
  return ok({
    data: values.data ?? [],
    exchange: values.exchange ?? "NSE",
    instrumentType: values["instrument-type"] ?? "EQUITY",
    port,
    store: resolve(values.store ?? personFolder()),
    keep,
    host,
    behindTls,
    allowCode: allowed,
  });
}

function wholeNumber(text: string, most: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value <= most ? value : null;
}
