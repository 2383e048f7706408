import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import type { Loops } from "#workers/engine/evaluate.ts";
import type { Sides } from "#workers/engine/compare-columns.ts";
import { compareColumns } from "#workers/engine/compare-columns.ts";
import type { NumberPass, Pass } from "#workers/rules/function-entry.ts";
import { ema, rma, sma, sum } from "#workers/rules/functions/averages.ts";
import { adx, minusDI, plusDI, supertrend } from "#workers/rules/functions/directions.ts";
import { slope, wma } from "#workers/rules/functions/lines.ts";
import { growth, rsi } from "#workers/rules/functions/oscillators.ts";
import { highest, lowest, stochK, trueRange } from "#workers/rules/functions/ranges.ts";
import {
  bandwidth,
  bollingerLower,
  cci,
  percentB,
  stdev,
  volatility,
  zscore,
} from "#workers/rules/functions/spread.ts";
import { WIDE_LOOPS } from "#workers/shortcuts/wide-loops.ts";
import { WIDE_PASSES } from "#workers/shortcuts/wide-passes.ts";

const NOTHING = -7;

/** Values that are equal, near, far, unknown, of either sign, and zeros of both. */
const value = fc.oneof(
  fc.constantFrom(NaN, 0, -0, 1, -1, 100, 100 + 1e-7, 100 + 3e-7, 1e9, -1e9, 1.5e308, -1.5e308),
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
  const nothing = { rules: [], k: 2, floors: null, floor: 0, sessionsOfYear: 252 };
  return { bars: values.length, numbers, n, ...nothing, scratch: () => scratch, ...loops };
}

function extremesBy(loops: Loops, values: Float64Array, n: number, sign: 1 | -1): readonly number[] {
  const out = new Float64Array(values.length + 3).fill(NOTHING);
  loops.extremes(passOf(loops, values, n), sign, out);
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

/** A walk of more than two blocks, with stretches of unknown, equal, huge and next to no values, and values of the other sign. */
const walk = fc
  .record({
    bars: fc.integer({ min: 900, max: 2600 }),
    seed: fc.integer(),
    level: fc.constantFrom(0, 3, 100, 1e-9, 1e12, 1e307),
    odd: fc.array(
      fc.record({
        at: fc.nat(2600),
        length: fc.constantFrom(1, 2, 40, 600),
        value: fc.oneof(value, fc.constantFrom(1e300, -1e308, 1e-12)),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ bars, seed, level, odd }) => {
    let state = seed | 1;
    const values = new Float64Array(bars);
    let last = level;
    for (let bar = 0; bar < bars; bar++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
      last += (state / 2 ** 36) * (level === 0 ? 1 : level); // at most a 32nd of the level
      values[bar] = last;
    }
    for (const { at, length, value: own } of odd) values.fill(own, at, at + length);
    return values;
  });

const ROLLED: Readonly<Record<string, NumberPass>> = {
  sum,
  sma,
  wma,
  slope,
  stdev,
  zscore,
  percentB,
  bandwidth,
  bollingerLower,
  volatility,
};

it.each(Object.entries(ROLLED))("%s is rolled on as by the plain loop, to the bit", (_name, run) => {
  const by = (loops: Loops, values: Float64Array, n: number): Float64Array => {
    const out = new Float64Array(values.length + 3).fill(NOTHING);
    run(passOf(loops, values, n), out);
    return out;
  };
  fc.assert(
    fc.property(walk, fc.integer({ min: 2, max: 210 }), (values, n) => {
      expect(by(WIDE_LOOPS, values, n)).toEqual(by(PLAIN_LOOPS, values, n));
    }),
  );
});

/** Bars by chance, and bars as prices have them: a low, a high above it, a close between. */
const bars = fc.oneof(
  columns.map(({ left, right, third }) => [left, right, third].map((each) => each.map((own) => own + 0))), // prices are no -0
  fc.tuple(walk, walk, fc.constantFrom(0, 0.3, 1)).map(([low, other, share]) => {
    const spread = other.map((each) => Math.abs(each / 50));
    const high = low.map((each, bar) => each + (spread[bar] ?? 0));
    return [high, low, low.map((each, bar) => each + share * (spread[bar] ?? 0))];
  }),
);

const NAMES = new Map(
  Object.entries({ cci, trueRange, plusDI, minusDI, adx, supertrend, growth, ema, rma, rsi, volatility }).map(
    ([name, run]) => [run, name],
  ),
);

function columnBy(
  run: NumberPass,
  loops: Loops,
  numbers: readonly Float64Array[],
  n: number,
): readonly number[] {
  const length = numbers[0]?.length ?? 0;
  const scratch = [0, 1, 2].map(() => new Float64Array(length + n));
  const out = new Float64Array(length + 3).fill(NOTHING);
  const pass = { ...passOf(loops, new Float64Array(length), n), numbers };
  run({ ...pass, scratch: (place) => scratch[place] ?? new Float64Array(length) }, out);
  return [...out];
}

/** As columnBy, of columns as evaluators have them: in a room where the kernels go along them without a copy. */
function columnInRoom(run: NumberPass, numbers: readonly Float64Array[], n: number): readonly number[] {
  const room = WIDE_LOOPS.takeRoom();
  const length = numbers[0]?.length ?? 0;
  const make = (values: ArrayLike<number>): Float64Array => {
    const column = room?.column(length + n);
    if (!column) throw new Error("no room");
    column.fill(NOTHING).set(values);
    return column;
  };
  const scratch = [0, 1, 2].map(() => make([]));
  const pass = {
    ...passOf(WIDE_LOOPS, new Float64Array(length), n),
    numbers: numbers.map(make),
    scratch: (place: number) => scratch[place] ?? make([]),
  };
  const out = make([]);
  run(pass, out);
  for (const [at, column] of pass.numbers.entries()) expect(column.subarray(0, length)).toEqual(numbers[at]);
  return [...out.subarray(0, length)];
}

it.each(Object.entries({ ...ROLLED, highest, lowest, stochK }))("%s is the same in a room", (_name, run) => {
  fc.assert(
    fc.property(bars, fc.integer({ min: 2, max: 210 }), (numbers, n) => {
      const plain = columnBy(run, PLAIN_LOOPS, numbers, n).slice(0, numbers[0]?.length);
      expect(columnInRoom(run, numbers, n)).toEqual(plain);
    }),
  );
});

it.each(["+", "-", "*", "/"] as const)("%s of two columns is the same in a room", (operator) => {
  fc.assert(
    fc.property(columns, ({ left, right }) => {
      const room = WIDE_LOOPS.takeRoom();
      const [own, out] = [room?.column(left.length), room?.column(left.length)];
      if (!own || !out) throw new Error("no room");
      own.set(left);
      const plain = new Float64Array(left.length);
      PLAIN_LOOPS.runArithmetic(operator, { left, right }, left.length, plain);
      WIDE_LOOPS.runArithmetic(operator, { left: own, right }, left.length, out);
      expect([...out]).toEqual([...plain]);
    }),
  );
});

it.each([...WIDE_PASSES].map(([plain, wide]) => ({ plain, wide, name: NAMES.get(plain) })))(
  "$name is worked out as by the plain pass, to the bit, wherever its columns lie",
  ({ plain, wide, name }) => {
    expect(name).toBeDefined();
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 40 }), (numbers, n) => {
        const values = columnBy(plain, PLAIN_LOOPS, numbers, n);
        expect(columnBy(wide, WIDE_LOOPS, numbers, n)).toEqual(values);
        expect(columnInRoom(wide, numbers, n)).toEqual(values.slice(0, numbers[0]?.length));
      }),
    );
  },
);
