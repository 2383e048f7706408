/** A fact's value on each bar: of its latest day before the bar's, or, for a signal, on or before it. */
import type { FactSeries } from "#workers/model/market.ts";
import type { InstrumentColumns } from "./instrument-columns.ts";

/** Writes the bars of the instrument in hand; those before the first step are unknown. */
export function factColumn(series: FactSeries, columns: InstrumentColumns, out: Float64Array): void {
  const { stepOffset, day, value, kind } = series;
  const days = columns.days();
  const stop = stepOffset[columns.instrument + 1];
  const sameDay = kind === "signal" ? 0 : 1;
  let known = NaN;
  let bar = 0;
  for (let step = stepOffset[columns.instrument]; step < stop && bar < columns.bars; step++) {
    for (; bar < columns.bars && days[bar] < day[step] + sameDay; bar++) out[bar] = known;
    known = value[step];
  }
  out.fill(known, bar, columns.bars);
}
