/** Parquet: kinds of columns and codecs, several row groups and pages, and what can't be read. */
import { autoSchemaElement, parquetWriteBuffer } from "hyparquet-writer";
import { gzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { parquetSource } from "#workers/tables/parquet-source.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { barLines, checkAll } from "../import/check-support.ts";
import { weekdays } from "../import/good-rows.ts";
import { rangeSource } from "../market/text-sources.ts";

type Write = Parameters<typeof parquetWriteBuffer>[0];
type Columns = Write["columnData"];

const days = weekdays(30);
const dates = days.map((iso) => new Date(`${iso}T00:00:00Z`));
const prices: Columns = [
  { name: "open", data: days.map((_, at) => 100.5 + at), type: "DOUBLE" },
  { name: "high", data: days.map((_, at) => 103.25 + at), type: "DOUBLE" },
  { name: "low", data: days.map((_, at) => 99 + at), type: "DOUBLE" },
  { name: "close", data: days.map((_, at) => 101.75 + at), type: "DOUBLE" },
  { name: "volume", data: days.map((_, at) => BigInt(1000 + at)), type: "INT64" },
];
const lines = days.map(
  (iso, at) => `${iso},${100.5 + at},${103.25 + at},${99 + at},${101.75 + at},${1000 + at}`,
);

type Element = NonNullable<Write["schema"]>[number];

/** Columns of Dates become days, as pandas writes its dates; what else there is says itself what it is. */
function write(columnData: Columns, options: Omit<Write, "columnData"> = {}): Uint8Array {
  const schema = [{ name: "root", num_children: columnData.length }, ...columnData.map(elementOf)];
  const columns = columnData.map(({ name, data, encoding }) => ({
    name,
    data,
    ...(encoding && { encoding }),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData: columns, schema, ...options }));
}

function elementOf({ name, data }: Columns[number]): Element {
  if (Array.from<unknown>(data).some((value) => value instanceof Date))
    return { name, type: "INT32", converted_type: "DATE", repetition_type: "OPTIONAL" };
  return autoSchemaElement(name, data);
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  const source = await parquetSource(rangeSource("p.parquet", bytes));
  let text = "";
  for await (const chunk of await source.open()) text += new TextDecoder().decode(chunk);
  return text.trimEnd().split("\n");
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    await textOf(bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  throw new Error("it was read");
}

/** Where two bytes stand first beside each other. */
function placeOf(bytes: Uint8Array, [first = 0, second = 0]: readonly number[]): number {
  return bytes.findIndex((byte, at) => byte === first && bytes[at + 1] === second);
}

/** Why a file is refused. */
async function verdictOf(name: string, bytes: Uint8Array): Promise<string> {
  const [file] = await checkAll([rangeSource(name, bytes)]);
  expect(file?.check.verdict).toBe("refuse");
  return file?.check.message ?? "";
}

const manyRows = Array.from({ length: 3000 }, (_, at) => at);
const isGap = (at: number): boolean => at % 5 === 2;
/** One of them is more than a double holds. */
const wholeAt = (at: number): bigint => (at === 2000 ? 9_007_199_254_740_993n : BigInt(at % 50) - 25n);

describe("columns of Parquet as text", () => {
  it("days, instants, whole numbers, texts, truths and nothing", async () => {
    const text = await textOf(
      write([
        { name: "day", data: [new Date("2024-01-02"), new Date("1969-12-31")] },
        { name: "text", data: ["a,b", null], type: "STRING" },
        { name: "flag", data: [true, false], type: "BOOLEAN" },
        { name: "whole", data: [9_007_199_254_740_993n, -5n], type: "INT64" },
        { name: "figure", data: [0.1, Number.NaN], type: "DOUBLE" },
      ]),
    );
    expect(text).toEqual([
      "day,text,flag,whole,figure",
      '2024-01-02,"a,b",TRUE,9007199254740993,0.1',
      "1969-12-31,,FALSE,-5,",
    ]);
  });

  it("numbers of single precision have the figures that were written, decimals all of theirs", async () => {
    const root = { name: "root", num_children: 2 };
    const text = await textOf(
      write(
        [
          { name: "single", data: [183.65, 0.1, 16_777_216] },
          { name: "decimal", data: [183.65, -0.05, 7] },
        ],
        {
          schema: [
            root,
            { name: "single", type: "FLOAT", repetition_type: "REQUIRED" },
            {
              name: "decimal",
              type: "INT64",
              converted_type: "DECIMAL",
              scale: 2,
              precision: 18,
              repetition_type: "REQUIRED",
            },
          ],
        },
      ),
    );
    expect(text.slice(1)).toEqual(["183.65,183.65", "0.1,-0.05", "16777216,7.00"]);
  });

  it.each([
    { unit: "MILLIS" as const, isUtc: true, expected: "2024-01-02T09:15:00Z" },
    { unit: "MICROS" as const, isUtc: false, expected: "2024-01-02 09:15:00" },
    { unit: "NANOS" as const, isUtc: false, expected: "2024-01-02 09:15:00" },
  ])("instants in $unit, in UTC: $isUtc", async ({ unit, isUtc, expected }) => {
    const factor = { MILLIS: 1n, MICROS: 1000n, NANOS: 1_000_000n }[unit];
    const data = [BigInt(Date.UTC(2024, 0, 2, 9, 15)) * factor, BigInt(Date.UTC(2024, 0, 3)) * factor];
    const schema: NonNullable<Write["schema"]> = [
      { name: "root", num_children: 1 },
      {
        name: "at",
        type: "INT64",
        repetition_type: "REQUIRED",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: isUtc, unit },
      },
    ];
    const midnight = isUtc ? "2024-01-03T00:00:00Z" : "2024-01-03";
    expect(await textOf(write([{ name: "at", data }], { schema }))).toEqual(["at", expected, midnight]);
  });

  it("many row groups and small pages give the rows in their order", async () => {
    const data = Array.from({ length: 5000 }, (_, at) => at);
    const symbols = data.map((at) => `S${Math.floor(at / 700)}`);
    const text = await textOf(
      write(
        [
          { name: "symbol", data: symbols, type: "STRING" },
          { name: "number", data: data.map((at) => (at % 7 === 0 ? null : at)), type: "DOUBLE" },
        ],
        { rowGroupSize: 1300, pageSize: 512 },
      ),
    );
    expect(text.slice(1)).toEqual(data.map((at) => `${symbols[at] ?? ""},${at % 7 === 0 ? "" : at}`));
  });

  it.each(["PLAIN", "RLE_DICTIONARY"] as const)(
    "numbers with gaps come page after page, %s: none of a page before stands in the next",
    async (encoding) => {
      const text = await textOf(
        write(
          [
            {
              name: "figure",
              data: manyRows.map((at) => (isGap(at) ? null : (at % 40) / 8)),
              type: "DOUBLE",
              encoding,
            },
            {
              name: "whole",
              data: manyRows.map((at) => (isGap(at) ? null : wholeAt(at))),
              type: "INT64",
              encoding,
            },
            { name: "small", data: manyRows.map((at) => at % 30), type: "INT32", encoding },
          ],
          { pageSize: 700, rowGroupSize: 1100 },
        ),
      );
      expect(text.slice(1)).toEqual(
        manyRows.map((at) => (isGap(at) ? `,,${at % 30}` : `${(at % 40) / 8},${wholeAt(at)},${at % 30}`)),
      );
    },
  );

  it("pandas' names of two header rows are two header rows", async () => {
    const pairs = prices.map(({ name, data }) => ({ name: `('${name}', 'ACME')`, data }));
    const text = await textOf(write([{ name: "Date", data: dates }, ...pairs]));
    expect(text.slice(0, 2)).toEqual(["Date,open,high,low,close,volume", ",ACME,ACME,ACME,ACME,ACME"]);
  });
});

describe("a file of prices", () => {
  const bytes = write([{ name: "date", data: dates }, ...prices]);
  it.each([
    { title: "by itself", source: () => rangeSource("ACME.parquet", bytes) },
    { title: "in an archive", source: () => rangeSource("p.zip", zipSync({ "ACME.parquet": bytes })) },
    { title: "with another ending", source: () => rangeSource("ACME.pq", bytes) },
  ])("$title", async ({ source }) => {
    const files = await checkAll([source()]);
    expect(files.map(({ check }) => [check.verdict, check.symbols, check.encoding])).toEqual([
      ["ok", ["ACME"], "Parquet"],
    ]);
    const bars = barLines(files).slice(1);
    expect(bars.map((bar) => bar.replace(/,+$/, ""))).toEqual(lines.map((line) => `ACME,${line}`));
  });

  it("a table of two header rows, as yfinance's download is kept", async () => {
    const pairs = ["AB", "CD"].flatMap((symbol) =>
      prices.map(({ name, data }) => ({ name: `('${name}', '${symbol}')`, data })),
    );
    const table = write([{ name: "Date", data: dates }, ...pairs]);
    const [file] = await checkAll([rangeSource("download.parquet", table)]);
    expect([file?.check.verdict, file?.check.symbols, file?.check.bars]).toEqual(["ok", ["AB", "CD"], 60]);
  });
});

describe("Parquet that can't be read", () => {
  const good = write([{ name: "date", data: dates }, ...prices]);
  it("a footer that is cut off, or damaged anywhere", async () => {
    expect(await verdictOf("p.parquet", good.slice(0, -20))).toMatch(/broken footer/);
    expect(await verdictOf("p.parquet", good.slice(0, 6))).toMatch(/broken footer/);
    const lengthAt = good.length - 8;
    const long = good.slice();
    new DataView(long.buffer).setUint32(lengthAt, 0xffff_fff0, true);
    expect(await verdictOf("p.parquet", long)).toMatch(/broken footer/);
  });

  it("damage in any byte is read or refused, never an error of ours", async () => {
    for (let at = 4; at < good.length - 4; at += 11) {
      const damaged = good.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [file] = await checkAll([rangeSource("p.parquet", damaged)]);
      expect(file).toBeDefined();
    }
  });

  it("names the column and the row group of a page that is damaged", async () => {
    const damaged = good.slice();
    damaged.fill(0xff, 4, 24);
    expect(await refusalOf(damaged)).toMatch(/^p\.parquet: cannot be read: column "date", row group 1: /);
  });

  it("encrypted, and inside of gzip", async () => {
    const encrypted = good.slice();
    encrypted.set(new TextEncoder().encode("PARE"), 0);
    encrypted.set(new TextEncoder().encode("PARE"), good.length - 4);
    expect(await verdictOf("p.parquet", encrypted)).toMatch(/encrypted/);
    expect(await verdictOf("p.parquet.gz", gzipSync(good))).toMatch(/Parquet file inside another/);
  });

  it("a codec that nobody reads, rows that can't be, and nothing but lists", async () => {
    const lzo = write(prices, { codec: "LZO", compressors: { LZO: (input: Uint8Array) => input } });
    expect(await refusalOf(lzo)).toMatch(
      /packed by LZO, which can't be read; write it with snappy, gzip or zstd/,
    );
    const nested = write([{ name: "bars", data: [{ open: 1 }, { open: 2 }], type: "JSON" }]);
    expect(await textOf(nested)).toEqual(["bars", "[nested]", "[nested]"]);
  });

  it("row groups that have not as many rows as the file or their columns say", async () => {
    const bytes = write([{ name: "number", data: days.map((_, at) => at), type: "DOUBLE" }], {
      rowGroupSize: 10,
    });
    // In the footer 0x16 comes before a long count, which is written twice as large: 30 rows, in groups of 10.
    const fileRows = placeOf(bytes, [0x16, 60]);
    const groupRows = bytes.length - placeOf(bytes.toReversed(), [20, 0x16]) - 2;
    const less = bytes.slice();
    less[fileRows + 1] = 2 * 29;
    expect(await refusalOf(less)).toMatch(/says that it has 29 rows, and its row groups have 30/);
    less[groupRows + 1] = 2 * 9;
    expect(await refusalOf(less)).toMatch(/a row group has 9 rows, and its column "number" has 10/);
  });

  it("a nested column beside prices is passed over, and named", async () => {
    const schema: NonNullable<Write["schema"]> = [
      { name: "root", num_children: 7 },
      { name: "date", type: "INT32", converted_type: "DATE", repetition_type: "REQUIRED" },
      ...prices.map(({ name }) => ({
        name,
        type: name === "volume" ? ("INT64" as const) : ("DOUBLE" as const),
        repetition_type: "REQUIRED" as const,
      })),
      { name: "tags", num_children: 1, repetition_type: "OPTIONAL", converted_type: "LIST" },
      { name: "list", num_children: 1, repetition_type: "REPEATED" },
      { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
    ];
    const columns: Columns = [
      { name: "date", data: dates },
      ...prices,
      { name: "tags", data: days.map(() => ["a", "b"]) },
    ];
    const [file] = await checkAll([rangeSource("ACME.parquet", write(columns, { schema }))]);
    expect([file?.check.verdict, file?.check.bars]).toEqual(["ok", 30]);
    expect(file?.check.warnings.join(" ")).toMatch(/Columns that are not taken: tags/);
  });

  it.each([
    { name: "p.feather", start: "FEA1", reason: /Feather/ },
    { name: "p.arrow", start: "ARROW1", reason: /Feather or Arrow/ },
  ])("$name is named", async ({ name, start, reason }) => {
    const file = new Uint8Array(200);
    file.set(new TextEncoder().encode(start));
    expect(await verdictOf(name, file)).toMatch(reason);
  });
});
