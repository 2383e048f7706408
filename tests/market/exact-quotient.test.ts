import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inverseTerms } from "#workers/market/exact-quotient.ts";
import { tries } from "#tests/support/tries.ts";

const DIVISORS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

/** Numbers whose product is not the quotient. */
function wrong(numbers: Iterable<number>, divisor: number): number[] {
  const { high, low } = inverseTerms(divisor);
  return [...numbers].filter((number) => !Object.is(number * high + number * low, number / divisor));
}

function* every(from: number, to: number, step: number): Generator<number> {
  for (let number = from; number <= to; number += step) yield number;
}

it.each(DIVISORS)("a product in two terms is the quotient by %i, to the bit", (divisor) => {
  expect(wrong(every(-50_000, 50_000, 1), divisor)).toEqual([]);
  expect(wrong(every(2 ** 31 - 50_000, 2 ** 31 - 1, 1), divisor)).toEqual([]);
  expect(wrong(every(-(2 ** 31), 2 ** 31 - 1, 40_009), divisor)).toEqual([]);
});

it("and of any number of 32 bits", () => {
  const law = fc.property(fc.integer(), fc.constantFrom(...DIVISORS), (number, divisor) => {
    expect(wrong([number], divisor)).toEqual([]);
  });
  fc.assert(law, { numRuns: tries(20_000) });
});

it("needs both terms", () => {
  const { high } = inverseTerms(100);
  expect(Object.is(12_345 * high, 123.45)).toBe(false);
});
