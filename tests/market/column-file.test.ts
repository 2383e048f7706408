import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { wordChecksum } from "#workers/market/checksum.ts";
import { datasetFacts, decodeMarket, encodeMarket, marketFingerprint } from "#workers/market/column-file.ts";
import { concatBytes } from "#workers/market/source.ts";
import type { Market } from "#workers/model/market.ts";
import type { Problem } from "#workers/model/problem.ts";
import { goodRows, header, readTexts } from "./text-sources.ts";

async function readPrices(texts: Readonly<Record<string, string>>): Promise<Market> {
  return (await readTexts(texts)).market;
}

const full = {
  "p.csv":
    "symbol,date,close,adjClose,marketCap\n__proto__,2020-01-02,10.1,9,\nB,2020-01-03,20,,5e9\nB,2020-01-01,19,,\n",
  "instruments.csv": 'symbol,name,exchange,instrumentType\nB,"Ünïcode ""Ltd""",NYSE,INDEX\n',
};
const plain = { "p.csv": `${header}${goodRows}` };

function damageIn({ place, message }: Problem): string {
  return place ?? (message.includes("another version") ? "version" : message);
}

describe("a column file", () => {
  it.each([
    { title: "with every column", texts: full },
    { title: "without the optional ones", texts: plain },
    { title: "without a bar", texts: {} },
  ])("gives back the market $title", async ({ texts }) => {
    const market = await readPrices(texts);
    const bytes = concatBytes(encodeMarket(market));
    const decoded = decodeMarket(bytes);
    expect(decoded).toEqual({ ok: true, value: market });
    expect(decoded.ok && decoded.value.close.buffer).toBe(bytes.buffer);
  });

  it("names what is damaged, whichever byte changed", async () => {
    const market = await readPrices(full);
    const bytes = concatBytes(encodeMarket(market));
    const found = new Set<string>();
    for (let at = 0; at < bytes.length; at++) {
      const decoded = decodeMarket(bytes.map((byte, place) => (place === at ? byte ^ 4 : byte)));
      found.add(
        decoded.ok
          ? `fine: ${JSON.stringify(decoded.value) === JSON.stringify(market)}`
          : damageIn(decoded.problem),
      );
    }
    const columns = ["barOffset", "day", "open", "high", "low", "close", "volume", "adjClose", "marketCap"];
    // A byte between the columns means nothing.
    expect(found).toEqual(new Set([...columns, "header", "start", "version", "fine: true"]));
    const cut = decodeMarket(bytes.slice(0, -8));
    expect(cut.ok ? null : cut.problem).toEqual({
      code: "storage-failed",
      message: "The stored prices are damaged (marketCap). Import the files again.",
      place: "marketCap",
    });
    for (const length of [0, 4, 16, 40]) expect(decodeMarket(bytes.slice(0, length)).ok).toBe(false);
  });

  it("of another version says so", async () => {
    const bytes = concatBytes(encodeMarket(await readPrices(plain)));
    bytes[7] = "2".charCodeAt(0);
    const decoded = decodeMarket(bytes);
    expect(decoded.ok ? "" : decoded.problem.message).toContain("another version of this app");
  });
});

describe("the fingerprint", () => {
  it("is one for the same data, in any order of files and rows", async () => {
    const rows = goodRows.trimEnd().split("\n");
    const split = {
      "b.csv": `${header}${rows.slice(0, 9).toReversed().join("\n")}`,
      "a.csv": `${header}${rows.slice(9).join("\n")}`,
    };
    const fingerprint = await marketFingerprint(await readPrices(plain));
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(await marketFingerprint(await readPrices(split))).toBe(fingerprint);
  });

  it("differs where one price, day, name or column does", async () => {
    const variants = [
      full,
      { ...full, "p.csv": full["p.csv"].replace("10.1", "10.2") },
      { ...full, "p.csv": full["p.csv"].replace("2020-01-02", "2020-01-03") },
      { ...full, "p.csv": full["p.csv"].replace("marketCap", "adjClose2") },
      { ...full, "instruments.csv": full["instruments.csv"].replace("NYSE", "NSE") },
    ];
    const prints = await Promise.all(
      variants.map(async (texts) => marketFingerprint(await readPrices(texts))),
    );
    expect(new Set(prints).size).toBe(variants.length);
  });

  it("comes with the facts of the catalogue", async () => {
    const market = await readPrices(full);
    expect(await datasetFacts(market)).toEqual({
      instruments: 2,
      bars: 3,
      firstDate: "2020-01-01",
      lastDate: "2020-01-03",
      exchanges: ["NSE", "NYSE"],
      instrumentTypes: ["EQUITY", "INDEX"],
      fingerprint: await marketFingerprint(market),
      // 3 row numbers and 3 days of 4 bytes, each padded to 16; 7 columns of 3 numbers of 8 bytes.
      bytes: 16 + 16 + 7 * 24,
    });
  });
});

describe("wordChecksum", () => {
  it.prop([fc.int32Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 31 })])(
    "differs when one word does",
    (words, place, bit) => {
      const changed = words.slice();
      const at = place % words.length;
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      expect(wordChecksum(changed)).not.toBe(wordChecksum(words));
    },
  );
});
