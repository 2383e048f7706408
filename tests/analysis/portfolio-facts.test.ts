/** What the prices say of a portfolio before it is run, worked by hand. */
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { SeriesSpec } from "#tests/support/market-builder.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Preview } from "#workers/model/preview.ts";
import { previewStrategy } from "#workers/run/preview-strategy.ts";

/** Sessions 0 to 99. */
const LAST = 99;

function series(symbol: string, [from, to]: readonly [number, number], rest: Partial<SeriesSpec> = {}) {
  const bars = Array.from({ length: to - from + 1 }, (_, at) => {
    const close = 10 + from + at;
    return [from + at, close, close] as const;
  });
  return { symbol, type: "FUND", bars, ...rest };
}

function previewOf(simulation: object, market: readonly SeriesSpec[]): Preview {
  const strategy = strategyOf({
    scanner: { instrumentType: "FUND" },
    simulation: {
      positionSizing: "weights",
      weight: null,
      startDate: dateOf(0),
      endDate: dateOf(LAST),
      priceBasis: "as-traded",
      ...simulation,
    },
  });
  return valueOf(previewStrategy(strategy, buildMarket(market)));
}

const rows = (...symbols: readonly string[]) => ({
  weights: symbols.map((symbol) => ({ symbol, weight: "20" })),
});

describe("the instruments of a portfolio", () => {
  it("have prices all along, begin late or end early: by more than the 20 sessions that a pause may last", () => {
    const market = [
      series("WHOLE", [0, LAST]),
      series("LATE", [21, LAST]),
      series("SOON", [20, LAST]),
      series("ENDED", [0, 78]),
      series("PAUSED", [0, 79]),
    ];
    const { held } = previewOf(rows("LATE", "WHOLE", "SOON", "ENDED", "PAUSED", "NOBODY"), market);
    expect(held?.map(({ symbol, since, until, firstClose }) => [symbol, since, until, firstClose])).toEqual([
      ["LATE", dateOf(21), null, 31],
      ["WHOLE", null, null, 10],
      ["SOON", null, null, 30],
      ["ENDED", null, dateOf(78), 10],
      ["PAUSED", null, null, 10],
    ]);
  });

  it("are told where the scanner does not look at them; what nobody can hold is not among them", () => {
    const market = [
      series("WHOLE", [0, LAST]),
      series("SHARE", [0, LAST], { type: "EQUITY" }),
      series("INDEX", [0, LAST], { type: "INDEX" }),
    ];
    const { held } = previewOf(rows("SHARE", "WHOLE", "INDEX"), market);
    expect(held?.map(({ symbol, isTraded, firstClose }) => [symbol, isTraded, firstClose])).toEqual([
      ["SHARE", false, null],
      ["WHOLE", true, 10],
    ]);
  });

  it("are not looked for with slots", () => {
    const preview = previewOf({ positionSizing: "equal-weight" }, [series("WHOLE", [0, LAST])]);
    expect(preview).not.toHaveProperty("held");
    expect(preview).not.toHaveProperty("cashPerYear");
  });
});

describe("what idle money earns a year", () => {
  const market = [
    series("WHOLE", [0, LAST]),
    // doubles from the first session to the last, 99 days later
    { symbol: "TWICE", type: "INDEX", bars: [[0, 10, 10] as const, [LAST, 20, 20] as const] },
    { symbol: "FLAT", type: "INDEX", bars: [[0, 10, 10] as const] },
    { symbol: "SECOND", type: "INDEX", bars: [[1, 10, 10] as const] },
  ];

  it("is the growth of a fund over the period, a year of 365 days long", () => {
    const { cashPerYear } = previewOf({ ...rows("WHOLE"), cash: { price: "TWICE" } }, market);
    expect(cashPerYear).toBeCloseTo((2 ** (365 / 99) - 1) * 100, 9);
    expect(previewOf({ ...rows("WHOLE"), cash: { price: "FLAT" } }, market).cashPerYear).toBe(0);
  });

  it("is told as lacking where the series has no price yet, beside the counts of the rest", () => {
    const preview = previewOf({ ...rows("WHOLE"), cash: { price: "SECOND" } }, market);
    expect(preview.lacks?.code).toBe("cash-series-missing");
    expect(preview.instruments).toBe(1);
    expect(preview).not.toHaveProperty("cashPerYear");
  });
});
