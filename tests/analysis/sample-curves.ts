/** Equity curves for the tests of the analysis. */
import type { Report } from "#workers/model/report.ts";
import { parseIsoDay } from "#workers/model/day.ts";

/** A curve with one value an ISO date; the benchmark is the same curve where none is given. */
export function curveOf(
  values: readonly (readonly [date: string, value: number, benchmark?: number])[],
): Report["equity"] {
  return {
    day: Int32Array.from(values, ([date]) => parseIsoDay(date) ?? Number.NaN),
    value: Float64Array.from(values, ([, value]) => value),
    benchmark: Float64Array.from(values, ([, value, benchmark]) => benchmark ?? value),
    positions: new Int32Array(values.length),
  };
}

/** 100 and then what these returns, in percent, make of it. */
export function compound(percents: readonly number[]): Float64Array {
  const values = [100];
  for (const percent of percents) values.push((values.at(-1) ?? 0) * (1 + percent / 100));
  return Float64Array.from(values);
}

/** Sessions on consecutive days from 1970-01-01 with these values. */
export function dailyCurve(values: Float64Array): Report["equity"] {
  return {
    day: Int32Array.from(values, (_, row) => row),
    value: values,
    benchmark: values,
    positions: new Int32Array(values.length),
  };
}
