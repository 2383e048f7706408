/**
 * `npm run bench [-- --instruments 500 --sessions 6500 --rounds 7]`: how fast prices are read and simulated on a
 * synthetic market, beside Papa Parse in the same run. Ratios carry over to other machines, milliseconds don't.
 */
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { backtest } from "#workers/backtest.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { time } from "./stopwatch.ts";
import type { Timing } from "./stopwatch.ts";
import { syntheticMarket, toCsv } from "./synthetic-market.ts";

const CHUNK_BYTES = 1 << 20;

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
  },
});
const rounds = Number(values.rounds);
const market = syntheticMarket({
  instruments: Number(values.instruments),
  sessions: Number(values.sessions),
});
const bars = market.day.length;
const csv = toCsv(market);
console.log(
  `${values.instruments} x ${values.sessions}: ${bars} bars, ${(csv.length / 1e6).toFixed(0)} MB of CSV`,
);

const reading = await time(rounds, readAll);
report("read CSV into columns", reading, csv.length);
const text = new TextDecoder().decode(csv);
const typed = await time(rounds, () => Papa.parse(text, { header: true, dynamicTyping: true }).data.length);
report("Papa Parse with types", typed, csv.length);
console.log(
  `  reading is ${(typed.median / reading.median).toFixed(1)} times as fast as Papa Parse with types`,
);
const matchAll: Strategy = { ...defaultStrategy, scanner: { ...defaultStrategy.scanner, match: "all" } };
report("simulate the default strategy", await time(rounds, () => backtest(defaultStrategy, market)), 0);
report("simulate it with match: all", await time(rounds, () => backtest(matchAll, market)), 0);

async function readAll(): Promise<void> {
  const source = { name: "synthetic.csv", bytes: csv.length, open: () => chunks(csv) };
  const read = await readMarket([source], { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
  if (!read.ok) throw new Error(read.problem.message);
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

function report(what: string, { median, fastest, slowest }: Timing, bytes: number): void {
  const speed = `${(bars / median / 1000).toFixed(1)} million bars/s`;
  const flow = bytes > 0 ? `, ${(bytes / median / 1000).toFixed(0)} MB/s` : "";
  console.log(
    `${what.padEnd(32)}${median.toFixed(0).padStart(7)} ms  (${fastest.toFixed(0)} to ${slowest.toFixed(0)})  ${speed}${flow}`,
  );
}
