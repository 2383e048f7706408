/** A fact's value on each bar: of its latest day before the bar's, or, for a signal, on or before it. */
import type { FactSeries } from "#workers/model/market.ts";
import type { InstrumentColumns } from "./instrument-columns.ts";

/** Writes the bars of the instrument in hand; before the first step they are left as they are. */
export function factColumn(series: FactSeries, columns: InstrumentColumns, out: Float64Array): void {
  const { stepOffset, day, value, kind } = series;
  const days = columns.days();
  const stop = stepOffset[columns.instrument + 1];
  const sameDay = kind === "signal" ? 0 : 1;
  let step = stepOffset[columns.instrument];
  let known = NaN;
  for (let bar = 0; bar < columns.bars; bar++) {
    for (; step < stop && day[step] + sameDay <= days[bar]; step++) known = value[step];
    out[bar] = known;
  }
}
