/** Facts of a reading as plain rows. */
import type { Market } from "#workers/model/market.ts";
import { formatIsoDay } from "#workers/model/day.ts";

/** Name, kind and steps of each series: symbol, ISO date, value. NaN is null. */
export function factsOf({ facts = [], instruments }: Pick<Market, "facts" | "instruments">): unknown[] {
  return facts.map(({ name, kind, stepOffset, day, value }) => [
    name,
    kind,
    instruments.flatMap(({ symbol }, at) =>
      Array.from(day.subarray(stepOffset[at], stepOffset[at + 1]), (each, step) => {
        const known = value[(stepOffset[at] ?? 0) + step] ?? NaN;
        return [symbol, formatIsoDay(each), Number.isNaN(known) ? null : known];
      }),
    ),
  ]);
}
