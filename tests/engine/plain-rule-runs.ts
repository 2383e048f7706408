/**
 * Strategies of strategy/2 by chance (fast-check) whose rules are few, plain and often true: so that runs trade a lot, and
 * no decision hangs on rounding. Every setting of strategy/2 is among them, and a drawn 0 is the simplest.
 */
import * as fc from "fast-check";
import { RANDOM_VOCABULARY, ruleMarkets } from "#tests/rules/random-rule-market.ts";
import type { RuleMarket } from "#tests/rules/random-rule-market.ts";
import { ruleTexts } from "#tests/rules/random-rules.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { smallRuns } from "#tests/support/random-market.ts";
import {
  MONEY_FREE_DISTANCES,
  MONEY_FREE_KEYS,
  MONEY_FREE_RULES,
  MONEY_FREE_SALES,
} from "./money-free-rules.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import type { Rule } from "#workers/model/rule.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface RuleRun {
  readonly market: Market;
  readonly strategy: Strategy;
}

/** What a run's rules and expressions are drawn from. */
export interface RulePools {
  readonly rules: readonly Rule[];
  readonly sales: readonly Rule[];
  readonly sortBy: readonly string[];
  readonly riskDistance: readonly string[];
}

/** Names of the random markets' facts, symbols and sectors stand in some. */
export const PLAIN_POOLS: RulePools = {
  rules: [
    "close > close[1]",
    "close >= sma(3)",
    "rsi(2) < 60",
    "rank(growth(2)) < 60",
    "volume > 0",
    "market(close >= close[1])",
    'of("M", close) > 50',
    "breadth(close > open) >= 50",
    "not (eps > 1)",
    "model >= 1",
    "close crosses above sma(2)",
    "sessionOfMonth <= 12",
    'rank(marketCap, "sector") < 50',
    "close between lowest(3) and highest(high, 3)",
    { any: ["weekday < 3", "growth(3) > 5", { off: "close > 0" }] },
    { none: ["close < sma(4)", "score_2 > 2"], label: "not weak" },
    { all: ["close > 1", { any: ["volume > 1k", "close > open"] }] },
    { off: "close > 1_000bn" },
  ],
  sales: [
    "close < close[1]",
    "held >= 3",
    "profit > 1",
    "fall > 2 or held > 4",
    "rsi(2) > 50",
    "close < entryPrice and volume > 0",
    "peak / close > 1.05",
    "if(held > 2, profit, 5) < 2",
    "market(close < sma(2))",
    { none: ["profit > 0", "weekday = 1"] },
    { all: ["not (eps > 0)", "held > 1"] },
    { off: "held >= 1" },
  ],
  sortBy: ["close", "-rsi(2)", "growth(2)", "marketCap", "eps", "-volume", "1"],
  riskDistance: ["close / 10", "atr(3)", "change(2)", "eps", "highest(3) - low"],
};

/** Strategies of plain rules. */
export function plainRuleRuns(): fc.Arbitrary<RuleRun> {
  return fc.record({ on: ruleMarkets(), drawn: settings(PLAIN_POOLS) }).map(({ on, drawn }) => ({
    market: on.market,
    strategy: strategyOf(bareStrategy(on), onceThereIs(on, drawn)),
  }));
}

/** Strategies with fixed conditions beside plain rules, on markets without facts, where instruments are halted and delisted. */
export function mixedRuleRuns(): fc.Arbitrary<RuleRun> {
  const { rules, sales, sortBy, riskDistance } = PLAIN_POOLS;
  const pools = {
    rules: rules.filter(isWithoutFacts),
    sales: sales.filter(isWithoutFacts),
    sortBy: sortBy.filter(isWithoutFacts),
    riskDistance: riskDistance.filter(isWithoutFacts),
  };
  return fc
    .record({ run: smallRuns(), drawn: settings(pools) })
    .map(({ run: { series, strategy }, drawn }) => ({
      market: buildMarket(series),
      strategy: strategyOf(strategy, {
        ...drawn,
        lastPriceVsClose: strategy.buy.lastPriceVsClose,
        startDate: strategy.simulation.startDate,
      }),
    }));
}

function isWithoutFacts(rule: Rule): boolean {
  return !/eps|model|score_2/.test(JSON.stringify(rule));
}

/** Strategies with rules of the language's whole width, beside the plain ones. */
export function wildRuleRuns(): fc.Arbitrary<RuleRun> {
  const { rule, sellRule, expression } = ruleTexts(RANDOM_VOCABULARY);
  return fc
    .record({ on: ruleMarkets(), drawn: settings(PLAIN_POOLS), rule, sellRule, sortBy: expression })
    .map(({ on, drawn, rule: wild, sellRule: wildSale, sortBy }) => ({
      market: on.market,
      strategy: strategyOf(bareStrategy(on), {
        ...onceThereIs(on, drawn),
        scanner: [...drawn.scanner, { any: [wild, "close > open"] }],
        sell: [...drawn.sell, wildSale],
        sortBy,
      }),
    }));
}

/** Strategies whose rules say nothing of money. */
export function moneyFreeRuns(): fc.Arbitrary<RuleRun> {
  const rules = fc.array(MONEY_FREE_RULES, { maxLength: 2 });
  return fc
    .record({
      on: ruleMarkets(),
      drawn: settings(PLAIN_POOLS),
      scanner: rules,
      buy: fc.array(MONEY_FREE_RULES, { maxLength: 1 }),
      sell: fc.array(MONEY_FREE_SALES, { maxLength: 2 }),
      sortBy: MONEY_FREE_KEYS,
      riskDistance: MONEY_FREE_DISTANCES,
    })
    .map(({ on, drawn, ...own }) => ({
      market: on.market,
      strategy: strategyOf(bareStrategy(on), { ...onceThereIs(on, drawn), ...own }),
    }));
}

type Settings = {
  [K in keyof ReturnType<typeof settingArbitraries>]: Drawn<ReturnType<typeof settingArbitraries>[K]>;
};
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

function settings(pools: RulePools): fc.Arbitrary<Settings> {
  return fc.record(settingArbitraries(pools));
}

function settingArbitraries({ rules, sales, sortBy, riskDistance }: RulePools) {
  return {
    match: fc.constantFrom("all", "any"),
    lastPriceVsClose: fc.constantFrom(false, false, true),
    scanner: fc.subarray([...rules], { maxLength: 2 }),
    buy: fc.subarray([...rules], { maxLength: 2 }),
    sell: fc.subarray([...sales], { maxLength: 2 }),
    stopLoss: fc.constantFrom(null, 1, 10),
    trailingStopLoss: fc.constantFrom(null, 1, 10, 20),
    takeProfit: fc.constantFrom(null, 1, 10),
    minHoldingDays: fc.constantFrom(0, 0, 1, 2, 4),
    maxHoldingDays: fc.constantFrom(null, 1, 4),
    coolDownDays: fc.constantFrom(0, 1, 2, 5),
    stopOrders: fc.constantFrom("at-close", "resting"),
    schedule: fc.constantFrom("daily", "daily", "weekly", "monthly", "quarterly"),
    positionSizing: fc.constantFrom("equal-weight", "percent-of-equity", "risk"),
    positionPercent: fc.constantFrom(30, 100, 4),
    riskPercent: fc.constantFrom(2, 50),
    riskDistance: fc.constantFrom(...riskDistance),
    sortingType: fc.constantFrom("expression", "expression", "volume-desc", "market-cap-desc"),
    sortBy: fc.constantFrom(...sortBy),
    maxPositions: fc.integer({ min: 1, max: 4 }),
    fillAt: fc.constantFrom("next-open", "next-close"),
    fractionalShares: fc.boolean(),
    startMargin: fc.constantFrom(1000, 10_000, 1e6),
    slippagePercent: fc.constantFrom(0, 0, 1),
    commissionPercent: fc.constantFrom(0, 0, 0.5),
    startDate: fc.constantFrom<string[]>(dateOf(0), dateOf(0), dateOf(4), dateOf(30)),
  } as const;
}

/** With a period that begins no sooner than the benchmark, without which a run is refused. */
function onceThereIs({ market, run }: RuleMarket, drawn: Settings): Settings {
  const place = market.instruments.findIndex(({ symbol }) => symbol === run.benchmark);
  const first = market.day[market.barOffset[place] ?? 0];
  const day = first === undefined ? "" : formatIsoDay(first);
  return day > drawn.startDate ? { ...drawn, startDate: day } : drawn;
}

/** What a strategy says before its rules are put in: no condition, every exit to be drawn. */
function bareStrategy({ run }: RuleMarket): object {
  const { symbols, sectors, priceBasis, benchmark } = run;
  return {
    scanner: {
      priceGrowth: null,
      minPrice: null,
      marketCapRank: null,
      avgDailyValue: null,
      ...(symbols && { symbols }),
      ...(sectors && { sectors }),
    },
    buy: { closeDays: 1, lastPriceVsMA: false },
    simulation: { endDate: "2039-12-31", priceBasis, benchmark },
  };
}

function strategyOf(
  base: { scanner?: object; buy?: object; simulation?: object },
  drawn: Settings,
): Strategy {
  const { positionSizing, sortingType } = drawn;
  const parsed = parseStrategy({
    scanner: { ...base.scanner, match: drawn.match, rules: drawn.scanner },
    buy: { ...base.buy, lastPriceVsClose: drawn.lastPriceVsClose, rules: drawn.buy },
    sell: {
      stopLoss: drawn.stopLoss,
      trailingStopLoss: drawn.trailingStopLoss,
      takeProfit: drawn.takeProfit,
      minHoldingDays: drawn.minHoldingDays,
      maxHoldingDays: drawn.maxHoldingDays,
      coolDownDays: drawn.coolDownDays,
      stopOrders: drawn.stopOrders,
      rules: drawn.sell,
    },
    simulation: {
      ...base.simulation,
      startMargin: drawn.startMargin,
      startDate: drawn.startDate,
      maxPositions: drawn.maxPositions,
      fillAt: drawn.fillAt,
      fractionalShares: drawn.fractionalShares,
      slippagePercent: drawn.slippagePercent,
      commissionPercent: drawn.commissionPercent,
      schedule: drawn.schedule,
      sortingType,
      ...(sortingType === "expression" && { sortBy: drawn.sortBy }),
      positionSizing,
      ...(positionSizing !== "equal-weight" && { positionPercent: drawn.positionPercent }),
      ...(positionSizing === "risk" && { riskPercent: drawn.riskPercent, riskDistance: drawn.riskDistance }),
    },
  });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}
