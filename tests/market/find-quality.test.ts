/** What is found in bars: gaps, suspected splits, standing prices, days to come. */
import { describe, expect, it } from "vitest";
import { findQuality } from "#workers/market/find-quality.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { hasFindings } from "#workers/model/quality.ts";
import type { InstrumentQuality } from "#workers/model/quality.ts";

const TODAY = dayOf("2024-12-31");

function dayOf(iso: string): number {
  return parseIsoDay(iso) ?? NaN;
}

/** ISO days from a Tuesday on, without weekends. */
function weekdays(count: number, from = "2024-01-02"): string[] {
  const days: string[] = [];
  for (let at = 0; days.length < count; at++) {
    const date = new Date(Date.parse(from) + at * 86_400_000);
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

type Bar = readonly [day: string, close: number, open?: number, adjClose?: number];

/** Open is close where it is not given. */
function marketOf(bars: Readonly<Record<string, readonly Bar[]>>): Market {
  const symbols = Object.keys(bars).toSorted();
  const all = symbols.flatMap((symbol) => bars[symbol] ?? []);
  const barOffset = new Int32Array(symbols.length + 1);
  for (const [at, symbol] of symbols.entries())
    barOffset[at + 1] = (barOffset[at] ?? 0) + (bars[symbol]?.length ?? 0);
  const close = Float64Array.from(all, ([, price]) => price);
  const open = Float64Array.from(all, ([, price, first]) => first ?? price);
  const adjusted = Float64Array.from(all, ([, , , price]) => price ?? NaN);
  return {
    instruments: symbols.map((symbol) => ({
      symbol,
      name: "",
      exchange: "NSE",
      instrumentType: "EQUITY",
      currency: "INR",
      marketCapLooksAhead: false,
    })),
    barOffset,
    day: Int32Array.from(all, ([day]) => dayOf(day)),
    open,
    high: close,
    low: close,
    close,
    volume: new Float64Array(all.length),
    adjClose: adjusted.every(Number.isNaN) ? null : adjusted,
    marketCap: null,
  };
}

/** A price that never stands still. */
function moving(days: readonly string[], level = 100): Bar[] {
  return days.map((day, at) => [day, level + (at % 7)]);
}

function qualityOf(bars: readonly Bar[]): InstrumentQuality {
  const [found] = findQuality(marketOf({ ACME: bars }), TODAY);
  if (!found) throw new Error("one instrument gives one entry");
  return found;
}

describe("gaps", () => {
  const days = weekdays(40);

  it("are sessions that other instruments have, between the first and the last bar", () => {
    // 2024-01-02 + 10 weekdays is the 16th; 3 sessions later is the 19th; BETA starts late and ends early
    const found = findQuality(
      marketOf({
        ACME: moving(days),
        BETA: moving([...days.slice(5, 10), ...days.slice(13, 20), ...days.slice(21, 30)]),
      }),
      TODAY,
    );
    expect(found.map(({ symbol, missingSessions, gapCount }) => [symbol, missingSessions, gapCount])).toEqual(
      [
        ["ACME", 0, 0],
        ["BETA", 4, 2],
      ],
    );
    expect(found[1]?.gaps).toEqual([
      { from: "2024-01-16", to: "2024-01-18", sessions: 3 },
      { from: "2024-01-30", to: "2024-01-30", sessions: 1 },
    ]);
  });

  it("are not holidays, nor a day that one of six instruments has for itself", () => {
    const open = days.filter((day) => day !== "2024-01-10");
    const others = Object.fromEntries(["B", "C", "D", "E", "F"].map((symbol) => [symbol, moving(open)]));
    const found = findQuality(marketOf({ A: moving(days), ...others }), TODAY);
    expect(found.map(({ gapCount }) => gapCount)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("of longer than twelve days in all instruments are told by weekdays", () => {
    // from Monday the 8th to Friday the 26th, three weeks of five days
    const found = qualityOf(moving(days.filter((day) => day < "2024-01-08" || day > "2024-01-26")));
    expect(found.gaps).toEqual([{ from: "2024-01-08", to: "2024-01-26", sessions: 15 }]);
  });

  it("are no weekends for a share beside one that trades every day", () => {
    const daily = Array.from({ length: 40 }, (_, at) =>
      new Date(Date.UTC(2024, 0, 2 + at)).toISOString().slice(0, 10),
    );
    const found = findQuality(marketOf({ COIN: moving(daily), SHARE: moving(weekdays(25)) }), TODAY);
    expect(found.map(({ gapCount }) => gapCount)).toEqual([0, 0]);
  });

  it("are told longest first, ten at most, and all are counted", () => {
    const all = weekdays(200);
    const holes = new Set(Array.from({ length: 12 }, (_, at) => 10 + at * 10));
    const sparse = all.filter((_, at) => !holes.has(at) && at !== 111);
    const found = findQuality(marketOf({ A: moving(all), B: moving(sparse) }), TODAY)[1];
    expect([found?.gapCount, found?.missingSessions, found?.gaps.length]).toEqual([12, 13, 10]);
    expect(found?.gaps[0]?.sessions).toBe(2);
  });
});

describe("suspected splits", () => {
  const days = weekdays(30);
  const jump = (before: number, after: number, at = 15): Bar[] =>
    days.map((day, place) => [day, (place < at ? before : after) * (1 + (place % 5) / 1000)]);

  it.each([
    { title: "two for one", before: 200, after: 100, fraction: "2:1", factor: 2 },
    { title: "three for two", before: 150, after: 100, fraction: "3:2", factor: 1.5 },
    { title: "ten put together to one", before: 1, after: 10, fraction: "1:10", factor: 0.1 },
    {
      title: "twenty for one, on a day that fell by 2 %",
      before: 2000,
      after: 98,
      fraction: "20:1",
      factor: 20,
    },
    // As in a real history: ten shares for one and half a share more, on a day that opened 9 % up.
    { title: "fifteen for one", before: 1929.6, after: 139.8, fraction: "15:1", factor: 15 },
    { title: "two for one, 7 % up", before: 14_109.4, after: 7570, fraction: "2:1", factor: 2 },
    { title: "three for one, 8 % up", before: 1588.1, after: 570, fraction: "3:1", factor: 3 },
  ])("$title", ({ before, after, fraction, factor }) => {
    const { splits } = qualityOf(jump(before, after));
    expect(splits).toHaveLength(1);
    expect(splits[0]).toMatchObject({ date: days[15], fraction, factor, isConfirmed: null });
    // the 15th bar is 4 thousandths up, the 16th at its level
    expect(splits[0]?.ratio).toBeCloseTo((before * 1.004) / after, 12);
  });

  it("are no jumps between fractions, no fall by a quarter, and no wrong print that is mended", () => {
    expect(qualityOf(jump(100, 45.5)).splits).toEqual([]);
    expect(qualityOf(jump(100, 75)).splits).toEqual([]);
    const print = moving(days).map(([day, close], at): Bar => [day, at === 15 ? close / 2 : close]);
    expect(qualityOf(print).splits).toEqual([]);
    const wild = days.map((day, at): Bar => [
      day,
      at === 15 ? 105 : 100 + (at % 5),
      at === 15 ? 50 : 100 + (at % 5),
    ]);
    expect(qualityOf(wild).splits).toEqual([]);
  });

  it("are confirmed by adjusted closes that do not jump, and doubted by those that do", () => {
    const adjusted = jump(200, 100).map(([day, close], at): Bar => [
      day,
      close,
      close,
      at < 15 ? close / 2 : close,
    ]);
    expect(qualityOf(adjusted).splits[0]?.isConfirmed).toBe(true);
    const same = jump(200, 100).map(([day, close]): Bar => [day, close, close, close]);
    expect(qualityOf(same).splits[0]?.isConfirmed).toBe(false);
  });
});

describe("standing prices and days to come", () => {
  it("sixty equal closes are told, fifty-nine are not", () => {
    const days = weekdays(100);
    const still = (bars: number): Bar[] =>
      days.map((day, at) => [day, at < 10 || at >= 10 + bars ? 100 + (at % 2) : 50]);
    expect(qualityOf(still(59)).stale).toEqual([]);
    expect(qualityOf(still(60)).stale).toEqual([{ from: days[10], to: days[69], bars: 60 }]);
    expect(qualityOf(still(90)).stale).toEqual([{ from: days[10], to: days[99], bars: 90 }]);
  });

  it("bars later than tomorrow lie in the future", () => {
    const bars = moving(["2024-12-30", "2024-12-31", "2025-01-01", "2025-01-02", "2025-01-03"]);
    expect(qualityOf(bars).futureBars).toBe(2);
  });

  it("an instrument of nothing but good bars has nothing to tell", () => {
    expect(hasFindings(qualityOf(moving(weekdays(30))))).toBe(false);
    expect(findQuality(marketOf({ ACME: [] }), TODAY)[0]).toMatchObject({
      gapCount: 0,
      splits: [],
      futureBars: 0,
    });
  });
});
