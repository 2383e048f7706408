/**
 * `npm run bench:scale [-- --instruments 70000 --sessions 6300 --by parts|memory --rounds 1]`: the built-in default on
 * a stored synthetic market of any size, from the disk to the result, in Node: part by part, or all columns in
 * memory. Another process writes the market's file (`--write FILE`), instrument by instrument; it is deleted
 * afterwards. Each round reads the file anew; the most memory is that of the process.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resourceUsage } from "node:process";
import { parseArgs } from "node:util";
import { backtest } from "#workers/backtest.ts";
import { runParts } from "#workers/engine/parted-run.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { createColumnWriter } from "#workers/market/column-writer.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Result } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { readDiskFile, writeDiskFile } from "./disk-file.ts";
import { syntheticSeries } from "./synthetic-market.ts";

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "70000" },
    sessions: { type: "string", default: "6300" },
    by: { type: "string", default: "parts" },
    rounds: { type: "string", default: "1" },
    write: { type: "string" },
  },
});
const shape = { instruments: Number(values.instruments), sessions: Number(values.sessions) };
const simulation = { ...defaultStrategy.simulation, endDate: "2026-12-31" };
const strategy = { ...defaultStrategy, simulation };

if (values.write === undefined) await measure(mkdtempSync(join(tmpdir(), "scale-bench-")));
else await writeDiskFile(values.write, writeMarket);

async function writeMarket(file: Parameters<typeof createColumnWriter>[0]): Promise<void> {
  const writer = createColumnWriter(file);
  for (const series of syntheticSeries(shape)) writer.add(series);
  await writer.finish();
}

async function measure(folder: string): Promise<void> {
  const path = join(folder, "market.columns");
  try {
    const { status } = spawnSync(process.execPath, [...process.argv.slice(1), "--write", path]);
    if (status !== 0) throw new Error("the file could not be written");
    for (let round = 0; round < Number(values.rounds); round++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      console.log(await readDiskFile(path, runOnce));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runOnce(file: ByteReader): Promise<string> {
  let bytes = 0;
  const counted: ByteReader = {
    bytes: file.bytes,
    read(into, at) {
      bytes += into.length;
      file.read(into, at);
    },
  };
  const [usage, start] = [process.cpuUsage(), performance.now()];
  const { metadata, performance: figures } = valueOf(
    await (values.by === "memory" ? inMemory : inParts)(counted),
  );
  const { user, system } = process.cpuUsage(usage);
  return [
    `${metadata.instruments} instruments x ${metadata.sessions} sessions, ${metadata.bars} bars`,
    `file of ${gigabytes(file.bytes)} GB, ${gigabytes(bytes)} GB read`,
    `${((performance.now() - start) / 1000).toFixed(2)} s`,
    `${((user + system) / 1e6).toFixed(2)} s of processor time`,
    `most memory ${gigabytes(resourceUsage().maxRSS * 1024)} GB`,
    `${figures.trades} trades, ends with ${figures.endValue}`,
  ].join("; ");
}

async function inMemory(file: ByteReader) {
  const stored = valueOf(
    await readStoredMarket(file, { highAndLow: false, mostBytes: Infinity, staysOpen: true }),
  );
  return backtest(strategy, stored.market);
}

async function inParts(file: ByteReader) {
  const columns = openColumnFile(file);
  if (!columns) throw new Error("no column file");
  return runParts(strategy, openParts(columns, []));
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2);
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
