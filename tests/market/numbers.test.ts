import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createByteRows } from "#workers/market/byte-rows.ts";
import { readLayout } from "#workers/market/layout.ts";
import { UNREADABLE, VOLUME } from "#workers/market/row.ts";
import { createSymbolList } from "#workers/market/symbols.ts";
import { tries } from "#tests/support/tries.ts";

const encoder = new TextEncoder();

/** What the byte reader makes of each cell, as the volume of a row of its own: NaN is empty, UNREADABLE no number. */
function readCells(cells: readonly string[]): number[] {
  const { layout } = readLayout("p.csv", encoder.encode("date,close,volume,other\n"));
  const values: number[] = [];
  const rows = createByteRows(layout, createSymbolList(), ({ values: all }) => values.push(all[VOLUME] ?? 0));
  const bytes = encoder.encode(cells.map((cell) => `x,1,${cell},z\n`).join(""));
  rows.readLines(bytes, 1);
  return values;
}

/** A generator of numbers whose sequence is the same in every run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Digits with a dot anywhere, sign, exponent: from plain prices to 25 digits and the halfway cases of doubles. */
function adversarialCells(count: number): string[] {
  const next = seeded(20_240_229);
  const digits = (length: number): string => Array.from({ length }, () => next(10)).join("");
  const halfway = (): string => {
    const whole = 2 ** 53 + next(2 ** 30) * 2 + 1;
    return `${BigInt(whole)}${next(2) === 0 ? "" : ".5"}`;
  };
  return Array.from({ length: count }, (_, at) => {
    const sign = ["", "", "", "-", "+"][next(5)] ?? "";
    switch (at % 6) {
      case 0:
        return `${sign}${next(100_000)}.${digits(1 + next(4))}`;
      case 1:
        return `${sign}${digits(1 + next(25))}`;
      case 2:
        return `${sign}${digits(next(20))}.${digits(1 + next(25))}`;
      case 3:
        return `${sign}${digits(1 + next(20))}.${digits(next(5))}e${next(2) === 0 ? "-" : ""}${next(310)}`;
      case 4:
        return halfway();
      default:
        return String(next(2 ** 31) / (1 + next(2 ** 20)));
    }
  });
}

const CELLS = tries(300_000);

describe("a number in a cell", () => {
  it(`is what Number makes of it, to the last bit, on ${CELLS} adversarial cells`, () => {
    const cells = adversarialCells(CELLS);
    const expected = cells.map(Number).map((value) => (Number.isFinite(value) ? value : UNREADABLE));
    const wrong = readCells(cells).flatMap((value, at) =>
      Object.is(value, expected[at]) ? [] : [[cells[at], value, expected[at]]],
    );
    expect(wrong).toEqual([]);
  });

  test.prop([fc.array(fc.double({ noDefaultInfinity: true, noNaN: true }), { minLength: 1 })])(
    "comes back as the double that was written",
    (values) => {
      // String(-0) is "0".
      expect(readCells(values.map(String))).toEqual(values.map((value) => value + 0));
    },
  );

  it.each([
    ["9.", 9],
    [".5", 0.5],
    ["-.5", -0.5],
    ["+3", 3],
    ["007", 7],
    ["1e1", 10],
    ["1.1E+01", 11],
    ["  4 ", 4],
    ["\t4\r", 4],
    ["-0", -0],
    ["5e-324", 5e-324],
    ["1e-400", 0],
    ["", Number.NaN],
    ["   ", Number.NaN],
  ])("%j is %d", (cell, value) => {
    expect(readCells([cell])).toEqual([value]);
  });

  it.each([
    "abc",
    "1x",
    "inf",
    "Infinity",
    "nan",
    "NaN",
    "null",
    "1e999",
    "-1e999",
    "1_000",
    "0x10",
    "1 000",
    "1e",
    "e1",
    ".",
    "-",
    "+",
    "+-1",
    "1.2.3",
    "1e1.5",
    "$4",
    "5%",
    "(3)",
    "1'000",
    "１",
    "\u00a01",
    "1\u0000",
    "1".repeat(500),
  ])("%j is no number", (cell) => {
    expect(readCells([cell])).toEqual([UNREADABLE]);
  });
});
