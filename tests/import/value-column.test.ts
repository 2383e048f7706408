/** Columns of figures give back what was set, whatever way a page is kept. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timesUnit } from "#workers/import/cells/numbers.ts";
import {
  closePages,
  createValueColumn,
  filledColumn,
  isPageStart,
  openPages,
  packBefore,
  readValues,
  setRow,
  setValue,
  valueAt,
} from "#workers/import/statements/value-column.ts";
import { tries } from "#tests/support/tries.ts";

const figure = fc.oneof(
  fc.constant(NaN),
  fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }),
  fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }).map((value) => value * 1000),
  fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 100),
  fc.integer({ min: 5_000_000_000, max: 5_000_090_000 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
/** As it comes back: there is one zero. */
const plain = (value: number): number => value + 0;

/** Rows of three pages, each page of one kind of figure or of several. */
const rows = fc
  .tuple(fc.array(figure, { minLength: 1, maxLength: 5 }), fc.array(figure, { minLength: 1, maxLength: 5 }))
  .map(([one, other]) =>
    Array.from(
      { length: 2500 },
      (_, row) => (row < 1024 ? one[row % one.length] : other[row % other.length]) ?? NaN,
    ),
  );

const isKnown = (value: number): boolean => !Number.isNaN(value);

describe("a column of figures", () => {
  it("gives back each figure to the bit, also one that is set after its page was packed", () => {
    fc.assert(
      fc.property(rows, fc.nat(2499), figure, (values, late, another) => {
        const column = createValueColumn();
        for (const [row, value] of values.entries()) {
          packBefore(column, row);
          setValue(column, row, value);
        }
        setValue(column, late, another);
        const wanted = values.map(plain);
        if (!Number.isNaN(another)) wanted[late] = plain(another);
        expect(wanted.map((_, row) => valueAt(column, row))).toEqual(wanted);
        const backwards = Int32Array.from(wanted, (_, row) => wanted.length - 1 - row);
        const into = new Float64Array(1 + wanted.length).fill(-1);
        const known = readValues(column, { rows: backwards, from: 1, to: 2400, isRun: false, into });
        const read = wanted.toReversed().slice(1, 2400);
        expect([...into.subarray(0, 2401)]).toEqual([-1, ...read, -1]);
        expect(known).toBe(read.filter(isKnown).length);
        const rising = Int32Array.from(wanted, (_, row) => row);
        const run = { rows: rising, from: 7, to: 2400, isRun: true, into };
        expect(readValues(column, run)).toBe(wanted.slice(7, 2400).filter(isKnown).length);
        expect([...into.subarray(1, 2394)]).toEqual(wanted.slice(7, 2400));
      }),
      { numRuns: tries(40) },
    );
  });

  it("comes to the same where its rows come whole, beside other columns and multiplied", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 2500 }), (values, count) => {
        const [factors, backwards] = [Float64Array.of(1, -1000, 1), values.toReversed()];
        const columns = [createValueColumn(), createValueColumn(), createValueColumn()];
        const open = openPages(columns.length);
        const rowAt = (row: number) => Float64Array.of(values[row] ?? NaN, backwards[row] ?? NaN, NaN);
        for (let row = 0; row < count; row++) {
          if (isPageStart(row)) closePages(open, columns, row);
          setRow(open, row, rowAt(row), factors);
        }
        closePages(open, columns, count);
        for (const [at, column] of columns.entries()) {
          const wanted = values.map((_, row) =>
            row < count ? plain(timesUnit(rowAt(row)[at] ?? NaN, factors[at] ?? NaN)) : NaN,
          );
          expect(wanted.map((_, row) => valueAt(column, row))).toEqual(wanted);
        }
        expect(columns[2]?.pages).toEqual([]);
      }),
      { numRuns: tries(40) },
    );
  });

  it("is filled by another where it has nothing", () => {
    const [one, other] = [createValueColumn(), createValueColumn()];
    setValue(one, 1, 5);
    setValue(other, 1, 6);
    setValue(other, 2000, 7);
    const filled = filledColumn(one, other, 2001);
    expect([0, 1, 2000].map((row) => valueAt(filled, row))).toEqual([NaN, 5, 7]);
  });
});
