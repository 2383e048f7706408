/**
 * Small, nasty markets and strategies by chance (fast-check): halts, late listings, delistings, ties, prices that
 * meet thresholds exactly, holes in adjClose and marketCap, index series, periods inside the data.
 * A drawn 0 always means "nothing special", so that a failing example shrinks to a readable one.
 */
import * as fc from "fast-check";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BarExtras, BarSpec, SeriesSpec } from "./market-builder.ts";
import { itemAt } from "./reference-series.ts";

export interface RandomRun {
  readonly series: readonly SeriesSpec[];
  readonly strategy: Strategy;
}

interface Size {
  readonly instruments: readonly [least: number, most: number];
  readonly sessions: readonly [least: number, most: number];
  /** First session and length of the period, in percent of the calendar; one pair is chosen. */
  readonly periods: readonly { start: number; length: number }[];
  readonly sortings: readonly Strategy["simulation"]["sortingType"][];
}

const SMALL: Size = {
  instruments: [2, 12],
  sessions: [5, 120],
  periods: [
    { start: 0, length: 101 },
    { start: 0, length: 60 },
    { start: 10, length: 90 },
    { start: 30, length: 60 },
    { start: 30, length: 3 },
    { start: 60, length: 41 },
  ],
  sortings: ["300-days-top-gainer-first", "market-cap-desc", "volume-desc"],
};
const LONG: Size = {
  instruments: [3, 4],
  sessions: [330, 370],
  periods: [
    { start: 80, length: 21 },
    { start: 50, length: 51 },
    { start: 0, length: 101 },
  ],
  sortings: ["300-days-top-gainer-first"],
};

/** Any strategy on any small market. */
export function smallRuns(): fc.Arbitrary<RandomRun> {
  return runsOf(SMALL);
}

/** Markets long enough for the 300 days of the top-gainer order. */
export function longRuns(): fc.Arbitrary<RandomRun> {
  return runsOf(LONG);
}

const SYMBOLS = ["M", "A", "a", "AA", "B&C", "B-C", "Z", "10", "9", "_", "É", "constructor"];
const LADDER = [100, 110, 121, 99, 90, 81];
const MOVES = [1, 1.01, 0.99, 1.1, 0.9, 1.03, 0.97, 1.21];
const GAPS = [1, 1, 1, 1, 3, 1, 1, 4, 1, 1, 30, 1, 1, 1, 1, 400];

interface SeriesDraw {
  readonly style: "ladder" | "walk" | "flat";
  readonly level: number;
  /** Session of the first bar, in percent of the calendar. */
  readonly listed: number;
  /** Sessions missing at the end. */
  readonly delisted: number;
  readonly halts: readonly { at: number; sessions: number }[];
  readonly caps: "none" | "equal" | "shares" | "holes";
  readonly adjusted: "none" | "all" | "split" | "holes";
  readonly looksAhead: boolean;
  /** One number a session; its bits decide everything about the bar. */
  readonly codes: readonly number[];
}

/** The list's element that a drawn number stands for. */
function choose<T>(list: readonly T[], drawn: number): T {
  return itemAt(list, drawn % list.length);
}

const oneIn = (n: number) => fc.nat(n - 1).map((drawn) => drawn === n - 1);
const percentOf = (percent: number, count: number) => Math.floor((percent * count) / 101);

function seriesDraws(sessions: number): fc.Arbitrary<SeriesDraw> {
  return fc.record({
    style: fc.constantFrom("ladder", "ladder", "walk", "flat"),
    level: fc.constantFrom(1, 1, 1, 1, 1, 0.5, 0.1, 3, 30),
    listed: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(100)),
    delisted: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(60)),
    halts: fc.array(fc.record({ at: fc.nat(100), sessions: fc.integer({ min: 1, max: 25 }) }), {
      maxLength: 2,
    }),
    caps: fc.constantFrom("equal", "shares", "holes", "none"),
    adjusted: fc.constantFrom("all", "split", "holes", "none"),
    looksAhead: oneIn(12),
    codes: fc.array(fc.nat(2 ** 15 - 1), { minLength: sessions, maxLength: sessions }),
  });
}

function drawBars(draw: SeriesDraw, days: readonly number[]): BarSpec[] {
  const first = percentOf(draw.listed, days.length);
  const isHalted = (session: number) =>
    draw.halts.some(({ at, sessions }) => {
      const start = percentOf(at, days.length);
      return session >= start && session < start + sessions;
    });
  const bars: BarSpec[] = [];
  let step = 0;
  let close = 100 * draw.level;
  for (const [session, day] of days.entries()) {
    const code = draw.codes[session] ?? 0;
    const before = close;
    if (draw.style === "ladder") {
      step += choose([0, 1, 5, 0], code);
      close = choose(LADDER, step) * draw.level;
    }
    if (draw.style === "walk") close = Math.max(0.05, Math.round(close * choose(MOVES, code) * 100) / 100);
    const isOnBoard = session >= first && session < days.length - draw.delisted;
    if (!isOnBoard || isHalted(session) || (code >> 10) % 32 === 31) continue;
    const open = choose([before, close, before, before * 1.1, before * 0.9], code >> 3);
    bars.push([formatIsoDay(day), open, close, drawExtras(draw, { code, close, session })]);
  }
  return bars;
}

function drawExtras(draw: SeriesDraw, bar: { code: number; close: number; session: number }): BarExtras {
  const extras: { -readonly [key in keyof BarExtras]: BarExtras[key] } = {
    volume: choose([1000, 1000, 5000, 0], bar.code >> 6),
  };
  const isHole = (bar.code >> 8) % 6 === 5;
  if (draw.caps === "equal") extras.marketCap = 1_000_000;
  if (draw.caps === "shares") extras.marketCap = bar.close * 10_000;
  if (draw.caps === "holes" && !isHole) extras.marketCap = (bar.code >> 7) % 3 === 2 ? 0 : bar.close * 20_000;
  if (draw.adjusted === "all") extras.adjClose = bar.close / 2;
  if (draw.adjusted === "split") extras.adjClose = bar.session < 12 ? bar.close / 4 : bar.close;
  if (draw.adjusted === "holes" && !isHole) extras.adjClose = bar.close * 0.9;
  return extras;
}

interface IndexDraw {
  readonly symbol: string;
  readonly exchange: string;
  readonly listed: number;
  readonly codes: readonly number[];
}

/** An index series; with the session's code, a further bar on the day after a session (often no session). */
function drawIndex(draw: IndexDraw, days: readonly number[]): SeriesSpec {
  const first = percentOf(draw.listed, days.length);
  const bars = new Map<number, BarSpec>();
  let close = 1000;
  for (const [session, day] of days.entries()) {
    const code = draw.codes[session] ?? 0;
    close *= choose(MOVES, code);
    if (session < first || (code >> 4) % 10 === 9) continue;
    bars.set(day, [formatIsoDay(day), close, close, code % 3 === 1 ? { adjClose: close / 2 } : {}]);
    const isExtra = (code >> 8) % 8 === 7 && days[session + 1] !== day + 1;
    if (isExtra) bars.set(day + 1, [formatIsoDay(day + 1), close * 2, close * 2]);
  }
  return { symbol: draw.symbol, type: "INDEX", exchange: draw.exchange, bars: [...bars.values()] };
}

const option = <T>(...values: T[]) => fc.option(fc.constantFrom(...values));
const upTo = (most: number, least = 1) => fc.integer({ min: least, max: most });

const scanners = fc.record({
  match: fc.constantFrom("all", "any"),
  priceGrowth: option(0, 10, -10, 21, 5),
  priceGrowthDays: upTo(12),
  minPrice: option(81, 99, 100, 50, 110),
  marketCapRank: option(50, 10, 33.3, 100, 25),
  avgDailyValue: option(100_000, 99_000, 250_000, 500_000),
  avgDailyValueDays: upTo(10),
});
const buyRules = fc.record({
  lastPriceVsClose: fc.boolean(),
  closeDays: upTo(6),
  lastPriceVsMA: fc.boolean(),
  movingAverageDays: upTo(8),
});
const sellRules = fc.record({
  trailingStopLoss: option(10, 5, 19, 0.01, 50),
  minHoldingDays: upTo(6, 0),
  stopLoss: option(10, 5, 19, 1),
  takeProfit: option(10, 21, 5, 1),
  maxHoldingDays: option(1, 3, 6, 10, 25),
});
const simulations = fc.record({
  startMargin: fc.constantFrom(10_000, 1000, 100_000, 10_000, 100_000, 250.5),
  maxPositions: upTo(6),
  fillAt: fc.constantFrom("next-open", "next-close"),
  priceBasis: fc.constantFrom("as-traded", "as-traded", "adjusted"),
  commissionPercent: fc.constantFrom(0, 0, 0.1, 1, 10),
  slippagePercent: fc.constantFrom(0, 0, 0.25, 1, 10),
  fractionalShares: oneIn(4),
  riskFreePercent: fc.constantFrom(0, 0, 6),
  benchmark: fc.constantFrom(...Array<null>(24).fill(null), "^IDX", "A", "M", "NONE"),
});

function runsOf(size: Size): fc.Arbitrary<RandomRun> {
  const shapes = fc.record({
    instruments: fc.integer({ min: size.instruments[0], max: size.instruments[1] }),
    sessions: fc.integer({ min: size.sessions[0], max: size.sessions[1] }),
  });
  return shapes.chain(({ instruments, sessions }) => {
    const codes = fc.array(fc.nat(2 ** 12 - 1), { minLength: sessions, maxLength: sessions });
    const parts = fc.record({
      firstDay: fc.nat(400),
      gaps: fc.array(fc.nat(63), { minLength: sessions, maxLength: sessions }),
      without: fc.constantFrom("nothing", "nothing", "nothing", "caps", "adjusted"),
      draws: fc.array(seriesDraws(sessions), { minLength: instruments, maxLength: instruments }),
      currency: fc.constantFrom("", "", "INR", "EUR"),
      indices: fc.array(
        fc.record({
          symbol: fc.constantFrom("^IDX", "^ALL"),
          exchange: fc.constantFrom("NSE", "NSE", "NYSE"),
          listed: fc.constantFrom(0, 0, 5, 50),
          codes,
        }),
        { maxLength: 2 },
      ),
      foreigner: fc.boolean(),
      strategy: fc.record({ scanner: scanners, buy: buyRules, sell: sellRules, simulation: simulations }),
      sortingType: fc.constantFrom(...size.sortings),
      period: fc.constantFrom(...size.periods),
    });
    return parts.map((drawn) => assemble(drawn));
  });
}

interface Parts {
  readonly firstDay: number;
  readonly gaps: readonly number[];
  /** What no instrument of the market has. */
  readonly without: "nothing" | "caps" | "adjusted";
  readonly draws: readonly SeriesDraw[];
  readonly currency: string;
  readonly indices: readonly IndexDraw[];
  readonly foreigner: boolean;
  readonly strategy: {
    readonly scanner: object;
    readonly buy: object;
    readonly sell: object;
    readonly simulation: object;
  };
  readonly sortingType: string;
  readonly period: { readonly start: number; readonly length: number };
}

function assemble(drawn: Parts): RandomRun {
  const days: number[] = [];
  let day = toEpochDay(2019, 1, 1) + drawn.firstDay;
  for (const gap of drawn.gaps) {
    days.push(day);
    day += gap < 48 ? 1 : choose(GAPS, gap);
  }
  const series = drawn.draws.map((draw, i): SeriesSpec => {
    const bars = drawBars(drawn.without === "nothing" ? draw : { ...draw, [drawn.without]: "none" }, days);
    return {
      symbol: choose(SYMBOLS, i),
      name: i % 2 === 0 ? `Company ${i}` : "",
      currency: drawn.currency,
      marketCapLooksAhead: draw.looksAhead && bars.some(([, , , extras]) => (extras?.marketCap ?? 0) > 0),
      bars,
    };
  });
  const indexSymbols = new Set<string>();
  for (const index of drawn.indices) {
    if (!indexSymbols.has(index.symbol)) series.push(drawIndex(index, days));
    indexSymbols.add(index.symbol);
  }
  if (drawn.foreigner) {
    const bars = days.map((each): BarSpec => [
      formatIsoDay(each),
      500,
      500,
      { marketCap: 1e12, volume: 1e9 },
    ]);
    series.push({ symbol: "FAR", exchange: "NYSE", currency: "USD", bars });
    series.push({ symbol: "FUT", type: "FUTURES", bars: [[formatIsoDay(day + 1), 100, 100]] });
  }
  const from = percentOf(drawn.period.start, days.length);
  const length = Math.max(1, percentOf(drawn.period.length, days.length));
  const strategy = parseStrategy({
    ...drawn.strategy,
    simulation: {
      ...drawn.strategy.simulation,
      sortingType: drawn.sortingType,
      startDate: formatIsoDay(itemAt(days, from)),
      endDate: formatIsoDay((days[from + length - 1] ?? day) + 1),
    },
  });
  if (!strategy.ok) throw new Error(strategy.problem.message);
  return { series, strategy: strategy.value };
}
