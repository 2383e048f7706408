/**
 * Small, nasty markets by chance (fast-check) for rules to be worked out on: gaps, ties, repeated closes, no volume,
 * holes in market caps, facts and signals that are unknown for a while, sectors, an index with days of its own, rates
 * of 0 and below.
 * A drawn 0 means "nothing special", so that a failing example shrinks to a readable one.
 */
import * as fc from "fast-check";
import type { NaiveRun } from "#tests/support/naive-rules/world.ts";
import { buildMarket, dayOf } from "#tests/support/market-builder.ts";
import type { BarExtras, BarSpec, SeriesSpec } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import type { Vocabulary } from "./random-words.ts";

/** The facts and the one signal, which every random market has, in the order of a Market. */
const FACTS = ["earnings.growth", "eps", "model", "score_2"];
const SIGNAL = "model";
const SYMBOLS = ["M", "A", "a", "AA", "B-C", "B&C 1"];
const INDEX = "^IDX";
/** Of another exchange and therefore in no universe; of("...") sees it. */
const FOREIGNER: SeriesSpec = {
  symbol: "FAR",
  exchange: "NYSE",
  bars: [
    [5, 20, 21],
    [6, 21, 22.5],
    [9, 22, 19],
  ],
};

const RATES = "TBILL";

export const RANDOM_VOCABULARY: Vocabulary = {
  facts: FACTS,
  symbols: ["M", "A", INDEX, FOREIGNER.symbol, RATES],
};

export interface RuleMarket {
  readonly market: Market;
  readonly run: NaiveRun;
}

const LADDER = [100, 110, 121, 99, 90, 81];
const MOVES = [1, 1.01, 0.99, 1.1, 0.9, 1.03, 0.97, 1.21];
/** A walk that leaps by a thousand: sums that are rolled on lose places there. */
const LEAPS = [1, 1.01, 0.99, 1000, 1.1, 0.001, 1, 0.97];
const GAPS = [0, 0, 0, 0, 0, 2, 3, 28];
const SECTORS = ["", "Banks", "Energy"];

interface SeriesDraw {
  readonly style: "ladder" | "walk" | "flat" | "leaps";
  readonly level: number;
  readonly listed: number;
  readonly sector: string;
  readonly caps: "none" | "equal" | "holes";
  readonly adjusted: "none" | "all" | "holes";
  /** One number a session; its bits decide everything about the bar. */
  readonly codes: readonly number[];
  readonly facts: readonly FactDraw[];
}

interface FactDraw {
  /** Session beside which it becomes known. */
  readonly session: number;
  /** Days from that session: facts come on days without a bar too. */
  readonly shift: number;
  /** Which of the names. */
  readonly which: number;
  /** null: unknown from then on. */
  readonly value: number | null;
}

interface Size {
  readonly instruments: number;
  readonly sessions: readonly [least: number, most: number];
}

/** A market and the run whose rules are worked out on it. */
export function ruleMarkets(): fc.Arbitrary<RuleMarket> {
  return marketsOf({ instruments: SYMBOLS.length, sessions: [3, 60] });
}

/** The same with few instruments and so many sessions that rounding may add up. */
export function longRuleMarkets(): fc.Arbitrary<RuleMarket> {
  return marketsOf({ instruments: 2, sessions: [150, 330] });
}

function marketsOf(size: Size): fc.Arbitrary<RuleMarket> {
  const [min, max] = size.sessions;
  const sizes = fc.record({
    instruments: fc.integer({ min: 2, max: size.instruments }),
    sessions: fc.integer({ min, max }),
  });
  return sizes.chain(({ instruments, sessions }) =>
    fc
      .record({
        gaps: listOf(sessions, GAPS.length),
        draws: fc.array(seriesDraws(sessions), { minLength: instruments, maxLength: instruments }),
        index: listOf(sessions, 2 ** 12),
        priceBasis: fc.constantFrom<NaiveRun["priceBasis"]>("as-traded", "adjusted"),
        benchmark: fc.constantFrom(INDEX, INDEX, "M"),
        narrowed: fc.constantFrom("nothing", "nothing", "nothing", "symbols", "sectors"),
      })
      .map(assemble),
  );
}

function listOf(length: number, below: number): fc.Arbitrary<number[]> {
  return fc.array(fc.nat(below - 1), { minLength: length, maxLength: length });
}

function seriesDraws(sessions: number): fc.Arbitrary<SeriesDraw> {
  return fc.record({
    style: fc.constantFrom<SeriesDraw["style"]>("ladder", "walk", "walk", "walk", "flat", "leaps"),
    level: fc.constantFrom(1, 1, 1, 0.5, 30),
    listed: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(sessions)),
    sector: fc.constantFrom(...SECTORS),
    caps: fc.constantFrom("none", "equal", "holes"),
    adjusted: fc.constantFrom("none", "all", "holes"),
    codes: listOf(sessions, 2 ** 20),
    facts: fc.array(
      fc.record({
        session: fc.nat(sessions),
        shift: fc.constantFrom(0, 1, -1, -40),
        which: fc.nat(FACTS.length - 1),
        value: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(0, 1, 2, -1, 2.5, 0.1, 3) },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
      }),
      { maxLength: 30 },
    ),
  });
}

interface Parts {
  readonly gaps: readonly number[];
  readonly draws: readonly SeriesDraw[];
  readonly index: readonly number[];
  readonly priceBasis: NaiveRun["priceBasis"];
  readonly benchmark: string;
  readonly narrowed: string;
}

function assemble({ gaps, draws, index, priceBasis, benchmark, narrowed }: Parts): RuleMarket {
  const sessions: number[] = [];
  for (const gap of gaps) sessions.push((sessions.at(-1) ?? 0) + 1 + choose(GAPS, gap));
  const bare = buildMarket([
    ...draws.map((draw, i) => ({ symbol: itemAt(SYMBOLS, i), bars: barsOf(draw, sessions) })),
    { symbol: INDEX, type: "INDEX", bars: indexBars(index, sessions) },
    FOREIGNER,
    { symbol: RATES, type: RATE_TYPE, bars: rateBars(index, sessions) },
  ]);
  const drawOf = (symbol: string) => draws[SYMBOLS.indexOf(symbol)];
  const instruments = bare.instruments.map((instrument) => {
    const sector = drawOf(instrument.symbol)?.sector ?? "";
    return sector === "" ? instrument : Object.assign({ sector }, instrument);
  });
  const stepsOf = instruments.map(({ symbol }) => drawOf(symbol)?.facts ?? []);
  return {
    market: { ...bare, instruments, facts: FACTS.map((_, which) => factSeries(which, stepsOf, sessions)) },
    run: {
      exchange: "NSE",
      type: "EQUITY",
      priceBasis,
      benchmark,
      ...(narrowed === "symbols" ? { symbols: ["A", "a", "NONE"] } : {}),
      ...(narrowed === "sectors" ? { sectors: ["Banks"] } : {}),
    },
  };
}

/** The list's element that a drawn number stands for. */
function choose<T>(list: readonly T[], drawn: number): T {
  return itemAt(list, drawn % list.length);
}

/** Bars on most sessions from the listing on, and always one on the last. */
function barsOf(draw: SeriesDraw, sessions: readonly number[]): BarSpec[] {
  const bars: BarSpec[] = [];
  let step = 0;
  let close = 100 * draw.level;
  for (const [at, session] of sessions.entries()) {
    const code = itemAt(draw.codes, at);
    const before = close;
    if (draw.style === "ladder") {
      step += choose([0, 1, 5, 0], code);
      close = choose(LADDER, step) * draw.level;
    }
    const moves = draw.style === "walk" ? MOVES : LEAPS;
    if (draw.style === "walk" || draw.style === "leaps") {
      close = Math.min(1e8, Math.max(0.01, Math.round(close * choose(moves, code) * 100) / 100));
    }
    const isMissing = at < draw.listed || choose([1, 2, 3, 4, 5, 6, 7, 0], code >> 3) === 0;
    if (isMissing && at < sessions.length - 1) continue;
    const open = choose([close, before, before, (before + close) / 2], code >> 6);
    bars.push([session, open, close, extrasOf(draw, { code, open, close })]);
  }
  return bars;
}

function extrasOf(draw: SeriesDraw, bar: { code: number; open: number; close: number }): BarExtras {
  const { code, open, close } = bar;
  const isHole = choose([1, 2, 3, 4, 0], code >> 8) === 0;
  const reach = choose([1, 1, 1.01, 1.05], code >> 10);
  return {
    high: Math.max(open, close) * reach,
    low: Math.min(open, close) / choose([1, 1, 1.01, 1.05], code >> 12),
    volume: choose([1000, 1000, 5000, 0], code >> 14) * (code >> 16 === 15 ? 1e7 : 1),
    ...(draw.caps === "equal" ? { marketCap: 1_000_000 } : {}),
    ...(draw.caps === "holes" && !isHole ? { marketCap: code >> 16 === 7 ? 0 : close * 20_000 } : {}),
    ...(draw.adjusted === "all" ? { adjClose: close / 2 } : {}),
    ...(draw.adjusted === "holes" && !isHole ? { adjClose: close * 0.9 } : {}),
  };
}

/** A series that has days of its own between the sessions, and begins now and then later than the rest. */
function indexBars(codes: readonly number[], sessions: readonly number[]): BarSpec[] {
  const bars: BarSpec[] = [];
  const first = itemAt(codes, 0) % 4;
  let close = 1000;
  for (const [at, session] of sessions.entries()) {
    const code = itemAt(codes, at);
    close *= choose(MOVES, code);
    if (at < sessions.length - 1 && (at < first || choose([1, 2, 3, 4, 5, 0], code >> 4) === 0)) continue;
    bars.push([session, close, close]);
    const isFree = sessions[at + 1] !== session + 1;
    if (isFree && (code >> 7) % 4 === 3) bars.push([session + 1, close * 1.05, close * 1.05]);
  }
  return bars;
}

/** Closes of 0 and below among them, some far off; the last one before the last session, now and then. */
function rateBars(codes: readonly number[], sessions: readonly number[]): BarSpec[] {
  return sessions.flatMap((session, at) => {
    const code = itemAt(codes, at);
    if (at > 0 && choose([1, 2, 0], code >> 3) === 0) return [];
    const close = choose([1, 0, -0.55, 2.5, -1, -20_900, 0.25, 1], code);
    return [[session, close, close, { volume: 0 }]];
  });
}

/** The steps of one fact of all instruments; of two on a day the first stays. */
function factSeries(
  which: number,
  stepsOf: readonly (readonly FactDraw[])[],
  sessions: readonly number[],
): FactSeries {
  const offsets = [0];
  const steps: { day: number; value: number }[] = [];
  for (const draws of stepsOf) {
    const byDay = new Map<number, number>();
    for (const { session, shift, value } of draws.filter((draw) => draw.which === which)) {
      const day = dayOf((sessions[session] ?? 0) + shift);
      if (!byDay.has(day)) byDay.set(day, value ?? Number.NaN);
    }
    const ordered = [...byDay].toSorted(([a], [b]) => a - b);
    for (const [day, value] of ordered) steps.push({ day, value });
    offsets.push(steps.length);
  }
  const name = itemAt(FACTS, which);
  return {
    name,
    kind: name === SIGNAL ? "signal" : "fact",
    stepOffset: Int32Array.from(offsets),
    day: Int32Array.from(steps, ({ day }) => day),
    value: Float64Array.from(steps, ({ value }) => value),
  };
}
