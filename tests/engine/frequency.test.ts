/** What a bar is, held against the gaps sorted and the middle one picked. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { buildMarket, dateOf } from "../support/market-builder.ts";
import type { SeriesSpec } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { backtest } from "#workers/run/backtest.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import type { Market } from "#workers/model/market.ts";
import type { Frequency } from "#workers/model/report.ts";
import { membersAmong } from "#workers/model/universe.ts";
import { runParts } from "#workers/shortcuts/parted-run.ts";
import { addGaps, frequencyIn, frequencyOf, noGaps } from "#workers/sessions/frequency.ts";
import { markedDaysOf } from "#workers/sessions/calendar.ts";
import { tries } from "#tests/support/tries.ts";

/** Of an instrument whose bars are so many days apart, one after the other. */
function seriesOf(symbol: string, gaps: readonly number[], type = "EQUITY"): SeriesSpec {
  let day = 0;
  const days = [0, ...gaps.map((gap) => (day += gap))];
  return { symbol, type, bars: days.map((at) => [at, 100, 100]) };
}

function naive(lists: readonly (readonly number[])[]): Frequency {
  const gaps = lists.flat().toSorted((a, b) => a - b);
  if (gaps.length < 10) return "daily";
  const middle = gaps[Math.floor((gaps.length - 1) / 2)] ?? 0;
  return middle <= 4 ? "daily" : middle <= 17 ? "weekly" : "monthly";
}

function universeOf(market: Market): Int32Array {
  return membersAmong({ exchange: "NSE", instrumentType: "EQUITY" }, market.instruments);
}

/** Gaps around the edges, a few that are far beyond, and holes of years. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 3, 4, 5, 7, 17, 18, 31) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 41, max: 800 }) },
);
const lists = fc.oneof(
  fc.array(fc.array(gap, { maxLength: 60 }), { minLength: 1, maxLength: 5 }),
  // nearly all of one kind, and mixtures about half and half
  fc
    .tuple(fc.constantFrom(1, 4, 5, 17, 18), fc.constantFrom(1, 4, 5, 17, 18), fc.nat(30), fc.nat(30))
    .map(([one, other, some, more]) => [Array<number>(some).fill(one), Array<number>(more).fill(other)]),
);

describe("the frequency of a universe", () => {
  test.prop([lists], { numRuns: tries(2000) })(
    "is that of the middle gap, from days and from zones",
    (drawn) => {
      const market = buildMarket(drawn.map((gaps, at) => seriesOf(`S${at}`, gaps)));
      const expected = naive(drawn);
      expect(frequencyIn(market, universeOf(market))).toBe(expected);
      expect(frequencyIn(withZones(market), universeOf(market))).toBe(expected);
      const counted = noGaps();
      for (const instrument of universeOf(market)) addGaps(counted, markedDaysOf(market, instrument));
      expect(counted).toEqual({
        all: drawn.flat().length,
        wide: drawn.flat().filter((days) => days >= 5).length,
        long: drawn.flat().filter((days) => days >= 18).length,
      });
      expect(frequencyOf(counted)).toBe(expected);
    },
  );

  it("takes the lower of two middle gaps", () => {
    const found = [
      [4, 5],
      [17, 18],
    ].map((days) => {
      const market = buildMarket(days.map((one, at) => seriesOf(`S${at}`, Array<number>(5).fill(one))));
      return frequencyIn(market, universeOf(market));
    });
    expect(found).toEqual(["daily", "weekly"]);
  });

  it("is daily with nine gaps, whatever they are, and weekly with ten of a week", () => {
    const found = [9, 10].map((count) => {
      const market = buildMarket([seriesOf("A", Array<number>(count).fill(7))]);
      return frequencyIn(market, universeOf(market));
    });
    expect(found).toEqual(["daily", "weekly"]);
  });
});

describe("a universe of weekly or monthly bars", () => {
  const strategy = plainStrategy({ simulation: { endDate: "2039-12-31" } });
  const weekly = buildMarket([seriesOf("A", Array<number>(20).fill(7))]);
  const monthly = buildMarket([seriesOf("A", Array<number>(20).fill(30))]);

  async function inParts(market: Market) {
    const { bytes } = await columnFileOf(market, 40);
    const file = openColumnFile(memoryReader(bytes));
    if (!file) throw new Error("no column file");
    return runParts(strategy, openParts(file, []));
  }

  it.each([
    ["weekly", weekly, "mostly 5 to 17 days"],
    ["monthly", monthly, "mostly 18 or more days"],
  ] as const)("is refused where it is %s, in memory and in parts", async (frequency, market, days) => {
    const refused = backtest(strategy, market);
    expect(refused).toMatchObject({ ok: false, problem: { code: "prices-not-daily" } });
    const message = refused.ok ? "" : refused.problem.message;
    expect(message).toContain(`are ${frequency} `);
    expect(message).toContain(days);
    expect(message).toContain("Choose a dataset with daily prices.");
    expect(await inParts(market)).toEqual(refused);
  });

  it("is refused for its own bars alone: an index of months beside daily shares is none of them", async () => {
    const shares = seriesOf("A", Array<number>(20).fill(1));
    const index = seriesOf("^M", Array<number>(40).fill(30), "INDEX");
    const market = buildMarket([shares, index]);
    const report = backtest(strategy, market);
    expect(report).toMatchObject({ ok: true, value: { metadata: { frequency: "daily" } } });
    expect(await inParts(market)).toEqual(report);
    const turned = buildMarket([
      seriesOf("A", Array<number>(20).fill(30)),
      seriesOf("^M", Array<number>(600).fill(1), "INDEX"),
    ]);
    expect(backtest(strategy, turned)).toMatchObject({ ok: false, problem: { code: "prices-not-daily" } });
  });

  it("counts all bars of the dataset, not those of the period", () => {
    const days = [...Array<number>(12).fill(7), ...Array<number>(30).fill(1)];
    const market = buildMarket([seriesOf("A", days)]);
    const early = plainStrategy({ simulation: { startDate: dateOf(0), endDate: dateOf(84) } });
    expect(backtest(early, market)).toMatchObject({ ok: true, value: { metadata: { frequency: "daily" } } });
  });
});
