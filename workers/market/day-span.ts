/** From when to when instruments have bars. */
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Instrument } from "#workers/model/market.ts";

/** EpochDays of the first and the last bar; Infinity and -Infinity without one. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** From the first bar of all to the last; rates, which may go back for a century, don't count beside others. */
export function joinSpans(
  spans: readonly DaySpan[],
  instruments: readonly Pick<Instrument, "instrumentType">[],
): DaySpan {
  const others = spans.filter((_, at) => instruments[at]?.instrumentType !== RATE_TYPE);
  let [first, last] = [Infinity, -Infinity];
  for (const span of others.length > 0 ? others : spans) {
    first = Math.min(first, span.first);
    last = Math.max(last, span.last);
  }
  return { first, last };
}
