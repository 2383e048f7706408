/** The curves of the growth chart, and how what the account is compared with begins where a part of them does. */

/** One row a session; all of one length. */
export interface GrowthCurves {
  /** EpochDay of each session. */
  readonly day: Int32Array;
  readonly value: Float64Array;
  readonly benchmark: Float64Array;
  /** The average share; null where the result has none, or where it is the benchmark. */
  readonly average: Float64Array | null;
  /** Percent below the highest value so far, <= 0. */
  readonly drawdown: Float64Array;
  readonly benchmarkDrawdown: Float64Array;
  /** Open positions at each close. */
  readonly positions: Int32Array;
}

/**
 * Benchmark and average share in the account's money at a row; as they are where one is not known or nothing there.
 *
 * @param startRow - 0 leaves all as it is: they began with the run
 */
export function startingAt(curves: GrowthCurves, startRow: number): GrowthCurves {
  if (startRow === 0) return curves;
  const { value, benchmark, average } = curves;
  const scaled = (curve: Float64Array): Float64Array => {
    const factor = (value[startRow] ?? Number.NaN) / (curve[startRow] ?? Number.NaN);
    return factor > 0 && factor < Infinity ? curve.map((each) => each * factor) : curve;
  };
  return { ...curves, benchmark: scaled(benchmark), average: average && scaled(average) };
}

/** Those that are drawn as lines. */
export function linesOf(curves: GrowthCurves): readonly Float64Array[] {
  const { value, benchmark, average, drawdown, benchmarkDrawdown } = curves;
  return [value, benchmark, average, drawdown, benchmarkDrawdown].filter((line) => line !== null);
}
