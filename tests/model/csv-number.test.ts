import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { csvNumber } from "#workers/model/csv-number.ts";
import { tries } from "#tests/support/tries.ts";

/** A tolerance is met at its very border by one way of working it out and missed by another. */
const BORDER = 1e-15;

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  // what was meant with few decimals, and what sums and quotients made of it
  fc
    .tuple(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: -9, max: 9 }),
    )
    .map(([digits, decimals, noise]) => (digits / 10 ** decimals) * (1 + noise * 2 ** -51)),
);

function differenceOf(text: string, value: number): number {
  return value === 0 ? Math.abs(Number(text)) : Math.abs(Number(text) - value) / Math.abs(value);
}

/** The decimals that are nearest to a value with 1, 2, ... and 17 significant digits. */
function nearestDecimals(value: number): string[] {
  return Array.from({ length: 17 }, (_, place) => String(Number(value.toExponential(place))));
}

describe("a number of a CSV", () => {
  it.each([
    [-8.048_839_999_999_82, "-8.04884"],
    [0.1 + 0.2, "0.3"],
    [-227.700_000_000_000_2, "-227.7"],
    [9.000_000_000_008_7, "9"], // 9.7e-13 of it; with twelve digits 9.00000000001 is nearer and longer
    [10_000_000_000.05, "10000000000.05"], // 5e-12 of it
    [99_999_999_999.99, "100000000000"], // 1e-13 of it
    [200 / 3, "66.6666666667"],
    [123.456_789_012_34, "123.4567890123"],
    [123_456_789_012_345, "123456789012345"],
    [12_345_678_901_234.25, "12345678901234"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [0.000_000_123_45, "1.2345e-7"],
    [1.234e25 / 3, "4.11333333333e+24"],
    [0, "0"],
    [5e-324, "5e-324"],
    [Number.NaN, ""],
    [Number.NEGATIVE_INFINITY, ""],
  ])("%d is %j", (value, text) => {
    expect(csvNumber(value)).toBe(text);
  });

  it("reads back within 1e-12 of what it was", () => {
    fc.assert(
      fc.property(numbers, (value) => {
        expect(differenceOf(csvNumber(value), value)).toBeLessThanOrEqual(1e-12);
      }),
      { numRuns: tries(3000) },
    );
  });

  it("is never longer than another decimal that does", () => {
    fc.assert(
      fc.property(numbers, (value) => {
        const good = nearestDecimals(value).filter((text) => differenceOf(text, value) <= 1e-12 - BORDER);
        expect(csvNumber(value).length).toBeLessThanOrEqual(Math.min(...good.map((text) => text.length)));
      }),
      { numRuns: tries(3000) },
    );
  });

  it("is exact for whole numbers", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(Number(csvNumber(value))).toBe(value);
      }),
    );
  });
});
