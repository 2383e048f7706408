/** A long file read in parts comes to the same as one read in one go. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { checkFile } from "#workers/import/what/check-file.ts";
import type { ReadingThreads } from "#workers/import/plan/reading-threads.ts";
import { createRowPool } from "#workers/import/rows/row-pool.ts";
import { fileSource } from "#workers/market/source.ts";
import { threadsOf } from "./threads-support.ts";
import { tries } from "#tests/support/tries.ts";

const CANONICAL = "symbol,date,open,high,low,close,volume";
const FOREIGN = "Ticker,Date,Open,High,Low,Close,Volume";

const day = fc
  .integer({ min: 0, max: 9000 })
  .map((at) => new Date(at * 86_400_000).toISOString().slice(0, 10));
const symbol = fc.constantFrom("AB", "CD", "M&M", "ÅÄ", "漢字", "A");
const bar = fc
  .tuple(symbol, day, fc.integer({ min: 100, max: 900 }), fc.constantFrom("", "7", "0"))
  .map(
    ([name, date, price, volume]) =>
      `${name},${date},${price},${price + 9},${price - 9},${price}.5,${volume}`,
  );
const closeOnly = fc.tuple(symbol, day).map(([name, date]) => `${name},${date},,,,12.5,`);
const odd = fc.oneof(
  fc.constantFrom(
    "",
    "   ",
    "AB,2020-01-01,1,2,3,n/a,5",
    "AB,2020-02-31,1,2,1,2,5",
    'AB,2020-01-01,1,2,1,"1,5",5',
    '"AB",2020-01-01,1,2,1,2,5',
    'AB,2020-01-01,1,2,1,2,"open',
    "AB,2020-01-01,1,2,1,2,5,8,9",
    "AB,2020-01-01,1,2",
    "AB,0001-01-01,1,2,1,2,5",
    "=cmd(),2020-01-01,1,2,1,2,5",
    ",2020-01-01,1,2,1,2,5",
  ),
  closeOnly,
);

/** Plain rows as a rule, so that most files are read in parts to their ends. */
const lines = fc.array(fc.oneof({ arbitrary: bar, weight: 40 }, { arbitrary: closeOnly, weight: 1 }), {
  minLength: 5,
  maxLength: 60,
});
const file = fc.record({
  header: fc.constantFrom(CANONICAL, FOREIGN, `\uFEFF${CANONICAL}`),
  lines,
  odd: fc.array(fc.tuple(odd, fc.nat(60)), { maxLength: 2 }),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  isEnded: fc.boolean(),
});
const cut = fc.record({
  atOnce: fc.integer({ min: 1, max: 5 }),
  partBytes: fc.integer({ min: 1, max: 400 }),
});

async function comeTo(text: string, threads: ReadingThreads | null) {
  const pool = createRowPool(null);
  const { check, rows } = await checkFile(
    fileSource({ name: "p.csv", bytes: new Blob([text]) }),
    pool,
    {},
    { threads },
  );
  const { store, symbols } = pool;
  const kept = rows ? Array.from({ length: rows.endRow - rows.firstRow }, (_, at) => rows.firstRow + at) : [];
  return {
    check,
    bars: rows && [rows.endRow - rows.firstRow, rows.bars, rows.closeOnly, rows.dayShift],
    rows: kept.map((row) => [
      symbols.names[store.instrument[row] ?? -1],
      store.day[row],
      store.line[row],
      ...store.values.map((column) => column?.[row] ?? NaN),
    ]),
    mentioned: [...new Set(kept.map((row) => store.instrument[row]))].map((one) => symbols.names[one ?? -1]),
  };
}

describe("a long file read in parts", () => {
  test.prop([file, cut], { numRuns: tries(1000) })(
    "comes to the rows, reasons and check of a reading in one go, however it is cut",
    async ({ header, lines: rows, odd: others, lineEnd, isEnded }, how) => {
      const all = [...rows];
      for (const [line, at] of others) all.splice(at % (all.length + 1), 0, line);
      const text = [header, ...all].join(lineEnd) + (isEnded ? lineEnd : "");
      expect(await comeTo(text, threadsOf(how))).toEqual(await comeTo(text, null));
    },
  );

  it("is read in parts where it is plain, and each of its lines once", async () => {
    const rows = Array.from(
      { length: 100 },
      (_, at) => `AB,${new Date(at * 86_400_000).toISOString().slice(0, 10)},5`,
    );
    for (const partBytes of [1, 7, 16, 17, 100, 800]) {
      const threads = threadsOf({ atOnce: 2, partBytes });
      // oxlint-disable-next-line no-await-in-loop -- one cut after the other
      await comeTo(["symbol,date,close", ...rows].join("\n"), threads);
      expect(threads.counts).toEqual({ rows: 100, files: 0, refused: 0 });
    }
  });

  it("names the lines of what it leaves out as they are in the file", async () => {
    const rows = Array.from({ length: 100 }, (_, at) =>
      at === 60 ? "AB,2021-01-01,n/a" : `AB,${new Date(at * 86_400_000).toISOString().slice(0, 10)},5`,
    );
    const threads = threadsOf({ atOnce: 3, partBytes: 90 });
    const { check } = await comeTo(["symbol,date,close", ...rows].join("\r\n"), threads);
    expect(threads.counts.refused).toBe(0);
    expect(check.leftOut).toEqual([
      { line: 62, reason: 'close is "n/a", which cannot be read. Correct or delete that row.' },
    ]);
  });

  it("is read in one go where a thread fails", async () => {
    const text = ["symbol,date,close", "AB,2020-01-01,1", "AB,2020-01-02,2", "AB,2020-01-03,3"].join("\n");
    const threads: ReadingThreads = {
      ...threadsOf({ atOnce: 2, partBytes: 8 }),
      readPart: async () => "failed",
    };
    expect(await comeTo(text, threads)).toEqual(await comeTo(text, null));
  });
});
