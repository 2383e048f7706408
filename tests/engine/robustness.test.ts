/** Runs a session late, and runs with random entries: what each of them is, held against ordinary runs. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulateDecided } from "#workers/analysis/entry-decisions.ts";
import { makeDraws } from "#workers/analysis/random-entries.ts";
import { withoutBest } from "#workers/analysis/otherwise.ts";
import { backtest } from "#workers/run/backtest.ts";
import { findGround, simulate, simulateOn } from "#workers/engine/simulate.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Result } from "#workers/model/problem.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { randomEntries, runOtherwise, simulateLate, simulateWithoutBest } from "#workers/run/robustness.ts";
import { bought, unbrokenMarket } from "./unbroken-market.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { smallRuns } from "../support/random-market.ts";
import { ruleRuns } from "./random-rule-runs.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

function readStrategy(strategy: object): Strategy {
  return valueOf(parseStrategy(strategy));
}

interface Rules {
  readonly buy: string;
  readonly sell: string;
  readonly sortBy: string;
  readonly minHoldingDays: number;
  readonly maxHoldingDays: number;
}

function strategyBy({ buy, sell, sortBy, ...holding }: Rules, schedule: string): Strategy {
  return readStrategy({
    format: "strategy/2",
    name: "Late",
    scanner: { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: [buy] },
    sell: { trailingStopLoss: null, ...holding, rules: [sell] },
    simulation: {
      startMargin: 100_000,
      startDate: "2020-01-01",
      endDate: "2021-01-01",
      maxPositions: 3,
      fractionalShares: true,
      commissionPercent: 0.1,
      sortingType: "expression",
      sortBy,
      schedule,
    },
  });
}

/** Their sessions, ascending: the order in which they were bought. */
function entriesOf({ entrySession, count }: Ledger): number[] {
  return [...entrySession.subarray(0, count)];
}

describe("a run a session late", () => {
  it("is the run of rules that look one bar further back, held a session longer", () => {
    const cases = [
      ["close > close[1]", "close < sma(3)", "close"],
      ["rsi(2) < 40", "rsi(2) > 70", "-rsi(2)"],
      ["close = lowest(4)", "close > sma(5)", "growth(3)"],
    ] as const;
    let trades = 0;
    for (const [seed, [buy, sell, sortBy]] of cases.entries()) {
      const market = unbrokenMarket(seed);
      const own = strategyBy({ buy, sell, sortBy, minHoldingDays: 0, maxHoldingDays: 6 }, "daily");
      const shifted = {
        buy: `(${buy})[1]`,
        sell: `(${sell})[1]`,
        sortBy: `(${sortBy})[1]`,
        minHoldingDays: 2, // on its first day a position's rules have not been asked yet
        maxHoldingDays: 7,
      };
      const further = valueOf(backtest(strategyBy(shifted, "daily"), market));
      const late = simulateLate(valueOf(planRun(own, market)));
      expect(late.equity).toEqual(further.equity.value);
      expect(late.openPositions).toEqual(further.equity.positions);
      expect(valueOf(runOtherwise({ strategy: own, how: "late" }, market)).performance).toEqual(
        further.performance,
      );
      expect(valueOf(backtest(own, market)).equity.value).not.toEqual(late.equity);
      trades += further.performance.trades;
    }
    expect(trades).toBeGreaterThan(50);
  });

  it("buys the session after those of its schedule", () => {
    const rules = { buy: "close > 0", sell: "close > 0", sortBy: "close", minHoldingDays: 0 };
    const strategy = strategyBy({ ...rules, maxHoldingDays: 2 }, "monthly");
    const plan = valueOf(planRun(strategy, unbrokenMarket()));
    const own = [...new Set(simulate(plan).ledger.entrySession)];
    const late = [...new Set(simulateLate(plan).ledger.entrySession)];
    expect(own.filter((session) => session > 0)).toEqual([1, 32, 61]); // January, February and March of 2020
    expect(late.filter((session) => session > 0)).toEqual([2, 33, 62]);
  });
});

describe("a run without its best positions", () => {
  const twice = {
    buy: "close > 0",
    sell: "close < 0",
    minHoldingDays: 0,
    maxHoldingDays: 2,
    sortBy: "close",
  };
  const rising = buildMarket([
    // Dearer than B throughout, and twice its price from the third session on.
    { symbol: "A", bars: [100, 100, 100, 200, 200, 200, 200].map((close, t): BarSpec => [t, close, close]) },
    { symbol: "B", bars: [50, 50, 50, 50, 50, 50, 50].map((close, t): BarSpec => [t, close, close]) },
  ]);
  const plain = strategyBy(twice, "daily");
  const alone = readStrategy({
    ...plain,
    simulation: { ...plain.simulation, maxPositions: 1, commissionPercent: 0 },
  });

  it("leaves their instruments out while they were held: the worked case", () => {
    // A, the dearer, is bought at 100 and sold at 200. Without it B stands still in its place, and with no other
    // place there is no other way to gain.
    const plan = valueOf(planRun(alone, rising));
    const own = simulateDecided(plan);
    expect(own.equity.at(-1)).toBe(200_000);
    const [first] = bought(plan, own.ledger);
    expect(first?.slice(0, 2)).toEqual([0, 1]);
    const ground = inOneGo(findGround(plan));
    const without = simulateOn(plan, {
      ...ground,
      decideOtherwise: (decisions) => withoutBest(decisions, plan, own, 1),
    });
    expect(without.equity.at(-1)).toBe(100_000);
    const [instead, later] = bought(plan, without.ledger);
    expect(instead?.slice(0, 2)).toEqual([1, 1]);
    expect(later?.[0]).toBe(0); // A may be bought again once the position would have been sold
    expect(later?.[1]).toBeGreaterThan(Number(first?.[2]));
    const none = simulateOn(plan, {
      ...ground,
      decideOtherwise: (decisions) => withoutBest(decisions, plan, own, 0),
    });
    expect(none.equity).toEqual(own.equity);
  });

  it("buys none of the ten most profitable ones at any close from their entry to their exit", () => {
    let compared = 0;
    for (const seed of [0, 1, 2]) {
      const rules = { buy: "close > close[1]", sell: "close < sma(3)", sortBy: "close" };
      const strategy = strategyBy({ ...rules, minHoldingDays: 0, maxHoldingDays: 6 }, "daily");
      const market = unbrokenMarket(seed);
      const report = valueOf(backtest(strategy, market));
      const best = report.positions.toSorted((a, b) => b.profit - a.profit).slice(0, 10);
      const plan = valueOf(planRun(strategy, market));
      const { ledger } = simulateWithoutBest(plan);
      expect(ledger.count).toBeGreaterThan(10);
      for (const [instrument, entry] of bought(plan, ledger)) {
        const symbol = market.instruments[instrument ?? -1]?.symbol;
        const date = formatIsoDay(plan.sessionDay[entry ?? -1] ?? Number.NaN);
        for (const one of best) {
          const isHeld = one.instrument === symbol && one.entryDate <= date && date <= one.exitDate;
          expect(isHeld).toBe(false);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  });
});

describe("runs with one thing otherwise", () => {
  it.each(["late", "without-best"] as const)("are the same with every shortcut as with none: %s", (how) => {
    let trades = 0;
    const law = fc.property(ruleRuns(), ({ market, strategies }) => {
      for (const strategy of strategies) {
        const plain = runOtherwise({ strategy, how }, { ...market }, { shortcuts: [] });
        expect(runOtherwise({ strategy, how }, market)).toEqual(plain);
        trades += plain.ok ? plain.value.performance.trades : 0;
      }
    });
    fc.assert(law, { numRuns: tries(60) });
    expect(trades).toBeGreaterThanOrEqual(whenFull(30));
  });
});

describe("random entries", () => {
  const market = syntheticMarket({ instruments: 40, sessions: 600 });
  const strategy = plainStrategy({
    buy: { lastPriceVsMA: true, movingAverageDays: 50 },
    sell: { trailingStopLoss: 8, minHoldingDays: 3 },
    simulation: { maxPositions: 5, startMargin: 1e6, startDate: "2000-01-01", endDate: "2003-01-01" },
  });

  it("are the same draw by draw, alone or among others, whatever was run before", () => {
    const all = valueOf(randomEntries(strategy, market, { first: 0, count: 12 }));
    backtest(strategy, market);
    const [some, rest] = [5, 7].map((count, at) =>
      valueOf(randomEntries(strategy, { ...market }, { first: at * 5, count })),
    );
    for (const column of ["growthPercent", "cagr", "positions"] as const)
      expect([...(some?.[column] ?? []), ...(rest?.[column] ?? [])]).toEqual([...all[column]]);
    expect(new Set(all.growthPercent).size).toBe(12);
  });

  it("with one instrument to choose from are the run itself", () => {
    const one = buildMarket([
      {
        symbol: "ONE",
        bars: Array.from({ length: 80 }, (_, t): BarSpec => [t, 50 + ((t * 7) % 13), 50 + ((t * 5) % 11)]),
      },
    ]);
    const picky = plainStrategy({
      buy: { lastPriceVsMA: true, movingAverageDays: 3 },
      sell: { maxHoldingDays: 4, trailingStopLoss: 10 },
      simulation: { maxPositions: 2, startMargin: 10_000, commissionPercent: 0.2 },
    });
    const own = valueOf(backtest(picky, one));
    const drawn = valueOf(randomEntries(picky, one, { first: 0, count: 3 }));
    expect(own.performance.trades).toBeGreaterThan(5);
    expect([...drawn.growthPercent]).toEqual([1, 2, 3].map(() => own.performance.totalGrowthPercent));
    expect([...drawn.cagr]).toEqual([1, 2, 3].map(() => own.performance.cagr));
  });

  it("buy as many on the same days where holdings are as long", () => {
    const held = plainStrategy({
      buy: { lastPriceVsMA: true, movingAverageDays: 20 },
      sell: { maxHoldingDays: 5 },
      simulation: { ...strategy.simulation, fractionalShares: true },
    });
    const plan = valueOf(planRun(held, market));
    const decided = simulateDecided(plan);
    const own = decided.ledger;
    const drawn = makeDraws(plan, decided)(0).ledger;
    expect(own.count).toBeGreaterThan(100);
    expect(entriesOf(drawn)).toEqual(entriesOf(own));
    expect(bought(plan, drawn)).not.toEqual(bought(plan, own));
  });

  it("never come before the run's own, never hold more than it may, and buy only what has a price", () => {
    const law = fc.property(smallRuns(), fc.nat(20), ({ series, strategy: any }, number) => {
      const plan = planRun(any, buildMarket(series));
      if (!plan.ok) return;
      const own = simulateDecided(plan.value);
      const run = makeDraws(plan.value, own)(number);
      const [theirs, mine] = [entriesOf(own.ledger), entriesOf(run.ledger)];
      for (const [at, session] of mine.entries())
        expect(session).toBeGreaterThanOrEqual(theirs[at] ?? Infinity);
      expect(Math.max(...run.openPositions)).toBeLessThanOrEqual(any.simulation.maxPositions);
      for (const value of run.equity) expect(value).toBeGreaterThan(0);
    });
    fc.assert(law, { numRuns: tries(80) });
  });

  it("choose each that can be bought about as often", () => {
    const single = plainStrategy({
      sell: { maxHoldingDays: 1 },
      simulation: { ...strategy.simulation, maxPositions: 1, fractionalShares: true },
    });
    const plan = valueOf(planRun(single, market));
    const draw = makeDraws(plan, simulateDecided(plan));
    const chosen = new Float64Array(market.instruments.length);
    let total = 0;
    for (let number = 0; number < 20; number++) {
      const { member, count } = draw(number).ledger;
      for (const each of member.subarray(0, count)) chosen[each] = (chosen[each] ?? 0) + 1;
      total += count;
    }
    const expected = total / market.instruments.length;
    const chiSquare = chosen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(expected).toBeGreaterThan(100);
    expect(chiSquare).toBeLessThan(72.1); // the 99.9 % point of chi-square with 39 degrees of freedom
  });

  it("keep to what the scanner asks of everyone about price and volume", () => {
    const cheap = { symbol: "CHEAP", price: 5 };
    const dear = { symbol: "DEAR", price: 500 };
    const both = buildMarket(
      [cheap, dear].map(({ symbol, price }) => ({
        symbol,
        bars: Array.from({ length: 60 }, (_, t): BarSpec => [t, price, price + (t % 2)]),
      })),
    );
    const members = (match: "all" | "any") => {
      const asked = plainStrategy({
        scanner: { match, minPrice: 100, priceGrowth: null },
        sell: { maxHoldingDays: 1 },
        simulation: { maxPositions: 1, startMargin: 10_000 },
      });
      const plan = valueOf(planRun(asked, both));
      const draw = makeDraws(plan, simulateDecided(plan));
      const ledgers = [0, 1, 2, 3].map((number) => draw(number).ledger);
      return new Set(ledgers.flatMap(({ member, count }) => Array.from(member.subarray(0, count))));
    };
    expect(members("all")).toEqual(new Set([1]));
    expect(members("any")).toEqual(new Set([0, 1]));
  });
});
