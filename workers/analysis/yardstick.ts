/** Which of the yardsticks that a run's report holds was the hardest to beat. */
import type { Yardstick } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";

export interface HardYardstick {
  readonly name: Yardstick;
  /** One value a session of the run. */
  readonly values: Float64Array;
}

/** The one that grew most over the run, so the one with the higher CAGR; the average share of two that grew alike. */
export function hardestYardstick({ benchmark, universe }: Report["equity"]): HardYardstick {
  return universe === undefined || growthOf(universe) < growthOf(benchmark)
    ? { name: "index", values: benchmark }
    : { name: "average share", values: universe };
}

function growthOf(curve: Float64Array): number {
  return curve[curve.length - 1] / curve[0];
}
