/** A template on the exchange of the demo market that it was written for. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { backtest } from "#workers/run/backtest.ts";
import { diskSource } from "#workers/commands/disk-source.ts";
import type { DecisionLog } from "#workers/engine/simulation-hooks.ts";
import { readMarket } from "#workers/market/read-market.ts";
import type { Market } from "#workers/model/market.ts";
import type { Report } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { readJson } from "./template-files.ts";

const DEMO = join(import.meta.dirname, "../../../datasets/demo");

let demoMarket: Promise<Market> | null = null;

/** The files of a thread share it, and what runs have worked out for it. */
export function readDemoMarket(): Promise<Market> {
  demoMarket ??= readFiles();
  return demoMarket;
}

async function readFiles(): Promise<Market> {
  const names = readdirSync(DEMO).filter((name) => /^(?:nse|instruments|facts)\./.test(name));
  const sources = await Promise.all(names.map((name) => diskSource(join(DEMO, name), name)));
  const reading = await readMarket(sources, { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.value.market;
}

/** @throws where the file is no strategy, or the run is refused */
export function runTemplate(file: string, market: Market, log?: DecisionLog): Report {
  const strategy = parseStrategy(readJson(file));
  if (!strategy.ok) throw new Error(strategy.problem.message);
  const report = backtest(strategy.value, market, log ? { log } : {});
  if (!report.ok) throw new Error(report.problem.message);
  return report.value;
}
