/** Each limit of a field of strategy/3, by its name and place. */
import { describe, expect, it } from "vitest";
import { readStrategy } from "#workers/model/strategy.ts";
import { placeOf } from "#workers/model/strategy-fault.ts";
import { byWeights, weightsOf } from "#tests/support/strategy-of.ts";

const flowsOf = (count: number) => Array.from({ length: count }, () => ({ amount: 1, every: "weekly" }));
const flow = (change: object) => ({ simulation: { flows: [{ amount: 5, every: "monthly", ...change }] } });
const out = (change: object) => ({ simulation: { flows: [{ percent: -4, every: "yearly", ...change }] } });

/** Each fault's place and limit, in order; [] for a strategy that is right. */
function faultsOf(value: unknown): string[] {
  const read = readStrategy(value);
  return read.ok ? [] : read.problem.map(({ path, limit }) => `${placeOf(path)} ${limit}`);
}

describe("a limit of strategy/3", () => {
  it.each<readonly [object, string]>([
    [{ scanner: { exchanges: [] } }, "scanner.exchanges must be a list of texts, at least one, or null"],
    [{ scanner: { exchanges: "NSE" } }, "scanner.exchanges must be a list of texts, at least one, or null"],
    [
      { scanner: { exchanges: ["BSE"] } },
      'scanner.exchanges must have scanner.exchange, which is "NSE", among them',
    ],
    [{ simulation: { fillAt: "close" } }, "simulation.fillAt must be next-open, next-close or same-close"],
    [
      { simulation: { positionSizing: "weight" } },
      "simulation.positionSizing must be equal-weight, percent-of-equity, risk or weights",
    ],
    [
      byWeights({ weight: null }),
      "simulation.weight must be there where positionSizing is weights and weights has no entry",
    ],
    [byWeights({ weight: 20 }), "simulation.weight must be an expression, as text"],
    [byWeights({ weight: "1".repeat(501) }), "simulation.weight may have at most 500 characters"],
    [{ simulation: { weight: "1" } }, "simulation.weight must be left out unless positionSizing is weights"],
    [
      { simulation: { weights: weightsOf(1) } },
      "simulation.weights must be left out unless positionSizing is weights",
    ],
    [
      { simulation: { weightsAre: "percents" } },
      "simulation.weightsAre must be left out unless positionSizing is weights",
    ],
    [
      { simulation: { rebalance: "daily" } },
      "simulation.rebalance must be left out unless positionSizing is weights",
    ],
    [
      byWeights({ weights: { A: "1" } }),
      "simulation.weights must be a list of objects with symbol and weight",
    ],
    [byWeights({ weights: weightsOf(201) }), "simulation.weights may have at most 200 entries"],
    [byWeights({ weights: ["A"] }), "simulation.weights[0] must be an object with symbol and weight"],
    [
      byWeights({ weights: [...weightsOf(2), ...weightsOf(1)] }),
      "simulation.weights[2].symbol must differ from the symbols before it",
    ],
    [
      byWeights({ weights: [{ symbol: " ", weight: "1" }] }),
      "simulation.weights[0].symbol must be text that is not blank, at most 120 characters",
    ],
    [
      byWeights({ weights: [{ symbol: "A" }] }),
      "simulation.weights[0].weight must be an expression, as text",
    ],
    [
      byWeights({ weights: [{ symbol: "A", weight: 60 }] }),
      "simulation.weights[0].weight must be an expression, as text",
    ],
    [
      byWeights({ weights: [{ symbol: "A", weight: "1".repeat(501) }] }),
      "simulation.weights[0].weight may have at most 500 characters",
    ],
    [
      byWeights({ weights: [{ symbol: "A", weight: "1", note: "" }] }),
      "simulation.weights[0].note is not known",
    ],
    [byWeights({ weightsAre: "shares" }), "simulation.weightsAre must be parts or percents"],
    [
      byWeights({ rebalance: "hourly" }),
      "simulation.rebalance must be never, daily, weekly, monthly, quarterly or yearly",
    ],
    [
      byWeights({ rebalanceBand: 5 }),
      "simulation.rebalanceBand must be an object with points, percent or both, or null",
    ],
    [byWeights({ rebalanceBand: {} }), "simulation.rebalanceBand must have points, percent or both"],
    [
      byWeights({ rebalanceBand: { points: null, percent: null } }),
      "simulation.rebalanceBand must have points, percent or both",
    ],
    [
      byWeights({ rebalanceBand: { points: 0 } }),
      "simulation.rebalanceBand.points must be above 0, at most 100, or null",
    ],
    [
      byWeights({ rebalanceBand: { points: 5, percent: 100.5 } }),
      "simulation.rebalanceBand.percent must be above 0, at most 100, or null",
    ],
    [byWeights({ rebalanceBand: { points: 5, off: true } }), "simulation.rebalanceBand.off is not known"],
    [
      byWeights({ rebalance: "never", rebalanceBand: { points: 5 } }),
      "simulation.rebalanceBand must be left out unless rebalance is daily, weekly, monthly, quarterly or yearly",
    ],
    [
      { simulation: { schedule: "hourly" } },
      "simulation.schedule must be daily, weekly, monthly, quarterly or yearly",
    ],
    [byWeights({ scheduleDay: 0 }), "simulation.scheduleDay must be whole, 1 to 20"],
    [byWeights({ scheduleDay: 21 }), "simulation.scheduleDay must be whole, 1 to 20"],
    [byWeights({ scheduleDay: 2.5 }), "simulation.scheduleDay must be whole, 1 to 20"],
    [byWeights({ scheduleDay: null }), "simulation.scheduleDay must be whole, 1 to 20"],
    [
      { simulation: { scheduleDay: 2 } },
      "simulation.scheduleDay must be 1 unless schedule or rebalance is weekly, monthly, quarterly or yearly",
    ],
    [
      byWeights({ rebalance: "daily", scheduleDay: 2 }),
      "simulation.scheduleDay must be 1 unless schedule or rebalance is weekly, monthly, quarterly or yearly",
    ],
    [
      { simulation: { schedule: "weekly", scheduleDay: 6 } },
      "simulation.scheduleDay must be at most 5 where schedule or rebalance is weekly",
    ],
    [
      byWeights({ schedule: "monthly", rebalance: "weekly", scheduleDay: 6 }),
      "simulation.scheduleDay must be at most 5 where schedule or rebalance is weekly",
    ],
    [{ simulation: { flows: {} } }, "simulation.flows must be a list of flows"],
    [{ simulation: { flows: flowsOf(21) } }, "simulation.flows may have at most 20 entries"],
    [
      { simulation: { flows: [5] } },
      "simulation.flows[0] must be an object with amount or percent, and every",
    ],
    [
      { simulation: { flows: [...flowsOf(1), { every: "weekly" }] } },
      "simulation.flows[1] must have exactly one of amount, percent",
    ],
    [out({ amount: 5 }), "simulation.flows[0] must have exactly one of amount, percent"],
    [flow({ amount: 0 }), "simulation.flows[0].amount must be a number that is not 0"],
    [flow({ amount: Infinity }), "simulation.flows[0].amount must be a number that is not 0"],
    [flow({ amount: "5" }), "simulation.flows[0].amount must be a number that is not 0"],
    [
      flow({ every: "daily" }),
      "simulation.flows[0].every must be once, weekly, monthly, quarterly or yearly",
    ],
    [
      flow({ every: undefined }),
      "simulation.flows[0].every must be once, weekly, monthly, quarterly or yearly",
    ],
    [flow({ every: "once" }), "simulation.flows[0].from must be a date where every is once"],
    [flow({ every: "once", from: null }), "simulation.flows[0].from must be a date where every is once"],
    [flow({ from: "2020-02-30" }), "simulation.flows[0].from must be a date YYYY-MM-DD, or null"],
    [flow({ to: 2020 }), "simulation.flows[0].to must be a date YYYY-MM-DD, or null"],
    [flow({ growPercent: 100.5 }), "simulation.flows[0].growPercent must be -50 to 100"],
    [flow({ growPercent: -50.5 }), "simulation.flows[0].growPercent must be -50 to 100"],
    [flow({ growPercent: null }), "simulation.flows[0].growPercent must be -50 to 100"],
    [
      flow({ growBy: "" }),
      "simulation.flows[0].growBy must be the symbol of a series: text that is not blank, at most 120 characters, or null",
    ],
    [flow({ note: "" }), "simulation.flows[0].note is not known"],
    [out({ percent: 0 }), "simulation.flows[0].percent must be at least -100, under 0"],
    [out({ percent: -100.5 }), "simulation.flows[0].percent must be at least -100, under 0"],
    [out({ growPercent: 2 }), "simulation.flows[0].growPercent must be left out beside percent"],
    [out({ growBy: "CPI" }), "simulation.flows[0].growBy must be left out beside percent"],
    [
      { simulation: { cash: 4 } },
      "simulation.cash must be an object with one of percent, price, yield, or null",
    ],
    [{ simulation: { cash: {} } }, "simulation.cash must have exactly one of percent, price, yield"],
    [
      { simulation: { cash: { percent: 4, yield: "A" } } },
      "simulation.cash must have exactly one of percent, price, yield",
    ],
    [{ simulation: { cash: { percent: 50.5 } } }, "simulation.cash.percent must be -10 to 50"],
    [{ simulation: { cash: { percent: -10.5 } } }, "simulation.cash.percent must be -10 to 50"],
    [{ simulation: { cash: { percent: "4" } } }, "simulation.cash.percent must be -10 to 50"],
    [
      { simulation: { cash: { price: 4 } } },
      "simulation.cash.price must be the symbol of a series: text that is not blank, at most 120 characters",
    ],
    [{ simulation: { cash: { percent: 4, days: 365 } } }, "simulation.cash.days is not known"],
    [{ simulation: { riskFree: "bills" } }, "simulation.riskFree must be fixed or cash"],
    [{ simulation: { riskFree: "cash" } }, "simulation.riskFree must be fixed unless cash is there"],
    [
      { simulation: { cash: { percent: 4 }, riskFree: "cash", riskFreePercent: 3 } },
      "simulation.riskFreePercent must be 0 where riskFree is cash",
    ],
    [
      byWeights({ positionPercent: 10 }),
      "simulation.positionPercent must be left out unless positionSizing is percent-of-equity or risk",
    ],
    [byWeights({ riskPercent: 1 }), "simulation.riskPercent must be left out unless positionSizing is risk"],
    [
      byWeights({ riskDistance: "atr(20)" }),
      "simulation.riskDistance must be left out unless positionSizing is risk",
    ],
  ])("of %j: %s", (value, fault) => {
    expect(faultsOf(value)).toEqual([fault]);
  });

  it.each<object>([
    { scanner: { exchanges: ["BSE", "NSE"] } },
    byWeights({ weight: null, weights: weightsOf(1) }),
    byWeights({ weight: "1".repeat(500) }),
    byWeights({ weights: weightsOf(200) }),
    byWeights({ rebalanceBand: { points: 100, percent: 100 } }),
    byWeights({ rebalanceBand: { points: 1e-9, percent: null } }),
    byWeights({ scheduleDay: 20 }),
    byWeights({ rebalance: "weekly", scheduleDay: 5 }),
    { simulation: { schedule: "yearly", scheduleDay: 20 } },
    { simulation: { flows: flowsOf(20) } },
    flow({ amount: -1e300, growPercent: 100 }),
    flow({ growPercent: -50, growBy: "CPI", from: "2020-02-29", to: "2019-01-01" }),
    flow({ every: "once", from: "2020-02-29" }),
    flow({ growPercent: 0, growBy: null, from: null, to: null }),
    out({ percent: -100, growPercent: 0, growBy: null }),
    { simulation: { cash: { percent: 50 }, riskFree: "cash" } },
    { simulation: { cash: { percent: -10 } } },
    { simulation: { cash: { yield: "TBILL" }, riskFreePercent: 3 } },
  ])("takes %j", (value) => {
    expect(faultsOf(value)).toEqual([]);
  });

  it("is said of all of them at once, each with its place", () => {
    const wrong = {
      scanner: { exchanges: ["BSE"] },
      simulation: {
        positionSizing: "weights",
        positionPercent: 5,
        weights: [{ symbol: "A", weight: "1" }, { symbol: "A", weight: 5 }, 7],
        rebalance: "monthly",
        rebalanceBand: { points: 0, percent: 101 },
        scheduleDay: 99,
        flows: [
          { amount: 0, every: "daily", from: "x" },
          { percent: 4, every: "once", growPercent: 1 },
        ],
        cash: {},
        riskFree: "cash",
        riskFreePercent: 2,
        spread: 1,
      },
    };
    const places = faultsOf(wrong).map((fault) => fault.split(" ")[0]);
    expect(places).toEqual([
      "simulation.positionPercent",
      "simulation.weights[1].weight",
      "simulation.weights[2]",
      "simulation.rebalanceBand.points",
      "simulation.rebalanceBand.percent",
      "simulation.scheduleDay",
      "simulation.flows[0].amount",
      "simulation.flows[0].every",
      "simulation.flows[0].from",
      "simulation.flows[1].percent",
      "simulation.flows[1].from",
      "simulation.flows[1].growPercent",
      "simulation.cash",
      "simulation.spread",
      "scanner.exchanges",
      "simulation.riskFreePercent",
    ]);
  });
});
