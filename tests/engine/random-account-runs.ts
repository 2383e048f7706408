/** Strategies of strategy/3 by chance (fast-check): weights, flows, interest and fills at the close, on small markets. */
import * as fc from "fast-check";
import { RANDOM_VOCABULARY, longRuleMarkets, ruleMarkets } from "#tests/rules/random-rule-market.ts";
import { ruleTexts } from "#tests/rules/random-rules.ts";
import { dateOf } from "#tests/support/market-builder.ts";
import type { Market } from "#workers/model/market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { RuleRuns } from "./random-rule-runs.ts";

export interface AccountRun {
  readonly market: Market;
  readonly strategy: Strategy;
}

/** Weights that stay what they are when all prices are doubled. */
const SCALE_FREE = [
  "1",
  "5",
  "25",
  "1 / volatility(3)",
  "if(close > sma(3), 20, 0)",
  "if(place(growth(2)) <= 2, 30, 0)",
  "rank(growth(2))",
  "if(growth(1) > 0, 40, if(growth(1) < -5, 0, 1 / 0))",
  "100 - 20 * place(close)",
  "close / atr(3)",
  "if(open > high[1], volume, low / close)",
];
const PERIODS = ["once", "weekly", "monthly", "quarterly", "yearly"];

const dates = fc.integer({ min: -20, max: 90 }).map((session) => dateOf(session));

const flows = fc.record({
  sum: fc.constantFrom<object>(
    { amount: 100 },
    { amount: 2500 },
    { amount: -100 },
    { amount: -1500 },
    { amount: 700, growPercent: 10 },
    { amount: -300, growBy: "^IDX" },
    { percent: -4 },
    { percent: -100 },
  ),
  every: fc.constantFrom(...PERIODS),
  from: dates,
  isFrom: fc.boolean(),
  to: fc.option(dates, { nil: null }),
});

/** Whatever a weight may say. */
const ANY_WEIGHT = fc.oneof(fc.constantFrom(...SCALE_FREE), ruleTexts(RANDOM_VOCABULARY).expression);

/** @param weights - what is drawn as a weight */
const strategiesWith = (weights: fc.Arbitrary<string>) =>
  fc.record({
    sizing: fc.constantFrom("weights", "weights", "weights", "equal-weight", "percent-of-equity"),
    weight: fc.option(weights, { freq: 5 }),
    own: fc.uniqueArray(fc.record({ symbol: fc.constantFrom("M", "A", "a", "Nobody"), weight: weights }), {
      selector: ({ symbol }) => symbol,
      maxLength: 3,
    }),
    weightsAre: fc.constantFrom("parts", "percents"),
    rebalance: fc.constantFrom("never", "daily", "weekly", "monthly"),
    band: fc.constantFrom(null, null, { points: 5 }, { percent: 25 }, { points: 3, percent: 10 }),
    schedule: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
    scheduleDay: fc.constantFrom(1, 1, 2, 4),
    flows: fc.array(flows, { maxLength: 3 }),
    cash: fc.constantFrom<object | null>(
      null,
      null,
      { percent: 5 },
      { price: "^IDX" },
      { yield: "^IDX" },
      { percent: -10 },
    ),
    isCashFree: fc.boolean(),
    fillAt: fc.constantFrom("next-open", "next-close", "same-close"),
    fractionalShares: fc.boolean(),
    maxPositions: fc.integer({ min: 1, max: 6 }),
    minHoldingDays: fc.constantFrom(0, 0, 3),
    trailingStopLoss: fc.constantFrom(null, null, 5),
    takeProfit: fc.constantFrom(null, null, 8),
    stopOrders: fc.constantFrom("at-close", "at-close", "resting"),
    coolDownDays: fc.constantFrom(0, 0, 2),
    costs: fc.constantFrom(0, 0.1, 1),
    startMargin: fc.constantFrom(1000, 20_000, 1e6),
    rule: fc.constantFrom(null, null, "close > close[1]", "volume > 0"),
  });

interface Drawing {
  /** On markets of more sessions than a year has. */
  readonly isLong?: boolean;
  readonly isScaleFree?: boolean;
}

/** Of strategies that can be run on their market. */
export function accountRuns({ isLong = false, isScaleFree = false }: Drawing = {}): fc.Arbitrary<AccountRun> {
  const drawn = strategiesWith(isScaleFree ? fc.constantFrom(...SCALE_FREE) : ANY_WEIGHT);
  return fc
    .record({ on: isLong ? longRuleMarkets() : ruleMarkets(), drawn })
    .map(({ on: { market, run }, drawn: each }) => ({ market, strategy: assemble(each, run) }));
}

/** Several strategies on one market; some have the same weights, others the same dates. */
export function manyAccountRuns(): fc.Arbitrary<RuleRuns> {
  return fc
    .record({
      on: ruleMarkets(),
      drawn: fc.array(strategiesWith(ANY_WEIGHT), { minLength: 1, maxLength: 4 }),
    })
    .map(({ on: { market, run }, drawn }) => ({
      market,
      strategies: drawn.map((each) => assemble(each, run)),
    }));
}

type Drawn = ReturnType<typeof strategiesWith> extends fc.Arbitrary<infer T> ? T : never;

function assemble(
  drawn: Drawn,
  run: { readonly priceBasis: string; readonly benchmark: string | null },
): Strategy {
  const { cash, isCashFree, rebalance, schedule, scheduleDay, costs } = drawn;
  const isWeighted = drawn.sizing === "weights";
  const areScheduled = [schedule, isWeighted ? rebalance : "never"].some(
    (each) => each !== "daily" && each !== "never",
  );
  const areWeekly = schedule === "weekly" || (isWeighted && rebalance === "weekly");
  return strategyOf({
    scanner: { match: "all", priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: {
      lastPriceVsClose: false,
      lastPriceVsMA: false,
      ...(drawn.rule !== null && { rules: [drawn.rule] }),
    },
    sell: {
      trailingStopLoss: drawn.trailingStopLoss,
      takeProfit: drawn.takeProfit,
      minHoldingDays: drawn.minHoldingDays,
      coolDownDays: drawn.coolDownDays,
      stopOrders: drawn.stopOrders,
    },
    simulation: {
      startMargin: drawn.startMargin,
      startDate: dateOf(0),
      endDate: "2039-12-31",
      maxPositions: drawn.maxPositions,
      fillAt: drawn.fillAt,
      fractionalShares: drawn.fractionalShares,
      commissionPercent: costs,
      slippagePercent: costs / 2,
      priceBasis: run.priceBasis,
      benchmark: run.benchmark,
      schedule,
      ...(areScheduled && { scheduleDay: areWeekly ? Math.min(scheduleDay, 4) : scheduleDay }),
      positionSizing: drawn.sizing,
      ...(drawn.sizing === "percent-of-equity" && { positionPercent: 30 }),
      ...(isWeighted && {
        weight: drawn.weight ?? (drawn.own.length === 0 ? "1" : null),
        weights: drawn.own,
        weightsAre: drawn.weightsAre,
        rebalance,
        ...(rebalance !== "never" && drawn.band !== null && { rebalanceBand: drawn.band }),
      }),
      flows: drawn.flows.map(({ sum, every, from, isFrom, to }) => ({
        ...sum,
        every,
        ...((isFrom || every === "once") && { from }),
        to,
      })),
      cash,
      ...(cash !== null && isCashFree && { riskFree: "cash" }),
    },
  });
}

export function strategyOf(parts: object): Strategy {
  const parsed = parseStrategy({ format: "strategy/3", ...parts });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}
