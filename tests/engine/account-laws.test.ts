/** What must always hold of a strategy/3 (account.md, section 10), with every shortcut and without. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "#tests/support/market-builder.ts";
import { movedMany, movedOnes } from "#tests/support/other-calendars.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { lateMarket } from "#tests/support/late-market.ts";
import { withZones } from "#tests/support/market-zones.ts";
import { backtestVariants } from "#workers/run/backtest-variants.ts";
import { figuresOf } from "#workers/run/variant-figures.ts";
import { checkLookAhead } from "#workers/run/look-ahead.ts";
import { previewStrategy } from "#workers/run/preview-strategy.ts";
import type { Decision } from "#workers/model/decision.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { cutMarket } from "#workers/run/cut-market.ts";
import { backtest } from "#workers/run/backtest.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { accountRuns, manyAccountRuns, strategyOf } from "./random-account-runs.ts";
import type { AccountRun } from "./random-account-runs.ts";

const runs = fc.oneof(
  { weight: 4, arbitrary: accountRuns() },
  { weight: 2, arbitrary: movedOnes(accountRuns()) },
  accountRuns({ isLong: true }),
);
/** Several on one market. */
const many = fc.oneof({ weight: 2, arbitrary: manyAccountRuns() }, movedMany(manyAccountRuns()));
const often = { numRuns: tries(400) };
const shares = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

/** Of a run that is not refused: an index that begins late can refuse one. A difference of a last bit may decide a threshold. */
function reportOf({ strategy, market }: AccountRun, options = {}): Report {
  const run = backtest(strategy, market, options);
  fc.pre(run.ok);
  return valueOf(run);
}

function valueOf(run: Result<Report>): Report {
  if (!run.ok) throw new Error(run.problem.message);
  return run.value;
}

function near(money: number, startMargin: number): number {
  return 1e-9 * Math.max(Math.abs(money), startMargin);
}

describe("an account by weights, with money in and out", () => {
  it("is the same with every shortcut and without one", () => {
    const law = fc.property(runs, (run) => {
      const [fast, plain] = [
        backtest(run.strategy, run.market),
        backtest(run.strategy, run.market, { shortcuts: [] }),
      ];
      expect(fast).toEqual(plain);
    });
    fc.assert(law, often);
  });

  it("is the same whatever was run on the market before, and from prices in their stored code", () => {
    const forms = fc.constantFrom(withZones, lateMarket);
    const law = fc.property(many, forms, ({ market, strategies }, form) => {
      const known = form(market);
      for (const strategy of [...strategies, ...strategies.slice(0, 1)])
        expect(backtest(strategy, known)).toEqual(backtest(strategy, { ...market }, { shortcuts: [] }));
    });
    fc.assert(law, { numRuns: tries(150) });
  });

  it("is the same as one of many variants as alone", () => {
    const law = fc.property(many, ({ market, strategies }) => {
      const alone = strategies.map((strategy) => {
        const run = backtest(strategy, { ...market }, { shortcuts: [] });
        if (!run.ok) return run;
        const { performance, passedOver, equity } = run.value;
        return { ok: true, value: { performance, passedOver, equity: equity.value } };
      });
      const among = backtestVariants(strategies, market, { withEquity: true }).map((run) => {
        if (!run.ok) return run;
        const { performance, passedOver, equity } = run.value;
        return { ok: true, value: { performance, passedOver, equity } };
      });
      expect(among).toEqual(alone);
    });
    fc.assert(law, { numRuns: tries(150) });
  });

  it("is the same as a variant that comes alone after others on the market", () => {
    const law = fc.property(many, ({ market, strategies }) => {
      for (const strategy of [...strategies, ...strategies]) {
        const [found] = figuresOf([strategy], market);
        const alone = backtest(strategy, { ...market }, { shortcuts: [] });
        const performance = alone.ok ? alone.value.performance : null;
        expect(found?.ok ? found.value.performance : null).toEqual(performance);
      }
    });
    fc.assert(law, { numRuns: tries(150) });
  });

  it("is previewed with the candidates that a run has on that session", () => {
    let found = 0;
    const law = fc.property(runs, fc.nat(), ({ market, strategy }, which) => {
      const { day } = reportOf({ market, strategy }).equity;
      fc.pre(day.length > 1);
      const at = itemAt(day, which % (day.length - 1));
      const simulation = { ...strategy.simulation, startDate: formatIsoDay(at) };
      const log: Decision[] = [];
      const run = backtest({ ...strategy, simulation }, market, { log });
      const preview = previewStrategy(
        { ...strategy, simulation: { ...simulation, endDate: simulation.startDate } },
        market,
      );
      fc.pre(run.ok && preview.ok);
      const names = log.filter((entry) => entry.type === "candidate" && entry.day === at);
      expect(preview.ok ? preview.value.candidates.map(({ symbol }) => symbol) : []).toEqual(
        names.map(({ instrument }) => instrument).toSorted(compareSymbols),
      );
      found += names.length;
    });
    fc.assert(law, { numRuns: tries(150) });
    expect(found).toBeGreaterThanOrEqual(whenFull(50));
  });

  it("has a check for look-ahead that finds nothing", () => {
    let sessions = 0;
    const law = fc.property(runs, ({ strategy, market }) => {
      const verdict = checkLookAhead(strategy, market);
      if (!verdict.ok) return;
      expect(verdict.value).toMatchObject({ changed: 0, first: null });
      sessions += verdict.value.sessions;
    });
    fc.assert(law, { numRuns: tries(60) });
    expect(sessions).toBeGreaterThanOrEqual(whenFull(300));
  });

  it("has books that add up, never owes its cash, and a growth that is never below 0", () => {
    const law = fc.property(runs, (run) => {
      const report = reportOf(run);
      const { startMargin } = run.strategy.simulation;
      const { value, growth = value } = report.equity;
      const { money, performance, positions } = report;
      const end = itemAt(value, value.length - 1);
      const made = positions.reduce((sum, { profit }) => sum + profit, money?.interest ?? 0);
      const moved = (money?.deposited ?? 0) - (money?.withdrawn ?? 0);
      const bought = positions.reduce((sum, each) => sum + each.quantity * each.entryPrice, startMargin);
      const turned = Math.max(bought, ...value);
      const grown = end - startMargin - moved;
      expect(Math.abs(made - grown)).toBeLessThanOrEqual(near(turned, startMargin));
      expect(Math.abs(performance.totalGrowth - grown)).toBeLessThanOrEqual(near(turned, startMargin));
      expect(Math.min(...growth)).toBeGreaterThanOrEqual(0);
      expect(Math.min(...value)).toBeGreaterThanOrEqual(-near(0, startMargin));
      const flows = report.yearlyPerformance.reduce((sum, year) => sum + (year.flows ?? 0), 0);
      const isShown = growth !== value && run.strategy.simulation.fillAt !== "same-close"; // else some may show a session later
      const notShown = isShown ? Math.abs(flows - moved) : 0;
      expect(notShown).toBeLessThanOrEqual(near(turned, startMargin));
    });
    fc.assert(law, often);
  });

  it("knows nothing of what comes later", () => {
    const law = fc.property(runs, shares, (run, share) => {
      const whole = reportOf(run);
      const { day } = whole.equity;
      const at = Math.floor(share * (day.length - 1));
      fc.pre(at < day.length - 1);
      const last = itemAt(day, at);
      const short = reportOf({ strategy: run.strategy, market: cutMarket(run.market, last, 0) });
      fc.pre(short.metadata.frequency === whole.metadata.frequency);
      fc.pre(short.sessionsOfYear === whole.sessionsOfYear);
      const upTo = (values: Float64Array) => [...values.subarray(0, at + 1)];
      expect(upTo(short.equity.value)).toEqual(upTo(whole.equity.value));
      const known = ({ rebalances = [] }: Report) =>
        rebalances.filter(({ date }) => date <= formatIsoDay(last));
      expect(known(short)).toEqual(known(whole));
    });
    fc.assert(law, { numRuns: tries(300) });
  });

  it("does the same with all prices and all money doubled", () => {
    const law = fc.property(accountRuns({ isScaleFree: true }), (run) => {
      const { simulation } = run.strategy;
      fc.pre(simulation.cash?.yield === undefined);
      const once = reportOf(run);
      const other = reportOf({
        market: doubled(run.market),
        strategy: {
          ...run.strategy,
          simulation: {
            ...simulation,
            startMargin: simulation.startMargin * 2,
            flows: (simulation.flows ?? []).map(doubledFlow),
          },
        },
      });
      expect([...other.equity.value]).toEqual(Array.from(once.equity.value, (value) => value * 2));
      expect(other.rebalances?.map(({ date }) => date)).toEqual(once.rebalances?.map(({ date }) => date));
    });
    fc.assert(law, { numRuns: tries(200) });
  });

  it("takes in and out of the same sum on one session for nothing", () => {
    const law = fc.property(runs, fc.constantFrom("weekly", "monthly"), (run, every) => {
      const { simulation } = run.strategy;
      fc.pre(simulation.cash?.yield === undefined); // an index of 1,000 as a percent a year makes a last bit a cent
      const bare = { ...run.strategy, simulation: { ...simulation, flows: [] } };
      const both = [
        { amount: 500, every },
        { amount: -500, every },
      ] as const;
      const without = reportOf({ ...run, strategy: bare });
      fc.pre(Math.min(...without.equity.value) > 0);
      const within = reportOf({ ...run, strategy: { ...bare, simulation: { ...simulation, flows: both } } });
      for (const [at, value] of within.equity.value.entries())
        expect(Math.abs(value - itemAt(without.equity.value, at))).toBeLessThanOrEqual(
          1e-5 * Math.max(value, simulation.startMargin),
        );
    });
    fc.assert(law, { numRuns: tries(200) });
  });
});

function doubledFlow(flow: Flow): Flow {
  return flow.amount === undefined ? flow : { ...flow, amount: flow.amount * 2 };
}

function twice(column: Float64Array): Float64Array {
  return column.map((price) => price * 2);
}

function doubled(market: Market): Market {
  return {
    ...market,
    open: twice(market.open),
    high: twice(market.high),
    low: twice(market.low),
    close: twice(market.close),
    ...(market.adjClose && { adjClose: twice(market.adjClose) }),
  };
}

/** Walks with a bar on each of 80 days; sessions are calendar days. */
const walks = fc
  .array(fc.array(fc.constantFrom(1, 1.02, 0.98, 1.1, 0.9), { minLength: 80, maxLength: 80 }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((moves) => moves.map(seriesOf));

function seriesOf(moves: readonly number[], at: number): SeriesSpec {
  let close = 100;
  const bars = moves.map((move, session): BarSpec => {
    const open = close;
    close *= move;
    return [session, open, close];
  });
  return { symbol: `S${at}`, bars };
}

const FREE = { startDate: dateOf(0), endDate: "2039-12-31", fractionalShares: true, fillAt: "same-close" };

function growthOf(strategy: Strategy, market: Market): { report: Report; growth: Float64Array } {
  const report = valueOf(backtest(strategy, market));
  return { report, growth: report.equity.growth ?? report.equity.value };
}

describe("what a portfolio must come to", () => {
  it("is the average share with weights of 1 in parts, set back each month, without costs", () => {
    const law = fc.property(walks, (series) => {
      const strategy = strategyOf({
        simulation: {
          ...FREE,
          positionSizing: "weights",
          weight: "1",
          schedule: "monthly",
          rebalance: "monthly",
          maxPositions: 10,
        },
      });
      const { report, growth } = growthOf(strategy, buildMarket(series));
      const average = report.equity.universe ?? new Float64Array(0);
      expect(average.length).toBe(growth.length);
      for (const [at, value] of growth.entries())
        expect(Math.abs(value / itemAt(average, at) - 1)).toBeLessThan(1e-9);
    });
    fc.assert(law, { numRuns: tries(100) });
  });

  it("is the price of the one share that is held at 100 percent, whatever comes and goes", () => {
    const sums = fc.array(fc.constantFrom(1000, -300, 25, -5000), { minLength: 1, maxLength: 4 });
    const law = fc.property(walks, sums, (series, amounts) => {
      const strategy = strategyOf({
        simulation: {
          ...FREE,
          positionSizing: "weights",
          weightsAre: "percents",
          weights: [{ symbol: "S0", weight: "100" }],
          rebalance: "daily",
          flows: amounts.map((amount, at) => ({ amount, every: "weekly", from: dateOf(3 + at) })),
        },
      });
      const market = buildMarket(series.slice(0, 1));
      const { report, growth } = growthOf(strategy, market);
      fc.pre(report.money?.missed === 0); // an empty account misses what the price does meanwhile
      for (const [at, value] of growth.entries()) {
        const price = itemAt(market.close, at) / itemAt(market.close, 0);
        expect(Math.abs(value / strategy.simulation.startMargin / price - 1)).toBeLessThan(1e-9);
      }
    });
    fc.assert(law, { numRuns: tries(100) });
  });

  it("is as it was where deposits lie idle", () => {
    const law = fc.property(walks, (series) => {
      const nothing = {
        positionSizing: "weights",
        weight: "0 * close",
        flows: [{ amount: 100, every: "weekly" }],
      };
      const { report, growth } = growthOf(
        strategyOf({ simulation: { ...FREE, ...nothing } }),
        buildMarket(series),
      );
      expect(report.money?.deposited).toBeGreaterThan(0);
      for (const value of growth) expect(value).toBeCloseTo(itemAt(growth, 0), 6);
    });
    fc.assert(law, { numRuns: tries(30) });
  });
});
