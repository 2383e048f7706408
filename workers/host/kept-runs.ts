/**
 * Small runs that stay as long as the thread does. A browser compiles code for the functions and for the kinds of objects that a run
 * is made of, and forgets it with the last of them: without these, each run would be compiled anew once the one before is
 * collected. Gains a twelfth of the processor's time of a first run, the compiler's threads counted.
 */
import { measure } from "../figures/measure.ts";
import type { Plan } from "../engine/run-plan.ts";
import { simulate } from "../engine/simulate.ts";
import type { Simulation } from "../engine/simulate.ts";
import { toEpochDay } from "../model/day.ts";
import type { Instrument, Market } from "../model/market.ts";
import type { Strategy } from "../model/strategy.ts";
import type { Result } from "../model/problem.ts";
import type { Report } from "../model/report.ts";
import { planRun } from "../plan-run.ts";

/** They are to be held; nobody but a test reads them. */
export type KeptRuns = readonly KeptRun[];

interface KeptRun {
  readonly plan: Plan;
  readonly simulation: Simulation;
  readonly report: Report;
}

const BARS = 100;
const SYMBOLS = ["A", "B", "C"];

/** By fixed conditions. */
const FIXED: Strategy = {
  format: "strategy/2",
  name: "Kept",
  scanner: {
    exchange: "NSE",
    instrumentType: "EQUITY",
    match: "any",
    priceGrowth: 5,
    priceGrowthDays: 10,
    minPrice: 1,
    marketCapRank: null,
    avgDailyValue: 1,
    avgDailyValueDays: 5,
  },
  buy: { lastPriceVsClose: true, closeDays: 5, lastPriceVsMA: true, movingAverageDays: 5 },
  sell: {
    trailingStopLoss: 2,
    minHoldingDays: 0,
    stopLoss: null,
    takeProfit: null,
    maxHoldingDays: null,
  },
  simulation: {
    startMargin: 100_000,
    startDate: "2019-01-01",
    endDate: "2019-12-31",
    maxPositions: 2,
    maxPositionsPerInstrument: 1,
    sortingType: "300-days-top-gainer-first",
    positionSizing: "equal-weight",
    fillAt: "next-open",
    priceBasis: "as-traded",
    commissionPercent: 0,
    slippagePercent: 0,
    fractionalShares: false,
    riskFreePercent: 0,
    benchmark: null,
  },
};

/** By rules and a rank, sorted by a number. */
const SORTED: Strategy = {
  ...FIXED,
  buy: { ...FIXED.buy, rules: ["close > sma(3)", "rsi(2) < 90", "rank(growth(5)) < 90"] },
  sell: { ...FIXED.sell, trailingStopLoss: null, rules: ["close > sma(2)", "profit > 5"] },
  simulation: { ...FIXED.simulation, sortingType: "expression", sortBy: "-rsi(2)" },
};

/** Sized by risk. */
const SIZED: Strategy = {
  ...SORTED,
  buy: { ...FIXED.buy, rules: ["close >= highest(close, 3)"] },
  sell: { ...SORTED.sell, rules: ["close <= lowest(close, 3)"] },
  simulation: {
    ...FIXED.simulation,
    positionSizing: "risk",
    positionPercent: 10,
    riskPercent: 1,
    riskDistance: "2 * atr(5)",
  },
};

export function keepRuns(): KeptRuns {
  const market = smallMarket();
  return [FIXED, SORTED, SIZED].map((strategy) => {
    const plan = kept(planRun(strategy, market));
    const simulation = simulate(plan);
    return { plan, simulation, report: measure(plan, simulation) };
  });
}

function kept<T>(result: Result<T>): T {
  if (!result.ok) throw new RangeError(`kept runs: ${result.problem.message}`);
  return result.value;
}

/** Prices that go up and down, so that each strategy buys and sells. */
function smallMarket(): Market {
  const rows = SYMBOLS.length * BARS;
  const first = toEpochDay(2019, 1, 1);
  const close = Float64Array.from({ length: rows }, (_, row) => 100 + ((row * 7) % 11) + (row % BARS) / 10);
  return {
    instruments: SYMBOLS.map(instrument),
    barOffset: Int32Array.from({ length: SYMBOLS.length + 1 }, (_, at) => at * BARS),
    day: Int32Array.from({ length: rows }, (_, row) => first + (row % BARS)),
    open: close,
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
    close,
    volume: new Float64Array(rows).fill(1000),
    adjClose: null,
    marketCap: null,
  };
}

function instrument(symbol: string): Instrument {
  return {
    symbol,
    name: "",
    exchange: "NSE",
    instrumentType: "EQUITY",
    currency: "",
    marketCapLooksAhead: false,
  };
}
