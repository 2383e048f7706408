/** Which of several sell rules ended a position: worked by hand, and by asking the rules of the day again. */
import { describe, expect, it } from "vitest";
import { plainStrategy } from "#tests/engine/tables/worked-case.ts";
import type { StrategyParts } from "#tests/engine/tables/worked-case.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "#tests/support/market-builder.ts";
import { traceRun } from "#workers/analysis/trace.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { measure } from "#workers/figures/measure.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { explain } from "#workers/run/retrace.ts";

/** Opens and closes from 100 on, a step apart. */
function rising(symbol: string, step: number, count: number): SeriesSpec {
  const bars = Array.from({ length: count }, (_, t): BarSpec => [t, 100 + step * t, 100 + step * t]);
  return { symbol, bars };
}

/** Whatever has a price is bought. */
function runOf(series: readonly SeriesSpec[], sell: StrategyParts["sell"]) {
  const strategy = plainStrategy({
    scanner: { minPrice: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false },
    sell: { trailingStopLoss: null, minHoldingDays: 0, ...sell },
    simulation: { maxPositions: 2, startMargin: 100_000 },
  });
  const market = buildMarket(series);
  const plan = planRun(strategy, market);
  if (!plan.ok) throw new Error(plan.problem.message);
  const decisions: Decision[] = [];
  const report = measure(plan.value, simulate(plan.value, { log: decisions }));
  return { strategy, market, decisions, report, trace: traceRun(plan.value, report.positions) };
}

const rules = [{ off: "close > 0" }, "profit > 5", { any: ["held >= 3"], label: "Three days" }];

describe("the row of the sell rules that sold", () => {
  // Bought at the open of session 1: SLOW at 101, FAST at 110. FAST is at 120 on session 2, 9 % up: row 1. SLOW has been
  // held for three sessions at the fill after session 3, 2 % up: row 2. Row 0 is off.
  const { report, trace } = runOf([rising("SLOW", 1, 6), rising("FAST", 10, 6)], { rules });

  it("is the first that holds at the close that decides it, what is off not asked", () => {
    const ends = report.positions.map(({ instrument, entryDate, exitReason }, at) => [
      instrument,
      entryDate,
      exitReason,
      trace.ends[at],
    ]);
    expect(ends.slice(0, 2)).toEqual([
      ["FAST", dateOf(1), "rule", "rule 1"],
      ["SLOW", dateOf(1), "rule", "rule 2"],
    ]);
  });

  it("makes groups of its own, whose profits are those of the reason", () => {
    const profit = report.positions
      .filter(({ exitReason }) => exitReason === "rule")
      .reduce((sum, position) => sum + position.profit, 0);
    const own = trace.byEnd.filter(({ key }) => key.startsWith("rule"));
    expect(own.map(({ key }) => key)).toEqual(["rule 1", "rule 2"]);
    expect(own.reduce((sum, group) => sum + group.profit, 0)).toBeCloseTo(profit, 8);
    expect(trace.byEnd.reduce((sum, { positions }) => sum + positions, 0)).toBe(report.positions.length);
  });
});

it("names the row that is to sell on the session after the last", () => {
  const { report, trace } = runOf([rising("SLOW", 1, 4)], { rules });
  expect(report.next?.sells).toEqual([
    { instrument: "SLOW", label: "SLOW", reason: "rule", quantity: expect.any(Number), close: 103 },
  ]);
  expect(trace.toSell).toEqual([{ instrument: "SLOW", key: "rule 2" }]);
  expect(trace.ends).toEqual(["open"]);
});

it("says nothing of rules where a stop sold, or the strategy has none", () => {
  const falling = runOf([rising("DOWN", -4, 8)], { trailingStopLoss: 5, rules: ["held >= 5"] });
  expect(falling.report.positions[0]?.exitReason).toBe("trailing-stop");
  expect(falling.trace.ends).toEqual(falling.report.positions.map(({ exitReason }) => exitReason));
  expect(runOf([rising("SLOW", 1, 6)], {}).trace.toSell).toEqual([]);
});

it("agrees with what the rules of the day say when they are asked about that day", () => {
  const waves = ["AAA", "BBB", "CCC"].map((symbol, phase): SeriesSpec => {
    const close = (t: number) => 100 + 20 * Math.sin(t / (3 + phase)) + 3 * Math.sin(1.7 * t + phase);
    return { symbol, bars: Array.from({ length: 120 }, (_, t): BarSpec => [t, close(t), close(t + 0.3)]) };
  });
  const { strategy, market, decisions, report, trace } = runOf(waves, {
    rules: ["profit > 6", "fall > 6", "close < sma(3)", "held >= 4"],
  });
  const exits = decisions.filter(({ type }) => type === "exit");
  const asked = exits.map(({ instrument, day }) => {
    const why = explain(strategy, market, instrument, formatIsoDay(day));
    if (!why.ok) throw new Error(why.problem.message);
    const own = why.value.position?.ownRules ?? [];
    return `rule ${own.findIndex(({ worth }) => worth.type === "rule" && worth.state === "true")}`;
  });
  const ended = [
    ...trace.ends.filter((end) => end.startsWith("rule ")),
    ...trace.toSell.map(({ key }) => key),
  ];
  expect(report.positions.length).toBeGreaterThan(30);
  expect(new Set(ended).size).toBeGreaterThan(2);
  expect(ended.toSorted()).toEqual(asked.toSorted());
});
