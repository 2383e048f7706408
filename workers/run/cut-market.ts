/** Data as it was known at a day's close, with one made-up session after it. */
import { traitsOf } from "#workers/model/fact-traits.ts";
import { daysOf, rowsOf, withLateColumns } from "#workers/model/late-column.ts";
import type { CopyRows, LateColumn, RowsOf } from "#workers/model/late-column.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";

/** By turns: what is far above and what is far below anything that real prices do in a day. */
const STRANGE = [
  { price: 3, volume: 5 },
  { price: 0.2, volume: 0.1 },
] as const;

/**
 * Keeps the bars, and what became known, up to `day`. Every instrument that has one gets one more on the next day, which nobody could foresee:
 * with it the run decides at the close of `day` as on any other day, and reading that bar shows. Columns are late, since a run
 * looks at few.
 *
 * @param turn - changes which instruments triple and which fall to a fifth
 */
export function cutMarket(market: Market, day: number, turn: number): Market {
  const kept = keptBars(market, day);
  const barOffset = new Int32Array(kept.length + 1);
  for (const [instrument, bars] of kept.entries())
    barOffset[instrument + 1] = (barOffset[instrument] ?? 0) + bars + Number(bars > 0);
  const days = new Int32Array(barOffset.at(-1) ?? 0);
  for (const [instrument, bars] of kept.entries()) {
    const to = barOffset[instrument] ?? 0;
    days.set(daysOf(market, instrument).subarray(0, bars), to);
    if (bars > 0) days[to + bars] = day + 1;
  }
  const column = (known: RowsOf, figure: "price" | "volume") =>
    cutColumn(known, { from: market.barOffset, to: barOffset, kept }, (instrument) => {
      const strange = STRANGE[(instrument + turn) % 2 === 0 ? 0 : 1];
      return strange[figure];
    });
  const columnOrNull = (known: RowsOf | null) => known && column(known, "price");
  const facts = market.facts?.map((fact) => {
    if (!fact.computed) return cutFact(fact, day);
    const values = column((_, from, to) => fact.value.subarray(from, to), "price");
    return { ...fact, stepOffset: barOffset, value: values.whole() };
  });
  return withLateColumns(
    { instruments: market.instruments, barOffset, ...(facts && { facts }) },
    {
      day: { of: (at) => days.subarray(barOffset[at], barOffset[at + 1]), whole: () => days },
      open: column(rowsOf(market, "open"), "price"),
      high: column(rowsOf(market, "high"), "price"),
      low: column(rowsOf(market, "low"), "price"),
      close: column(rowsOf(market, "close"), "price"),
      volume: column(rowsOf(market, "volume"), "volume"),
      adjClose: columnOrNull(rowsOf(market, "adjClose")),
      marketCap: columnOrNull(rowsOf(market, "marketCap")),
    },
  );
}

/** By instrument: where its rows begin in the market and in what is left of it, and how many of them are left. */
interface CutRows {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly kept: Int32Array;
}

/** Figures of the bars that are kept, and of each instrument's last one once more, times its factor. */
function cutColumn(known: RowsOf, rows: CutRows, factorOf: (instrument: number) => number): LateColumn {
  let column: Float64Array | null = null;
  const copy: CopyRows = (instrument, { from, to }, into, at) => {
    const begin = rows.to[instrument] ?? 0;
    const end = begin + (rows.kept[instrument] ?? 0);
    const shift = (rows.from[instrument] ?? 0) - begin;
    const stop = Math.min(to, end);
    if (from < stop) into.set(known(instrument, from + shift, stop + shift), at);
    if (to <= end) return;
    const [last = NaN] = known(instrument, end - 1 + shift, end + shift);
    into[at + end - from] = last * factorOf(instrument);
  };
  const some: RowsOf = (instrument, from, to) => {
    if (column) return column.subarray(from, to);
    const figures = new Float64Array(to - from);
    copy(instrument, { from, to }, figures, 0);
    return figures;
  };
  return {
    rows: some,
    copy,
    beside: (instrument, row) => some(instrument, row, row + 1)[0] ?? NaN,
    whole() {
      if (column) return column;
      column = new Float64Array(rows.to.at(-1) ?? 0);
      for (let instrument = 0; instrument < rows.kept.length; instrument++) {
        const [from = 0, to = 0] = rows.to.subarray(instrument, instrument + 2);
        if (to > from) copy(instrument, { from, to }, column, from);
      }
      return column;
    },
  };
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
