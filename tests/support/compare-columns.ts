/**
 * Set-up of every test file: typed arrays are compared number by number, as toEqual does (0 is not -0, NaN is NaN), without
 * a name for each place, which takes a column of a million numbers seconds.
 */
import { expect } from "vitest";

const KNOWN = Symbol.for("tidemark compares columns");

type Numbers = ArrayLike<number | bigint> & ArrayBufferView;

function isColumn(value: unknown): value is Numbers {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function sameColumns(one: unknown, other: unknown): boolean | undefined {
  if (!isColumn(one) || !isColumn(other)) return undefined;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) || one.length !== other.length)
    return false;
  for (let at = 0; at < one.length; at++) if (!Object.is(one[at], other[at])) return false;
  return true;
}

// Files that share their modules would each add one more.
if (Reflect.get(globalThis, KNOWN) !== true) {
  Reflect.set(globalThis, KNOWN, true);
  expect.addEqualityTesters([sameColumns]);
}
