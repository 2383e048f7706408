/** A deployment by hand: three shares, of which two are bought after a rise and sold after a fall. */
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { SeriesSpec } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import type { Json } from "#workers/model/canonical-json.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";

/** Session 0 is 2020-01-01, and each day after it is one. */
export const SMALL_CLOSES: Readonly<Record<string, readonly number[]>> = {
  AB: [100, 101, 102, 103, 102, 101, 102, 103, 104, 105],
  CD: [50, 49, 48, 49, 50, 51, 52, 51, 50, 49],
  EF: [20, 20, 20, 20, 21, 22, 23, 24, 25, 26],
};

export function seriesOf(symbol: string, closes: readonly number[], first = 0): SeriesSpec {
  return { symbol, bars: closes.map((close, at) => [first + at, close, close, { volume: 1000 }]) };
}

export const smallSeries: readonly SeriesSpec[] = Object.entries(SMALL_CLOSES).map(([symbol, closes]) =>
  seriesOf(symbol, closes),
);

export const smallMarket: Market = buildMarket(smallSeries);

interface Sections {
  readonly scanner?: object;
  readonly buy?: object;
  readonly sell?: object;
  readonly simulation?: object;
}

export function smallStrategy({ scanner, buy, sell, simulation }: Sections = {}): Json {
  const strategy = {
    format: "strategy/2",
    name: "Rises and falls",
    scanner: {
      exchange: "NSE",
      instrumentType: "EQUITY",
      match: "any",
      priceGrowth: null,
      minPrice: null,
      marketCapRank: null,
      avgDailyValue: null,
      ...scanner,
    },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: ["close > close[1]"], ...buy },
    sell: { trailingStopLoss: null, minHoldingDays: 0, rules: ["close < close[1]"], ...sell },
    simulation: {
      maxPositions: 2,
      sortingType: "volume-desc",
      commissionPercent: 0.1,
      ...simulation,
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts, numbers and lists of them
  return JSON.parse(JSON.stringify(strategy)) as Json;
}

/** Begins after session 1; sessions up to number 4 were there when it was made. */
export function smallStart(sections: Sections = {}): Deployment {
  return {
    format: "deployment/1",
    id: "7d0c",
    name: "Small",
    strategy: smallStrategy(sections),
    dataset: { id: "data", name: "Three shares" },
    begins: dateOf(1),
    replayedTo: dateOf(4),
    startMargin: 10_000,
    stop: null,
    real: [],
    ledger: [],
  };
}

export const NOW = "2020-01-20T18:00:00Z";

/** @throws Error where it is refused */
export function goneOn(deployment: Deployment, market: Market = smallMarket, now = NOW): Deployment {
  return valueOf(appendSessions(deployment, deployMarket(market), now)).deployment;
}
