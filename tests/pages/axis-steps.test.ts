import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { axisSteps, ratioSteps, withoutZeros } from "#src/ui/axis-steps.ts";
import { tries } from "#tests/support/tries.ts";

describe("steps of an axis of equal amounts", () => {
  it.each([
    { low: 0, high: 10, wanted: 4, steps: [0, 5, 10] },
    { low: -42.5, high: 0, wanted: 3, steps: [-40, -20, 0] },
    { low: 0, high: 3_400_000, wanted: 5, steps: [0, 1_000_000, 2_000_000, 3_000_000] },
    { low: 5, high: 5, wanted: 4, steps: [5] },
  ])("from $low to $high are $steps", ({ low, high, wanted, steps }) => {
    expect(axisSteps(low, high, wanted)).toEqual(steps);
  });
});

function isRound(value: number): boolean {
  return /^[125]e/.test(Number(value.toPrecision(6)).toExponential());
}

describe("labels of an axis", () => {
  it.each([
    { texts: ["0.0%", "−20.0%", "−40.0%"], shown: ["0%", "−20%", "−40%"] },
    { texts: ["0.0%", "0.5%"], shown: ["0.0%", "0.5%"] },
    { texts: ["1.00", "2.00"], shown: ["1", "2"] },
    { texts: ["₹1,000", "₹2,000"], shown: ["₹1,000", "₹2,000"] },
    { texts: ["0", "20"], shown: ["0", "20"] },
    { texts: [], shown: [] },
  ])("$texts have no decimals that are 0 in all of them", ({ texts, shown }) => {
    expect(withoutZeros(texts)).toEqual(shown);
  });
});

describe("steps of an axis of equal ratios", () => {
  it.each([
    // an account from one lakh to thirty-three
    {
      low: 60_000,
      high: 4_500_000,
      wanted: 7,
      steps: [100_000, 200_000, 500_000, 1_000_000, 2_000_000],
    },
    { low: 60_000, high: 4_500_000, wanted: 3, steps: [100_000, 1_000_000] },
    { low: 90, high: 450, wanted: 7, steps: [100, 200, 300, 400] },
    { low: 0.5, high: 2e6, wanted: 4, steps: [1, 100, 10_000, 1_000_000] },
    { low: 7, high: 7, wanted: 4, steps: [7] },
  ])("from $low to $high are $steps where $wanted have room", ({ low, high, wanted, steps }) => {
    expect(ratioSteps(low, high, wanted)).toEqual(steps);
  });

  it("are round growth where the axis tells growth", () => {
    // multiples of what was put in, 1.56 apart: -50 %, 0, +100 %, +500 %, +1,000 %, +2,000 %
    expect(ratioSteps(0.4, 34, 10, 1)).toEqual([0.5, 1, 2, 6, 11, 21]);
  });

  it("are 1, 2 or 5 times a power of ten, ascending, within the range and as far apart as wanted", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
        fc.double({ min: 1.05, max: 1e6, noNaN: true }),
        fc.integer({ min: 2, max: 12 }),
        (low, ratio, wanted) => {
          const high = low * ratio;
          const steps = ratioSteps(low, high, wanted);
          const least = ratio ** (1 / wanted);
          const ratios = steps.slice(1).map((step, place) => step / (steps[place] ?? 0));
          const distances = steps.slice(1).map((step, place) => step - (steps[place] ?? 0));
          const isEven = distances.every(
            (one) => isRound(one) && Math.abs(one / (distances[0] ?? 1) - 1) < 1e-6,
          );
          expect(Math.min(...steps, high)).toBeGreaterThanOrEqual(low * (1 - 1e-9));
          expect(Math.max(...steps, low)).toBeLessThanOrEqual(high * (1 + 1e-9));
          expect(Math.min(...ratios, Infinity)).toBeGreaterThanOrEqual(least * (1 - 1e-6));
          expect(steps.every(isRound) || isEven).toBe(true);
        },
      ),
      { numRuns: tries(2000) },
    );
  });
});
