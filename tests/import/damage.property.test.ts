/**
 * Laws of the dry run: chunks may be cut anywhere, rows may leave the memory at any time, damage stays where it is, and
 * whatever was done to a file, it is answered, and soon.
 */
import * as fc from "fast-check";
import { gzipSync, zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import type { PriceSource } from "#workers/market/source.ts";
import { bytesSource, rangeSource } from "../market/text-sources.ts";
import { odsBytes, xlsxBytes } from "../tables/make-books.ts";
import { barLines, checkAll, checkSource } from "./check-support.ts";
import type { PooledCheck } from "./check-support.ts";
import { tries } from "#tests/support/tries.ts";

const RUNS = tries(300);
const TIMEOUT = 20_000 + RUNS * 60;

/** Small files of different shapes, forty days each. */
const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    "ACME.csv",
    rows(
      "Date,Open,High,Low,Close,Adj Close,Volume",
      (day, at) => `${day},${at + 10}.5,${at + 12},${at + 9.25},${at + 11},${at + 5},${at}00`,
    ),
  ],
  [
    "ACME.txt",
    rows(
      "DATE;OPEN;HIGH;LOW;CLOSE;VOL",
      (day, at) => `${turned(day, ".")};${at + 10},5;${at + 12},0;${at + 9},25;${at + 11},5;${at}00`,
    ),
  ],
  [
    "all.csv",
    rows(
      '"Symbol","Series","Date","Close Price","Open Price"',
      (day, at) => `"A${at % 3}","EQ","${day}","${at + 1}.5","${at + 1}.25"`,
    ),
  ],
  [
    "ACME Historical Data.csv",
    rows(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      (day, at) =>
        `"${turned(day, "/")}","1,0${at + 10}.5","1,0${at + 10}.0","1,0${at + 11}.0","1,0${at + 10}.0","${at + 1}.5K","1%"`,
    ),
  ],
  ["wide.csv", rows("Date,AAA,BBB,CCC", (day, at) => `${day},${at + 1}.5,,${at + 3}.25`)],
  [
    "EURUSD.csv",
    rows(
      "",
      (day, at) =>
        `${day.replaceAll("-", ".")},00:00,1.${at + 20},1.${at + 30},1.${at + 10},1.${at + 25},${at}`,
    ),
  ],
];

/** Of corporate actions, a row each or two a row. */
const ACTION_FILES: typeof FILES = [
  [
    "CF-CA-equities.csv",
    rows(
      '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"',
      (day, at) =>
        `"A${at % 3}","Acme","EQ","Interim Dividend - Rs ${at + 1}.50 Per Share/Bonus ${at + 1}:1","10","${turned(day, "-")}"`,
    ),
  ],
  [
    "ACME_actions.csv",
    rows("Date,Dividends,Stock Splits", (day, at) => `${day} 00:00:00-05:00,0.${at + 1},0.0`),
  ],
  [
    "actions.csv",
    rows(
      "symbol,date,kind,value",
      (day, at) => `A${at % 3},${day},${at % 2 ? "split" : "bonus"},${at + 2}:1`,
    ),
  ],
];

const FACTS = `symbol,date,name,value\n${Array.from({ length: 40 }, (_, at) => `A${at % 3},2024-01-${String((at % 28) + 1).padStart(2, "0")},revenue.quarter,${at}.5`).join("\n")}\n`;
const STATEMENTS = `fiscalDateEnding,reportedDate,reportedEPS,symbol\n${Array.from({ length: 12 }, (_, at) => `20${10 + at}-03-31,20${10 + at}-04-25,${at}.5,IBM`).join("\n")}\n`;
const RECORDS = JSON.stringify(
  Array.from({ length: 40 }, (_, at) => ({
    date: `2024-01-${String((at % 28) + 1).padStart(2, "0")}`,
    close: at + 7,
  })),
);
const CELLS = Array.from({ length: 30 }, (_, at) => [
  new Date(Date.UTC(2024, 0, 2 + at)),
  100 + at,
  101 + at,
]);
const SHEETS = [{ name: "ACME", rows: [["Date", "Close", "High"], ...CELLS] }];
const COLUMNS = [
  { name: "date", data: CELLS.map(([day]) => (day instanceof Date ? day.toISOString().slice(0, 10) : "")) },
  { name: "close", data: CELLS.map(([, close]) => close), type: "DOUBLE" as const },
];

/** The same, statements and facts, books and Parquet. */
const ANY_FILES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ...FILES.map(([name, text]) => [name, encode(text)] as const),
  ["facts.csv", encode(FACTS)],
  ["IBM_EARNINGS.csv", encode(STATEMENTS)],
  ["ACME.json", encode(RECORDS)],
  ["book.xlsx", xlsxBytes(SHEETS)],
  ["book.ods", odsBytes(SHEETS)],
  ["ACME.parquet", new Uint8Array(parquetWriteBuffer({ columnData: COLUMNS }))],
  ["raw.parquet", new Uint8Array(parquetWriteBuffer({ columnData: COLUMNS, codec: "UNCOMPRESSED" }))],
];

describe("a dry run", () => {
  it(
    "is the same wherever the chunks are cut",
    async () => {
      const anyFile = fc.constantFrom(...FILES, ...ACTION_FILES);
      await fc.assert(
        fc.asyncProperty(
          anyFile,
          fc.array(fc.nat(3000), { maxLength: 12 }),
          damages(),
          fc.option(fc.nat(60)),
          async (file, cuts, damage, mostRows) => {
            const bytes = damaged(file[1], damage);
            const whole = await check(file[0], bytes, []);
            const cut = await check(file[0], bytes, cuts, mostRows);
            expect(cut.check).toEqual(whole.check);
            expect(barLines([cut])).toEqual(barLines([whole]));
            expect(cut.actions).toEqual(whole.actions);
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    "leaves the bars of lines alone that nobody damaged",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...FILES), damages(), async ([name, text], damage) => {
          const before = new Set(barLines([await check(name, encode(text), [])]));
          const after = await check(name, damaged(text, damage), []);
          if (after.check.verdict !== "ok") return;
          const changed = barLines([after]).filter((line) => !before.has(line));
          // A wide table's line has three bars; a flipped line end joins two lines.
          expect(changed.length).toBeLessThanOrEqual(damage.length * 6);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it("leaves the actions of lines alone that nobody damaged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ACTION_FILES), damages(), async ([name, text], damage) => {
        const before = new Set(actionsOf(await check(name, encode(text), [])));
        expect(before.size).toBeGreaterThanOrEqual(40);
        const after = await check(name, damaged(text, damage), []);
        if (after.check.verdict !== "ok") return;
        // A line has two actions at most; a flipped line end joins two lines.
        const changed = actionsOf(after).filter((action) => !before.has(action));
        expect(changed.length).toBeLessThanOrEqual(damage.length * 4);
      }),
      { numRuns: RUNS },
    );
  });

  it(
    "answers tables of any kind in seconds, whatever was done to them, packed or not",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...ANY_FILES),
          blows(),
          fc.nat(3),
          async ([name, bytes], todo, pack) => {
            const hurt = todo.reduce(struck, bytes);
            const started = performance.now();
            const files = await checkAll([packed(name, hurt, pack)]);
            expect(files.length).toBeGreaterThan(0);
            for (const { check: found, rows: taken } of files) {
              expect(found.verdict === "refuse" ? taken : null).toBeNull();
              expect(found.message).not.toBe("");
            }
            if (files.some(({ rows: taken }) => taken !== null)) barLines(files);
            expect(performance.now() - started).toBeLessThan(MOST_MS);
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    "answers noise without a failure",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (bytes) => {
          expect((await check("noise.csv", bytes, [])).check.verdict).not.toBe("ok");
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );
});

/** Each as text, wherever it stands: a line that is dropped moves the others up. */
function actionsOf({ actions }: PooledCheck): string[] {
  return actions?.actions.map((action) => JSON.stringify({ ...action, line: 0 })) ?? [];
}

/** What a machine under load takes for a file of some kilobytes, many times over. */
const MOST_MS = 10_000;

/** Something done to bytes, or to the cells of lines. */
type Blow =
  | { readonly type: "write"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly type: "move"; readonly at: number; readonly from: number; readonly length: number }
  | { readonly type: "exchange"; readonly one: number; readonly other: number; readonly line: number | null }
  | { readonly type: "insert"; readonly line: number; readonly text: string }
  | { readonly type: "decimals"; readonly line: number };

function blows(): fc.Arbitrary<Blow[]> {
  const at = fc.nat(20_000);
  const line = fc.nat(40);
  return fc.array(
    fc.oneof(
      fc.record({
        type: fc.constant("write" as const),
        at,
        bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      }),
      fc.record({ type: fc.constant("move" as const), at, from: at, length: fc.nat(60) }),
      fc.record({
        type: fc.constant("exchange" as const),
        one: fc.nat(7),
        other: fc.nat(7),
        line: fc.option(line),
      }),
      fc.record({ type: fc.constant("insert" as const), line, text: fc.constantFrom(...LINES) }),
      fc.record({ type: fc.constant("decimals" as const), line }),
    ),
    { minLength: 1, maxLength: 4 },
  );
}

const LINES = [
  "",
  '"',
  ",,,,,",
  "Total,1,2",
  "<<<<<<< HEAD",
  "2024-13-45,1,1,1,1,1",
  "1e999,1e999",
  "a".repeat(5000),
];

function struck(bytes: Uint8Array, blow: Blow): Uint8Array {
  if (blow.type === "write") {
    const at = blow.at % bytes.length;
    return bytes.map((byte, place) => blow.bytes[place - at] ?? byte);
  }
  if (blow.type === "move") {
    const [at, from] = [blow.at % bytes.length, blow.from % bytes.length];
    const moved = bytes.subarray(from, from + blow.length);
    return Uint8Array.from([...bytes.subarray(0, at), ...moved, ...bytes.subarray(at)]);
  }
  const lines = new TextDecoder("latin1").decode(bytes).split("\n");
  const changed = lines.flatMap((text, place) => {
    if (blow.type === "insert") return place === blow.line ? [blow.text, text] : [text];
    if (blow.type === "decimals") return [place === blow.line ? text.replaceAll(".", ",") : text];
    return [blow.line === null || place === blow.line ? exchanged(text, blow.one, blow.other) : text];
  });
  return Uint8Array.from(changed.join("\n"), (letter) => letter.charCodeAt(0));
}

function exchanged(line: string, one: number, other: number): string {
  const cells = line.split(",");
  const [first, second] = [cells[one], cells[other]];
  return first === undefined || second === undefined
    ? line
    : cells.with(one, second).with(other, first).join();
}

/** By itself, or in a gzip, a zip, or a zip in a zip. */
function packed(name: string, bytes: Uint8Array, how: number): PriceSource {
  if (how === 1) return rangeSource(`${name}.gz`, gzipSync(bytes));
  if (how === 2) return rangeSource("a.zip", zipSync({ [name]: bytes }));
  if (how === 3) return rangeSource("b.zip", zipSync({ "a.zip": zipSync({ [name]: bytes }) }));
  return rangeSource(name, bytes);
}

type Damage =
  | { readonly type: "flip"; readonly at: number; readonly byte: number }
  | { readonly type: "drop-line"; readonly at: number }
  | { readonly type: "cut"; readonly at: number };

/** Below the header: a damaged header changes what all rows mean, which is asked or refused. */
function damages(): fc.Arbitrary<Damage[]> {
  const at = fc.integer({ min: 60, max: 3000 });
  const flip = fc.record({ type: fc.constant("flip" as const), at, byte: fc.nat(255) });
  const drop = fc.record({ type: fc.constant("drop-line" as const), at });
  const cut = fc.record({ type: fc.constant("cut" as const), at });
  return fc.array(fc.oneof({ weight: 6, arbitrary: flip }, drop, cut), { maxLength: 3 });
}

function damaged(text: string, damage: readonly Damage[]): Uint8Array {
  let bytes = encode(text);
  for (const one of damage) {
    const at = one.at % bytes.length;
    if (one.at >= bytes.length || at < 60) continue;
    if (one.type === "cut") bytes = bytes.slice(0, at);
    else if (one.type === "flip") bytes = bytes.map((byte, place) => (place === at ? one.byte : byte));
    else {
      const start = bytes.lastIndexOf(10, at) + 1;
      const end = bytes.indexOf(10, at) + 1;
      if (end > start) bytes = Uint8Array.from([...bytes.slice(0, start), ...bytes.slice(end)]);
    }
  }
  return bytes;
}

async function check(
  name: string,
  bytes: Uint8Array,
  cuts: readonly number[],
  mostRows: number | null = null,
): Promise<PooledCheck> {
  return checkSource(bytesSource(name, bytes, cuts), {}, mostRows);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function rows(header: string, line: (day: string, at: number) => string): string {
  const lines = header === "" ? [] : [header];
  for (let at = 0; at < 40; at++)
    lines.push(line(new Date(Date.UTC(2024, 0, 2 + at)).toISOString().slice(0, 10), at));
  return `${lines.join("\n")}\n`;
}

function turned(day: string, sign: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return [date, month, year].join(sign);
}
