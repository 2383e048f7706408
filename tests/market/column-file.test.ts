import { fc, test } from "@fast-check/vitest";
import { beforeAll, describe, expect, it } from "vitest";
import { asFingerprinted, fingerprintedTexts } from "../fixtures/fingerprinted-prices.ts";
import { withZones } from "../support/market-zones.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { goodRows, header, readTexts } from "./text-sources.ts";
import { wordChecksum } from "#workers/market/checksum.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { applySplits } from "#workers/market/apply-splits.ts";
import * as stored from "#workers/market/stored-market.ts";
import { daysOf, rowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { tries } from "#tests/support/tries.ts";

async function readPrices(texts: Readonly<Record<string, string>>): Promise<Market> {
  return (await readTexts(texts)).market;
}

const readStoredMarket = (file: ByteReader) =>
  stored.readStoredMarket(file, { highAndLow: true, mostBytes: Infinity });

function openAtOf(market: Market) {
  const opens = rowsOf(market, "open");
  return (row: number, instrument: number) => opens(instrument, row, row + 1)[0] ?? NaN;
}

const full = fingerprintedTexts;
const plain = { "p.csv": `${header}${goodRows}` };

/** Two instruments with more bars than a block takes, on more days than a file lists, and small ones about them. */
function makeLargeMarket(): Market {
  const bars = [3, 200_000, 200_000, 5];
  const total = bars.reduce((sum, count) => sum + count, 0);
  const offsets = [0, 3, 200_003, 400_003, 400_008];
  const dayOf = (row: number): number => row - (offsets.findLast((from) => from <= row) ?? 0) - 719_528;
  const column = (value: (row: number) => number): Float64Array =>
    Float64Array.from({ length: total }, (_, row) => value(row));
  return {
    instruments: bars.map((_, at) => ({
      symbol: `S${at}`,
      name: "",
      exchange: "NSE",
      instrumentType: "EQUITY",
      currency: "",
      marketCapLooksAhead: false,
    })),
    barOffset: Int32Array.from(offsets),
    day: Int32Array.from({ length: total }, (_, row) => dayOf(row)),
    open: column((row) => 1 + row / 100),
    high: column((row) => 2 + row / 8),
    low: column((row) => 1 / (row + 1)),
    close: column((row) => (row % 7) + 0.05),
    volume: column((row) => row * 1e6),
    adjClose: column((row) => (row > 200_003 ? row : NaN)),
    marketCap: column((row) => ((row % 7) + 0.05) * 1_234_567),
  };
}

const large = makeLargeMarket();
const largeFile = await columnFileOf(large);

type Column = Int32Array | Float64Array | null;

/** 0 where all bits are equal; toEqual takes seconds for columns of this length. */
function compareBits(one: Column, other: Column): number {
  if (!one || !other) return one === other ? 0 : 1;
  const [bits, others] = [one, other].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return bits && others ? bits.compare(others) : 1;
}

function expectSame(read: Market, expected: Market): void {
  expect(read.instruments).toEqual(expected.instruments);
  const columns = [
    "barOffset",
    "day",
    "open",
    "high",
    "low",
    "close",
    "volume",
    "adjClose",
    "marketCap",
  ] as const;
  expect(columns.filter((name) => compareBits(read[name], expected[name]) !== 0)).toEqual([]);
}

describe("a column file", () => {
  it.each([
    { title: "with every column", market: () => readPrices(full) },
    { title: "without the optional ones", market: () => readPrices(plain) },
    { title: "without a bar", market: () => readPrices({}) },
    { title: "of several blocks", market: async () => large },
  ])("gives back the market $title", async ({ market: make }) => {
    const market = await make();
    const { bytes, facts } = await columnFileOf(market);
    const read = await readStoredMarket(memoryReader(bytes));
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value.damaged).toEqual([]);
    expectSame(read.value.market, market);
    expect(read.value.market.zones).toEqual(withZones(market).zones);
    expect(facts.bytes).toBe(bytes.length);
  });

  it("ends a block before the instrument with which it would hold more than 262,144 bars", async () => {
    const file = openColumnFile(memoryReader(largeFile.bytes));
    expect(
      file?.blocks.map(({ firstInstrument, instruments, rows }) => [firstInstrument, instruments, rows]),
    ).toEqual([
      [0, 2, 200_003],
      [2, 2, 200_005],
    ]);
  });

  it("gives the wanted columns of one block alone", async () => {
    const market = large;
    const file = openColumnFile(memoryReader(largeFile.bytes));
    const block = file?.blocks[1];
    if (!file || !block) throw new Error("no second block");
    const into = {
      day: new Int32Array(block.rows),
      close: new Float64Array(block.rows),
      marketCap: new Float64Array(block.rows),
      open: null,
      high: null,
      low: null,
      volume: null,
      adjClose: null,
    };
    expect(file.read(block, into, 0, { checked: new Set(COLUMNS), damaged: new Set() })).toEqual({
      barOffset: Int32Array.of(0, 200_000, 200_005),
      damaged: [],
    });
    expect([
      compareBits(into.day, market.day.subarray(200_003)),
      compareBits(into.close, market.close.subarray(200_003)),
      compareBits(into.marketCap, market.marketCap?.subarray(200_003) ?? null),
    ]).toEqual([0, 0, 0]);
  });

  it.each([
    { title: "whole numbers of cents", open: (row: number) => 1 + row / 100 },
    { title: "any doubles", open: (row: number) => Math.sqrt(row) },
    { title: "the closes", open: (row: number) => (row % 7) + 0.05 },
  ])("gives the opens of single bars before and after the column: $title", async ({ open }) => {
    const market = { ...large, open: large.open.map((_, row) => open(row)) };
    const read = await readStoredMarket(memoryReader((await columnFileOf(market)).bytes));
    if (!read.ok) throw new Error(read.problem.message);
    const openAt = openAtOf(read.value.market);
    const bars = [0, 2, 3, 200_002, 200_003, 400_007].map((row) => {
      const instrument = market.barOffset.findLastIndex((from) => from <= row);
      return [row, instrument] as const;
    });
    const single = bars.map(([row, instrument]) => openAt(row, instrument));
    expect(single).toEqual(bars.map(([row]) => market.open[row]));
    expect(compareBits(read.value.market.open, market.open)).toBe(0);
    expect(bars.map(([row, instrument]) => openAt(row, instrument))).toEqual(single);
  });

  it("gives each instrument's days before and after the column", async () => {
    const market = large;
    const read = await readStoredMarket(memoryReader(largeFile.bytes));
    if (!read.ok) throw new Error(read.problem.message);
    const differing = () =>
      [0, 1, 2, 3].filter((instrument) => {
        const [from, to] = market.barOffset.subarray(instrument, instrument + 2);
        return compareBits(daysOf(read.value.market, instrument), market.day.subarray(from, to)) !== 0;
      });
    expect(differing()).toEqual([]);
    expect(compareBits(read.value.market.day, market.day)).toBe(0);
    expect(differing()).toEqual([]);
  });

  it.each(["close", "volume", "marketCap"] as const)(
    "gives each instrument's figures of some bars before and after the column: %s",
    async (name) => {
      const market = large;
      const read = await readStoredMarket(memoryReader(largeFile.bytes));
      if (!read.ok) throw new Error(read.problem.message);
      const figuresOf = rowsOf(read.value.market, name);
      const spans = [
        [0, 1, 3],
        [1, 3, 3],
        [2, 390_001, 390_033],
        [3, 400_003, 400_008],
      ] as const;
      const found = () =>
        spans.map(([instrument, from, to]) => Array.from(figuresOf?.(instrument, from, to) ?? []));
      const some = found();
      expect(some).toEqual(spans.map(([, from, to]) => Array.from(market[name]?.subarray(from, to) ?? [])));
      expect(compareBits(read.value.market[name], market[name])).toBe(0);
      expect(found()).toEqual(some);
    },
  );

  it("gives the figures of a market with splits as they are adjusted", async () => {
    const plainMarket = await readPrices(plain);
    const market = { ...plainMarket, marketCap: plainMarket.close.map((close) => close * 1000) };
    const read = await readStoredMarket(memoryReader((await columnFileOf(market)).bytes));
    if (!read.ok) throw new Error(read.problem.message);
    const [{ symbol } = { symbol: "" }] = market.instruments;
    const openAt = openAtOf(read.value.market);
    const before = openAt(0, 0);
    const [, second = 0] = market.day;
    const date = new Date(second * 86_400_000).toISOString().slice(0, 10);
    applySplits(read.value.market, [{ symbol, date, factor: 2 }]);
    expect([openAt(0, 0), openAt(1, 0)]).toEqual([before / 2, market.open[1]]);
    expect(read.value.market.volume[0]).toBe((market.volume[0] ?? NaN) * 2);
    expect([...(read.value.market.marketCap ?? [])]).toEqual([...market.marketCap]); // not told by today's shares
  });

  it("leaves high and low alone where a run has no use for them", async () => {
    const market = await readPrices(plain);
    const { bytes } = await columnFileOf(market);
    const read = await stored.readStoredMarket(memoryReader(bytes), {
      highAndLow: false,
      mostBytes: Infinity,
    });
    const none = new Float64Array(0);
    const expected = { ...withZones(market), high: none, low: none };
    expect(read).toEqual({ ok: true, value: { market: expected, damaged: [] } });
  });

  it("says what it needs where the memory would not do, before a price is read", async () => {
    const { bytes } = largeFile;
    const places: number[] = [];
    const file: ByteReader = {
      bytes: bytes.length,
      read(into, at) {
        places.push(at);
        return memoryReader(bytes).read(into, at);
      },
    };
    // A day of 4 bytes; open, close, volume, high, low, adjClose and market cap of 8 each, and 8 for the run.
    const need = 400_008 * (4 + 8 * 8);
    expect(await stored.readStoredMarket(file, { highAndLow: true, mostBytes: need })).toMatchObject({
      ok: true,
    });
    places.length = 0;
    const refused = await stored.readStoredMarket(file, { highAndLow: true, mostBytes: need - 1 });
    expect(refused.ok ? null : refused.problem).toEqual({
      code: "memory-short",
      message:
        "This dataset is larger than the memory: a run goes through it part by part, but this needs all of it at once. That is about 0.0 GB of memory, and this device gives the app about 0.0 GB. Import fewer instruments or years as a dataset of its own.",
    });
    expect(places).toHaveLength(2); // where the directory is, and the directory
  });

  it("says that it was written by a newer app", async () => {
    const { bytes } = await columnFileOf(await readPrices(plain));
    const newer = await readStoredMarket(memoryReader(new TextEncoder().encode(`TIDECOL4${"x".repeat(99)}`)));
    expect(newer.ok ? "" : newer.problem.message).toContain("newer version of this app");
    for (const length of [0, 4, 16, 40, 100]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const cut = await readStoredMarket(memoryReader(bytes.slice(0, length)));
      expect(cut.ok ? "" : cut.problem.message).toBe(
        "The stored prices are damaged. Import the files again.",
      );
    }
  });

  it("has the fingerprint that its prices always had", async () => {
    const { facts } = await columnFileOf(asFingerprinted(await readPrices(full)));
    expect(facts.fingerprint).toBe("77b99e2d80c753e2b09e9133f1d70d1d7c64ea199368bee3c5c224a8b763f012");
  });
});

describe("a damaged column file", () => {
  let market: Market;
  let whole: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    const rows = ["A", "B", "C", "D"].flatMap((symbol, at) =>
      Array.from(
        { length: 9 },
        (_, day) => `${symbol},2020-01-${day + 10},${at + 1 + day / 3},${day * 100},${day % 2 ? 7 : ""}\n`,
      ),
    );
    market = await readPrices({ "p.csv": `symbol,date,close,volume,adjClose\n${rows.join("")}` });
    whole = (await columnFileOf(market)).bytes;
  });

  /** The market without an instrument. */
  function without(symbol: string): Market {
    const at = market.instruments.findIndex((one) => one.symbol === symbol);
    const [from = 0, to = 0] = market.barOffset.subarray(at, at + 2);
    const cut = <T extends Float64Array | Int32Array>(column: T): T => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filter keeps the type of its array
      return column.filter((_, row) => row < from || row >= to) as T;
    };
    return {
      instruments: market.instruments.filter((one) => one.symbol !== symbol),
      barOffset: Int32Array.from(
        [...market.barOffset].filter((_, place) => place !== at),
        (row) => (row > from ? row - (to - from) : row),
      ),
      day: cut(market.day),
      open: cut(market.open),
      high: cut(market.high),
      low: cut(market.low),
      close: cut(market.close),
      volume: cut(market.volume),
      adjClose: market.adjClose && cut(market.adjClose),
      marketCap: null,
    };
  }

  test.prop([fc.double({ min: 0, max: 1, maxExcluded: true }), fc.nat(7)], { numRuns: tries(500) })(
    "loses one instrument at most to a flipped bit, wherever it is, and names it",
    async (place, bit) => {
      const bytes = whole.slice();
      const at = Math.floor(place * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const read = await readStoredMarket(memoryReader(bytes));
      if (!read.ok) throw new Error(read.problem.message);
      const [symbol] = read.value.damaged;
      expect(read.value.damaged.length).toBeLessThanOrEqual(1);
      const expected = symbol === undefined ? market : without(symbol);
      const { zones } = read.value.market;
      const openAt = openAtOf(read.value.market);
      const last = expected.instruments.length - 1;
      expect(openAt(expected.open.length - 1, last)).toBe(expected.open.at(-1));
      expect(read.value.market).toEqual(zones === undefined ? expected : withZones(expected));
    },
  );

  it("loses its zones, which can be worked out again, to a flip in any byte of them, and nothing else", async () => {
    const place = openColumnFile(memoryReader(whole))?.blocks[0]?.zones;
    if (!place) throw new Error("no zones");
    // For each of 4 instruments: 2 numbers, least and most of a zone's closes and values, and 2 words of days.
    expect(place.bytes).toBe(4 * 4 * (2 + 4 + 2));
    for (let at = place.at; at < place.at + place.bytes; at++) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const read = await readStoredMarket(memoryReader(bytes));
      expect(read).toEqual({ ok: true, value: { market, damaged: [] } });
    }
  });

  it("notices a flip in every byte of a series", async () => {
    const file = openColumnFile(memoryReader(whole));
    const start = file?.blocks[0]?.at ?? 0;
    const noticed = new Set<string>();
    // The first day takes 4 bytes, each of the other 8 half a byte: those of 4 instruments come first.
    for (let at = start; at < start + 4 * 8; at++) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const read = await readStoredMarket(memoryReader(bytes));
      expect(read).toMatchObject({ ok: true, value: { damaged: [expect.any(String)] } });
      if (read.ok) for (const symbol of read.value.damaged) noticed.add(symbol);
    }
    expect([...noticed]).toEqual(["A", "B", "C", "D"]);
  });

  it("is of no use when every instrument is damaged", async () => {
    const file = openColumnFile(memoryReader(whole));
    const bytes = whole.slice();
    bytes.fill(1, file?.blocks[0]?.at ?? 0, (file?.blocks[0]?.at ?? 0) + 400);
    expect(await readStoredMarket(memoryReader(bytes))).toMatchObject({
      ok: false,
      problem: { code: "storage-failed" },
    });
  });
});

describe("the facts of a dataset", () => {
  it("have one fingerprint for the same data, in any order of files and rows", async () => {
    const rows = goodRows.trimEnd().split("\n");
    const split = {
      "b.csv": `${header}${rows.slice(0, 9).toReversed().join("\n")}`,
      "a.csv": `${header}${rows.slice(9).join("\n")}`,
    };
    const { facts } = await columnFileOf(await readPrices(plain));
    expect(facts.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect((await columnFileOf(await readPrices(split))).facts).toEqual(facts);
  });

  it("have another where one price, day, name or column is another", async () => {
    const variants = [
      full,
      { ...full, "p.csv": full["p.csv"].replace("10.1", "10.2") },
      { ...full, "p.csv": full["p.csv"].replace("2020-01-02", "2020-01-03") },
      { ...full, "p.csv": full["p.csv"].replace("marketCap", "adjClose2") },
      { ...full, "instruments.csv": full["instruments.csv"].replace("NYSE", "NSE") },
    ];
    const prints = await Promise.all(
      variants.map(async (texts) => (await columnFileOf(await readPrices(texts))).facts.fingerprint),
    );
    expect(new Set(prints).size).toBe(variants.length);
  });

  it("say what is in it", async () => {
    expect((await columnFileOf(await readPrices(full))).facts).toMatchObject({
      instruments: 2,
      bars: 3,
      firstDate: "2020-01-01",
      lastDate: "2020-01-03",
      exchanges: ["NSE", "NYSE"],
      instrumentTypes: ["EQUITY", "INDEX"],
    });
  });
});

describe("wordChecksum", () => {
  test.prop([fc.int32Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 31 })])(
    "differs when one word does",
    (words, place, bit) => {
      const changed = words.slice();
      const at = place % words.length;
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      expect(wordChecksum(changed)).not.toBe(wordChecksum(words));
    },
  );
});
