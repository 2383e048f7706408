import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import type { RandomRun } from "../support/random-market.ts";
import { movedRuns } from "../support/other-calendars.ts";
import { referenceBacktest } from "../support/reference.ts";
import { compareOutcomes } from "./compare-outcomes.ts";
import { engines, runEngine } from "./engine-run.ts";
import { busyRun, crowdedRun } from "./sample-runs.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

function expectEqual({ strategy, series }: RandomRun) {
  const market = buildMarket(series);
  const expected = referenceBacktest(strategy, market);
  for (const { engine } of engines) {
    expect(compareOutcomes(expected, runEngine(engine, strategy, market))).toEqual([]);
    expect(compareOutcomes(expected, runEngine(engine, strategy, withZones(market)))).toEqual([]);
  }
}

describe("the engine gives what the reference gives", () => {
  it("on small markets with every kind of trouble", () => {
    fc.assert(fc.property(smallRuns(), expectEqual), { numRuns: tries(400) });
  });

  it("on bars of working days, weeks and months", () => {
    const frequencies: (string | undefined)[] = [];
    const law = fc.property(movedRuns(), (run) => {
      expectEqual(run);
      const expected = referenceBacktest(run.strategy, buildMarket(run.series));
      if (expected.ok) frequencies.push(expected.value.report.metadata.frequency);
    });
    fc.assert(law, { numRuns: tries(300) });
    for (const frequency of ["daily", "weekly", "monthly"])
      expect(frequencies.filter((each) => each === frequency).length).toBeGreaterThanOrEqual(whenFull(30));
  });

  it("on markets longer than the 300 days of the top-gainer order", () => {
    fc.assert(fc.property(longRuns(), expectEqual), { numRuns: tries(60), endOnFailure: true });
  });

  it("in a crowd whose market caps drift and tie around the edge of the rank", () => {
    fc.assert(fc.property(fc.nat().map(crowdedRun), expectEqual), { numRuns: tries(8), endOnFailure: true });
  });

  it("over more than a thousand positions", () => {
    const run = busyRun();
    const expected = referenceBacktest(run.strategy, buildMarket(run.series));
    expect(expected.ok && expected.value.report.positions.length).toBeGreaterThan(1024);
    expectEqual(run);
  });
});
