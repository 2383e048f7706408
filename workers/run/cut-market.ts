/** Data as it was known at a day's close, with one made-up session after it. */
import { traitsOf } from "#workers/model/fact-traits.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";

/** By turns: what is far above and what is far below anything that real prices do in a day. */
const STRANGE = [
  { price: 3, volume: 5 },
  { price: 0.2, volume: 0.1 },
] as const;

/**
 * Keeps the bars, and what became known, up to `day`. Every instrument that has one gets one more on the next day, which nobody could foresee:
 * with it the run decides at the close of `day` as on any other day, and reading that bar shows.
 *
 * @param turn - changes which instruments triple and which fall to a fifth
 */
export function cutMarket(market: Market, day: number, turn: number): Market {
  const kept = keptBars(market, day);
  const rows = kept.reduce((sum, bars) => sum + bars + Number(bars > 0), 0);
  const cut = {
    instruments: market.instruments,
    barOffset: new Int32Array(kept.length + 1),
    day: new Int32Array(rows),
    open: new Float64Array(rows),
    high: new Float64Array(rows),
    low: new Float64Array(rows),
    close: new Float64Array(rows),
    volume: new Float64Array(rows),
    adjClose: market.adjClose && new Float64Array(rows),
    marketCap: market.marketCap && new Float64Array(rows),
  };
  const computed = new Map(
    (market.facts ?? []).filter((fact) => fact.computed).map((fact) => [fact, new Float64Array(rows)]),
  );
  let to = 0;
  for (const [instrument, bars] of kept.entries()) {
    const from = market.barOffset[instrument] ?? 0;
    const { price, volume } = STRANGE[(instrument + turn) % 2 === 0 ? 0 : 1];
    copyBars(market.day, cut.day, { from, to, bars });
    copyBars(market.open, cut.open, { from, to, bars }, price);
    copyBars(market.high, cut.high, { from, to, bars }, price);
    copyBars(market.low, cut.low, { from, to, bars }, price);
    copyBars(market.close, cut.close, { from, to, bars }, price);
    copyBars(market.volume, cut.volume, { from, to, bars }, volume);
    if (market.adjClose && cut.adjClose) copyBars(market.adjClose, cut.adjClose, { from, to, bars }, price);
    if (market.marketCap && cut.marketCap)
      copyBars(market.marketCap, cut.marketCap, { from, to, bars }, price);
    for (const [fact, values] of computed) copyBars(fact.value, values, { from, to, bars }, price);
    if (bars > 0) cut.day[to + bars] = day + 1;
    to += bars + Number(bars > 0);
    cut.barOffset[instrument + 1] = to;
  }
  const facts = market.facts?.map((fact) => {
    const value = computed.get(fact);
    return value ? { ...fact, stepOffset: cut.barOffset, value } : cutFact(fact, day);
  });
  return facts ? { ...cut, facts } : cut;
}

/** The bars up to and with `day`, and no other; what became known later stays, which no run of these days sees. */
export function marketUpTo(market: Market, day: number): Market {
  const kept = keptBars(market, day);
  const rows = kept.reduce((sum, bars) => sum + bars, 0);
  const part = <Column extends Float64Array | Int32Array>(source: Column, target: Column): Column => {
    let to = 0;
    for (const [instrument, bars] of kept.entries()) {
      const from = market.barOffset[instrument] ?? 0;
      target.set(source.subarray(from, from + bars), to);
      to += bars;
    }
    return target;
  };
  const figures = (source: Float64Array) => part(source, new Float64Array(rows));
  const barOffset = new Int32Array(kept.length + 1);
  for (const [instrument, bars] of kept.entries())
    barOffset[instrument + 1] = (barOffset[instrument] ?? 0) + bars;
  const { zones: _, ...others } = market; // they are of the whole columns
  const facts = market.facts?.map((fact) =>
    fact.computed ? { ...fact, stepOffset: barOffset, value: figures(fact.value) } : fact,
  );
  return {
    ...others,
    barOffset,
    day: part(market.day, new Int32Array(rows)),
    open: figures(market.open),
    high: figures(market.high),
    low: figures(market.low),
    close: figures(market.close),
    volume: figures(market.volume),
    adjClose: market.adjClose && figures(market.adjClose),
    marketCap: market.marketCap && figures(market.marketCap),
    ...(facts && { facts }),
  };
}

/** Without the steps after the day. */
function cutFact({ name, kind, stepOffset, day, value, ...traits }: FactSeries, lastDay: number): FactSeries {
  const kept = new Int32Array(stepOffset.length);
  const days = new Int32Array(day.length);
  const values = new Float64Array(day.length);
  let end = 0;
  for (let instrument = 0; instrument + 1 < stepOffset.length; instrument++) {
    const to = stepOffset[instrument + 1] ?? 0;
    for (let step = stepOffset[instrument] ?? 0; step < to && (day[step] ?? 0) <= lastDay; step++) {
      days[end] = day[step] ?? 0;
      values[end] = value[step] ?? NaN;
      end++;
    }
    kept[instrument + 1] = end;
  }
  const cut = { stepOffset: kept, day: days.slice(0, end), value: values.slice(0, end) };
  return { name, kind, ...cut, ...traitsOf(traits) };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly bars: number;
}

/** Copies the bars of one instrument and adds one: its last value, times `factor`. */
function copyBars<Column extends Float64Array | Int32Array>(
  source: Column,
  target: Column,
  { from, to, bars }: Span,
  factor = 1,
): void {
  if (bars === 0) return;
  target.set(source.subarray(from, from + bars), to);
  target[to + bars] = (source[from + bars - 1] ?? 0) * factor;
}

/** How many bars of each instrument are not after the day. */
function keptBars({ instruments, barOffset, day }: Market, lastDay: number): Int32Array {
  return Int32Array.from(instruments, (_, instrument) => {
    const from = barOffset[instrument] ?? 0;
    let low = from;
    let high = barOffset[instrument + 1] ?? from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((day[middle] ?? 0) <= lastDay) low = middle + 1;
      else high = middle;
    }
    return low - from;
  });
}
