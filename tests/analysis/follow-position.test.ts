import { describe, expect, it } from "vitest";
import { sampleRuns } from "#tests/engine/sample-runs.ts";
import { plainStrategy, prices } from "#tests/engine/tables/worked-case.ts";
import type { StrategyParts } from "#tests/engine/tables/worked-case.ts";
import { buildMarket, dateOf, dayOf } from "#tests/support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "#tests/support/market-builder.ts";
import { followPosition } from "#workers/analysis/follow-position.ts";
import { atMost } from "#workers/model/forgive.ts";
import { measure } from "#workers/figures/measure.ts";
import { planRun } from "#workers/run/plan-run.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Report } from "#workers/model/report.ts";

function reportOf(series: readonly SeriesSpec[], strategy: StrategyParts): { plan: Plan; report: Report } {
  const plan = planRun(plainStrategy(strategy), buildMarket(series));
  if (!plan.ok) throw new Error(plan.problem.message);
  return { plan: plan.value, report: measure(plan.value, simulate(plan.value)) };
}

/** The path of the run's first position. */
function firstPath(series: readonly SeriesSpec[], strategy: StrategyParts): PositionPath {
  const { plan, report } = reportOf(series, strategy);
  const [position] = report.positions;
  if (!position) throw new Error("no position");
  const path = followPosition(plan, position);
  if (!path.ok) throw new Error(path.problem.message);
  return path.value;
}

function sessionsOf({ day }: PositionPath): readonly number[] {
  return Array.from(day, (each) => each - dayOf(0));
}

describe("a position that a trailing stop of 10 % sold", () => {
  // Decided at the close of session 0, bought at the open of session 1 for 100. Closes 100, 110, 120, none, 115, 107:
  // the peak is 120, the stop 108, and the close of 107 on session 6 sells at the open of session 7.
  const close = [50, 100, 110, 120, null, 115, 107, 90];
  const path = firstPath([prices("AAA", { close }), prices("~", { close: Array<number>(8).fill(1) })], {
    sell: { trailingStopLoss: 10, minHoldingDays: 3 },
  });

  it("has its peak and its stop on every day that had a bar, up to the decision", () => {
    expect(sessionsOf(path)).toEqual([1, 2, 3, 5, 6]);
    expect([...path.peak]).toEqual([100, 110, 120, 120, 120]);
    expect(Array.from(path.trailingStop ?? [], (stop) => Number(stop.toFixed(9)))).toEqual([
      90, 99, 108, 108, 108,
    ]);
    expect(path).toMatchObject({ stopLoss: null, takeProfit: null });
  });

  it("may be sold from the third session on", () => {
    expect(path.sellsFrom).toBe(dateOf(3)); // held for sessions 1, 2 and 3
  });

  it("has the rule values of both decision days", () => {
    expect(path.entryDecision).toMatchObject({
      date: dateOf(0),
      scanner: [{ name: "minPrice", value: 50, threshold: 10, holds: true }],
      decided: [{ type: "candidate", outcome: "ordered" }],
    });
    expect(path.exitDecision).toMatchObject({
      date: dateOf(6),
      position: { peak: 120, rules: [{ reason: "trailing-stop", value: 107, threshold: 108, holds: true }] },
    });
  });

  it("comes with all bars of the instrument", () => {
    expect([...path.bars.close]).toEqual([50, 100, 110, 120, 115, 107, 90]);
  });
});

describe("the lines of a run's rules", () => {
  const bars = [100, 102, 104, 106, 108, 110];
  const linesOf = (strategy: StrategyParts) =>
    firstPath([prices("AAA", { close: bars }), prices("BBB", { close: bars.map((close) => close / 2) })], {
      scanner: { symbols: ["AAA", "BBB"] },
      ...strategy,
      simulation: { sortingType: "expression", sortBy: "close" },
    }).levels;

  it("are averages and bands with their values on every bar, unknown ones first, each once", () => {
    const levels = linesOf({
      buy: { lastPriceVsMA: true, movingAverageDays: 2, rules: ["close > sma(3)", "close >= sma( 2 )"] },
      sell: { rules: [{ any: ["close < highest(high, 2)[1] and sma(3) < 5", { off: "close < ema(2)" }] }] },
    });
    expect(levels.map(({ formula, level }) => [formula, Array.from(level)])).toEqual([
      ["sma(2)", [NaN, 101, 103, 105, 107, 109]],
      ["sma(3)", [NaN, NaN, 102, 104, 106, 108]],
      ["highest(high, 2)[1]", [NaN, NaN, 102, 104, 106, 108]],
    ]);
  });

  it.each([
    {
      title: "the two sides of a cross",
      rule: "sma(1) crosses above ema(2) or close > 1",
      lines: ["sma(1)", "ema(2)"],
    },
    {
      title: "a part of a high",
      rule: "close > 0.75 * highest(high, 2)",
      lines: ["0.75 * highest(high, 2)"],
    },
    { title: "an average and ranges", rule: "close > sma(2) - 3 * atr(1)", lines: ["sma(2) - 3 * atr(1)"] },
    {
      title: "what a place or a count is of",
      rule: "place(close / sma(1)) <= 2 and once(close > wma(2), 3)",
      lines: ["sma(1)", "wma(2)"],
    },
    { title: "the middle of the day", rule: "close >= (high + low) / 2", lines: ["(high + low) / 2"] },
    {
      title: "no more than four",
      rule: "close > 1 or sma(1) < ema(1) or wma(1) < rma(1) or close < lowest(2)",
      lines: ["sma(1)", "ema(1)", "wma(1)", "rma(1)"],
    },
    {
      title: "nothing of other scales",
      rule: "close > 1 or rsi(2) > 5 or volume > sma(volume, 2) or macd > 0 or sma(1) - sma(2) > 0 and close > 0.1 * sma(2)",
      lines: ["sma(1)", "sma(2)"],
    },
    {
      title: "nothing of other instruments",
      rule: 'breadth(close > sma(1)) > 0 or of("BBB", close > sma(2)) or close > 1',
      lines: [],
    },
    { title: "no price that a candle shows", rule: "close >= low and close >= open[1]", lines: [] },
  ])("have $title", ({ rule, lines }) => {
    expect(linesOf({ buy: { rules: [rule] } }).map(({ formula }) => formula)).toEqual(lines);
  });
});

it("a stop loss and a profit target stand at the same price on all days, from the fill with its slippage", () => {
  const path = firstPath([prices("AAA", { close: [100, 100, 100, 80, 80] })], {
    sell: { stopLoss: 10, takeProfit: 50 },
    simulation: { slippagePercent: 1 },
  });
  for (const [curve, level] of [
    [path.stopLoss, 101 * 0.9],
    [path.takeProfit, 101 * 1.5],
  ] as const)
    expect(curve && Array.from(curve)).toEqual([1, 2, 3].map(() => expect.closeTo(level, 10)));
  expect(path.peak[0]).toBe(101);
  expect(path.exitDecision?.date).toBe(dateOf(3));
});

it("a position that an order in the market sold ends on that day, which says so", () => {
  // Bought at 100 on session 1; the stop of 10 % lies at 90, and the low of session 3 reaches it below an open of 95.
  const bars: BarSpec[] = [
    [0, 100, 100],
    [1, 100, 100],
    [2, 98, 98],
    [3, 95, 93, { low: 85 }],
    [4, 93, 93],
  ];
  const sell = { stopLoss: 10, stopOrders: "resting", minHoldingDays: 0, coolDownDays: 9 } as const;
  const path = firstPath([{ symbol: "AAA", bars }], { sell });
  expect(sessionsOf(path)).toEqual([1, 2, 3]);
  expect(path.exitDecision).toMatchObject({
    date: dateOf(3),
    position: null,
    soldByOrder: true,
    decided: [{ type: "sell", price: 90 }],
  });
});

it("a position that is still open is followed to the last session, whose rule values it has", () => {
  const path = firstPath([prices("AAA", { close: [100, 100, 105, 104] })], {
    sell: { trailingStopLoss: 10 },
  });
  expect(sessionsOf(path)).toEqual([1, 2, 3]);
  expect(path.exitDecision).toMatchObject({ date: dateOf(3), position: { peak: 105 } });
});

it("a position whose prices ended was sold by no rule", () => {
  const close = [100, 100, 105, ...Array<null>(25).fill(null)];
  const path = firstPath([prices("AAA", { close }), prices("~", { close: Array<number>(28).fill(1) })], {
    sell: { trailingStopLoss: 10 },
  });
  expect(sessionsOf(path)).toEqual([1, 2]);
  expect(path.exitDecision).toBeNull();
});

it("prices are on the run's basis: those before a two-for-one split are halved", () => {
  const path = firstPath(
    [
      prices("AAA", {
        close: [100, 104, 50, 51],
        high: [101, 106, 53, 52],
        adjClose: [50, 52, 50, 51],
      }),
    ],
    { sell: { trailingStopLoss: 10 }, simulation: { priceBasis: "adjusted" } },
  );
  expect([...path.bars.close]).toEqual([50, 52, 50, 51]);
  expect([...path.bars.high]).toEqual([50.5, 53, 53, 52]);
  expect([...path.peak]).toEqual([52, 52, 52]);
});

it("a position that the run does not hold is refused", () => {
  const { plan } = reportOf([prices("AAA", { close: [100, 100, 100] })], {});
  const key = { instrument: "AAA", exitDate: dateOf(2), exitReason: "open" } as const;
  for (const wrong of [
    { ...key, entryDate: dateOf(2) },
    { ...key, entryDate: dateOf(0) },
    { ...key, entryDate: dateOf(1), instrument: "ZZZ" },
    { ...key, entryDate: "no day" },
  ])
    expect(followPosition(plan, wrong)).toMatchObject({ ok: false, problem: { code: "not-found" } });
});

it("the paths of every position of the sample runs end where the engine's rules ended it", () => {
  const seen = { trailing: 0, stopped: 0, open: 0, delisted: 0 };
  for (const { strategy, series } of sampleRuns()) {
    const planned = planRun(strategy, buildMarket(series));
    if (!planned.ok) continue;
    const plan = planned.value;
    const { ledger } = simulate(plan);
    const { positions } = measure(plan, simulate(plan));
    const peaks = new Map(
      Array.from({ length: ledger.count }, (_, at) => [
        `${plan.market.instruments[plan.universe[ledger.member[at] ?? 0] ?? 0]?.symbol} ${formatIsoDay(plan.sessionDay[ledger.entrySession[at] ?? 0] ?? 0)}`,
        ledger.peak[at],
      ]),
    );
    for (const position of positions.slice(0, 40)) {
      const followed = followPosition(plan, position);
      if (!followed.ok) throw new Error(followed.problem.message);
      const path = followed.value;
      expect(path.day[0]).toBe(parseIsoDay(position.entryDate));
      expect(path.peak.at(-1)).toBe(peaks.get(`${position.instrument} ${position.entryDate}`));
      const lastClose = path.bars.close[path.bars.day.indexOf(path.day.at(-1) ?? 0)] ?? Number.NaN;
      const isSold = {
        trailing: atMost(lastClose, path.trailingStop?.at(-1) ?? Number.NaN),
        stopped: atMost(lastClose, path.stopLoss?.at(-1) ?? Number.NaN),
      };
      expect(isSold.trailing || position.exitReason !== "trailing-stop").toBe(true);
      expect(isSold.stopped || position.exitReason !== "stop-loss").toBe(true);
      seen.trailing += Number(position.exitReason === "trailing-stop");
      seen.stopped += Number(position.exitReason === "stop-loss");
      seen.open += Number(position.exitReason === "open");
      seen.delisted += Number(position.exitReason === "no-data");
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2);
});
