/** What tests mean by equal columns. */
import { expect, it } from "vitest";

it.each([
  [Float64Array.of(1, NaN), Float64Array.of(1, NaN), true],
  [Float64Array.of(1, 2), Float64Array.of(1, 3), false],
  [Float64Array.of(1, 2), Float64Array.of(1), false],
  [Float64Array.of(0), Float64Array.of(-0), false],
  [Float64Array.of(1), Int32Array.of(1), false],
  [Float64Array.of(1), [1], false],
  [BigInt64Array.of(1n), BigInt64Array.of(1n), true],
])("%o and %o: %s", (one, other, same) => {
  expect(isEqual({ column: one }, { column: other })).toBe(same);
});

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}
