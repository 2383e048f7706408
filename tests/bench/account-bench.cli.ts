/**
 * `npm run bench:account [-- --rounds 7 --instruments 500 --sessions 6500]`: what strategies with weights and flows take: on
 * a market that nothing is known of yet (the code has run before), and again. The time is a person's wait; beside it stands
 * the processor time of all threads, with what the engine of JavaScript compiles and collects beside the run.
 */
import { parseArgs } from "node:util";
import { backtest } from "#workers/run/backtest.ts";
import { backtestVariants } from "#workers/run/backtest-variants.ts";
import { addMonths, formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withZones } from "../support/market-zones.ts";
import { syntheticMarket } from "./synthetic-market.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
  },
});
const rounds = Number(values.rounds);
const whole = syntheticMarket({ instruments: Number(values.instruments), sessions: Number(values.sessions) });
const five = syntheticMarket({ instruments: 5, sessions: 6300 });
const months = monthlyMarket(2, 60 * 12);

const OPEN_END = { startDate: "2000-01-03", endDate: "2060-12-31" };
const MONTHLY = { ...OPEN_END, positionSizing: "weights", schedule: "monthly", rebalance: "monthly" };

const inverse = strategyOf({
  ...MONTHLY,
  weight: "1 / volatility(60)",
  maxPositions: 500,
  fractionalShares: true,
});
const momentum = (scheduleDay: number) =>
  strategyOf(
    { ...MONTHLY, weight: "if(place(growth(close[21], 231)) <= 20, 1, 0)", maxPositions: 10, scheduleDay },
    { buy: { rules: ["place(growth(close[21], 231)) <= 10"] } },
  );
const banded = strategyOf({
  ...OPEN_END,
  positionSizing: "weights",
  weightsAre: "percents",
  weights: five.instruments.map(({ symbol }) => ({ symbol, weight: "20" })),
  rebalance: "daily",
  rebalanceBand: { points: 5, percent: 25 },
  flows: [{ amount: 1000, every: "monthly" }],
});
const starts = Array.from({ length: 1200 }, (_, at) => livingFrom(at % 360));

report('"1 / volatility(60)" in parts, monthly', whole, inverse);
report("top ten by place, monthly", whole, momentum(1));
report("five symbols, daily set back with a band, monthly deposits", five, banded);
if (strategyRuns(months, starts))
  measure("1,200 runs of 30 years of months, yearly withdrawals", () => runAll(months, starts));
measure("scheduleDay 1 to 20 of the top ten", () =>
  runAll(
    withZones({ ...whole }),
    Array.from({ length: 20 }, (_, at) => momentum(at + 1)),
  ),
);

function strategyOf(simulation: object, others: object = {}): Strategy {
  const read = parseStrategy({ format: "strategy/3", ...others, simulation });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

/** Thirty years of withdrawals, begun so many months after the first. */
function livingFrom(month: number): Strategy {
  const first = parseIsoDay("2000-01-01");
  if (first === null) throw new Error("2000-01-01 is a day");
  return strategyOf({
    startDate: formatIsoDay(addMonths(first, month)),
    endDate: formatIsoDay(addMonths(first, month + 360)),
    positionSizing: "weights",
    weightsAre: "percents",
    weights: months.instruments.map(({ symbol }, at) => ({ symbol, weight: at === 0 ? "60" : "40" })),
    rebalance: "yearly",
    flows: [{ amount: -4000, every: "yearly" }],
  });
}

/** Month ends in place of sessions. */
function monthlyMarket(instruments: number, count: number): Market {
  const market = syntheticMarket({ instruments, sessions: count });
  const first = parseIsoDay("2000-01-31");
  if (first === null) throw new Error("2000-01-31 is a day");
  const day = market.day.map((_, row) => addMonths(first, row % count));
  return { ...market, day };
}

function strategyRuns(market: Market, [first]: readonly Strategy[]): boolean {
  return first !== undefined && backtest(first, market).ok;
}

function runAll(market: Market, strategies: readonly Strategy[]): void {
  for (const result of backtestVariants(strategies, market)) {
    if (!result.ok) throw new Error(result.problem.message);
  }
}

function run(market: Market, strategy: Strategy): void {
  const result = backtest(strategy, market);
  if (!result.ok) throw new Error(result.problem.message);
}

function report(name: string, market: Market, strategy: Strategy): void {
  let fresh = market;
  measure(
    `${name}: first`,
    () => run(fresh, strategy),
    () => (fresh = withZones({ ...market })),
  );
  measure(`${name}: again`, () => run(fresh, strategy));
}

function measure(name: string, work: () => void, prepare: () => void = () => {}): void {
  const waited: number[] = [];
  const computed: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    prepare();
    const [usage, start] = [process.cpuUsage(), performance.now()];
    work();
    const { user, system } = process.cpuUsage(usage);
    if (round === 0) continue;
    waited.push(performance.now() - start);
    computed.push((user + system) / 1000);
  }
  console.log(`${name}: ${medianOf(waited)}; processor time ${medianOf(computed)}`);
}

/** The median of some milliseconds, with the least and the most. */
function medianOf(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const figure = (at: number) => (sorted[at] ?? NaN).toFixed(1);
  return `median ${figure(sorted.length >> 1)} ms (${figure(0)} to ${figure(sorted.length - 1)})`;
}
