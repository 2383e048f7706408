/** One table as CSV, Excel, LibreOffice and Parquet: the same check and the same bars, whatever is in it. */
import { fc, test } from "@fast-check/vitest";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect } from "vitest";
import type { PriceSource } from "#workers/market/source.ts";
import { barLines, checkAll } from "../import/check-support.ts";
import { rangeSource, textSource } from "../market/text-sources.ts";
import { odsSource, xlsxSource } from "./make-books.ts";
import type { Cell } from "./make-books.ts";
import { tries } from "#tests/support/tries.ts";

const FIGURES = ["open", "high", "low", "close", "volume", "adjClose", "marketCap"] as const;

interface TableRow {
  readonly symbol: string;
  readonly day: number;
  readonly figures: readonly (number | null)[];
}

const price = fc.integer({ min: 1, max: 5_000_000 }).map((cents) => cents / 100);
const maybe = (number: fc.Arbitrary<number>) => fc.option(number, { freq: 6 });
/** Mostly bars that can be true. */
const prices = fc
  .tuple(
    price,
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 900 }),
  )
  .map(([low, a, b, c]) => {
    const [least = 0, ...others] = [0, a, b, c]
      .toSorted((x, y) => x - y)
      .map((cents) => Math.round(low * 100 + cents) / 100);
    const [open = 0, close = 0, high = 0] = others;
    return [open, high, least, close];
  });
const row: fc.Arbitrary<TableRow> = fc
  .record({
    symbol: fc.constantFrom("AB", "M&M", "0700.HK", "TRUE", "NA", "BRK-B"),
    day: fc.integer({ min: 7000, max: 20_000 }),
    prices,
    gaps: fc.tuple(...[0, 1, 2, 3].map((at) => fc.integer({ min: 0, max: at === 3 ? 40 : 5 }))),
    rest: fc.tuple(
      maybe(fc.integer({ min: 0, max: 2_000_000_000 })),
      maybe(fc.double({ min: 1e-7, max: 1e6, noNaN: true })),
      maybe(fc.double({ min: 1, max: 1e22, noNaN: true })),
    ),
  })
  .map(({ symbol, day, prices: four, gaps, rest }) => ({
    symbol,
    day,
    figures: [...four.map((one, at) => (gaps[at] === 0 ? null : one)), ...rest],
  }));

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

function asCsv(rows: readonly TableRow[]): PriceSource {
  const lines = rows.map(({ symbol, day, figures }) => [
    symbol,
    iso(day),
    ...figures.map((one) => one ?? ""),
  ]);
  return textSource(
    "p.csv",
    [["symbol", "date", ...FIGURES], ...lines].map((cells) => `${cells.join(",")}\n`).join(""),
  );
}

function asCells(rows: readonly TableRow[]): Cell[][] {
  const cells = rows.map(({ symbol, day, figures }) => [symbol, new Date(day * 86_400_000), ...figures]);
  return [["symbol", "date", ...FIGURES], ...cells];
}

function asParquet(rows: readonly TableRow[]): PriceSource {
  const required = "REQUIRED" as const;
  const bytes = parquetWriteBuffer({
    rowGroupSize: 7,
    pageSize: 64,
    schema: [
      { name: "root", num_children: FIGURES.length + 2 },
      { name: "symbol", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: required },
      { name: "date", type: "INT32", converted_type: "DATE", repetition_type: required },
      ...FIGURES.map((name) => ({ name, type: "DOUBLE" as const, repetition_type: "OPTIONAL" as const })),
    ],
    columnData: [
      { name: "symbol", data: rows.map(({ symbol }) => symbol) },
      { name: "date", data: rows.map(({ day }) => new Date(day * 86_400_000)) },
      ...FIGURES.map((name, at) => ({ name, data: rows.map(({ figures }) => figures[at] ?? null) })),
    ],
  });
  return rangeSource("p.parquet", new Uint8Array(bytes));
}

const withoutName = (text: string): string => text.replaceAll(/p\.[a-z]+(?:, sheet "Data", row |:)/g, "row ");

/** What is said of a file and what is taken of it, but for its name and what its text was made from. */
async function outcomeOf(source: PriceSource): Promise<unknown> {
  const files = await checkAll([source]);
  const said = files.map(({ check }) => ({
    ...check,
    file: "",
    encoding: "",
    delimiter: "",
    message: withoutName(check.message),
    leftOut: check.leftOut.map(({ line, reason }) => ({ line, reason: withoutName(reason) })),
  }));
  return { said, bars: barLines(files) };
}

describe("the same table in four kinds of files", () => {
  test.prop([fc.array(row, { minLength: 3, maxLength: 60 })], { numRuns: tries(60) })(
    "gives the same check and the same bars",
    async (rows) => {
      const expected = await outcomeOf(asCsv(rows));
      const cells = asCells(rows);
      expect(await outcomeOf(xlsxSource("p.xlsx", [{ name: "Data", rows: cells }]))).toEqual(expected);
      expect(await outcomeOf(odsSource("p.ods", [{ name: "Data", rows: cells }]))).toEqual(expected);
      expect(await outcomeOf(asParquet(rows))).toEqual(expected);
    },
  );
});
