/** A column file is read in pieces of 65,536 bars or one instrument, and its days come from the zones where these have them. */
import { describe, expect, it } from "vitest";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";

/** Instruments S0, S1 and so on with bars on every step-th day; all figures are told by the bar and the instrument. */
function marketOf(shapes: readonly { readonly bars: number; readonly step: number }[]): Market {
  const rows = shapes.flatMap(({ bars, step }, instrument) =>
    Array.from({ length: bars }, (_, bar) => ({
      day: 10_000 + bar * step,
      value: (instrument + 1) * 1000 + (bar % 500),
    })),
  );
  const column = (figure: (value: number) => number): Float64Array =>
    Float64Array.from(rows, ({ value }) => figure(value));
  return {
    instruments: shapes.map((_, at) => ({
      symbol: `S${at}`,
      name: "",
      exchange: "NSE",
      instrumentType: "EQUITY",
      currency: "",
      marketCapLooksAhead: false,
    })),
    barOffset: Int32Array.from([0, ...shapes.map((_, at) => total(shapes.slice(0, at + 1)))]),
    day: Int32Array.from(rows, ({ day }) => day),
    open: column((value) => Math.floor(value / 3)),
    high: column((value) => value / 4),
    low: column((value) => value / 16),
    close: column((value) => value / 10),
    volume: column((value) => value ** 2),
    adjClose: null,
    marketCap: null,
  };
}

function total(shapes: readonly { readonly bars: number }[]): number {
  return shapes.reduce((sum, { bars }) => sum + bars, 0);
}

async function readMarket(file: ByteReader) {
  const read = await readStoredMarket(file, { highAndLow: false, mostBytes: Infinity });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const NAMES = ["day", "open", "close", "volume"] as const;

/** Symbols whose figures or days are not those of the market. */
function differing(read: Market, expected: Market): string[] {
  return read.instruments.flatMap(({ symbol }, at) => {
    const place = expected.instruments.findIndex((one) => one.symbol === symbol);
    const isSame = NAMES.every((name) => {
      const [own, other] = [
        read[name].subarray(read.barOffset[at], read.barOffset[at + 1]),
        expected[name].subarray(expected.barOffset[place], expected.barOffset[place + 1]),
      ];
      return own.length === other.length && own.every((value, row) => value === other[row]);
    });
    return isSame ? [] : [symbol];
  });
}

const seven = marketOf(
  [30_000, 30_000, 30_000, 5, 70_000, 30_000, 30_000].map((bars) => ({ bars, step: 1 })),
);

describe("a block of several pieces", () => {
  it("comes back whole", async () => {
    const read = await readMarket(memoryReader((await columnFileOf(seven)).bytes));
    expect(read.damaged).toEqual([]);
    expect(differing(read.market, seven)).toEqual([]);
  });

  it.each([
    { symbol: "S1", column: "close", at: 1 },
    { symbol: "S2", column: "volume", at: 2 },
    { symbol: "S4", column: "close", at: 4 },
    { symbol: "S6", column: "volume", at: 6 },
  ] as const)("loses $symbol to a flip in its $column", async ({ symbol, column, at }) => {
    const { bytes } = await columnFileOf(seven);
    const file = openColumnFile(memoryReader(bytes));
    if (!file) throw new Error("no column file");
    // Days come first, then closes as a number and steps of 16 bits, then volumes of 24 or 32 bits, each padded to 8.
    const sizes = {
      close: [60_008, 60_008, 60_008, 16, 140_008, 60_008],
      volume: [90_000, 90_000, 90_000, 16, 280_000, 120_000],
    };
    const before = { close: file.bytesOf("day"), volume: file.bytesOf("day") + file.bytesOf("close") };
    const start = (file.blocks[0]?.at ?? 0) + before[column];
    const place = start + sizes[column].slice(0, at).reduce((sum, size) => sum + size, 0);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    const read = await readMarket(memoryReader(bytes));
    expect(read.damaged).toEqual([symbol]);
    expect(read.market.instruments.map((one) => one.symbol)).toEqual(
      seven.instruments.map((one) => one.symbol).filter((one) => one !== symbol),
    );
    expect(differing(read.market, seven)).toEqual([]);
    expect(read.market.zones?.zoneOffset).toHaveLength(7);
  });

  it("loses the instruments of a piece that can't be read, and no other", async () => {
    const { bytes } = await columnFileOf(seven);
    const whole = memoryReader(bytes);
    const bad = (openColumnFile(whole)?.blocks[0]?.at ?? 0) + 2 * 15_008 + 100; // a day of the third instrument
    const read = await readMarket({
      bytes: whole.bytes,
      read(into, at) {
        if (at <= bad && bad < at + into.length) throw new DOMException("no", "NotReadableError");
        whole.read(into, at);
      },
    });
    expect(read.damaged).toEqual(["S2", "S3"]);
    expect(differing(read.market, seven)).toEqual([]);
  });
});

describe("the days of a stored market", () => {
  const mixed = marketOf([
    { bars: 100, step: 1 },
    { bars: 3, step: 400 }, // more words than bars: they have no bits
    { bars: 0, step: 1 },
    { bars: 40, step: 7 },
  ]);
  const wholeWeeks = marketOf([
    { bars: 100, step: 7 },
    { bars: 0, step: 1 },
    { bars: 1, step: 1 },
  ]);

  it.each([
    { title: "where all are in the zones", market: wholeWeeks },
    { title: "where one instrument's are not", market: mixed },
  ])("come back $title", async ({ market }) => {
    const read = await readMarket(memoryReader((await columnFileOf(market)).bytes));
    const single = market.instruments.map((_, at) => [...daysOf(read.market, at)]);
    expect(single).toEqual(
      market.instruments.map((_, at) => [
        ...market.day.subarray(market.barOffset[at], market.barOffset[at + 1]),
      ]),
    );
    expect(read.market.day).toEqual(market.day);
    expect(daysOf(read.market, 0)).toEqual(market.day.subarray(0, 100));
  });

  it("come from their column where the zones are damaged", async () => {
    const { bytes } = await columnFileOf(wholeWeeks);
    const zones = openColumnFile(memoryReader(bytes))?.blocks[0]?.zones?.at ?? 0;
    bytes[zones] = (bytes[zones] ?? 0) ^ 1;
    const read = await readMarket(memoryReader(bytes));
    expect(read.market.zones).toBeUndefined();
    expect(read.market.day).toEqual(wholeWeeks.day);
  });
});
