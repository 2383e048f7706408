/** Deployments by chance (fast-check): any strategy/2 on small nasty markets, some instruments of which stop for good. */
import * as fc from "fast-check";
import { ruleRuns } from "#tests/engine/random-rule-runs.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
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
  /** In percent of the days. */
  begins: fc.nat(40),
  /** In percent of the days: bars of every third instrument behind it are lost. */
  delisted: fc.constantFrom(100, 40, 60, 70),
  /** Nothing is sold but what has no bars any more. */
  holds: fc.constantFrom(false, false, true),
});

export function randomDeployments(): fc.Arbitrary<RandomDeployment> {
  return fc
    .record({ run: ruleRuns(), own: more })
    .filter(({ run: { market } }) => market.day.length > 0)
    .map(({ run, own }) => {
      const first = run.market.day.reduce((a, b) => Math.min(a, b));
      const last = run.market.day.reduce((a, b) => Math.max(a, b));
      const dayAt = (percent: number) => first - 1 + Math.floor(((last - first) * percent) / 100);
      const gone = dayAt(own.delisted);
      const market = filterMarket(
        run.market,
        (instrument, day) => own.delisted === 100 || instrument % 3 !== 0 || day <= gone,
      );
      const strategy = withMore(itemAt(run.strategies, 0), own);
      const deployment: Deployment = {
        format: "deployment/1",
        id: "d-1",
        name: "By chance",
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a strategy is JSON
        strategy: JSON.parse(JSON.stringify(strategy)) as Deployment["strategy"],
        dataset: null,
        begins: formatIsoDay(dayAt(own.begins)),
        replayedTo: formatIsoDay(dayAt(own.begins + 20)),
        startMargin: own.startMargin,
        stop: null,
        real: [],
        ledger: [],
      };
      return { market, deployment };
    });
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
