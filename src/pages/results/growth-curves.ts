/** The curves of a report as the chart draws them, the account's without what came and went, and its values at the end of each year for a table. */
import type { GrowthCurves } from "#src/ui/growth-curves.ts";
import type { GrowthSpan } from "#src/ui/growth-drawing.ts";
import { yearEndRows } from "#workers/model/day.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { isAgainstAverage } from "./average-share.ts";

export function growthCurves(report: Report): GrowthCurves {
  const { equity } = report;
  const own = growthCurve(equity);
  const average = isAgainstAverage(report) ? null : (equity.universe ?? null);
  return {
    ...equity,
    value: own,
    average,
    drawdown: fallsOf(own),
    benchmarkDrawdown: fallsOf(equity.benchmark),
  };
}

/** One row a calendar year that has a session: its last one, and the last that is shown. */
export interface YearEnd {
  /** EpochDay. */
  readonly day: number;
  readonly value: number;
  readonly benchmark: number;
  /** null where the curves have no average share. */
  readonly average: number | null;
  /** Percent, <= 0. */
  readonly drawdown: number;
  readonly positions: number;
}

export function yearEnds(curves: GrowthCurves, { fromRow, toRow }: GrowthSpan): readonly YearEnd[] {
  return yearEndRows(curves.day.subarray(fromRow, toRow + 1)).map((place) => {
    const row = fromRow + place;
    return {
      day: curves.day[row] ?? 0,
      value: curves.value[row] ?? Number.NaN,
      benchmark: curves.benchmark[row] ?? Number.NaN,
      average: curves.average ? (curves.average[row] ?? Number.NaN) : null,
      drawdown: curves.drawdown[row] ?? Number.NaN,
      positions: curves.positions[row] ?? Number.NaN,
    };
  });
}

/** Percent below the highest value so far, <= 0. */
function fallsOf(values: Float64Array): Float64Array {
  let peak = 0;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? (value / peak - 1) * 100 : 0;
  });
}
