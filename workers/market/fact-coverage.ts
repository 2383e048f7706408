/** For the catalogue: of how many instruments a fact became known, year by year. */
import { formatIsoDay, toEpochDay, yearOf } from "#workers/model/day.ts";
import type { FactSeries } from "#workers/model/market.ts";
import type { FactCoverage } from "#workers/model/reading.ts";

/**
 * To be asked for one fact after the other: facts that have the same days, all of their values known, have the same
 * answer. Arrays that are the same object must hold the same.
 */
export function createCoverage(): (fact: FactSeries) => FactCoverage | null {
  const known = new WeakMap<Int32Array, FactCoverage | null>();
  return (fact) => {
    if (hasUnknown(fact.value)) return coverFact(fact);
    const found = known.get(fact.day) ?? coverFact(fact);
    known.set(fact.day, found);
    return found;
  };
}

function hasUnknown(value: Float64Array): boolean {
  for (let step = 0; step < value.length; step++) if (Number.isNaN(value[step])) return true;
  return false;
}

/** null for a fact without a step. A value that is unknown from then on is none. */
function coverFact({ stepOffset, day, value }: FactSeries): FactCoverage | null {
  let [first, last] = [Infinity, -Infinity];
  for (let step = 0; step < day.length; step++) {
    if (Number.isNaN(value[step])) continue;
    const known = day[step] ?? first;
    if (known < first) first = known;
    if (known > last) last = known;
  }
  if (first > last) return null;
  const [firstYear, lastYear] = [yearOf(first), yearOf(last)];
  const ends = Array.from({ length: lastYear - firstYear + 1 }, (_, at) =>
    toEpochDay(firstYear + at + 1, 1, 1),
  );
  const instruments = ends.map(() => 0);
  for (let at = 0; at + 1 < stepOffset.length; at++) {
    let year = 0;
    let counted = -1;
    for (let step = stepOffset[at] ?? 0; step < (stepOffset[at + 1] ?? 0); step++) {
      if (Number.isNaN(value[step])) continue;
      while ((day[step] ?? 0) >= (ends[year] ?? Infinity)) year++;
      if (year === counted) continue;
      counted = year;
      instruments[year] = (instruments[year] ?? 0) + 1;
    }
  }
  return { newest: formatIsoDay(last), firstYear, instruments };
}
