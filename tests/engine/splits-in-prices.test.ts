/** The warning of splits in prices as traded, held against the plain reference: in memory, with zones, from a file, in parts. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "../support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { referenceBacktest } from "../support/reference.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { backtest } from "#workers/run/backtest.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report, Warning } from "#workers/model/report.ts";
import { runParts } from "#workers/out-of-core/run-parts.ts";
import { tries } from "#tests/support/tries.ts";

/** What a night does to the close, and to the adjusted close; 0 leaves a day out. */
const night = fc.oneof(
  { weight: 30, arbitrary: fc.constant([1.01, 1.01] as const) },
  { weight: 10, arbitrary: fc.constant([0.97, 0.97] as const) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constantFrom(0.1, 0.5, 0.66, 0.67, 0.675, 1.49, 1.5, 1.51, 2, 10),
      fc.constantFrom(0.79, 0.8, 0.9, 1, 1.2, 1.25, 1.26),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom([0.5, 0.5] as const, [2, 2] as const) },
);
const hole = fc.oneof(
  { weight: 12, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

const series = fc
  .array(fc.record({ night, isGone: hole, isBare: hole }), { minLength: 12, maxLength: 150 })
  .map((days): readonly BarSpec[] => {
    let [close, adjusted] = [100, 100];
    return days.flatMap(({ night: [raw, step], isGone, isBare }, day): BarSpec[] => {
      close *= raw;
      adjusted *= step;
      const extras = isBare ? { volume: 10 } : { volume: 10, adjClose: adjusted };
      return isGone ? [] : [[day, close, close, extras]];
    });
  });

const markets = fc
  .array(series, { minLength: 1, maxLength: 4 })
  .map((all): SeriesSpec[] => all.map((bars, at) => ({ symbol: `S${at}`, bars })));

const periods = fc
  .tuple(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 1, max: 150 }))
  .map(([from, days]) =>
    plainStrategy({ simulation: { startDate: dateOf(from), endDate: dateOf(from + days) } }),
  );

function splitsOf(report: Result<{ readonly report: Report } | Report>): readonly Warning[] | string {
  if (!report.ok) return "refused";
  const { warnings } = "report" in report.value ? report.value.report : report.value;
  return warnings.filter(({ code }) => code === "split-in-prices");
}

async function fromFile(market: Market, rows: number) {
  const { bytes } = await columnFileOf(market, rows);
  const whole = await readStoredMarket(memoryReader(bytes), {
    highAndLow: false,
    mostBytes: Infinity,
    staysOpen: true,
  });
  const file = openColumnFile(memoryReader(bytes));
  if (!whole.ok || !file) throw new Error("not as it was written");
  return { late: whole.value.market, parts: openParts(file, []) };
}

describe("splits in prices as traded", () => {
  test.prop([markets, periods, fc.constantFrom(1, 60, 1000)], { numRuns: tries(150) })(
    "are those of the reference, wherever the prices lie",
    async (specs, strategy, rows) => {
      const market = buildMarket(specs);
      const expected = splitsOf(referenceBacktest(strategy, market));
      expect(splitsOf(backtest(strategy, market))).toEqual(expected);
      expect(splitsOf(backtest(strategy, withZones(market)))).toEqual(expected);
      const { late, parts } = await fromFile(market, rows);
      expect(splitsOf(backtest(strategy, late))).toEqual(expected);
      expect(splitsOf(runParts(strategy, parts))).toEqual(expected);
    },
  );

  it("are looked for once a market, and not at all without adjusted closes or on adjusted prices", () => {
    const bars: BarSpec[] = Array.from({ length: 40 }, (_, day) => [
      day,
      100,
      day < 20 ? 100 : 50,
      { adjClose: 50 },
    ]);
    const market = buildMarket([{ symbol: "A", bars }]);
    let looks = 0;
    const { adjClose } = market;
    const watched: Market = {
      ...market,
      get adjClose() {
        looks++;
        return adjClose;
      },
    };
    expect(splitsOf(backtest(plainStrategy(), watched))).toHaveLength(1);
    const first = looks;
    expect(splitsOf(backtest(plainStrategy(), watched))).toHaveLength(1);
    expect(looks).toBe(first);
    expect(first).toBeGreaterThan(0);
    const bare = buildMarket([{ symbol: "A", bars: bars.map(([day, open, close]) => [day, open, close]) }]);
    expect(splitsOf(backtest(plainStrategy(), bare))).toEqual([]);
  });
});
