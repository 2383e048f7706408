/** Series of rates: closes that may be any number, read strictly, stored, and read back to the bit. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { columnFileOf, memoryReader, placeOfSeries } from "#tests/support/memory-file.ts";
import { tries } from "#tests/support/tries.ts";
import { findQuality } from "#workers/market/find-quality.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { barsOf, defaults, goodRows, header, readTexts, refusalOf, textSource } from "./text-sources.ts";

const instruments = "symbol,instrumentType\nTBILL,RATE\n";

describe("a row of a series of rates", () => {
  it.each([
    { title: "below 0", row: ",,,-0.55,", close: -0.55 },
    { title: "of 0", row: ",,,0,", close: 0 },
    { title: "of minus zero, which is 0", row: ",,,-0.00,", close: 0 },
    { title: "far below 0", row: ",,,-20900.0000,", close: -20_900 },
    { title: "beside a high and a low that are none of a price", row: "-3,1,2,7.05,0", close: 7.05 },
    { title: "beside zeros", row: "0,0,0,7.05,0", close: 7.05 },
    { title: "beside cells without a number", row: "n/a,n/a,n/a,7.05,n/a", close: 7.05 },
  ])("$title is its close alone", async ({ row, close }) => {
    const reading = await readTexts({
      "instruments.csv": instruments,
      "a.csv": `${header}TBILL,2020-01-02,${row}\n`,
    });
    expect(barsOf(reading)).toEqual([["TBILL", "2020-01-02", close, close, close, close, 0]]);
    expect(Object.is(barsOf(reading)[0]?.[5], close)).toBe(true);
    expect(reading.notes.files[0]).toMatchObject({ bars: 1, leftOut: 0, closeOnly: 0 });
  });

  it.each([
    { cell: "", message: "p.csv:42: no close. Fill it in or delete that row." },
    {
      cell: "n/a",
      message: 'p.csv:42: close is "n/a", which cannot be read. Correct or delete that row.',
    },
    {
      cell: "1e999",
      message: 'p.csv:42: close is "1e999", which cannot be read. Correct or delete that row.',
    },
  ])("with the close '$cell' is left out and named", async ({ cell, message }) => {
    const { notes } = await readTexts({
      "instruments.csv": instruments,
      "p.csv": `${header}${goodRows}TBILL,2020-01-02,1,1,1,${cell},1\n`,
    });
    expect(notes.files[1]?.issues).toEqual([{ file: "p.csv", line: 42, message }]);
  });

  it("has the adjusted close that it comes with, and neither market cap nor shares", async () => {
    const { market } = await readTexts({
      "instruments.csv": "symbol,instrumentType,sharesOutstanding\nFUND,RATE,500\n",
      "p.csv":
        "symbol,date,close,adjClose,marketCap,sharesOutstanding\nFUND,2020-01-02,100,98,7,3\nFUND,2020-01-03,101,-1,7,3\n",
    });
    expect(market.adjClose).toEqual(Float64Array.of(98, NaN));
    expect(market.marketCap).toBeNull();
  });

  it("twice on a day is one where the closes are equal, whatever stands beside them", async () => {
    const { notes } = await readTexts({
      "instruments.csv": instruments,
      "p.csv": `${header}TBILL,2020-01-02,1,1,1,-1,1\nTBILL,2020-01-02,,,,-1,\n`,
    });
    expect(notes.files[1]).toMatchObject({ bars: 1, repeats: 1, leftOut: 0 });
  });
});

describe("which instruments are rates", () => {
  const prices = `${header}${goodRows}TBILL,2020-01-02,,,,-1,\n`;

  it.each(["a/prices.csv", "instruments.csv.csv", "zz.csv"])(
    "is known before prices are read, whatever their file is called: %s",
    async (name) => {
      const { market } = await readTexts({ [name]: prices, "m/instruments.csv": instruments });
      expect(market.instruments.map(({ symbol, instrumentType }) => [symbol, instrumentType])).toEqual([
        ["GOOD", "EQUITY"],
        ["TBILL", "RATE"],
      ]);
    },
  );

  it("is what holds where no list says it, too", async () => {
    const read = await readMarket([textSource("EURIBOR.csv", "date,close\n2020-01-02,-0.4\n")], {
      ...defaults,
      instrumentType: "RATE",
    });
    expect(read).toMatchObject({ ok: true, value: { market: { close: Float64Array.of(-0.4) } } });
  });

  it("is no instrument of another type: its closes are prices", async () => {
    const problem = await refusalOf({
      "instruments.csv": instruments,
      "p.csv": "symbol,date,close\nTBILL,2020-01-02,-1\nOTHER,2020-01-02,-1\n",
    });
    expect(problem.details).toEqual([
      "p.csv:3: close is -1, but a price is above 0. Correct or delete that row.",
    ]);
  });
});

/** A share and rates of these closes, all on successive days from 2020-01-01 on. */
function marketOf(rates: readonly (readonly number[])[]): Promise<Market> {
  const rows = rates.flatMap((closes, at) =>
    closes.map((close, day) => `R${at},${formatIsoDay((parseIsoDay("2020-01-01") ?? 0) + day)},${close}\n`),
  );
  return readTexts({
    "instruments.csv": `symbol,instrumentType\n${rates.map((_, at) => `R${at},RATE\n`).join("")}`,
    "p.csv": `symbol,date,close\n${goodRows.replaceAll(/GOOD,([\d-]+),.*/g, "GOOD,$1,10")}${rows.join("")}`,
  }).then(({ market }) => market);
}

describe("a stored series of rates", () => {
  const rate = fc.oneof(
    fc.integer({ min: -900, max: 900 }).map((hundredths) => hundredths / 100),
    fc.integer({ min: -9_000_000, max: 9_000_000 }).map((number) => number / 1000),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    fc.constantFrom(0, -20_900, 1e-300, -1e-300),
  );

  test.prop([fc.array(fc.array(rate, { minLength: 1, maxLength: 70 }), { minLength: 1, maxLength: 4 })], {
    numRuns: tries(200),
  })("comes back to the bit, with zones that hold all its closes", async (rates) => {
    const market = await marketOf(rates);
    const { bytes } = await columnFileOf(market, 100);
    const read = await readStoredMarket(memoryReader(bytes), { highAndLow: true, mostBytes: Infinity });
    if (!read.ok) throw new Error(read.problem.message);
    const { market: stored } = read.value;
    for (const name of ["open", "high", "low", "close", "volume"] as const) {
      for (const at of stored.instruments.keys()) {
        const [from, to] = [market.barOffset[at] ?? 0, market.barOffset[at + 1] ?? 0];
        expect(rowsOf(stored, name)(at, from, to)).toEqual(market[name].subarray(from, to));
      }
    }
    const { zoneOffset = [], close } = stored.zones ?? {};
    for (const [at, closes] of rates.entries()) {
      for (const [bar, one] of closes.entries()) {
        const zone = (zoneOffset[at + 1] ?? NaN) + Math.floor(bar / 32); // GOOD comes first
        expect(close?.least[zone]).toBeLessThanOrEqual(one);
        expect(close?.most[zone]).toBeGreaterThanOrEqual(one);
      }
    }
  });

  it("is left out and named where it is damaged, and others stay", async () => {
    const market = await marketOf([
      [1, -0.25, 0],
      [2, 3, -4],
    ]);
    const { bytes } = await columnFileOf(market);
    const place = placeOfSeries(bytes, "close", 1);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    const read = await readStoredMarket(memoryReader(bytes), { highAndLow: true, mostBytes: Infinity });
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value.damaged).toEqual(["R0"]);
    const { instruments: left, barOffset } = read.value.market;
    expect(left.map(({ symbol }) => symbol)).toEqual(["GOOD", "R1"]);
    expect(rowsOf(read.value.market, "close")(1, barOffset[1] ?? 0, barOffset[2] ?? 0)).toEqual(
      Float64Array.of(2, 3, -4),
    );
  });

  it("is in no universe, and its exchange and money are those of no share", async () => {
    const market = await marketOf([[1, 2]]);
    const placed = market.instruments.map((one) =>
      one.symbol === "R0" ? { ...one, exchange: "OTHER", currency: "EUR" } : { ...one, currency: "INR" },
    );
    const { facts } = await columnFileOf({ ...market, instruments: placed });
    expect(facts).toMatchObject({
      instruments: 2,
      exchanges: ["NSE"],
      instrumentTypes: ["EQUITY", "RATE"],
      currencies: { NSE: "INR" },
      universes: [{ exchange: "NSE", instrumentType: "EQUITY", instruments: 1, adjusted: 0 }],
    });
  });
});

it("a dataset's days are those of its shares; of rates alone they are the rates'", async () => {
  const prices = "symbol,date,close\nB,1934-01-01,0.72\nB,2024-06-01,5.2\nA,2020-01-02,10\nA,2020-01-03,10\n";
  const extentOf = async (types: string) => {
    const texts = { "instruments.csv": `symbol,instrumentType\n${types}`, "p.csv": prices };
    const { facts } = await columnFileOf((await readTexts(texts)).market);
    return [facts.bars, facts.firstDate, facts.lastDate];
  };
  expect(await extentOf("B,RATE\n")).toEqual([4, "2020-01-02", "2020-01-03"]);
  expect(await extentOf("B,RATE\nA,RATE\n")).toEqual([4, "1934-01-01", "2024-06-01"]);
  expect(await extentOf("B,EQUITY\n")).toEqual([4, "1934-01-01", "2024-06-01"]);
});

describe("what is found in a series of rates", () => {
  const TODAY = parseIsoDay("2024-12-31") ?? NaN;

  it("is nothing of a price: neither splits, nor closes that stand still, nor days without a rate", async () => {
    const steady = Array.from({ length: 90 }, () => 0.25);
    const market = await marketOf([steady, [4, 2, 2, 1, -1, 1]]);
    expect(findQuality(market, TODAY).slice(1)).toEqual(
      ["R0", "R1"].map((symbol) => ({
        symbol,
        missingSessions: 0,
        gapCount: 0,
        gaps: [],
        splits: [],
        stale: [],
        futureBars: 0,
      })),
    );
  });

  it("makes no session: shares have no gap on a day that has a rate alone", async () => {
    const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"];
    const share = (symbol: string) =>
      days.filter((day) => day !== "2024-01-03").map((day) => `${symbol},${day},10\n`);
    const rates = ["R1", "R2", "R3"].flatMap((symbol) => days.map((day) => `${symbol},${day},-1\n`));
    const { market } = await readTexts({
      "instruments.csv": "symbol,instrumentType\nR1,RATE\nR2,RATE\nR3,RATE\n",
      "p.csv": `symbol,date,close\n${[...share("A"), ...share("B"), ...rates].join("")}`,
    });
    expect(findQuality(market, TODAY).map(({ gapCount }) => gapCount)).toEqual([0, 0, 0, 0, 0]);
  });

  it("is a day to come", async () => {
    const market = await marketOf([[1, 2, 3]]);
    expect(findQuality(market, parseIsoDay("2020-01-01") ?? 0)[1]?.futureBars).toBe(1);
  });
});
