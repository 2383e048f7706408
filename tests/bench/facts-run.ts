/** What facts cost a run: the built-in strategy on prices alone, with ten facts beside them, and with ten rules on these. */
import { backtest } from "#workers/run/backtest.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { valueOf } from "../support/value-of.ts";
import { timeInTurn } from "./stopwatch.ts";
import { syntheticFacts, syntheticMarket } from "./synthetic-market.ts";

const SHAPE = { instruments: 500, sessions: 6500 } as const;
const TEN = 10;

/** Lines for people, times as ratios of the first: processors differ from hour to hour. */
export async function measureRuns(rounds: number): Promise<string[]> {
  const bare = syntheticMarket(SHAPE);
  const facts = tenFacts();
  const market: Market = { ...bare, facts };
  const byFacts = withRules(facts.map(({ name, value }) => `${name} > ${leastOf(value) - 1}`));
  const byPrices = withRules(facts.map((_, at) => `close > ${0.01 + at / 1000}`));
  const works = [
    { name: "the built-in strategy on prices alone", strategy: defaultStrategy, on: bare },
    { name: "with ten facts beside them", strategy: defaultStrategy, on: market },
    { name: "with ten rules on these facts", strategy: byFacts, on: market },
    { name: "with ten rules on closes in their place", strategy: byPrices, on: bare },
  ];
  const timings = await timeInTurn(
    // Another object each time: nothing is known of it yet.
    works.map(
      ({ strategy, on }) =>
        () =>
          valueOf(backtest(strategy, { ...on })),
    ),
    { measured: rounds, unmeasured: 3, clock },
  );
  const first = timings[0]?.median ?? NaN;
  return works.map(({ name }, at) => {
    const { median = NaN } = timings[at] ?? {};
    return `${median.toFixed(0).padStart(5)} ms of processor, ${(median / first).toFixed(2)} times: ${name}`;
  });
}

/** Milliseconds of processor. */
function clock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The eight that the market makes, and two more of the same. */
function tenFacts(): readonly FactSeries[] {
  const made = syntheticFacts(SHAPE);
  const more = made.slice(0, TEN - made.length).map(({ name, kind, stepOffset, day, value }): FactSeries => ({
    name: `own.${name}`,
    kind,
    stepOffset,
    day,
    value,
  }));
  return [...made, ...more];
}

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function withRules(rules: readonly string[]): Strategy {
  return valueOf(readWholeStrategy({ format: "strategy/2", name: "Ten rules", buy: { rules } }));
}
