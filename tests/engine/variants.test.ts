import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { backtestVariants } from "#workers/run/backtest-variants.ts";
import { backtest } from "#workers/run/backtest.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { makeSweep } from "#workers/shortcuts/sweep.ts";
import { makeVariants } from "#workers/shortcuts/variants.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { movedRuns } from "../support/other-calendars.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import { itemAt } from "../support/reference-series.ts";
import { valueOf } from "../support/value-of.ts";
import { busyRun } from "./sample-runs.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { tries } from "#tests/support/tries.ts";

/** The same prices as another object: nothing that was worked out for the first is known of it. */
function fresh(market: Market): Market {
  return { ...market };
}

/** What a run without shortcuts, on prices that nobody has asked about, gives: in the shape of a variant's outcome. */
function ownRun(strategy: Strategy, market: Market) {
  const run = backtest(strategy, fresh(market), { shortcuts: [] });
  if (!run.ok) return run;
  const { performance, passedOver, equity } = run.value;
  return ok({ performance, passedOver, equity: equity.value });
}

/** A market and strategies that differ in everything, or in thresholds, stops and holds alone. */
const sweeps = fc
  .tuple(
    fc.oneof(smallRuns(), longRuns(), movedRuns()),
    fc.array(smallRuns(), { minLength: 1, maxLength: 12 }),
    fc.boolean(),
  )
  .map(([{ series, strategy }, others, areClose]) => ({
    market: buildMarket(series),
    strategies: [
      strategy,
      ...others.map((other) => (areClose ? closeVariant(strategy, other.strategy) : other.strategy)),
    ],
  }));

function closeVariant(base: Strategy, other: Strategy): Strategy {
  const { match, priceGrowth, minPrice, avgDailyValue, marketCapRank } = other.scanner;
  const scanner = { ...base.scanner, match, priceGrowth, minPrice, avgDailyValue, marketCapRank };
  return { ...base, scanner, sell: other.sell };
}

function withExits(trailingStopLoss: number, minHoldingDays: number): Strategy {
  return { ...defaultStrategy, sell: { ...defaultStrategy.sell, trailingStopLoss, minHoldingDays } };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("variants", () => {
  it("each give what their own run gives, to the last bit, refusals too", () => {
    fc.assert(
      fc.property(sweeps, ({ market, strategies }) => {
        const outcomes = backtestVariants(strategies, market, { withEquity: true });
        expect(outcomes).toEqual(strategies.map((strategy) => ownRun(strategy, market)));
      }),
      { numRuns: tries(60) },
    );
  });

  it("are the same list after list, in batches, with the tables of a sweep and without", () => {
    fc.assert(
      fc.property(sweeps, fc.boolean(), ({ market, strategies }, hasTables) => {
        const variants = makeVariants((strategy) => planRun(strategy, market), hasTables ? Infinity : 0);
        const many = Array.from({ length: 3 }, () => strategies).flat();
        for (const list of [many.slice(0, 1), many]) {
          const places: number[] = [];
          variants(list, (place, result) => {
            places.push(place);
            const strategy = itemAt(list, place);
            expect(result).toEqual(ownRun(strategy, market));
          });
          expect(places.toSorted((a, b) => a - b)).toEqual(list.map((_, place) => place));
        }
      }),
      { numRuns: tries(40) },
    );
  });

  it("take from a crowd what their own run takes", () => {
    const market = syntheticMarket({ instruments: 300, sessions: 420 });
    const { scanner, simulation } = defaultStrategy;
    const withLimits = (maxPositions: number, priceGrowth: number): Strategy => ({
      ...defaultStrategy,
      scanner: { ...scanner, match: "all", marketCapRank: null, avgDailyValue: null, priceGrowth },
      simulation: { ...simulation, maxPositions },
    });
    const strategies = [1, 4, 200].flatMap((most) => [withLimits(most, 0), withLimits(most, 25)]);
    const outcomes = backtestVariants(strategies, market, { withEquity: true });
    expect(outcomes).toEqual(strategies.map((strategy) => ownRun(strategy, market)));
    for (const outcome of outcomes) expect(outcome.ok && outcome.value.performance.trades).toBeGreaterThan(0);
  });

  it("with other holds sell as their own run does", () => {
    const market = syntheticMarket({ instruments: 60, sessions: 500 });
    const holds = [7, 0, 3, 40, 12];
    const strategies = [4, 9].flatMap((stop) => holds.map((hold) => withExits(stop, hold)));
    const outcomes = backtestVariants(strategies, market, { withEquity: true });
    expect(outcomes).toEqual(strategies.map((strategy) => ownRun(strategy, market)));
    for (const outcome of outcomes)
      expect(outcome.ok && outcome.value.performance.trades).toBeGreaterThan(20);
  });

  it("are the same where there is hardly room for their trades, and all of them begin anew in the midst of a run", () => {
    const market = syntheticMarket({ instruments: 300, sessions: 420 });
    const { scanner, simulation } = defaultStrategy;
    const crowd = { ...scanner, marketCapRank: null, avgDailyValue: null, priceGrowth: 0 };
    const selling = (stop: number, hold: number): Strategy => ({
      ...withExits(stop, hold),
      scanner: crowd,
      simulation: { ...simulation, maxPositions: 100 },
    });
    const strategies = [2, 3, 4].flatMap((stop) => [selling(stop, 0), selling(stop, 5)]);
    const plans = strategies.map((strategy) => planRun(strategy, market)).map(valueOf);
    const [first] = plans;
    const blocks = 8; // for each of the stops one that says where its trades are kept, and five for trades
    const sweep = first && makeSweep(first, blocks);
    expect(sweep).toBeTypeOf("function");
    for (const [at, { equity, trades }] of (sweep?.(plans) ?? []).entries()) {
      const own = valueOf(ownRun(itemAt(strategies, at), market));
      expect([trades, equity]).toEqual([own.performance.trades, own.equity]);
      expect(trades).toBeGreaterThan(1000);
    }
  });

  it("are the same on a device that forbids WebAssembly", () => {
    const market = syntheticMarket({ instruments: 40, sessions: 400 });
    const strategies = [4, 9].map((stop) => withExits(stop, 3));
    const outcomes = backtestVariants(strategies, market, { withEquity: true });
    vi.stubGlobal("WebAssembly", undefined);
    expect(backtestVariants(strategies, fresh(market), { withEquity: true })).toEqual(outcomes);
  });

  it("forgive rounding as their own run does: a slot of 1 - 5e-10 shares buys one", () => {
    const close = 1000 * (1 + 5e-10);
    const bars = [0, 1, 2].map((session): BarSpec => [session, close, close]);
    const strategy = plainStrategy({ simulation: { startMargin: 1000, maxPositions: 1 } });
    const market = buildMarket([{ symbol: "A", bars }]);
    const [outcome] = backtestVariants([strategy], market, { withEquity: true });
    expect(outcome).toEqual(ownRun(strategy, market));
    expect(outcome?.ok && outcome.value.passedOver.unaffordable).toBe(0);
  });

  it("leave no trace in runs on the same market", () => {
    fc.assert(
      fc.property(sweeps, ({ market, strategies }) => {
        backtestVariants(strategies, market);
        for (const strategy of strategies) {
          expect(backtest(strategy, market)).toEqual(backtest(strategy, fresh(market)));
        }
      }),
      { numRuns: tries(60) },
    );
  });

  it("can be more than what is kept of the market", () => {
    const { series, strategy } = busyRun();
    const market = buildMarket(series);
    const strategies = Array.from({ length: 60 }, (_, at): Strategy => {
      const buy = {
        ...strategy.buy,
        lastPriceVsClose: true,
        closeDays: 1 + (at % 20),
        movingAverageDays: 2 + (at % 15),
      };
      return { ...strategy, buy: { ...buy, lastPriceVsMA: at % 2 === 0 } };
    });
    const outcomes = backtestVariants(strategies, market, { withEquity: true });
    expect(outcomes).toEqual(strategies.map((each) => ownRun(each, market)));
  });

  it("keep no curve that nobody asked for, and tell how many are done", () => {
    const { series, strategy } = busyRun();
    const told: string[] = [];
    const onVariant = (done: number, variants: number) => told.push(`${done} of ${variants}`);
    const outcomes = backtestVariants([strategy, strategy], buildMarket(series), { onVariant });
    expect(outcomes.map((each) => each.ok && each.value.equity)).toEqual([null, null]);
    expect(told).toEqual(["1 of 2", "2 of 2"]);
  });

  it("turn round with each other buy rule, so that the sell rules of the last ones are still at hand", () => {
    const { series, strategy } = busyRun();
    const market = buildMarket(series);
    const buying = (closeDays: number, trailingStopLoss: number): Strategy => ({
      ...strategy,
      buy: { ...strategy.buy, closeDays },
      sell: { ...strategy.sell, trailingStopLoss },
    });
    const strategies = [1, 2, 3].flatMap((closeDays) => [10, 20, 30].map((stop) => buying(closeDays, stop)));
    const places: number[] = [];
    makeVariants((one) => planRun(one, market))(strategies, (place) => places.push(place));
    expect(places).toEqual([0, 1, 2, 5, 4, 3, 6, 7, 8]);
  });

  it("of an empty list are none", () => {
    expect(backtestVariants([], buildMarket([]))).toEqual([]);
  });
});
