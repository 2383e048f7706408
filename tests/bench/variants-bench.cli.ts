/**
 * `npm run bench:variants [-- --instruments 500 --sessions 6500 --rounds 7 --data datasets/demo]`: how many variants
 * of the default strategy are simulated in a processor second, 400 to a grid, on a synthetic market or on a folder's.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { backtestVariants } from "#workers/backtest-variants.ts";
import { diskSource } from "#workers/disk-source.ts";
import { readMarket } from "#workers/market/read-market.ts";
import type { Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "./synthetic-market.ts";

const STEPS = Array.from({ length: 20 }, (_, at) => at);

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
    data: { type: "string" },
  },
});
const { scanner, sell } = defaultStrategy;
const all = { ...scanner, match: "all" } as const;
const grids: Record<string, readonly Strategy[]> = {
  "stops and holds": gridOf((x, y) => ({
    sell: { ...sell, trailingStopLoss: 2 + x, minHoldingDays: y },
  })),
  "a threshold and stops": gridOf((x, y) => ({
    scanner: { ...scanner, priceGrowth: 5 * x },
    sell: { ...sell, trailingStopLoss: 2 + y },
  })),
  "two thresholds, match: all": gridOf((x, y) => ({
    scanner: { ...all, minPrice: 20 + 20 * x, priceGrowth: 5 * y },
  })),
};
const market = values.data === undefined ? synthetic() : await marketIn(values.data);
console.log(`${market.instruments.length} instruments, ${market.day.length} bars`);
for (const [name, strategies] of Object.entries(grids)) {
  const fresh = () => ({ ...market }); // nothing is known yet of another object
  const rates = Array.from({ length: Number(values.rounds) }, () => {
    const before = process.cpuUsage();
    backtestVariants(strategies, fresh());
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }).toSorted((a, b) => a - b);
  const median = rates[rates.length >> 1] ?? NaN;
  const spread = `${rates[0]?.toFixed(2)} to ${rates.at(-1)?.toFixed(2)}`;
  console.log(
    `${name.padEnd(28)}${strategies.length} in ${median.toFixed(2)} s (${spread}): ${(strategies.length / median).toFixed(0)} a processor second`,
  );
}

function gridOf(change: (x: number, y: number) => Partial<Strategy>): Strategy[] {
  const variant = (x: number, y: number): Strategy => ({ ...defaultStrategy, ...change(x, y) });
  return STEPS.flatMap((x) => STEPS.map((y) => variant(x, y)));
}

function synthetic(): Market {
  return syntheticMarket({
    instruments: Number(values.instruments),
    sessions: Number(values.sessions),
  });
}

/** The folder's instruments of the default strategy's exchange and type. */
async function marketIn(folder: string): Promise<Market> {
  const names = await readdir(folder);
  const sources = await Promise.all(names.toSorted().map((name) => diskSource(join(folder, name), name)));
  const defaults = { exchange: scanner.exchange, instrumentType: "EQUITY", currency: "" };
  const read = await readMarket(sources, defaults);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.market;
}
