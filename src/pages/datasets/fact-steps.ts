/** A fact of one instrument along its bars: what a rule sees at each close, and since when it is known. */
import type { InstrumentFact } from "#workers/model/instruments.ts";

/** One row a bar. */
export interface FactAtBars {
  /** NaN where it is not known. */
  readonly values: Float64Array;
  /** EpochDay on which the value became known; NaN before the first. */
  readonly knownOn: Float64Array;
  /**
   * The value at the first bar that sees it; NaN at all others, and where it was known before the first bar. NaN
   * throughout where most bars have a value of their own, as of a daily ratio: marks at all of them mark none.
   */
  readonly news: Float64Array;
}

/**
 * What is seen at each bar: of a fact the latest step before the bar's day, of a signal also one on it.
 *
 * @param days - EpochDays of the bars, ascending
 */
export function factAtBars({ kind, day, value }: InstrumentFact, days: Int32Array): FactAtBars {
  const wait = kind === "fact" ? 1 : 0;
  const [values, knownOn, news] = [nothing(days.length), nothing(days.length), nothing(days.length)];
  let step = -1;
  let newBars = 0;
  for (const [bar, of] of days.entries()) {
    const before = step;
    while (step + 1 < day.length && (day[step + 1] ?? Infinity) + wait <= of) step++;
    if (step < 0) continue;
    values[bar] = value[step] ?? NaN;
    knownOn[bar] = day[step] ?? NaN;
    if (step === before || bar === 0) continue;
    news[bar] = value[step] ?? NaN;
    newBars++;
  }
  return { values, knownOn, news: 2 * newBars > days.length ? nothing(days.length) : news };
}

function nothing(length: number): Float64Array {
  return new Float64Array(length).fill(NaN);
}
