import { tries } from "#tests/support/tries.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import type { Loops } from "#workers/engine/evaluate.ts";
import { sma } from "#workers/rules/functions/averages.ts";
import { WIDE_LOOPS } from "#workers/shortcuts/wide-loops.ts";

/** The largest distance of a rolled mean from the fresh sum divided by n, relative to the fresh one. */
function worstDistance(values: readonly number[], n: number, { extremes, rollBlocks }: Loops): number {
  const out = new Float64Array(values.length);
  const numbers = [Float64Array.from(values)];
  const scratch = () => new Float64Array(values.length);
  const bars = values.length;
  const nothing = { rules: [], k: NaN, floors: null, floor: 0, sessionsOfYear: 252 };
  sma({ bars, numbers, n, ...nothing, scratch, extremes, rollBlocks }, out);
  return values.reduce((worst, _, at) => {
    if (at < n - 1) return Number.isNaN(out[at]) ? worst : Infinity;
    const fresh = values.slice(at - n + 1, at + 1).reduce((sum, value) => sum + value, 0) / n;
    return Math.max(worst, Math.abs((out[at] ?? Number.NaN) - fresh) / fresh);
  }, 0);
}

describe.each([
  { title: "the mean of fixed conditions and rules", loops: PLAIN_LOOPS },
  { title: "the same by kernels", loops: WIDE_LOOPS },
])("$title", ({ loops }) => {
  it("stays within 1e-12 of a fresh mean over prices of any magnitude", () => {
    const price = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: -6, max: 12 }));
    const prices = fc.array(
      price.map(([digits, power]) => digits * 10 ** power),
      { maxLength: 300 },
    );
    const law = fc.property(prices, fc.integer({ min: 1, max: 60 }), (values, n) => {
      expect(worstDistance(values, n, loops)).toBeLessThan(1e-12);
    });
    fc.assert(law, { numRuns: tries(200) });
  });

  it("does not drift over 25 years", () => {
    // 6,500 traded values between 1 and 1e9, as an instrument that rises from pence has them
    const values = Array.from({ length: 6500 }, (_, i) => 1.0032 ** i * (1 + ((i * 7919) % 101) / 100));
    expect(worstDistance(values, 90, loops)).toBeLessThan(1e-12);
    expect(worstDistance(values.toReversed(), 90, loops)).toBeLessThan(1e-12);
  });
});
