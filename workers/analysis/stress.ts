/** How the account did while its market fell. */
import type { StressPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { listDrawdowns } from "./drawdowns.ts";

const MOST_PERIODS = 5;
/** Percent: a shallower fall of the benchmark is everyday. */
const LEAST_DEPTH = 10;

/** The benchmark's deepest falls from high to low, the deepest first; [] where none was deep. */
export function stressPeriods({ day, value, benchmark }: Report["equity"]): readonly StressPeriod[] {
  return listDrawdowns({ day, value: benchmark })
    .filter(({ depth }) => depth <= -LEAST_DEPTH)
    .toSorted((one, other) => one.depth - other.depth)
    .slice(0, MOST_PERIODS)
    .map((fall) => ({ fall, account: (value[fall.troughRow] / value[fall.peakRow] - 1) * 100 }));
}
