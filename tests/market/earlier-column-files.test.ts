/** Files as earlier versions of the app wrote them. */
import { describe, expect, it } from "vitest";
import { fileWithoutZones } from "../fixtures/file-without-zones.ts";
import { asFirstStored, firstColumnFileTexts } from "../fixtures/first-column-file.ts";
import { secondColumnFile, secondColumnMarket, secondFingerprint } from "../fixtures/second-column-file.ts";
import { withZones } from "../support/market-zones.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { readTexts } from "./text-sources.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";

/** What the series take, without the directory and the ends of series, which the earlier file had not. */
function seriesBytes(bytes: Uint8Array): number {
  const file = openColumnFile(memoryReader(bytes));
  return COLUMNS.reduce((sum, name) => sum + (file?.bytesOf(name) ?? NaN), 0);
}

const EVERYTHING = { highAndLow: true, mostBytes: Infinity };

describe("a column file of before series were packed", () => {
  it("is still read", async () => {
    const bytes = Uint8Array.from(atob(secondColumnFile), (character) => character.charCodeAt(0));
    const read = await readStoredMarket(memoryReader(bytes), EVERYTHING);
    expect(read).toEqual({ ok: true, value: { market: withZones(secondColumnMarket()), damaged: [] } });
  });

  it("is larger than the same data now, and has the same fingerprint", async () => {
    const { bytes, facts } = await columnFileOf(secondColumnMarket());
    expect(facts.fingerprint).toBe(secondFingerprint);
    const earlier = Uint8Array.from(atob(secondColumnFile), (character) => character.charCodeAt(0));
    expect(seriesBytes(bytes)).toBeLessThan(seriesBytes(earlier));
  });
});

describe("a column file of before there were zones", () => {
  const bytes = Uint8Array.from(atob(fileWithoutZones), (character) => character.charCodeAt(0));

  it("is still read", async () => {
    const market = asFirstStored((await readTexts(firstColumnFileTexts)).market);
    const read = await readStoredMarket(memoryReader(bytes), EVERYTHING);
    expect(read).toEqual({ ok: true, value: { market, damaged: [] } });
    expect(read.ok && "zones" in read.value.market).toBe(false);
  });

  it("has the fingerprint of one with them", async () => {
    const { facts } = await columnFileOf(asFirstStored((await readTexts(firstColumnFileTexts)).market));
    expect(facts.fingerprint).toBe("77b99e2d80c753e2b09e9133f1d70d1d7c64ea199368bee3c5c224a8b763f012");
  });
});
