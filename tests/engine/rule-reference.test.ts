/** Runs with every setting of strategy/2 give what the reference gives, which knows the contracts alone. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withZones } from "#tests/support/market-zones.ts";
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
  it("on small markets with facts and sectors", () => {
    const reasons: string[] = [];
    fc.assert(
      fc.property(plainRuleRuns(), (run) => expectEqual(run, reasons)),
      { numRuns: Number(process.env["RUNS"] ?? 200) },
    );
    expect(new Set(reasons).size).toBeGreaterThanOrEqual(6);
    console.log(reasons.length, Object.entries(Object.groupBy(reasons, x=>x)).map(([a,b])=>a+b!.length).join());
  }, 600_000);

  it("beside fixed conditions, on markets with halts and delistings", () => {
    const reasons: string[] = [];
    fc.assert(
      fc.property(mixedRuleRuns(), (run) => expectEqual(run, reasons)),
      { numRuns: Number(process.env["RUNS"] ?? 200) },
    );
    expect(new Set(reasons).size).toBe(7);
    console.log(reasons.length, Object.entries(Object.groupBy(reasons, x=>x)).map(([a,b])=>a+b!.length).join());
  }, 600_000);
});
