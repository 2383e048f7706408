/**
 * `npm run bench:deploy [-- --instruments 500 --sessions 6500 --rounds 7 --only default]`: what a session costs a deployment, in milliseconds
 * of processor time, on a market with one more session each time, whose columns are in memory with the store's zones: for the
 * default strategy and for the templates. In the same run: the plain run over all sessions, which the step is not to cost.
 */
import { parseArgs } from "node:util";
import { backtest } from "#workers/run/backtest.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import type { Json } from "#workers/model/canonical-json.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withZones } from "../support/market-zones.ts";
import { valueOf } from "../support/value-of.ts";
import { rulesMarket } from "./rules-market.ts";
import { readTemplates } from "./template-strategies.ts";

/** Sessions that the ledger has before what is measured. */
const LEDGER = 250;
const NOW = "2026-01-01T18:00:00Z";

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
    only: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const shape = { instruments: Number(values.instruments), sessions: Number(values.sessions) };
const whole = rulesMarket(shape);
const strategies = [
  { id: "default", strategy: defaultStrategy },
  ...readTemplates(whole).map(({ id, strategy }) => ({ id, strategy })),
];
console.log(`${shape.instruments} instruments, ${shape.sessions} sessions, ${rounds} evenings a strategy`);

for (const { id, strategy } of strategies)
  if (values.only === undefined || values.only === id) bench(id, strategy);

function bench(id: string, strategy: Strategy): void {
  let deployment = begun(strategy);
  const fresh: number[] = [];
  const again: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const evening = marketOf(shape.sessions - rounds + round);
    const market = deployMarket(evening);
    if (round === 0) {
      deployment = valueOf(appendSessions(deployment, market, NOW)).deployment;
      continue;
    }
    const before = deployment;
    fresh.push(milliseconds(() => (deployment = valueOf(appendSessions(before, market, NOW)).deployment)));
    again.push(milliseconds(() => valueOf(appendSessions(before, market, NOW))));
  }
  const last = marketOf(shape.sessions);
  const run = milliseconds(() => valueOf(backtest(strategy, { ...last })));
  const figures = `${median(fresh).toFixed(1)} ms a session (${Math.max(...fresh).toFixed(1)} at most), ${median(again).toFixed(1)} on columns met before; a whole run ${run.toFixed(0)}`;
  console.log(`${id.padEnd(28)} ${figures}`);
}

function begun(strategy: Strategy): Deployment {
  const begins = formatIsoDay(whole.day[shape.sessions - rounds - LEDGER - 1] ?? 0);
  return {
    format: "deployment/1",
    id: "bench",
    name: "Bench",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a strategy is JSON
    strategy: JSON.parse(JSON.stringify(strategy)) as Json,
    dataset: null,
    begins,
    replayedTo: begins,
    startMargin: 1e6,
    stop: null,
    real: [],
    ledger: [],
  };
}

function marketOf(sessions: number): Market {
  const cut = <Column extends Float64Array | Int32Array>(column: Column, into: Column): Column => {
    for (let at = 0; at < shape.instruments; at++)
      into.set(column.subarray(at * shape.sessions, at * shape.sessions + sessions), at * sessions);
    return into;
  };
  const room = () => new Float64Array(shape.instruments * sessions);
  return withZones({
    instruments: whole.instruments,
    barOffset: whole.barOffset.map((_, at) => at * sessions),
    day: cut(whole.day, new Int32Array(shape.instruments * sessions)),
    open: cut(whole.open, room()),
    high: cut(whole.high, room()),
    low: cut(whole.low, room()),
    close: cut(whole.close, room()),
    volume: cut(whole.volume, room()),
    adjClose: null,
    marketCap: whole.marketCap && cut(whole.marketCap, room()),
    ...(whole.facts && { facts: whole.facts }),
  });
}

function milliseconds(work: () => unknown): number {
  const { user, system } = process.cpuUsage();
  work();
  const after = process.cpuUsage({ user, system });
  return (after.user + after.system) / 1000;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
}
