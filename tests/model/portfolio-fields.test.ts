/** Strategies of strategy/3: what is missing in them, what their weights say, and in which format each is written. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrategy, readStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { findStrategyProblems } from "#workers/words/whole-strategy.ts";
import { byWeights, portfolioStrategy, strategyOf, weightsOf } from "#tests/support/strategy-of.ts";
import { tries } from "#tests/support/tries.ts";

describe("an expression of a weight", () => {
  it("may be what a buy rule may use, and is refused at its own place", () => {
    const wrong = byWeights({
      weight: "profit / 2",
      weights: [
        { symbol: "A", weight: "rank(growth(20))" },
        { symbol: "B", weight: "close > 5" },
        { symbol: "C", weight: "1 /" },
      ],
    });
    const found = findStrategyProblems(wrong).map(({ code, place, column }) => ({ code, place, column }));
    expect(found).toEqual([
      { code: "rules-invalid", place: "simulation.weight", column: 1 },
      { code: "rules-invalid", place: "simulation.weights[1].weight", column: 1 },
      { code: "rules-invalid", place: "simulation.weights[2].weight", column: 4 },
    ]);
  });

  it("is judged beside faults of fields, too", () => {
    const found = findStrategyProblems(
      byWeights({ weights: [{ symbol: "A", weight: "1 /" }], scheduleDay: 0 }),
    );
    expect(found.map(({ place }) => place)).toEqual([
      "simulation.scheduleDay",
      "simulation.weights[0].weight",
    ]);
  });

  it("counts not among a strategy's 200 lines", () => {
    const rules = Array.from({ length: 200 }, (_, at) => `close > ${at}`);
    expect(findStrategyProblems({ ...byWeights({ weights: weightsOf(200) }), buy: { rules } })).toEqual([]);
  });
});

describe("with weights", () => {
  it("a condition that is missing is off", () => {
    const { scanner, buy, sell } = strategyOf(byWeights({}));
    expect(scanner).toMatchObject({
      priceGrowth: null,
      minPrice: null,
      marketCapRank: null,
      avgDailyValue: null,
      priceGrowthDays: 300,
    });
    expect(buy).toMatchObject({ lastPriceVsClose: false, lastPriceVsMA: false, closeDays: 30 });
    expect(sell).toMatchObject({ trailingStopLoss: null, minHoldingDays: 0 });
  });

  it("a condition that is there is kept, with the default of the specification, too", () => {
    const settings = {
      scanner: { priceGrowth: 0, minPrice: 99, marketCapRank: 10, avgDailyValue: 300_000_000 },
      buy: { lastPriceVsClose: true, lastPriceVsMA: true },
      sell: { trailingStopLoss: 10, minHoldingDays: 5 },
    };
    const strategy = strategyOf({ ...byWeights({}), ...settings });
    expect(strategy).toMatchObject(settings);
    expect(strategyOf(JSON.parse(JSON.stringify(strategy)))).toEqual(strategy);
  });
});

describe("the format of a strategy", () => {
  it.each<object>([
    { scanner: { exchanges: ["NSE"] } },
    { simulation: { fillAt: "same-close" } },
    { simulation: { schedule: "yearly" } },
    { simulation: { schedule: "monthly", scheduleDay: 2 } },
    { simulation: { flows: [{ amount: 1, every: "weekly" }] } },
    { simulation: { cash: { percent: 0 } } },
    byWeights({}),
  ])("is strategy/3 for %j, and an older one has no room for it", (value) => {
    expect(strategyOf(value)).toMatchObject({ format: "strategy/3", ...value });
    for (const format of ["strategy/1", "strategy/2"])
      expect(readStrategy({ ...value, format }).ok).toBe(false);
  });

  it("is the lowest that has all of it, where fields of strategy/3 have their defaults", () => {
    const defaults = {
      fillAt: "next-open",
      weight: null,
      weights: [],
      weightsAre: "parts",
      rebalance: "never",
      rebalanceBand: null,
      scheduleDay: 1,
      flows: [],
      cash: null,
      riskFree: "fixed",
    };
    const plain = strategyOf({});
    const third = { format: "strategy/3", scanner: { exchanges: null }, simulation: defaults };
    expect(JSON.stringify(strategyOf(third))).toBe(JSON.stringify(plain));
    const second = strategyOf({ ...third, simulation: { ...defaults, schedule: "weekly" } });
    expect(second.format).toBe("strategy/2");
    expect(Object.keys(second.simulation)).toEqual([...Object.keys(plain.simulation), "schedule"]);
  });

  it("says of a field where it belongs", () => {
    const [fault] = findStrategyProblems({ format: "strategy/2", simulation: { cash: { percent: 4 } } });
    expect(fault?.message).toBe(
      'strategy: unknown field simulation.cash; it belongs to strategy/3: set format to "strategy/3", or remove it',
    );
    const [first] = findStrategyProblems({ format: "strategy/1", buy: { rules: [] } });
    expect(first?.message).toContain('set format to "strategy/2"');
  });
});

it("is read again as it was written, without what has its default", () => {
  const text = JSON.stringify(portfolioStrategy);
  expect(JSON.stringify(strategyOf(JSON.parse(text)))).toBe(text);
  const { simulation } = strategyOf(
    byWeights({
      rebalanceBand: { percent: 25 },
      flows: [{ growPercent: 0, growBy: null, to: null, from: "2020-01-01", every: "weekly", amount: 5 }],
    }),
  );
  expect(simulation.rebalanceBand).toEqual({ points: null, percent: 25 });
  expect(JSON.stringify(simulation.flows)).toBe('[{"amount":5,"every":"weekly","from":"2020-01-01"}]');
});

const days = fc.constantFrom("1999-12-31", "2012-02-29", "2030-06-15");
const flows = fc.oneof(
  fc.record(
    {
      amount: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((amount) => amount !== 0),
      every: fc.constantFrom("weekly", "monthly", "quarterly", "yearly"),
      from: fc.option(days),
      to: fc.option(days),
      growPercent: fc.integer({ min: -50, max: 100 }),
      growBy: fc.option(fc.constantFrom("CPI", "GOLD")),
    },
    { requiredKeys: ["amount", "every"] },
  ),
  fc.record(
    {
      percent: fc.integer({ min: -100, max: -1 }),
      every: fc.constant("once"),
      from: days,
      to: fc.option(days),
    },
    { requiredKeys: ["percent", "every", "from"] },
  ),
);
const distance = fc.option(fc.integer({ min: 1, max: 100 }));
const portfolios = fc.record({
  weight: fc.constantFrom("1", "1 / volatility(60)"),
  weights: fc.uniqueArray(
    fc.record({ symbol: fc.constantFrom("A", "B & C", "é"), weight: fc.constant("5") }),
    {
      selector: ({ symbol }) => symbol,
    },
  ),
  weightsAre: fc.constantFrom("parts", "percents"),
  rebalance: fc.constantFrom("daily", "weekly", "yearly"),
  rebalanceBand: fc.option(
    fc.record({ points: distance, percent: distance }).filter(({ points, percent }) => points !== percent),
  ),
  flows: fc.array(flows, { maxLength: 20 }),
  cash: fc.option(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: -10, max: 50 }) }),
      fc.record({ yield: fc.constant("T") }),
    ),
  ),
  fillAt: fc.constantFrom("next-open", "same-close"),
});

it("any strategy by weights is read as it was written, and means the same", () => {
  fc.assert(
    fc.property(portfolios, (simulation) => {
      const first: Strategy = strategyOf({ simulation: { ...simulation, positionSizing: "weights" } });
      const again = parseStrategy(JSON.parse(JSON.stringify(first)));
      expect(again).toEqual({ ok: true, value: first });
      const written = [first.simulation.weights ?? [], first.simulation.flows ?? []];
      expect(written.map((list) => list.length)).toEqual([
        simulation.weights.length,
        simulation.flows.length,
      ]);
    }),
    { numRuns: tries(300) },
  );
});
