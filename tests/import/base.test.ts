/** A dataset that gets files is read some instruments at a time; what comes of it is as if it were in memory. */
import { describe, expect, it } from "vitest";
import { openBase } from "#workers/import/plan/base.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { wholeAsParts } from "#workers/market/whole-parts.ts";
import type { Market, PartedMarket } from "#workers/model/market.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { addFiles, openColumns, readerOf } from "./growing-dataset.ts";
import type { StoredColumns } from "./growing-dataset.ts";
import { planOf, readOnto, readPlan } from "./plan-support.ts";

const SYMBOLS = ["A", "B", "C", "D", "E", "F"];
const DAYS = 10;
/** Two instruments a block. */
const BLOCK_ROWS = 2 * DAYS;

/** Six instruments of ten days; market caps of B and E come from their share counts. */
async function storedMarket(): Promise<Market> {
  const lines = SYMBOLS.flatMap((symbol, one) =>
    Array.from({ length: DAYS }, (_, at) => {
      const close = 100 + at + one;
      return `${symbol},2020-01-${String(at + 1).padStart(2, "0")},${close},${1700 + at},${close},${close},5\n`;
    }),
  );
  const prices = `symbol,date,open,high,low,close,volume\n${lines.join("")}`;
  const facts = "symbol,name,sharesOutstanding\nB,Beta,100\nE,Epsilon,7\n";
  return (await readPlan(planOf({ "a.csv": prices, "instruments.csv": facts }))).market;
}

async function bytesOf(market: Market): Promise<Uint8Array<ArrayBuffer>> {
  return (await columnFileOf(market, BLOCK_ROWS)).bytes;
}

function partsOf(bytes: Uint8Array<ArrayBuffer>): PartedMarket {
  const file = openColumnFile(memoryReader(bytes));
  if (!file) throw new Error("a column file was expected");
  return openParts(file, [], COLUMNS);
}

/** Rows of days of March 2020. */
function days(symbol: string, from: number, to: number): string {
  const one = (at: number) => `${symbol},2020-03-${String(from + at).padStart(2, "0")},5\n`;
  return Array.from({ length: to - from }, (_, at) => one(at)).join("");
}

describe("a dataset that gets files", () => {
  it("comes to the same part by part as whole", async () => {
    const market = await storedMarket();
    const parted = partsOf(await bytesOf(market));
    expect(parted.parts).toBe(3);
    const plan = planOf({
      "new.csv":
        "symbol,date,open,high,low,close,volume\nA,2020-02-01,11,11,11,11,5\nB,2020-01-02,102,1701,102,102,5\nBB,2020-01-01,5,5,5,5,5\nE,2020-02-01,9,9,9,9,5\n",
    });
    const inParts = await readOnto(plan, parted);
    const whole = await readOnto(plan, wholeAsParts(market));
    expect(inParts).toEqual(whole);
    const { dryRun, market: extended } = inParts;
    expect(dryRun.before).toMatchObject({
      instruments: 6,
      bars: 60,
      first: "2020-01-01",
      last: "2020-01-10",
      added: { instruments: 2, fewest: 1, most: 1 }, // A and E: B had its day, and BB is new
    });
    expect(dryRun.planned).toMatchObject({ instruments: 7, bars: 63, last: "2020-02-01" });
    const lastOfE = (extended.barOffset[6] ?? 0) - 1;
    expect([extended.close[lastOfE], extended.marketCap?.[lastOfE]]).toEqual([9, 63]);
  });

  it("is the same as before, with the same digest, when nothing new comes", async () => {
    const market = await storedMarket();
    const { dryRun } = await readOnto(
      planOf({ "again.csv": "symbol,date,open,high,low,close,volume\nC,2020-01-01,102,1700,102,102,5\n" }),
      partsOf(await bytesOf(market)),
    );
    expect(dryRun.planned.digest).toBe(dryRun.before?.digest);
  });

  it("counts days by the instrument, written behind it or with it", async () => {
    const header = "symbol,date,close\n";
    const columns: StoredColumns = new Map();
    const first = await addFiles(columns, null, {
      "a.csv": `${header}${days("A", 2, 30)}${days("B", 2, 30)}${days("C", 3, 20)}`,
    });
    expect(first.dryRun.before).toBeNull();
    const behind = await addFiles(columns, first.id, {
      "b.csv": `${header}${days("A", 28, 32)}${days("B", 29, 31)}`, // of these A had 28 and 29, B had 29
    });
    expect(behind.frontId).toBe(first.id);
    expect(behind.dryRun.before?.added).toEqual({ instruments: 2, fewest: 1, most: 2 });
    const within = await addFiles(columns, behind.id, {
      "more.csv": `${header}${days("A", 30, 32)}${days("C", 2, 3)}${days("C", 20, 22)}`, // before its first and after its last
    });
    expect(within.dryRun.before?.added).toEqual({ instruments: 1, fewest: 3, most: 3 });
  });

  it("whose ends of series are damaged is written anew, once", async () => {
    const bytes = await bytesOf(await storedMarket());
    const columns: StoredColumns = new Map([["old", bytes]]);
    const { instruments, directory } = openColumns(readerOf(columns, "old"));
    const symbol = instruments[0]?.symbol ?? "";
    const ends = directory.ends?.at ?? NaN;
    bytes[ends] = (bytes[ends] ?? 0) ^ 1;
    const line = (day: string) => ({ [`${day}.csv`]: `symbol,date,close\n${symbol},${day},5\n` });
    const anew = await addFiles(columns, "old", line("2030-01-02"));
    const { bars = NaN } = anew.dryRun.before ?? {};
    expect([anew.frontId, anew.facts.bars]).toEqual([null, bars + 1]);
    const many = await addFiles(columns, anew.id, line("2030-01-03"));
    expect(many.facts.bars).toBe(bars + 2);
  });

  it("is refused where a column is damaged that no run looks at", async () => {
    const bytes = await bytesOf(await storedMarket());
    const aboveClose = new Uint8Array(new Int16Array(DAYS).fill(1700 - 100).buffer); // how highs are stored
    const place = bytes.findIndex((_, at) => aboveClose.every((byte, next) => bytes[at + next] === byte));
    expect(place).toBeGreaterThan(0);
    bytes[place] = 0;
    expect(await openBase({ parts: partsOf(bytes), extendable: null })).toEqual({
      ok: false,
      problem: {
        code: "storage-failed",
        message:
          "The stored prices of A are damaged, so nothing can be added to this dataset. Import all its files as a new one.",
      },
    });
  });
});
