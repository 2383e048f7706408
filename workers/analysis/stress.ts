/** How the account did while its market fell. */
import type { DrawdownPeriod, StressPeriod } from "#workers/model/analysis.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { listDrawdowns } from "./drawdowns.ts";

const MOST_PERIODS = 5;
/** Percent: a shallower fall of the benchmark is everyday. */
const LEAST_DEPTH = 10;

/** The benchmark's deepest falls from high to low, the deepest first; [] where none was deep. */
export function stressPeriods(equity: Report["equity"]): readonly StressPeriod[] {
  const { day, benchmark } = equity;
  const own = growthCurve(equity);
  return listDrawdowns({ day, value: benchmark })
    .filter(({ depth }) => depth <= -LEAST_DEPTH)
    .toSorted((one, other) => one.depth - other.depth)
    .slice(0, MOST_PERIODS)
    .map((fall) => ({ fall, account: changeOver(own, fall) }));
}

function changeOver(own: Float64Array, { peakRow, troughRow }: DrawdownPeriod): number | null {
  return own[peakRow] === 0 ? null : (own[troughRow] / own[peakRow] - 1) * 100;
}
