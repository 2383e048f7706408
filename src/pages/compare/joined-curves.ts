/** The accounts of several runs over one row of sessions, each from its own start at 100. */
import type { Report } from "#workers/model/report.ts";

export interface JoinedCurves {
  /** EpochDays on which any of the runs has a session, ascending. */
  readonly day: Int32Array;
  /**
   * A run each, in their order: its account in percent of its first value, and percent below its highest value so far
   * (<= 0). A day without a session of the run has the value of the session before; NaN before its first and after its
   * last one.
   */
  readonly growth: readonly Float64Array[];
  readonly drawdown: readonly Float64Array[];
}

type Curve = Pick<Report["equity"], "day" | "value">;

export function joinCurves(curves: readonly Curve[]): JoinedCurves {
  const day = Int32Array.from(new Set(curves.flatMap((curve) => [...curve.day]))).toSorted();
  return {
    day,
    growth: curves.map((curve) => spread(curve, day, growthOf(curve.value))),
    drawdown: curves.map((curve) => spread(curve, day, fallsOf(curve.value))),
  };
}

function growthOf(value: Float64Array): Float64Array {
  const [first = Number.NaN] = value;
  return value.map((each) => (each / first) * 100);
}

function fallsOf(value: Float64Array): Float64Array {
  let peak = 0;
  return value.map((each) => {
    peak = Math.max(peak, each);
    return peak > 0 ? (each / peak - 1) * 100 : 0;
  });
}

/** The run's figures on each of the days. */
function spread(curve: Curve, days: Int32Array, figures: Float64Array): Float64Array {
  const last = curve.day.at(-1) ?? -Infinity;
  let row = -1;
  return Float64Array.from(days, (day) => {
    while ((curve.day[row + 1] ?? Infinity) <= day) row++;
    return row < 0 || day > last ? Number.NaN : (figures[row] ?? Number.NaN);
  });
}
