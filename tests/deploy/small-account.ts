/** Deployments of a strategy/3 by hand: 1,000 to begin with, fractions, no costs, filled at the next open. */
import { dateOf } from "#tests/support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "#tests/support/market-builder.ts";
import type { Json } from "#workers/model/canonical-json.ts";
import type { Deployment } from "#workers/model/deployment.ts";

interface Parts {
  readonly sell?: object;
  readonly simulation?: object;
}

/** It buys whatever there is, and sells nothing by itself. */
export function accountStrategy({ sell, simulation }: Parts = {}): Json {
  const strategy = {
    format: "strategy/3",
    name: "By plan",
    scanner: {
      exchange: "NSE",
      instrumentType: "EQUITY",
      priceGrowth: null,
      minPrice: null,
      marketCapRank: null,
      avgDailyValue: null,
    },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false },
    sell: { trailingStopLoss: null, minHoldingDays: 0, ...sell },
    simulation: { maxPositions: 1, fractionalShares: true, ...simulation },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts, numbers and lists of them
  return JSON.parse(JSON.stringify(strategy)) as Json;
}

/** Begins after session 0, so that session 1 has the first entry. */
export function accountStart(parts: Parts = {}, more: Partial<Deployment> = {}): Deployment {
  return {
    format: "deployment/2",
    id: "7d0c",
    name: "By plan",
    strategy: accountStrategy(parts),
    dataset: null,
    begins: dateOf(0),
    frequency: "daily",
    sessionsOfYear: 252,
    replayedTo: dateOf(0),
    startMargin: 1000,
    stop: null,
    real: [],
    ledger: [],
    ...more,
  };
}

/** One bar a session from session 0 on, open and close, or both in one; null for a session without one. */
export function bars(
  symbol: string,
  days: readonly (number | readonly [number, number] | null)[],
): SeriesSpec {
  return {
    symbol,
    bars: days.flatMap((day, session): BarSpec[] => {
      if (day === null) return [];
      const [open, close] = typeof day === "number" ? [day, day] : day;
      return [[session, open, close, { volume: 1000 }]];
    }),
  };
}
