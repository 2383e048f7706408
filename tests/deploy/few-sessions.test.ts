/** What an evening asks for is worked out another way than what years ask for, with the same answer. */
import { describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { SeriesSpec } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import type { Market } from "#workers/model/market.ts";
import { NOW, seriesOf, smallStart } from "./small-deployment.ts";

/** Orders to buy of each session, by evenings with all shortcuts, and at once without any. */
function ordersOn(market: Market, sections: Parameters<typeof smallStart>[0]): string[][] {
  const start = smallStart({ ...sections, sell: { rules: ["held >= 1"] } });
  const plain = valueOf(appendSessions(start, deployMarket(market, { shortcuts: [] }), NOW)).deployment;
  const fast = valueOf(appendSessions(start, deployMarket({ ...market }), NOW)).deployment;
  expect(fast).toEqual(plain);
  return plain.ledger.map(({ decisions }) => decisions.buys.map(({ instrument }) => instrument));
}

/** Flat prices; on session 5 the order of the caps is another. NaN: no cap. */
function barsWithCap(cap: number, at: number): SeriesSpec["bars"] {
  return Array.from({ length: 8 }, (_, session) => {
    const more = Number.isNaN(cap) ? {} : { marketCap: session === 5 ? 100 - cap + at : cap };
    return [session, 10, 10, { volume: 1000, ...more }] as const;
  });
}

describe("the orders of an evening", () => {
  it("are those of the plain engine where a close is as near to its mean as rounding goes", () => {
    // of two closes b (1 + 2 * 1e-9) and b the mean less its billionth is b but for some 1e-18 of it: which side is told by rounding
    const base = [99.1, 100.3, 101.7, 3.3, 7.7, 123_456.7, 0.1, 55.5];
    const closes = base.map((b) =>
      Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? b * (1 + 2e-9) : b) * (1 + (at % 5) * 2 ** -52)),
    );
    const market = buildMarket(closes.map((own, at) => seriesOf(`S${at}`, own)));
    const buy = { lastPriceVsMA: true, movingAverageDays: 2, rules: [] };
    const orders = ordersOn(market, { buy, simulation: { maxPositions: 8, sortingType: "volume-desc" } });
    const told = orders.map((names) => names.length);
    expect(Math.max(...told)).toBeGreaterThan(0);
  });

  it("rank market caps by session, ties by symbol, those without a cap left out", () => {
    const caps = [50, 70, 70, NaN, 10];
    const market = buildMarket(caps.map((cap, at) => ({ symbol: `S${at}`, bars: barsWithCap(cap, at) })));
    const scanner = { match: "all", marketCapRank: 50 };
    const simulation = { maxPositions: 5, sortingType: "market-cap-desc" };
    const buy = { rules: [] };
    const orders = ordersOn(market, { scanner, buy, simulation });
    // of the four with a cap the first two: (2 - 1) * 100 < 50 * 4, (3 - 1) * 100 is not
    expect(orders[0]).toEqual(["S1", "S2"]);
  });
});
