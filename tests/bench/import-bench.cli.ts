/**
 * `npm run bench:import [-- --megabytes 1000 --files 1 --order symbol|day --rounds 1]`: price files as they are dropped
 * on the Data screen, to stored columns, in Node on a disk: the dry run, and the commit of what it found. Shown are
 * processor time, and the most memory that the process had, before the import and after each step. Another process
 * writes the files (`--write FOLDER`); `--from FOLDER` imports the files of a folder instead, of any kind. With `--add 3
 * [--instruments 5000 --sessions 5000 --open --step]` so many days of a whole market are added to a stored dataset, one after the
 * other; with `--open` it is read after each, as a run does; with `--step` a deployment goes on with each.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createImportDesk } from "#workers/import/plan/import-desk.ts";
import type { ImportFile, ImportPlan } from "#workers/model/import-plan.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import { valueOf } from "../support/value-of.ts";
import { addDays, writeDataset } from "./adding-bench.ts";
import { diskBytes, openDiskStaging } from "./disk-file.ts";

const SESSIONS = 6500;
const LINE_BYTES = 55;
const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "INR" };

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "150" },
    files: { type: "string", default: "1" },
    order: { type: "string", default: "symbol" },
    rounds: { type: "string", default: "7" },
    write: { type: "string" },
    from: { type: "string" },
    add: { type: "string" },
    open: { type: "boolean", default: false },
    step: { type: "boolean", default: false },
    instruments: { type: "string", default: "5000" },
    sessions: { type: "string", default: "5000" },
  },
});
const shape = { instruments: Number(values.instruments), sessions: Number(values.sessions) };
if (values.add !== undefined) {
  if (values.write === undefined)
    await measureAdding(mkdtempSync(join(tmpdir(), "import-bench-")), Number(values.add));
  else await writeDataset(values.write, shape);
} else if (values.from !== undefined) await measureFolder(values.from);
else if (values.write === undefined) await measure(mkdtempSync(join(tmpdir(), "import-bench-")));
else
  writeFiles(values.write, {
    bytes: Number(values.megabytes) * 1e6,
    count: Number(values.files),
    isByDay: values.order === "day",
  });

async function measure(folder: string): Promise<void> {
  try {
    const { status } = spawnSync(process.execPath, [...process.argv.slice(1), "--write", folder]);
    if (status !== 0) throw new Error("the files could not be written");
    await importRounds(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureAdding(folder: string, days: number): Promise<void> {
  try {
    const { status } = spawnSync(process.execPath, [...process.argv.slice(1), "--write", folder]);
    if (status !== 0) throw new Error("the dataset could not be written");
    const rounds = { days, isOpened: values.open, isStepped: values.step };
    for await (const line of addDays(folder, shape, rounds)) console.log(line);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files that are there already, of any kind. */
async function measureFolder(source: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "import-bench-"));
  try {
    await importRounds(folder, source);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function importRounds(folder: string, source = folder): Promise<void> {
  const files = readdirSync(source).map((name): ImportFile => {
    const path = join(source, name);
    return { name, bytes: diskBytes(path, 0, statSync(path).size) };
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes.size, 0);
  console.log(
    `${files.length} files, ${(bytes / 1e6).toFixed(0)} MB, rows by ${values.order}; before: ${memory()}`,
  );
  for (let round = 0; round < Number(values.rounds); round++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    console.log(await importFiles(folder, files));
  }
}

async function importFiles(folder: string, files: readonly ImportFile[]): Promise<string> {
  const tools = {
    withBase: async () => err(noBase),
    onProgress: () => {},
    onStoring: () => {},
    threads: null,
  };
  const desk = createImportDesk(async () => ok(openDiskStaging(folder)));
  const plan: ImportPlan = {
    id: "bench",
    files,
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
  };
  const begun = clock();
  const { planned, files: checked } = valueOf(await desk.check(plan, tools));
  const looked = `dry run ${clock(begun)}, ${memory()}`;
  const byFile = new Map(checked.map(({ file }) => [file, defaults]));
  const half = clock();
  const { facts } = valueOf(
    await desk.commit({ plan, digest: planned.digest, datasetId: "prices", defaults: byFile }, tools),
  );
  const spilled = statSync(join(folder, "import.rows")).size;
  return [
    `${clock(begun)} of processor time; ${looked}; commit ${clock(half)}, ${memory()}`,
    `${facts.bars} bars of ${facts.instruments} instruments in ${(facts.bytes / 1e6).toFixed(0)} MB`,
    `${(spilled / 1e6).toFixed(0)} MB spilled`,
  ].join("; ");
}

const noBase = { code: "data-missing", message: "no dataset" } as const;

interface Clock {
  readonly usage: NodeJS.CpuUsage;
}

function clock(): Clock;
function clock(since: Clock): string;
function clock(since?: Clock): Clock | string {
  const usage = process.cpuUsage(since?.usage);
  return since ? `${((usage.user + usage.system) / 1e6).toFixed(2)} s` : { usage };
}

interface Files {
  readonly bytes: number;
  readonly count: number;
  readonly isByDay: boolean;
}

/** Walks on a grid of 0.05, the same on every machine. */
function writeFiles(folder: string, { bytes, count, isByDay }: Files): void {
  const names = Array.from({ length: count }, (_, at) => `prices-${String(at).padStart(5, "0")}.csv`);
  let state = 20_000_103;
  const random = (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) ^ (state << 7);
    return (state >>> 0) % below;
  };
  const rows = bytes / count / LINE_BYTES;
  const perFile = Math.max(1, Math.round(rows / SESSIONS));
  const sessions = Math.round(rows / perFile);
  const closes = new Int32Array(count * perFile).map(() => 2000 + random(40_000));
  const line = (instrument: number, session: number): string => {
    const before = closes[instrument] ?? 0;
    const most = Math.floor(before / 25);
    const close = Math.min(80_000, Math.max(2000, before + random(most + 1) - (most >> 1)));
    closes[instrument] = close;
    const [open, high, low] = [close - random(40), close + random(60), close - 40 - random(60)];
    const day = 10_959 + Math.floor(session / 5) * 7 + (session % 5);
    return `S${String(instrument).padStart(5, "0")},${formatIsoDay(day)},${open / 20},${high / 20},${low / 20},${close / 20},${random(5_000_000)}\n`;
  };
  for (const [at, name] of names.entries()) {
    const file = openSync(join(folder, name), "w");
    writeSync(file, "symbol,date,open,high,low,close,volume\n");
    const [outer, inner] = isByDay ? [sessions, perFile] : [perFile, sessions];
    for (let one = 0; one < outer; one++) {
      let text = "";
      for (let other = 0; other < inner; other++) {
        const [instrument, session] = isByDay ? [other, one] : [one, other];
        text += line(at * perFile + instrument, session);
      }
      writeSync(file, text);
    }
    closeSync(file);
  }
}

function memory(): string {
  return `most memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`;
}
