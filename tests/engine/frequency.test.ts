/** What a bar is, held against the gaps sorted and the middle one picked. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { buildMarket, dateOf } from "../support/market-builder.ts";
import type { SeriesSpec } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { engines } from "./engine-run.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { backtest } from "#workers/run/backtest.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import type { Market } from "#workers/model/market.ts";
import type { JudgedBars } from "#workers/model/bar-length.ts";
import { membersAmong } from "#workers/model/universe.ts";
import { runParts } from "#workers/out-of-core/run-parts.ts";
import { countBars, judgeBarsIn } from "#workers/sessions/frequency.ts";
import { addBars, countDays, isOther, judgeBars, noBars } from "#workers/model/bar-counts.ts";
import { buildCalendar, markedDaysOf } from "#workers/sessions/calendar.ts";
import { tries } from "#tests/support/tries.ts";

/** Of an instrument whose bars are so many days apart, one after the other. */
function seriesOf(symbol: string, gaps: readonly number[], type = "EQUITY"): SeriesSpec {
  let day = 0;
  const days = [0, ...gaps.map((gap) => (day += gap))];
  return { symbol, type, bars: days.map((at) => [at, 100, 100]) };
}

/** Of instruments that all begin on the same day. */
function naive(lists: readonly (readonly number[])[]): JudgedBars {
  const gaps = lists.flat().toSorted((a, b) => a - b);
  const middle = gaps.length < 10 ? 1 : (gaps[Math.floor((gaps.length - 1) / 2)] ?? 0);
  const frequency = middle <= 4 ? "daily" : middle <= 17 ? "weekly" : "monthly";
  const weekdays = lists.flatMap((list) => {
    let day = 0;
    return [0, ...list.map((gap) => (day += gap))].map((at) => new Date(dateOf(at)).getUTCDay());
  });
  const weekends = weekdays.filter((weekday) => weekday === 0 || weekday === 6).length;
  const others = lists.flatMap((list, at) => {
    const odd = list.filter((gap) => (gap >= 5 && gap <= 10) || (gap >= 25 && gap <= 35)).length;
    return list.length >= 11 && odd >= 0.8 * list.length ? [at] : [];
  });
  const isEveryDay = frequency === "daily" && weekends >= weekdays.length / 10;
  return {
    frequency,
    sessionsOfYear: isEveryDay ? 365 : { daily: 252, weekly: 52, monthly: 12 }[frequency],
    isUnusual: !(middle <= 10 || (middle >= 25 && middle <= 35)),
    otherOnes: frequency === "daily" ? others : [],
  };
}

function judged(market: Market): JudgedBars {
  const universe = universeOf(market);
  return judgeBarsIn(market, universe, buildCalendar(market, universe));
}

function universeOf(market: Market): Int32Array {
  return membersAmong({ exchange: "NSE", instrumentType: "EQUITY" }, market.instruments);
}

/** Gaps around the edges, a few that are far beyond, and holes of years. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 3, 4, 5, 7, 10, 11, 17, 18, 24, 25, 31, 35, 36) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 41, max: 800 }) },
);
const lists = fc.oneof(
  // daily ones, and some of weeks and months among them
  fc
    .tuple(fc.nat(60), fc.constantFrom(5, 7, 10, 25, 35, 36), fc.integer({ min: 9, max: 13 }), fc.nat(4))
    .map(([days, odd, many, few]) => [
      Array.from({ length: days }, (_, at) => (at % 5 === 4 ? 3 : 1)),
      [...Array<number>(many).fill(odd), ...Array<number>(few).fill(1)],
    ]),
  fc.array(fc.array(gap, { maxLength: 60 }), { minLength: 1, maxLength: 5 }),
  // nearly all of one kind, and mixtures about half and half
  fc
    .tuple(fc.constantFrom(1, 4, 5, 17, 18), fc.constantFrom(1, 4, 5, 17, 18), fc.nat(30), fc.nat(30))
    .map(([one, other, some, more]) => [Array<number>(some).fill(one), Array<number>(more).fill(other)]),
);

describe("what the bars of a universe are", () => {
  test.prop([lists], { numRuns: tries(2000) })(
    "is that of the middle gap, from days and from zones",
    (drawn) => {
      // symbols in the order of the lists
      const market = buildMarket(drawn.map((gaps, at) => seriesOf(`S${String(at).padStart(2, "0")}`, gaps)));
      const expected = naive(drawn);
      expect(judged(market)).toEqual(expected);
      expect(judged(withZones(market))).toEqual(expected);
      const all = noBars();
      const others: number[] = [];
      for (const instrument of universeOf(market)) {
        const counts = countBars(markedDaysOf(market, instrument));
        expect(
          countDays(market.day.subarray(market.barOffset[instrument], market.barOffset[instrument + 1])),
        ).toEqual(counts);
        addBars(all, counts);
        if (isOther(counts)) others.push(instrument);
      }
      const beyond = (days: number) => drawn.flat().filter((each) => each >= days).length;
      expect(all).toMatchObject({
        bars: drawn.flat().length + drawn.length,
        gaps: drawn.flat().length,
        atLeast: [5, 11, 18, 25, 36].map(beyond),
      });
      expect(judgeBars(all, others)).toEqual(expected);
    },
  );

  it("takes the lower of two middle gaps", () => {
    const found = [
      [4, 5],
      [17, 18],
    ].map((days) => {
      const market = buildMarket(days.map((one, at) => seriesOf(`S${at}`, Array<number>(5).fill(one))));
      return judged(market).frequency;
    });
    expect(found).toEqual(["daily", "weekly"]);
  });

  it("is daily with nine gaps, whatever they are, and weekly with ten of a week", () => {
    const found = [9, 10].map(
      (count) => judged(buildMarket([seriesOf("A", Array<number>(count).fill(7))])).frequency,
    );
    expect(found).toEqual(["daily", "weekly"]);
  });

  it("counts 365 sessions a year where a tenth of the bars are of weekends, 252 where fewer are", () => {
    // 2020-01-01 was a Wednesday: 18 or 19 bars of working days, and those of one Saturday and Sunday
    const days = Array.from({ length: 28 }, (_, at) => at).filter((at) => (at + 2) % 7 < 5);
    const found = [
      [days.slice(0, 18), [3, 4]],
      [days.slice(0, 19), [3, 4]],
    ].map(([working = [], weekend = []]) => {
      const bars = [...working, ...weekend].toSorted((a, b) => a - b);
      const market = buildMarket([{ symbol: "A", bars: bars.map((at) => [at, 100, 100] as const) }]);
      return judged(market).sessionsOfYear;
    });
    expect(found).toEqual([365, 252]);
  });
});

describe("a year that is told to a plan", () => {
  // 10 % up and down by turns: 102 % a year by weeks, 270 % by days
  const closes = [100, 110, 99, 109, 98, 108];
  const market = () =>
    buildMarket(
      ["A", "B"].map((symbol, first) => ({
        symbol,
        bars: Array.from({ length: 30 }, (_, at) => {
          const close = closes[(at + first) % closes.length] ?? 0;
          return [at * 7, close, close] as const;
        }),
      })),
    );
  const strategies = [
    plainStrategy({ buy: { rules: ["volatility(2) < 150"] }, sell: { maxHoldingDays: 2 } }),
    plainStrategy({
      sell: { maxHoldingDays: 2 },
      simulation: { sortingType: "expression", sortBy: "min(volatility(2), 150) - close" },
    }),
  ];

  it.each(engines)(
    "is what its rules count by, whatever ran on the same prices before: $how",
    ({ options }) => {
      const byDays = { ...options, bars: { frequency: "daily" as const, sessionsOfYear: 252 } };
      const shared = market();
      for (const strategy of strategies) {
        const turns = [options, byDays, options, byDays].map((own) => backtest(strategy, shared, own));
        const [byWeeks, own] = [backtest(strategy, market(), options), backtest(strategy, market(), byDays)];
        expect(turns).toEqual([byWeeks, own, byWeeks, own]);
        expect(byWeeks).not.toEqual(own);
      }
    },
  );
});

describe("a universe of weekly or monthly bars", () => {
  const strategy = plainStrategy({ simulation: { endDate: "2039-12-31" } });

  async function inParts(market: Market) {
    const { bytes } = await columnFileOf(market, 40);
    const file = openColumnFile(memoryReader(bytes));
    if (!file) throw new Error("no column file");
    return runParts(strategy, openParts(file, []));
  }

  it.each([
    ["weekly", 7, 52],
    ["monthly", 30, 12],
  ] as const)("runs, in memory and in parts: %s", async (frequency, days, sessionsOfYear) => {
    const market = buildMarket([seriesOf("A", Array<number>(20).fill(days))]);
    const report = backtest(strategy, market);
    expect(report).toMatchObject({
      ok: true,
      value: { metadata: { frequency }, sessionsOfYear, warnings: [] },
    });
    expect(await inParts(market)).toEqual(report);
  });

  it("is that by its own bars alone: an index of months beside daily shares is none of them", async () => {
    const shares = seriesOf("A", Array<number>(20).fill(1));
    const index = seriesOf("^M", Array<number>(40).fill(30), "INDEX");
    const market = buildMarket([shares, index]);
    const report = backtest(strategy, market);
    expect(report).toMatchObject({ ok: true, value: { metadata: { frequency: "daily" }, warnings: [] } });
    expect(await inParts(market)).toEqual(report);
    const turned = buildMarket([
      seriesOf("A", Array<number>(20).fill(30)),
      seriesOf("^M", Array<number>(600).fill(1), "INDEX"),
    ]);
    expect(backtest(strategy, turned)).toMatchObject({
      ok: true,
      value: { metadata: { frequency: "monthly" } },
    });
  });

  it("counts all bars of the dataset, not those of the period", () => {
    const days = [...Array<number>(12).fill(7), ...Array<number>(30).fill(1)];
    const market = buildMarket([seriesOf("A", days)]);
    const early = plainStrategy({ simulation: { startDate: dateOf(0), endDate: dateOf(84) } });
    expect(backtest(early, market)).toMatchObject({ ok: true, value: { metadata: { frequency: "daily" } } });
  });
});
