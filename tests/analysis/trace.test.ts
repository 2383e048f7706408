import { describe, expect, it } from "vitest";
import { worked } from "./worked-day.ts";
import { position } from "#tests/pages/results-report.ts";
import { sampleRuns } from "#tests/engine/sample-runs.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { traceRun } from "#workers/analysis/trace.ts";
import { measure } from "#workers/figures/measure.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { simulate } from "#workers/engine/simulate.ts";

describe("excursions", () => {
  // Opens, highs, lows and closes 100, 101, ..., 109; a position from the fourth session, 103, on.
  const { plan } = worked();
  const held = { instrument: "AAA", entryDate: dateOf(3), entryPrice: 103 };

  it("reach from the entry's bar to the one before the exit", () => {
    const { adverse, favourable } = traceRun(plan, [
      position({ ...held, exitDate: dateOf(6), exitPrice: 100 }),
    ]);
    expect(adverse[0]).toBeCloseTo((100 / 103 - 1) * 100, 10); // the exit's own price
    expect(favourable[0]).toBeCloseTo((105 / 103 - 1) * 100, 10); // not the 106 of the exit's bar
  });

  it("of an open position take in its last bar", () => {
    const { adverse, favourable } = traceRun(plan, [
      position({ ...held, exitDate: dateOf(9), exitPrice: 109, exitReason: "open" }),
    ]);
    expect(adverse[0]).toBe(0);
    expect(favourable[0]).toBeCloseTo((109 / 103 - 1) * 100, 10);
  });

  it("of fills at the close leave out the entry's bar and take in the exit's", () => {
    const simulation = { ...plan.strategy.simulation, fillAt: "next-close" as const };
    const atClose = { ...plan, strategy: { ...plan.strategy, simulation } };
    const { favourable } = traceRun(atClose, [position({ ...held, exitDate: dateOf(6), exitPrice: 100 })]);
    expect(favourable[0]).toBeCloseTo((106 / 103 - 1) * 100, 10);
  });
});

it("an excursion ends within the bar in which an order in the market was reached", () => {
  // as above, filled at the close, but sold at 104 within the bar of session 6: its 106 was not held to
  const { plan } = worked();
  const { strategy } = plan;
  const resting = {
    ...strategy,
    sell: { ...strategy.sell, stopOrders: "resting" as const },
    simulation: { ...strategy.simulation, fillAt: "next-close" as const },
  };
  const held = { instrument: "AAA", entryDate: dateOf(3), entryPrice: 103, exitDate: dateOf(6) };
  const { favourable } = traceRun({ ...plan, strategy: resting }, [
    position({ ...held, exitPrice: 104, exitReason: "trailing-stop" }),
    position({ ...held, exitPrice: 106, exitReason: "max-holding" }),
  ]);
  expect(favourable[0]).toBeCloseTo((105 / 103 - 1) * 100, 10);
  expect(favourable[1]).toBeCloseTo((106 / 103 - 1) * 100, 10);
});

it("what was passed over in the months makes up the run's own counts", () => {
  let checked = 0;
  for (const { strategy, series } of sampleRuns()) {
    const plan = planRun(strategy, buildMarket(series));
    if (!plan.ok) continue;
    const report = measure(plan.value, simulate(plan.value));
    const { passedOver } = traceRun(plan.value, report.positions);
    const sum = (of: keyof typeof report.passedOver) =>
      passedOver.reduce((total, month) => total + month[of], 0);
    expect({
      unaffordable: sum("unaffordable"),
      noSlot: sum("noSlot"),
      noCash: sum("noCash"),
      noBar: sum("noBar"),
    }).toEqual(report.passedOver);
    checked += sum("noSlot") + sum("unaffordable");
  }
  expect(checked).toBeGreaterThan(100);
});
