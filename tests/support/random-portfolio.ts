/**
 * Strategies of strategy/3 by chance (fast-check) on small, nasty markets: weights in parts and percents, bands, schedules,
 * money in and out, cash that earns, every time of filling; slots with money in and out among them.
 */
import * as fc from "fast-check";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { smallRuns } from "./random-market.ts";
import type { RandomRun } from "./random-market.ts";

const WEIGHTS = ["1", "25", "60", "if(close > sma(3), 30, 0)", "1 / volatility(3)", "close"];
const PERIODS = ["daily", "weekly", "monthly"];

const byWeights = fc.record({
  positionSizing: fc.constant("weights"),
  weight: fc.constantFrom(...WEIGHTS),
  weightsAre: fc.constantFrom("parts", "percents"),
  rebalance: fc.constantFrom("never", ...PERIODS, "daily"),
  band: fc.constantFrom(null, null, { points: 2, percent: null }, { points: 10, percent: 25 }),
  schedule: fc.constantFrom(...PERIODS),
});
const bySlots = fc.record({ schedule: fc.constantFrom("daily", "weekly") });

/** Days are counted from the run's startDate. */
const flowDraws = fc.record({
  amount: fc.constantFrom(0.1, 0.5, -0.05, -0.4),
  percent: fc.constantFrom(null, null, null, -2, -30),
  every: fc.constantFrom("once", "weekly", "monthly"),
  from: fc.nat(60),
});

const accounts = fc.record({
  fillAt: fc.constantFrom("next-open", "next-close", "same-close"),
  fractionalShares: fc.boolean(),
  cash: fc.constantFrom(null, null, { percent: 5 }),
  isCashRiskless: fc.boolean(),
  startMargin: fc.constantFrom(1000, 10_000, 100_000),
});

/** On the markets of smallRuns; every strategy is a strategy/3. */
export function portfolioRuns(): fc.Arbitrary<RandomRun> {
  const draws = fc.record({
    run: smallRuns(),
    wanted: fc.oneof({ weight: 3, arbitrary: byWeights }, bySlots),
    flows: fc.array(flowDraws, { maxLength: 3 }),
    account: accounts,
  });
  return draws.map(({ run, wanted, flows, account }) => {
    const { isCashRiskless, ...simulation } = account;
    const { band, ...sizing } = { band: null, ...wanted };
    const { startDate, endDate, maxPositions, commissionPercent, slippagePercent } = run.strategy.simulation;
    const hasBand = band !== null && "rebalance" in sizing && sizing.rebalance !== "never";
    const isLast = simulation.cash === null && flows.length === 0 && !("weight" in sizing);
    const parsed = parseStrategy({
      name: "By chance",
      scanner:
        "weight" in sizing ? { exchange: run.strategy.scanner.exchange, match: "all" } : run.strategy.scanner,
      buy: "weight" in sizing ? {} : run.strategy.buy,
      sell: run.strategy.sell,
      simulation: {
        startDate,
        endDate,
        maxPositions,
        commissionPercent,
        slippagePercent,
        ...sizing,
        ...simulation,
        ...(isLast && { fillAt: "same-close" }),
        ...(hasBand && { rebalanceBand: band }),
        ...(simulation.cash !== null && isCashRiskless && { riskFree: "cash" }),
        flows: flows.map(({ amount, percent, every, from }) => ({
          ...(percent === null ? { amount: amount * simulation.startMargin } : { percent }),
          every,
          from: formatIsoDay((parseIsoDay(startDate) ?? 0) + from),
        })),
      },
    });
    if (!parsed.ok) throw new Error(parsed.problem.details?.join("\n") ?? parsed.problem.message);
    return { series: run.series, strategy: parsed.value };
  });
}
