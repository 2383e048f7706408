/**
 * `npm run bench:scale [-- --instruments 70000 --sessions 6300 --by parts|memory --rounds 1 --rules one|rank]`: the
 * built-in default, or a strategy of rules alone, on a stored synthetic market of any size, from the disk to the result, in
 * Node: part by part, or all columns in memory. A process of its own writes the market's file (`--write FILE`), instrument by
 * instrument, and one more reads and runs it each round (`--read FILE`), so that the most memory is a run's alone, without
 * that of whoever built this command. The file is deleted afterwards, and so is what ranks put aside.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { resourceUsage } from "node:process";
import { parseArgs } from "node:util";
import { backtest } from "#workers/run/backtest.ts";
import { runParts } from "#workers/out-of-core/run-parts.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { createColumnWriter } from "#workers/market/column-writer.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { strategyOf } from "../support/strategy-of.ts";
import { valueOf } from "../support/value-of.ts";
import { readDiskFile, writeDiskFile } from "./disk-file.ts";
import { syntheticSeries } from "./synthetic-market.ts";

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "70000" },
    sessions: { type: "string", default: "6300" },
    by: { type: "string", default: "parts" },
    rounds: { type: "string", default: "1" },
    rules: { type: "string" },
    write: { type: "string" },
    read: { type: "string" },
  },
});
const shape = { instruments: Number(values.instruments), sessions: Number(values.sessions) };
/** By name: rules that look at one instrument each, and one that compares all of them. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  one: ["close > sma(200)", "rsi(14) crosses above 50", "volume > 1.5 * sma(volume, 20)"],
  rank: ["close > sma(200)", "rank(growth(126)) < 10"],
};
const strategy = strategyOf({
  ...(values.rules === undefined ? {} : ofRulesAlone(RULES[values.rules] ?? [])),
  simulation: { endDate: "2026-12-31" },
});

/** Without any fixed condition: nobody is passed over before the rules are asked. */
function ofRulesAlone(rules: readonly string[]): object {
  const scanner = { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null };
  return { scanner, buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules } };
}

if (values.write !== undefined) await writeDiskFile(values.write, writeMarket);
else if (values.read === undefined) measure(mkdtempSync(join(tmpdir(), "scale-bench-")));
else await readOnce(values.read);

async function writeMarket(file: Parameters<typeof createColumnWriter>[0]): Promise<void> {
  const writer = createColumnWriter(file);
  for (const series of syntheticSeries(shape)) writer.add(series);
  await writer.finish();
}

function measure(folder: string): void {
  const path = join(folder, "market.columns");
  try {
    inItsOwnProcess("--write", path);
    for (let round = 0; round < Number(values.rounds); round++) inItsOwnProcess("--read", path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inItsOwnProcess(task: "--write" | "--read", path: string): void {
  const { status } = spawnSync(process.execPath, [...process.argv.slice(1), task, path], {
    stdio: "inherit",
  });
  if (status !== 0)
    throw new Error(`the market's file could not be ${task === "--write" ? "written" : "read"}`);
}

async function readOnce(path: string): Promise<void> {
  console.log(await readDiskFile(path, (file) => runOnce(file, dirname(path))));
}

async function runOnce(file: ByteReader, folder: string): Promise<string> {
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
    await (values.by === "memory" ? inMemory(counted) : inParts(counted, folder)),
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

async function inParts(file: ByteReader, folder: string) {
  const columns = openColumnFile(file);
  if (!columns) throw new Error("no column file");
  return writeDiskFile(join(folder, "scratch"), async (scratch) =>
    runParts(strategy, openParts(columns, []), {}, { scratch }),
  );
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2);
}
