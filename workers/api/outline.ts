/**
 * What a strategy can be held against without the prices: plain data, small, so that whoever asks for runs knows at once
 * what is wrong with a strategy while the prices lie in other threads.
 */
import type { SeriesOf } from "#workers/engine/series.ts";
import type { JudgedBars } from "#workers/model/bar-length.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type {
  DayBits,
  FactSeries,
  Instrument,
  Market,
  PartedMarket,
  PriceColumn,
} from "#workers/model/market.ts";
import { runningSum } from "#workers/model/price-zones.ts";
import { membersAmong } from "#workers/model/universe.ts";
import type { Universe } from "#workers/model/universe.ts";
import { markedDaysOf } from "#workers/sessions/calendar.ts";
import type { MarkedDays } from "#workers/sessions/calendar.ts";
import { addBars, isOther, judgeBars, noBars } from "#workers/model/bar-counts.ts";
import { countBars } from "#workers/sessions/frequency.ts";

export interface MarketOutline {
  readonly instruments: readonly Instrument[];
  /** Count of each instrument's bars. */
  readonly bars: Int32Array;
  /** For each instrument, 1 where a bar has a market cap. */
  readonly hasCap: Uint8Array;
  /** Bars of each with an adjusted close; null where none has one. */
  readonly adjusted: Int32Array | null;
  /** Each instrument's days, also of one with more words than bars. */
  readonly days: DayBits;
  /** ISO dates of the first and the last bar; "" without one. */
  readonly first: string;
  readonly last: string;
  readonly facts: readonly FactOutline[];
}

/** A fact without its values. */
export interface FactOutline extends Pick<FactSeries, "name" | "kind" | "lag" | "currency"> {
  /** With a value. */
  readonly instruments: number;
  readonly first: string;
  readonly last: string;
}

export function outlineOf(market: Market): MarketOutline {
  const { instruments, barOffset } = market;
  const count = instruments.length;
  const bars = Int32Array.from({ length: count }, (_, at) => (barOffset[at + 1] ?? 0) - (barOffset[at] ?? 0));
  const capsOf = rowsOf(market, "marketCap");
  const hasCap = new Uint8Array(count);
  const { adjClose } = market;
  const adjusted = adjClose && new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const [from = 0, to = 0] = [barOffset[at], barOffset[at + 1]];
    if (capsOf?.(at, from, to).some((cap) => cap > 0)) hasCap[at] = 1;
    if (adjusted) adjusted[at] = countAbove0(adjClose.subarray(from, to));
  }
  const marked = instruments.map((_, at) => markedDaysOf(market, at));
  const days = joinDays(marked.map(daysOfOne));
  return {
    instruments,
    bars,
    hasCap,
    adjusted,
    days,
    ...extentOf(days),
    facts: (market.facts ?? []).map(outlineFact),
  };
}

/** As outlineOf, with one part in memory at a time. @param columns - with days, market caps and adjusted closes */
export function outlineOfParts(market: PartedMarket, columns: readonly PriceColumn[]): MarketOutline {
  const parts = Array.from({ length: market.parts }, (_, part) =>
    outlineOf(market.readPart(part, columns).market),
  );
  const days = joinDays(parts.map((part) => part.days));
  return {
    instruments: parts.flatMap(({ instruments }) => instruments),
    bars: joined(parts.map(({ bars }) => bars)),
    hasCap: Uint8Array.from(parts.flatMap(({ hasCap }) => Array.from(hasCap))),
    adjusted: parts.some(({ adjusted }) => adjusted)
      ? joined(parts.map(({ bars, adjusted }) => adjusted ?? new Int32Array(bars.length)))
      : null,
    days,
    ...extentOf(days),
    facts: market.facts.map(outlineFact),
  };
}

function daysOfOne({ firstWord, bits }: MarkedDays): DayBits {
  return { wordOffset: Int32Array.of(0, bits.length), firstWord: Int32Array.of(firstWord), bits };
}

function joinDays(parts: readonly DayBits[]): DayBits {
  const words = parts.map(({ wordOffset }) =>
    wordOffset.subarray(1).map((end, at) => end - (wordOffset[at] ?? 0)),
  );
  return {
    wordOffset: runningSum(joined(words)),
    firstWord: joined(parts.map(({ firstWord }) => firstWord)),
    bits: joined(parts.map(({ bits }) => bits)),
  };
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function countAbove0(values: Float64Array): number {
  let count = 0;
  for (const value of values) if (value > 0) count++;
  return count;
}

function outlineFact(series: FactSeries): FactOutline {
  const { name, kind, lag, currency, stepOffset, day, value } = series;
  let [first, last, instruments] = [Infinity, -Infinity, 0];
  for (let at = 0; at + 1 < stepOffset.length; at++) {
    let isKnown = false;
    for (let step = stepOffset[at] ?? 0; step < (stepOffset[at + 1] ?? 0); step++) {
      if (Number.isNaN(value[step])) continue;
      isKnown = true;
      first = Math.min(first, day[step] ?? first);
      last = Math.max(last, day[step] ?? last);
    }
    if (isKnown) instruments++;
  }
  return {
    name,
    kind,
    ...(lag ? { lag } : {}),
    ...(currency === undefined ? {} : { currency }),
    instruments,
    first: first > last ? "" : formatIsoDay(first),
    last: first > last ? "" : formatIsoDay(last),
  };
}

function extentOf(days: DayBits): { first: string; last: string } {
  const sessions = sessionsIn(days, null);
  const [first, last] = [sessions[0], sessions.at(-1)];
  return {
    first: first === undefined ? "" : formatIsoDay(first),
    last: last === undefined ? "" : formatIsoDay(last),
  };
}

/** The days on which any of these instruments has a bar, ascending. @param members - null for all */
function sessionsIn({ wordOffset, firstWord, bits }: DayBits, members: Int32Array | null): Int32Array {
  const numbers = members ?? Int32Array.from(firstWord.keys());
  let [least, most] = [Infinity, -Infinity];
  for (const member of numbers) {
    const words = (wordOffset[member + 1] ?? 0) - (wordOffset[member] ?? 0);
    if (words === 0) continue;
    least = Math.min(least, firstWord[member] ?? 0);
    most = Math.max(most, (firstWord[member] ?? 0) + words);
  }
  if (least > most) return new Int32Array(0);
  const all = new Int32Array(most - least);
  for (const member of numbers) {
    const from = wordOffset[member] ?? 0;
    const shift = (firstWord[member] ?? 0) - least;
    for (let at = from; at < (wordOffset[member + 1] ?? 0); at++) {
      const word = shift + at - from;
      all[word] = (all[word] ?? 0) | (bits[at] ?? 0);
    }
  }
  const found: number[] = [];
  for (const [at, word] of all.entries()) {
    for (let left = word; left !== 0; left &= left - 1) {
      found.push(((at + least) << 5) + 31 - Math.clz32(left & -left));
    }
  }
  return Int32Array.from(found);
}

/** The first day with a bar; Infinity without one. */
function firstDayOf({ wordOffset, firstWord, bits }: DayBits, instrument: number): number {
  for (let at = wordOffset[instrument] ?? 0; at < (wordOffset[instrument + 1] ?? 0); at++) {
    const word = bits[at] ?? 0;
    if (word === 0) continue;
    const place = (firstWord[instrument] ?? 0) + at - (wordOffset[instrument] ?? 0);
    return (place << 5) + 31 - Math.clz32(word & -word);
  }
  return Infinity;
}

/** Answers of an outline; what a universe's strategies share is worked out once. */
export interface OutlineReader {
  readonly outline: MarketOutline;
  readonly of: (universe: Universe) => UniverseOutline;
  readonly hasBars: (symbol: string) => boolean;
  readonly hasCloseBy: (instrument: number, day: number) => boolean;
  /** Whether it has a bar is known, and when it begins; not what its closes are. */
  readonly seriesOf: SeriesOf;
}

export interface UniverseOutline {
  readonly universe: Int32Array;
  readonly bars: JudgedBars;
  readonly sessionDay: Int32Array;
  readonly marketCapKnown: boolean;
  /** null where none of its bars has an adjusted close. */
  readonly withoutAdjClose: number | null;
}

function judgeUniverse({ wordOffset, firstWord, bits }: DayBits, universe: Int32Array): JudgedBars {
  const all = noBars();
  const others: number[] = [];
  for (const member of universe) {
    const own = bits.subarray(wordOffset[member], wordOffset[member + 1]);
    const counts = countBars({ firstWord: firstWord[member] ?? 0, bits: own });
    addBars(all, counts);
    if (isOther(counts)) others.push(member);
  }
  return judgeBars(all, others);
}

const UNIVERSES_KEPT = 16;

export function readOutline(outline: MarketOutline): OutlineReader {
  const { instruments, bars, hasCap, adjusted, days } = outline;
  const places = new Map(instruments.map(({ symbol }, at) => [symbol, at]));
  const kept = new Map<string, UniverseOutline>();
  return {
    outline,
    of({ exchange, exchanges, instrumentType, symbols, sectors }) {
      const key = JSON.stringify([exchanges ?? [exchange], instrumentType, symbols, sectors]);
      const known = kept.get(key);
      if (known) return known;
      const asked = {
        exchange,
        instrumentType,
        ...(exchanges ? { exchanges } : {}),
        ...(symbols ? { symbols } : {}),
        ...(sectors ? { sectors } : {}),
      };
      const universe = membersAmong(asked, instruments);
      const sumOf = (counts: Int32Array): number =>
        universe.reduce((sum, member) => sum + (counts[member] ?? 0), 0);
      const withAdjusted = adjusted ? sumOf(adjusted) : 0;
      const made: UniverseOutline = {
        universe,
        bars: judgeUniverse(days, universe),
        sessionDay: sessionsIn(days, universe),
        marketCapKnown: universe.some((member) => hasCap[member] === 1),
        withoutAdjClose: withAdjusted === 0 ? null : sumOf(bars) - withAdjusted,
      };
      if (kept.size >= UNIVERSES_KEPT) kept.clear();
      kept.set(key, made);
      return made;
    },
    hasBars: (symbol) => (bars[places.get(symbol) ?? -1] ?? 0) > 0,
    hasCloseBy: (instrument, day) => firstDayOf(days, instrument) <= day,
    seriesOf: (symbol) => {
      const instrument = places.get(symbol) ?? -1;
      if (!((bars[instrument] ?? 0) > 0)) return null;
      const close = Float64Array.of(1);
      return { day: Int32Array.of(firstDayOf(days, instrument)), close, onBasis: () => close };
    },
  };
}
