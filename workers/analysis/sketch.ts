/** A run's report in a few hundred numbers. */
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { SKETCH_POINTS } from "#workers/model/run-sketch.ts";
import type { RunSketch, RehearsedSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { meanInvested } from "./exposure.ts";
import { formatIsoDay } from "#workers/model/day.ts";

const DIGITS = 4;

/** Of any run, one of a single session included. @param simulation - as the run's strategy has it */
export function sketchOf(
  report: Report,
  { priceBasis, commissionPercent }: Pick<Strategy["simulation"], "priceBasis" | "commissionPercent">,
): RunSketch {
  const { metadata, performance, benchmarkPerformance, universePerformance, equity } = report;
  const { positions, rebalances } = report;
  const { frequency = "daily" } = metadata;
  const rows = evenRows(equity.value.length, SKETCH_POINTS);
  const thinned = (curve: Float64Array) =>
    rows.map((row) => Number(((curve[row] ?? Number.NaN) / performance.startValue).toPrecision(DIGITS)));
  return {
    from: metadata.backtestStart,
    to: metadata.backtestEnd,
    priceBasis,
    cagr: performance.cagr,
    maxDrawdown: performance.maxDrawdown,
    ...(frequency !== "daily" && { frequency }),
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

/** What a run that was gone through for a form says beside its picture. */
export function besideSketch(report: Report): Pick<RehearsedSketch, "next" | "meanOrder" | "ranOut"> {
  const { next, money } = report;
  const mean = meanOrder(report);
  return {
    ...(next && { next }),
    ...(mean !== null && { meanOrder: mean }),
    ...(money?.ranOut && { ranOut: money.ranOut }),
  };
}

/** Those of the first session build the portfolio; null where there are no others. */
function meanOrder({ rebalances = [], equity, account }: Report): number | null {
  const owed = account?.moves?.owed;
  const worthAt = (row: number) => equity.value[row] - (owed?.[row] ?? 0);
  const worthOn = new Map(Array.from(equity.day, (day, row) => [formatIsoDay(day), worthAt(row)]));
  const [opened] = worthOn.keys();
  let [money, orders] = [0, 0];
  for (const { date, sells, buys, turnover } of rebalances) {
    if (date === opened) continue;
    money += ((worthOn.get(date) ?? 0) * turnover) / 100;
    orders += sells + buys;
  }
  return orders === 0 ? null : money / orders;
}
