/**
 * Results of strategy/1 strategies, frozen: whatever the engine is made of, each stays what it was, to the last bit.
 *
 * The digests in frozen-results.txt were taken once, of results that had been held against the reference. They are
 * never taken anew to make this test pass: where one differs, the engine is wrong, or the contract has changed.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulate } from "#workers/engine/simulate.ts";
import { countable } from "#workers/figures/countable.ts";
import { measure } from "#workers/figures/measure.ts";
import { planRun } from "#workers/run/plan-run.ts";
import type { RunOptions } from "#workers/run/plan-run.ts";
import { toResultFile } from "#workers/model/report.ts";
import { buildMarket } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import type { RandomRun } from "../support/random-market.ts";
import { engines } from "./engine-run.ts";

const digests = readFileSync(new URL("frozen-results.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

const SEED = 18;
const runs = [
  ...fc.sample(smallRuns(), { numRuns: 270, seed: SEED }),
  ...fc.sample(longRuns(), { numRuns: 30, seed: SEED }),
];

/** Powers, which JavaScript engines work out to the last bit each in its own way, rounded to twelve places. */
function roundPowers(key: string, value: unknown): unknown {
  const isPower = key === "cagr" || key === "calmarRatio";
  return isPower && typeof value === "number" ? Number(value.toPrecision(12)) : value;
}

/** Keys of performance, equity and metadata that later versions add. */
const ADDED_LATER: ReadonlySet<string> = new Set(["exposure", "universe", "frequency"]);

/**
 * SHA-256 of the result as JSON, without what later versions add to it; a refusal is its code. Figures count 252 sessions a year, as
 * they did when it was taken: nearly all these markets are open at weekends, and would count 365 by now.
 */
function digestOf({ strategy, series }: RandomRun, asFromStore: boolean, options: RunOptions): string {
  const market = buildMarket(series);
  const plan = planRun(strategy, asFromStore ? withZones(market) : market, options);
  if (!plan.ok) return plan.problem.code;
  const report = countable(measure({ ...plan.value, sessionsOfYear: 252 }, simulate(plan.value)));
  if (!report.ok) return report.problem.code;
  const { next: _next, universePerformance: _universe, warnings, ...result } = toResultFile(report.value);
  const known = { ...result, warnings: warnings.filter(({ code }) => code !== "split-in-prices") };
  const text = JSON.stringify(known, (key, value: unknown) =>
    ADDED_LATER.has(key) ? undefined : roundPowers(key, value),
  );
  return createHash("sha256").update(text).digest("hex");
}

describe("results that were frozen", () => {
  it("are three hundred, most of them no refusals", () => {
    expect(digests).toHaveLength(300);
    expect(digests.filter((digest) => digest.length === 64).length).toBeGreaterThan(200);
  });

  it.each(engines)("are the same to the bit, $how, from files and from the store", ({ options }) => {
    expect(runs.map((run) => digestOf(run, false, options))).toEqual(digests);
    expect(runs.map((run) => digestOf(run, true, options))).toEqual(digests);
  });
});
