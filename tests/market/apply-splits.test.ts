/** Prices adjusted for splits that a person accepted. */
import { describe, expect, it } from "vitest";
import { applySplits, withLeftOut } from "#workers/market/apply-splits.ts";
import { barsOf, summariseInstruments } from "#workers/market/instrument-bars.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { withZones } from "../support/market-zones.ts";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"];

/** ACME halves on the third day; BETA stays. */
function market(changes: Partial<Market> = {}): Market {
  const day = Int32Array.from([...DAYS, ...DAYS], (iso) => parseIsoDay(iso) ?? NaN);
  const close = Float64Array.of(200, 210, 104, 106, 7, 7.5, 8, 8.5);
  return {
    instruments: ["ACME", "BETA"].map((symbol) => ({
      symbol,
      name: `${symbol} Ltd`,
      exchange: "NSE",
      instrumentType: "EQUITY",
      currency: "INR",
      marketCapLooksAhead: symbol === "ACME",
    })),
    barOffset: Int32Array.of(0, 4, 8),
    day,
    open: Float64Array.of(198, 202, 105, 104, 7, 7, 8, 8),
    high: Float64Array.of(202, 212, 106, 108, 8, 8, 9, 9),
    low: Float64Array.of(196, 200, 102, 103, 6, 7, 7, 8),
    close,
    volume: Float64Array.of(100, 120, 300, 280, 10, 10, 10, 10),
    adjClose: null,
    marketCap: null,
    ...changes,
  };
}

const caps = (): Float64Array => Float64Array.of(2000, 2100, 1040, 1060, 70, 75, 80, 85);
const SPLIT = { symbol: "ACME", date: "2024-01-04", factor: 2 };

describe("a split that was accepted", () => {
  it("halves the prices of the bars before it, doubles their volume, and leaves all others", () => {
    const split = market();
    applySplits(split, [SPLIT]);
    expect([...split.open]).toEqual([99, 101, 105, 104, 7, 7, 8, 8]);
    expect([...split.high]).toEqual([101, 106, 106, 108, 8, 8, 9, 9]);
    expect([...split.low]).toEqual([98, 100, 102, 103, 6, 7, 7, 8]);
    expect([...split.close]).toEqual([100, 105, 104, 106, 7, 7.5, 8, 8.5]);
    expect([...split.volume]).toEqual([200, 240, 300, 280, 10, 10, 10, 10]);
  });

  it("has the zones of the prices after it", () => {
    const split = withZones(market({ marketCap: caps() }));
    applySplits(split, [SPLIT]);
    const { zones, ...bare } = split;
    expect(zones).toEqual(withZones(bare).zones);
    expect(zones).not.toEqual(withZones(market({ marketCap: caps() })).zones);
  });

  it("is found before, and no more after", () => {
    const today = parseIsoDay("2024-06-01") ?? 0;
    expect(
      summariseInstruments(market(), today)[0]?.quality.splits.map(({ date, factor }) => [date, factor]),
    ).toEqual([["2024-01-04", 2]]);
    const split = market();
    applySplits(split, [SPLIT]);
    expect(summariseInstruments(split, today)[0]?.quality.splits).toEqual([]);
  });

  it("adds up with another: bars before both are divided by both", () => {
    const split = market();
    applySplits(split, [
      { symbol: "BETA", date: "2024-01-05", factor: 4 },
      { symbol: "BETA", date: "2024-01-03", factor: 0.5 },
    ]);
    expect([...split.close.subarray(4)]).toEqual([3.5, 1.875, 2, 8.5]);
    expect([...split.volume.subarray(4)]).toEqual([20, 40, 40, 10]);
  });

  it("takes adjusted closes along that jump, and leaves those that were adjusted", () => {
    const jumping = market({ adjClose: Float64Array.of(190, 200, 100, 102, 7, 7, 7, 7) });
    applySplits(jumping, [SPLIT]);
    expect([...(jumping.adjClose ?? [])].slice(0, 4)).toEqual([95, 100, 100, 102]);
    const adjusted = market({ adjClose: Float64Array.of(95, 100, 100, 102, 7, 7, 7, 7) });
    applySplits(adjusted, [SPLIT]);
    expect([...(adjusted.adjClose ?? [])].slice(0, 4)).toEqual([95, 100, 100, 102]);
  });

  it("takes market caps along that came from one count of shares", () => {
    const counted = market({ marketCap: caps() });
    applySplits(counted, [SPLIT]);
    expect([...(counted.marketCap ?? [])].slice(0, 4)).toEqual([1000, 1050, 1040, 1060]);
    const own = market({ marketCap: caps() });
    applySplits(own, [{ symbol: "BETA", date: "2024-01-04", factor: 2 }]);
    expect([...(own.marketCap ?? [])].slice(4)).toEqual([70, 75, 80, 85]);
  });

  it("of a symbol or a day that the market hasn't changes nothing", () => {
    const split = market();
    applySplits(split, [
      { ...SPLIT, symbol: "GONE" },
      { ...SPLIT, date: "2030-01-01" },
      { ...SPLIT, date: "2000-01-01" },
      { ...SPLIT, date: "soon" },
    ]);
    expect([...split.close]).toEqual([...market().close]);
  });
});

describe("an instrument's facts and bars", () => {
  it("are its own, with its first and last date", () => {
    const [acme, beta] = summariseInstruments(market(), 30_000);
    expect([acme?.symbol, acme?.name, acme?.bars, acme?.firstDate, acme?.lastDate]).toEqual([
      "ACME",
      "ACME Ltd",
      4,
      "2024-01-02",
      "2024-01-05",
    ]);
    expect(beta?.quality.gapCount).toBe(0);
    expect([...(barsOf(market(), "BETA")?.close ?? [])]).toEqual([7, 7.5, 8, 8.5]);
    expect(barsOf(market(), "GONE")).toBeNull();
  });

  it("leaves its instrument out of every universe where a person said so, and its prices alone", () => {
    const leftOut = market();
    const said = [{ ...SPLIT, leavesOut: true as const }];
    applySplits(leftOut, said);
    expect(leftOut).toEqual(market());
    const types = withLeftOut(leftOut.instruments, said).map((one) => one.instrumentType);
    expect(types).toEqual(["LEFT OUT", "EQUITY"]);
    expect(withLeftOut(leftOut.instruments, [SPLIT])).toBe(leftOut.instruments);
  });
});
