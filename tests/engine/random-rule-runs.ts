/** Strategies of strategy/2 by chance (fast-check), each with several variants, on small markets that have what rules name. */
import * as fc from "fast-check";
import { RANDOM_VOCABULARY, longRuleMarkets, ruleMarkets } from "#tests/rules/random-rule-market.ts";
import { ruleTexts } from "#tests/rules/random-rules.ts";
import type { Market } from "#workers/model/market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface RuleRuns {
  readonly market: Market;
  /** On the same universe and price basis; rules of some are those of others. */
  readonly strategies: readonly Strategy[];
}

const TEXTS = ruleTexts(RANDOM_VOCABULARY);
/** Rules that are often true: those by chance alone rarely buy anything. */
const COMMON = [
  "close > close[1]",
  "close >= sma(3)",
  "rsi(2) < 60",
  "volume > 0",
  "rank(growth(2)) < 60",
  "place(growth(2)) <= 3",
  "weekly(close) < close",
  "weekly(close >= open) or monthly(close < open)",
  "latch(close > close[1], rsi(2) < 20)",
];
const COMMON_SALES = [
  "close < close[1]",
  "rsi(2) > 50",
  "held >= 3",
  "profit > 1",
  "fall > 2 or held > 4",
  "weekly(low) > close",
];

const pool = <T>(common: readonly T[], other: fc.Arbitrary<T>) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...common) }, other), {
    minLength: 2,
    maxLength: 4,
  });

/** Places in a pool of rules: so variants share some. */
const picks = fc.array(fc.nat(3), { maxLength: 2 });

const variants = fc.record({
  match: fc.constantFrom("all", "any"),
  minPrice: fc.option(fc.constantFrom(50, 99)),
  lastPriceVsClose: fc.boolean(),
  scanner: picks,
  buy: picks,
  sell: picks,
  trailingStopLoss: fc.option(fc.constantFrom(1, 5, 20)),
  takeProfit: fc.option(fc.constantFrom(1, 10)),
  minHoldingDays: fc.constantFrom(0, 0, 2),
  maxHoldingDays: fc.option(fc.constantFrom(1, 4)),
  coolDownDays: fc.constantFrom(0, 0, 0, 1, 3),
  stopOrders: fc.constantFrom("at-close", "at-close", "at-close", "resting"),
  schedule: fc.constantFrom("daily", "daily", "daily", "weekly", "monthly"),
  sizing: fc.constantFrom("equal-weight", "equal-weight", "equal-weight", "percent-of-equity", "risk"),
  sorting: fc.constantFrom("300-days-top-gainer-first", "market-cap-desc", "volume-desc", "expression"),
  maxPositions: fc.integer({ min: 1, max: 4 }),
  fillAt: fc.constantFrom("next-open", "next-close"),
  fractionalShares: fc.boolean(),
  startMargin: fc.constantFrom(1000, 10_000, 1e6),
});

function pick(list: readonly string[], places: readonly number[]): string[] {
  return [...new Set(places)].flatMap((place) => list[place] ?? []);
}

export function ruleRuns(): fc.Arbitrary<RuleRuns> {
  return fc
    .record({
      on: fc.oneof({ weight: 3, arbitrary: ruleMarkets() }, longRuleMarkets()),
      rules: pool(COMMON, TEXTS.rule),
      sales: pool(COMMON_SALES, TEXTS.sellRule),
      sortBy: fc.oneof(fc.constantFrom("-rsi(2)", "close"), TEXTS.expression),
      riskDistance: fc.constantFrom("close / 10", "change(2)", "atr(3)"),
      drawn: fc.array(variants, { minLength: 1, maxLength: 6 }),
    })
    .map(({ on: { market, run }, rules, sales, sortBy, riskDistance, drawn }) => ({
      market,
      strategies: drawn.map((own) => {
        const parsed = parseStrategy({
          format: "strategy/2",
          scanner: {
            match: own.match,
            priceGrowth: null,
            minPrice: own.minPrice,
            marketCapRank: null,
            avgDailyValue: null,
            ...(run.symbols && { symbols: run.symbols }),
            ...(run.sectors && { sectors: run.sectors }),
            rules: pick(rules, own.scanner),
          },
          buy: {
            lastPriceVsClose: own.lastPriceVsClose,
            closeDays: 2,
            lastPriceVsMA: false,
            rules: pick(rules, own.buy),
          },
          sell: {
            trailingStopLoss: own.trailingStopLoss,
            takeProfit: own.takeProfit,
            minHoldingDays: own.minHoldingDays,
            maxHoldingDays: own.maxHoldingDays,
            coolDownDays: own.coolDownDays,
            stopOrders: own.stopOrders,
            rules: pick(sales, own.sell),
          },
          simulation: {
            startMargin: own.startMargin,
            startDate: "2019-01-01",
            endDate: "2039-12-31",
            maxPositions: own.maxPositions,
            fillAt: own.fillAt,
            fractionalShares: own.fractionalShares,
            priceBasis: run.priceBasis,
            benchmark: run.benchmark,
            schedule: own.schedule,
            sortingType: own.sorting,
            ...(own.sorting === "expression" && { sortBy }),
            positionSizing: own.sizing,
            ...(own.sizing !== "equal-weight" && { positionPercent: 30 }),
            ...(own.sizing === "risk" && { riskPercent: 2, riskDistance }),
          },
        });
        if (!parsed.ok) throw new Error(parsed.problem.message);
        return parsed.value;
      }),
    }));
}
