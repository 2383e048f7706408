import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { createColumnWriter } from "#workers/market/column-writer.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { StoredMarket } from "#workers/market/stored-market.ts";
import type { Market } from "#workers/model/market.ts";
import { columnFileOf, createMemoryFile, memoryReader, placeOfSeries } from "../support/memory-file.ts";
import { factsOf } from "./facts-support.ts";
import { readTexts } from "./text-sources.ts";
import { tries } from "#tests/support/tries.ts";

const prices = `symbol,date,close\n${["A", "B", "C"].map((symbol) => `${symbol},2020-01-02,10\n`).join("")}`;
const facts =
  "symbol,date,name,value\nC,2020-01-01,eps,0.1\nA,2020-01-01,eps,5\nB,2019-12-31,pe,\nA,2020-02-01,eps,7\n";
const signals = "symbol,date,Model\nB,2020-01-01,-1e300\n";
const instruments = "symbol,sector\nA,Energy\nB,\n";

async function readMarket(texts: Readonly<Record<string, string>>): Promise<Market> {
  return (await readTexts(texts)).market;
}

const withFacts = (): Promise<Market> =>
  readMarket({ "p.csv": prices, "facts.csv": facts, "signals.csv": signals, "instruments.csv": instruments });

async function readBack(bytes: Uint8Array): Promise<StoredMarket> {
  const read = await readStoredMarket(memoryReader(bytes), { highAndLow: true, mostBytes: Infinity });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const rowsOfTwo = (names: string): string =>
  `symbol,date,${names}\nA,2020-01-01,5,6\nA,2020-02-01,7,8\nC,2020-01-01,0.1,0.2\n`;

const all = [
  [
    "eps",
    "fact",
    [
      ["A", "2020-01-01", 5],
      ["A", "2020-02-01", 7],
      ["C", "2020-01-01", 0.1],
    ],
  ],
  ["Model", "signal", [["B", "2020-01-01", -1e300]]],
  ["pe", "fact", [["B", "2019-12-31", null]]],
];

describe("facts in a column file", () => {
  it("come back with names, kinds, days and values, and sectors with their instruments", async () => {
    const { bytes, facts: described } = await columnFileOf(await withFacts());
    const { market, damaged, damagedFacts } = await readBack(bytes);
    expect(factsOf(market)).toEqual(all);
    expect([damaged, damagedFacts]).toEqual([[], undefined]);
    expect(market.instruments.map(({ sector }) => sector)).toEqual(["Energy", undefined, undefined]);
    expect(described.bytes).toBe(bytes.length);
  });

  it("change nothing where there are none: bytes, fingerprint and market are as without", async () => {
    const plain = await readMarket({ "p.csv": prices });
    const without = createMemoryFile();
    const writer = createColumnWriter(without);
    const { bytes, facts: described } = await columnFileOf({ ...plain, facts: [] });
    expect((await columnFileOf(plain)).bytes).toEqual(bytes);
    expect("facts" in (await readBack(bytes)).market).toBe(false);
    expect(described.fingerprint).toBe((await columnFileOf(plain)).facts.fingerprint);
    expect(await writer.digest()).not.toBe(described.fingerprint);
  });

  it("change fingerprint and digest: by name, kind, day, value and whose they are", async () => {
    const texts = [
      { "p.csv": prices },
      { "p.csv": prices, "facts.csv": "symbol,date,eps\nA,2020-01-01,5\n" },
      { "p.csv": prices, "facts.csv": "symbol,date,pe\nA,2020-01-01,5\n" },
      { "p.csv": prices, "signals.csv": "symbol,date,eps\nA,2020-01-01,5\n" },
      { "p.csv": prices, "facts.csv": "symbol,date,eps\nA,2020-01-02,5\n" },
      { "p.csv": prices, "facts.csv": "symbol,date,eps\nA,2020-01-01,5.5\n" },
      { "p.csv": prices, "facts.csv": "symbol,date,eps\nB,2020-01-01,5\n" },
      { "p.csv": prices, "facts.csv": "symbol,date,eps\n" },
    ];
    const prints = await Promise.all(
      texts.map(async (text) => (await columnFileOf(await readMarket(text))).facts.fingerprint),
    );
    expect(new Set(prints).size).toBe(texts.length);
    const [, one] = texts;
    const again = await columnFileOf(await readMarket(one ?? {}), 1);
    expect(again.facts.fingerprint).toBe(prints[1]);
  });

  it("are refused by the writer where they are of other instruments", async () => {
    const { facts: series = [] } = await withFacts();
    const writer = createColumnWriter(createMemoryFile());
    expect(() => writer.addFacts(series)).toThrow("eps is of 3 instruments, not of 0");
  });

  it("follow the instruments that are left where some are damaged", async () => {
    const { bytes } = await columnFileOf(await withFacts());
    const at = placeOfSeries(bytes, "close", 0);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const { market, damaged } = await readBack(bytes);
    expect(damaged).toEqual(["A"]);
    expect(factsOf(market)).toEqual([
      ["eps", "fact", [["C", "2020-01-01", 0.1]]],
      ["Model", "signal", [["B", "2020-01-01", -1e300]]],
      ["pe", "fact", [["B", "2019-12-31", null]]],
    ]);
  });

  it("count as memory that a market takes", async () => {
    const { bytes } = await columnFileOf(await withFacts());
    // 3 bars of 52 bytes; of each fact 4 numbers of 4 bytes, and of each step a day (to multiples of 8) and a value.
    const need = 3 * (4 + 8 * 6) + (16 + 16 + 24) + (16 + 8 + 8) + (16 + 8 + 8);
    const read = (mostBytes: number) =>
      readStoredMarket(memoryReader(bytes), { highAndLow: true, mostBytes });
    expect([(await read(need)).ok, (await read(need - 1)).ok]).toEqual([true, false]);
  });

  it("are all there for a market in parts, with the numbers of all instruments", async () => {
    const market = await withFacts();
    const file = openColumnFile(memoryReader((await columnFileOf(market, 1)).bytes));
    if (!file) throw new Error("no column file");
    const parts = openParts(file, []);
    expect(parts.parts).toBe(3);
    expect(factsOf({ facts: parts.facts, instruments: parts.instruments })).toEqual(all);
    expect(parts.damagedFacts).toEqual([]);
    expect("facts" in parts.readPart(0, ["close"]).market).toBe(false);
  });

  it("have days in common that lie in the file once, and as much memory, with the fingerprint that they had", async () => {
    const two = await columnFileOf(await readMarket({ "p.csv": prices, "facts.csv": rowsOfTwo("eps,pe") }));
    const one = await columnFileOf(
      await readMarket({ "p.csv": prices, "facts.csv": facts.replace("B,2019-12-31,pe,\n", "") }),
    );
    // Three values, and what the directory, which is there twice, says of the other fact; no days.
    expect(two.bytes.length - one.bytes.length).toBeLessThan(3 * 8 + 2 * 200);
    const { market } = await readBack(two.bytes);
    const [eps, pe] = market.facts ?? [];
    expect(pe?.day).toBe(eps?.day);
    expect(factsOf(market)).toEqual([
      all[0],
      [
        "pe",
        "fact",
        [
          ["A", "2020-01-01", 6],
          ["A", "2020-02-01", 8],
          ["C", "2020-01-01", 0.2],
        ],
      ],
    ]);
    // As of a file written before days were in common.
    expect(two.facts.fingerprint).toBe("3fa98fd689d6959b42e3fdd18314d88ef2e62431fa88cf3cb1620098f1e217ea");
  });

  it("may be damaged where days lie that they have in common: that costs all of these, and is told", async () => {
    const text = "symbol,date,eps,pe\nA,2020-01-01,5,6\n";
    const other = "symbol,date,Model\nA,2020-02-01,9\n";
    const { bytes } = await columnFileOf(
      await readMarket({ "p.csv": prices, "facts.csv": text, "signals.csv": other }),
    );
    const at = Buffer.from(bytes).indexOf(Buffer.from(Int32Array.of(18_262, 0).buffer));
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const { market, damagedFacts } = await readBack(bytes);
    expect(damagedFacts).toEqual(["eps", "pe"]);
    expect(factsOf(market)).toEqual([["Model", "signal", [["A", "2020-02-01", 9]]]]);
  });

  it("may be damaged: that costs the one, and is told", async () => {
    const { bytes } = await columnFileOf(await withFacts());
    const at = Buffer.from(bytes).indexOf(Buffer.from(Float64Array.of(-1e300).buffer));
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const { market, damaged, damagedFacts } = await readBack(bytes);
    expect([damaged, damagedFacts]).toEqual([[], ["Model"]]);
    expect(factsOf(market)).toEqual([all[0], all[2]]);
    const file = openColumnFile(memoryReader(bytes));
    expect(file && openParts(file, []).damagedFacts).toEqual(["Model"]);
  });

  test.prop([fc.double({ min: 0, max: 1, maxExcluded: true }), fc.nat(7)], { numRuns: tries(300) })(
    "are lost to a flipped bit one at a time, or one instrument is, and either is told",
    async (place, bit) => {
      const { bytes } = await columnFileOf(await withFacts());
      const at = Math.floor(place * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const { market, damaged, damagedFacts = [] } = await readBack(bytes);
      expect(damaged.length + damagedFacts.length).toBeLessThanOrEqual(1);
      expect(market.instruments).toHaveLength(3 - damaged.length);
      if (damaged.length > 0) return;
      expect(factsOf(market)).toEqual(all.filter(([name]) => !damagedFacts.includes(String(name))));
    },
  );
});
