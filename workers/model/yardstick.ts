/** Which of the yardsticks that a run's report holds was the hardest to beat. */
import type { Yardstick } from "./analysis.ts";
import { EQUAL_WEIGHT_NAME } from "./benchmark-names.ts";
import type { Report } from "./report.ts";

export interface HardYardstick {
  readonly name: Yardstick;
  /** One value a session of the run. */
  readonly values: Float64Array;
}

/**
 * The one that grew most over the run, so the one with the higher CAGR: the average share of two that grew alike, and
 * where the benchmark is no index.
 *
 * @param name - of the benchmark, as the report calls it
 */
export function hardestYardstick({ benchmark, universe }: Report["equity"], name: string): HardYardstick {
  const isIndex =
    universe === undefined || (name !== EQUAL_WEIGHT_NAME && growthOf(universe) < growthOf(benchmark));
  return isIndex ? { name: "index", values: benchmark } : { name: "average share", values: universe };
}

function growthOf(curve: Float64Array): number {
  return (curve.at(-1) ?? Number.NaN) / (curve[0] ?? Number.NaN);
}
