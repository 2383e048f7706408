/** A run's report in a few hundred numbers. */
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { SKETCH_POINTS } from "#workers/model/run-sketch.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { meanInvested } from "./exposure.ts";

const DIGITS = 4;

/** Of any run, one of a single session included. @param simulation - as the run's strategy has it */
export function sketchOf(
  report: Report,
  { priceBasis, commissionPercent }: Pick<Strategy["simulation"], "priceBasis" | "commissionPercent">,
): RunSketch {
  const { metadata, performance, benchmarkPerformance, universePerformance, equity } = report;
  const { positions, rebalances } = report;
  const rows = evenRows(equity.value.length, SKETCH_POINTS);
  const thinned = (curve: Float64Array) =>
    rows.map((row) => Number(((curve[row] ?? Number.NaN) / performance.startValue).toPrecision(DIGITS)));
  return {
    from: metadata.backtestStart,
    to: metadata.backtestEnd,
    priceBasis,
    cagr: performance.cagr,
    maxDrawdown: performance.maxDrawdown,
    trades: performance.trades,
    positions: positions.length,
    ...(rebalances && { rebalances: rebalances.length }),
    invested: meanInvested(report, commissionPercent),
    benchmark: {
      label: metadata.benchmark,
      cagr: benchmarkPerformance.cagr,
      maxDrawdown: benchmarkPerformance.maxDrawdown,
    },
    instruments: metadata.instruments,
    ...(universePerformance && {
      average: { cagr: universePerformance.cagr, maxDrawdown: universePerformance.maxDrawdown },
    }),
    account: thinned(growthCurve(equity)),
    index: thinned(equity.benchmark),
  };
}

/** At most `most` of `count` rows, evenly from the first to the last. */
function evenRows(count: number, most: number): readonly number[] {
  const points = Math.min(count, most);
  const apart = (count - 1) / Math.max(1, points - 1);
  return Array.from({ length: points }, (_, at) => Math.round(at * apart));
}
