import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import type { Loops } from "#workers/engine/evaluate.ts";
import type { Sides } from "#workers/engine/compare-columns.ts";
import { compareColumns } from "#workers/engine/compare-columns.ts";
import type { Pass } from "#workers/rules/function-entry.ts";
import { WIDE_LOOPS } from "#workers/shortcuts/wide-loops.ts";

const NOTHING = -7;

/** Values that are equal, near, far, unknown, of either sign, and zeros of both. */
const value = fc.oneof(
  fc.constantFrom(NaN, 0, -0, 1, -1, 100, 100 + 1e-7, 100 + 3e-7, 1e9, -1e9),
  fc.double({ min: -5, max: 5, noNaN: true }),
);
interface Columns {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly third: Float64Array;
}
const columns = fc.integer({ min: 0, max: 75 }).chain((bars) => {
  const column = fc
    .array(value, { minLength: bars, maxLength: bars })
    .map((values) => Float64Array.from(values));
  return fc.record({ left: column, right: column, third: column });
});

/** What rounding is forgiven against: nothing, one of the sides, or another column. */
const FLOORS = [
  () => null,
  ({ left }: Columns) => left,
  ({ right }: Columns) => right,
  ({ third }: Columns) => third.map(Math.abs), // prices are not below 0
] as const;

function verdictsBy(loops: Loops, sides: Sides, bars: number): readonly number[] {
  const out = { yes: new Int32Array(4).fill(-1), no: new Int32Array(4).fill(-1) };
  compareColumns(sides, bars, out, loops.markApart);
  const words = Math.ceil(bars / 32);
  return [...out.yes.subarray(0, words), ...out.no.subarray(0, words)];
}

/** What a function's pass gets, of n bars. */
function passOf(loops: Loops, values: Float64Array, n: number): Pass {
  const scratch = new Float64Array(values.length + n);
  const numbers = [Float64Array.from([...values, 1e300])];
  const nothing = { rules: [], k: NaN, floors: null, floor: 0 };
  return { bars: values.length, numbers, n, ...nothing, scratch: () => scratch, ...loops };
}

function extremesBy(loops: Loops, values: Float64Array, n: number, sign: 1 | -1): readonly number[] {
  const out = new Float64Array(values.length + 3).fill(NOTHING);
  loops.extremes(passOf(loops, values, n), sign, out);
  return [...out];
}

function distancesBy(loops: Loops, values: Float64Array, n: number): readonly number[] {
  const out = new Float64Array(values.length + 3).fill(NOTHING);
  loops.distances(passOf(loops, values, n), out);
  return [...out];
}

it("columns are told apart as by the plain loop", () => {
  fc.assert(
    fc.property(columns, fc.constantFrom(0, 100), fc.constantFrom(...FLOORS), (all, floor, floorsOf) => {
      const sides = { ...all, rightValue: null, floors: floorsOf(all), floor };
      const bars = all.left.length;
      expect(verdictsBy(WIDE_LOOPS, sides, bars)).toEqual(verdictsBy(PLAIN_LOOPS, sides, bars));
    }),
  );
});

it("a column is told apart from a number as by the plain loop", () => {
  fc.assert(
    fc.property(columns, value, fc.constantFrom(0, 100), ({ left }, rightValue, floor) => {
      const sides = { left, right: left.map(() => rightValue), rightValue, floors: null, floor };
      expect(verdictsBy(WIDE_LOOPS, sides, left.length)).toEqual(verdictsBy(PLAIN_LOOPS, sides, left.length));
    }),
  );
});

it("the highest and lowest of windows are those of the plain loop, to the sign of a zero", () => {
  fc.assert(
    fc.property(
      columns,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom<1 | -1>(1, -1),
      ({ left }, n, sign) => {
        expect(extremesBy(WIDE_LOOPS, left, n, sign)).toEqual(extremesBy(PLAIN_LOOPS, left, n, sign));
      },
    ),
  );
});

it("distances from means are those of the plain loop", () => {
  fc.assert(
    fc.property(columns, fc.integer({ min: 1, max: 40 }), ({ left }, n) => {
      expect(distancesBy(WIDE_LOOPS, left, n)).toEqual(distancesBy(PLAIN_LOOPS, left, n));
    }),
  );
});
