/** A fact of one instrument along its bars: what a rule sees at each close. */
import type { InstrumentFact } from "#workers/model/instruments.ts";

/**
 * The value at each bar, NaN where it is not known: of the latest step before the bar's day, of a signal also on it.
 *
 * @param days - EpochDays of the bars, ascending
 */
export function valuesAtBars({ kind, day, value }: InstrumentFact, days: Int32Array): Float64Array {
  const wait = kind === "fact" ? 1 : 0;
  let step = -1;
  return Float64Array.from(days, (bar) => {
    while (step + 1 < day.length && (day[step + 1] ?? Infinity) + wait <= bar) step++;
    return step < 0 ? NaN : (value[step] ?? NaN);
  });
}
