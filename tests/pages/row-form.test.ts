import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { CONDITIONS, HOWS } from "#src/pages/builder/rules/condition-table.ts";
import { isReadable, lineOfRow, rowOfLine, SHAPES } from "#src/pages/builder/rules/row-form.ts";
import type { RowShape } from "#src/pages/builder/rules/row-form.ts";
import type { TypedRow } from "#src/pages/builder/rules/rule-tree.ts";
import { checkRule } from "#workers/rules/check.ts";
import { valueOfKey } from "./rule-keys.ts";

describe("the table of conditions", () => {
  it.each(CONDITIONS)("has a line for: $words", ({ formula, group }) => {
    expect(checkRule(formula, group === "position")).toMatchObject({ ok: true });
    const row = rowOfLine(formula);
    expect(row && lineOfRow(row)).toBe(formula);
  });

  it.each(CONDITIONS)("has a field for every number of: $words", ({ formula, row }) => {
    const found = rowOfLine(formula);
    expect(row.match(/\{(?!how)[^}]+\}/g) ?? []).toHaveLength(found?.values.length ?? NaN);
    expect(row.includes("{how}")).toBe(found?.how !== "");
  });

  it("says the same of formulas of one shape, and calls each shape by a name of its own", () => {
    for (const { formula, what, row, hows = HOWS } of CONDITIONS) {
      const shape = SHAPES.find(({ key }) => key === rowOfLine(formula)?.shape);
      expect(shape?.entry).toMatchObject({ what, row });
      expect(Object.keys(shape?.hows ?? {})).toEqual(row.includes("{how}") ? Object.keys(hows) : []);
    }
    const names = SHAPES.map(({ entry }) => entry.what);
    expect(new Set(names).size).toBe(names.length);
    const words = CONDITIONS.map((entry) => entry.words);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe("a line as a row", () => {
  it.each([
    { line: "rsi(2) < 10", how: "<", values: ["2", "10"] },
    { line: "RSI( 14 )>=70.5", how: ">=", values: ["14", "70.5"] },
    { line: "(close crosses  below SMA(20))", how: "crosses below", values: ["20"] },
    { line: "growth(5) < -2.5%", how: "<", values: ["5", "-2.5%"] },
    { line: "sma(value, 20) > 3cr", how: ">", values: ["20", "3cr"] },
    { line: "month >= 10 or month <= 2", how: "", values: ["10", "2"] },
    { line: "ROE > 15", how: ">", values: ["ROE", "15"] },
    { line: "rank(-pe) >= 50", how: ">=", values: ["pe", "50"] },
  ])("$line", ({ line, how, values }) => {
    expect(rowOfLine(line)).toMatchObject({ how, values });
  });

  it.each([
    "close > sma(close, 200)",
    "rank(growth(252)) > 10",
    "profit crosses above 5",
    "rsi(14) < 30 and close > sma(200)",
    "not rsi(14) < 30",
    "rsi(14)[1] < 30",
    "rsi(14) < rsi(2)",
    "close > highest(high, 55)[2]",
    "rsi(14) <",
    "",
  ])("is none: %s", (line) => {
    expect(rowOfLine(line)).toBeNull();
  });

  it("keeps what can't be read in its line, which is then no rule", () => {
    const row: TypedRow = { shape: "rsi(14) < 30", how: "<", values: ["14", "thirty"] };
    expect(lineOfRow(row)).toBe("rsi(14) < ?thirty");
    expect([isReadable(row, 0), isReadable(row, 1)]).toEqual([true, false]);
    expect(checkRule(lineOfRow(row))).toMatchObject({ ok: false, problems: [{ column: 11 }] });
    const unnamed: TypedRow = { shape: "revenue.yoy > 0", how: ">", values: ["my fact", "1"] };
    expect(lineOfRow(unnamed)).toBe("?my fact > 1");
    expect(lineOfRow({ ...unnamed, values: ["close", "1"] })).toBe("?close > 1");
  });

  it("reads amounts as people type them", () => {
    const row: TypedRow = { shape: "close > 50", how: ">", values: ["1,50,000"] };
    expect(lineOfRow(row)).toBe("close > 150000");
    expect(lineOfRow({ ...row, values: ["30 crores"] })).toBe("close > 300000000");
    expect(lineOfRow({ ...row, values: ["2."] })).toBe("close > 2");
  });
});

const aNumber = fc.oneof(
  fc.integer({ min: 1, max: 5000 }).map(String),
  fc.integer({ min: -900, max: -1 }).map(String),
  fc.integer({ min: 1, max: 99_999 }).map((value) => String(value / 100)),
  fc.constantFrom("2k", "15%", "1_000", "3cr"),
);

/** A row that any shape may have; its values are not held to what their functions want. */
const aRow = fc.constantFrom(...SHAPES).chain((shape) => rowsOf(shape));

function rowsOf(shape: RowShape): fc.Arbitrary<TypedRow> {
  const own = rowOfLine(shape.key)?.values ?? [];
  const values = own.map((value) =>
    /^[a-z]/i.test(value) ? fc.constantFrom("pe", "eps.yoy", "x_1") : aNumber,
  );
  const hows = Object.keys(shape.hows);
  return fc.record({
    shape: fc.constant(shape.key),
    how: hows.length === 0 ? fc.constant("") : fc.constantFrom(...hows),
    values: fc.tuple(...values),
  });
}

test.prop([aRow])("a row's line has that row again", (row) => {
  expect(rowOfLine(lineOfRow(row))).toEqual(row);
});

test.prop([aRow, fc.constantFrom(" ", "  ", "\t")])("a line's row says what the line says", (row, blank) => {
  const line = `${blank}(${lineOfRow(row).replaceAll(" ", blank).toUpperCase().replace("SECTOR", "sector")})`;
  const found = rowOfLine(line);
  expect(found).not.toBeNull();
  if (found) expect(valueOfKey(lineOfRow(found))).toBe(valueOfKey(line));
});
