/** Runs with every setting of strategy/2 give what the reference gives, which knows the contracts alone. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withZones } from "#tests/support/market-zones.ts";
import { movedOnes } from "#tests/support/other-calendars.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { referenceBacktest } from "#tests/support/reference.ts";
import { compareOutcomes } from "./compare-outcomes.ts";
import { engines, runEngine } from "./engine-run.ts";
import { mixedRuleRuns, plainRuleRuns } from "./plain-rule-runs.ts";
import type { RuleRun } from "./plain-rule-runs.ts";

/** Holds both engines against the reference and notes the reasons of its positions. */
function expectEqual({ strategy, market }: RuleRun, reasons: string[]): void {
  const expected = referenceBacktest(strategy, market);
  if (expected.ok) reasons.push(...expected.value.report.positions.map(({ exitReason }) => exitReason));
  for (const { engine } of engines) {
    expect(compareOutcomes(expected, runEngine(engine, strategy, market))).toEqual([]);
    expect(compareOutcomes(expected, runEngine(engine, strategy, withZones(market)))).toEqual([]);
  }
}

describe("with rules the engine gives what the reference gives", () => {
  it.each([
    { title: "on small markets with facts and sectors", runs: plainRuleRuns() },
    { title: "on bars of working days, weeks and months", runs: movedOnes(plainRuleRuns()) },
    { title: "beside fixed conditions, on markets with halts and delistings", runs: mixedRuleRuns() },
  ])("$title", ({ runs }) => {
    const reasons: string[] = [];
    fc.assert(
      fc.property(runs, (run) => expectEqual(run, reasons)),
      { numRuns: tries(200) },
    );
    const sold = new Set(reasons.filter((reason) => reason !== "open" && reason !== "no-data"));
    expect(sold.size).toBeGreaterThanOrEqual(whenFull(5)); // every rule has its turn
    expect(reasons.length).toBeGreaterThanOrEqual(whenFull(300));
  });
});
