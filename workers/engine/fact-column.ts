/** A fact's value on each bar: of its latest day before the bar's, or, for a signal, on or before it; a computed one its own. */
import type { FactSeries } from "#workers/model/market.ts";

/** An instrument's bars by their days. */
export interface DatedBars {
  /** The number by which facts know it. */
  readonly instrument: number;
  readonly bars: number;
  /** EpochDay of each bar. */
  days(): Int32Array;
}

/** Writes the bars of the instrument; those before the first step are unknown. */
export function factColumn(series: FactSeries, columns: DatedBars, out: Float64Array): void {
  const { stepOffset, day, value, kind } = series;
  const stop = stepOffset[columns.instrument + 1];
  if (series.computed) {
    out.set(value.subarray(stepOffset[columns.instrument], stop));
    return;
  }
  const days = columns.days();
  const sameDay = kind === "signal" ? 0 : 1;
  let known = NaN;
  let bar = 0;
  for (let step = stepOffset[columns.instrument]; step < stop && bar < columns.bars; step++) {
    const end = firstFrom(days, day[step] + sameDay, bar, columns.bars);
    while (bar < end) out[bar++] = known;
    known = value[step];
  }
  out.fill(known, bar, columns.bars);
}

/** The first of the bars from .. bars - 1 on that day or later, or `bars`: no two are on one day, so it lies no further than the days do. */
function firstFrom(days: Int32Array, day: number, from: number, bars: number): number {
  let [low, high] = [from, Math.min(bars, from + Math.max(0, day - days[from]))];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle] < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
