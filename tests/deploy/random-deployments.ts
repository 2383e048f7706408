/**
 * Deployments by chance (fast-check): any strategy on small nasty markets, some instruments of which stop for good; in either
 * format, with bars of any length.
 */
import * as fc from "fast-check";
import { accountRuns } from "#tests/engine/random-account-runs.ts";
import { ruleRuns } from "#tests/engine/random-rule-runs.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { laterWordIn } from "#workers/deploy/later-words.ts";
import { BAR_LENGTHS } from "#workers/model/bar-length.ts";
import type { BarLength } from "#workers/model/bar-length.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { knownFacts } from "#workers/run/plan-run.ts";
import { filterMarket } from "./filter-market.ts";

export interface RandomDeployment {
  readonly market: Market;
  /** Without an entry. */
  readonly deployment: Deployment;
}

const more = fc.record({
  priceGrowth: fc.constantFrom(null, null, null, -50, 1),
  priceGrowthDays: fc.constantFrom(1, 2, 5),
  marketCapRank: fc.constantFrom(null, null, 40, 75),
  avgDailyValue: fc.constantFrom(null, null, null, 1, 1000),
  avgDailyValueDays: fc.constantFrom(1, 3, 20),
  closeDays: fc.constantFrom(1, 2, 4),
  lastPriceVsMA: fc.constantFrom(false, false, false, true),
  movingAverageDays: fc.constantFrom(2, 3, 10),
  riskFreePercent: fc.constantFrom(0, 5),
  stopLoss: fc.constantFrom(null, null, 3, 12),
  schedule: fc.constantFrom(null, null, null, "quarterly"),
  maxHoldingDays: fc.constantFrom(null, 3, 30),
  coolDownDays: fc.constantFrom(null, 0, 2, 7),
  commissionPercent: fc.constantFrom(0, 0.1, 2),
  slippagePercent: fc.constantFrom(0, 0.05, 1),
  startMargin: fc.constantFrom(500, 20_000, 1e6),
  /** Nothing is sold but what has no bars any more. */
  holds: fc.constantFrom(false, false, true),
});

/** What a deployment is beside its strategy. */
const placings = fc.record({
  /** In percent of the days. */
  begins: fc.nat(40),
  /** In percent of the days: bars of every third instrument behind it are lost. */
  delisted: fc.constantFrom(100, 40, 60, 70),
  startMargin: fc.constantFrom(500, 20_000, 1e6),
  /** What a bar is taken for: what the market has, or anything; "format" leaves it to deployment/1 where that will do. */
  bars: fc.constantFrom<"market" | "format" | BarLength>("market", "format", "format", ...BAR_LENGTHS),
});

type Placing = typeof placings extends fc.Arbitrary<infer T> ? T : never;

/** Of strategies up to strategy/2. */
export function randomDeployments(): fc.Arbitrary<RandomDeployment> {
  return fc
    .record({ run: ruleRuns(), own: more, placing: placings })
    .filter(({ run: { market } }) => market.day.length > 0)
    .map(({ run, own, placing }) => deployed(run.market, withMore(itemAt(run.strategies, 0), own), placing));
}

/** Of strategies of strategy/3, most of them by weights; none that fills at the close of its signal. */
export function accountDeployments(): fc.Arbitrary<RandomDeployment> {
  const fills = fc.constantFrom("next-open", "next-close");
  return fc
    .record({ run: accountRuns(), fillAt: fills, placing: placings })
    .filter(({ run: { market } }) => market.day.length > 0)
    .map(({ run: { market, strategy }, fillAt, placing }) => {
      const simulation = { ...strategy.simulation, fillAt };
      return deployed(market, valueOf(parseStrategy({ ...strategy, simulation })), placing);
    });
}

function deployed(whole: Market, strategy: Strategy, placing: Placing): RandomDeployment {
  const first = whole.day.reduce((a, b) => Math.min(a, b));
  const last = whole.day.reduce((a, b) => Math.max(a, b));
  const dayAt = (percent: number) => first - 1 + Math.floor(((last - first) * percent) / 100);
  const gone = dayAt(placing.delisted);
  const market = filterMarket(
    whole,
    (instrument, day) => placing.delisted === 100 || instrument % 3 !== 0 || day <= gone,
  );
  const deployment = {
    id: "d-1",
    name: "By chance",
    ...inFormat(strategy, market, placing.bars),
    dataset: null,
    begins: formatIsoDay(dayAt(placing.begins)),
    replayedTo: formatIsoDay(dayAt(placing.begins + 20)),
    startMargin: placing.startMargin,
    stop: null,
    real: [],
    ledger: [],
  };
  return { market, deployment };
}

function inFormat(
  strategy: Strategy,
  market: Market,
  bars: Placing["bars"],
): Pick<Deployment, "format" | "strategy"> & Partial<BarLength> {
  const hasLaterWord = laterWordIn(valueOf(readStrategyRules(strategy))) !== null;
  if (bars === "format" && strategy.format !== "strategy/3" && !hasLaterWord)
    return { format: "deployment/1", strategy: plainJson(strategy) };
  const { frequency, sessionsOfYear } =
    typeof bars === "string" ? knownFacts(market).ofUniverse(strategy.scanner).bars() : bars;
  const written = plainJson({ ...strategy, format: "strategy/3" });
  return { format: "deployment/2", strategy: written, frequency, sessionsOfYear };
}

/** A strategy is JSON. */
function plainJson(strategy: Strategy): Deployment["strategy"] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts, numbers and lists of them
  return JSON.parse(JSON.stringify(strategy)) as Deployment["strategy"];
}

function withMore(strategy: Strategy, own: typeof more extends fc.Arbitrary<infer T> ? T : never): Strategy {
  const { scanner, buy, sell, simulation } = strategy;
  const parsed = parseStrategy({
    ...strategy,
    format: "strategy/2",
    scanner: {
      ...scanner,
      priceGrowth: own.priceGrowth,
      priceGrowthDays: own.priceGrowthDays,
      marketCapRank: own.marketCapRank,
      avgDailyValue: own.avgDailyValue,
      avgDailyValueDays: own.avgDailyValueDays,
    },
    buy: {
      ...buy,
      closeDays: own.closeDays,
      lastPriceVsMA: own.lastPriceVsMA,
      movingAverageDays: own.movingAverageDays,
    },
    sell: {
      ...sell,
      ...(own.holds && { rules: [], trailingStopLoss: null, takeProfit: null }),
      stopLoss: own.holds ? null : own.stopLoss,
      maxHoldingDays: own.holds ? null : (own.maxHoldingDays ?? sell.maxHoldingDays),
      coolDownDays: own.coolDownDays ?? sell.coolDownDays ?? 0,
    },
    simulation: {
      ...simulation,
      schedule: own.schedule ?? simulation.schedule ?? "daily",
      commissionPercent: own.commissionPercent,
      slippagePercent: own.slippagePercent,
      riskFreePercent: own.riskFreePercent,
      // neither the margin nor the dates of the strategy count
      startMargin: 123_456,
      startDate: "2001-01-01",
      endDate: "2001-12-31",
    },
  });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}
