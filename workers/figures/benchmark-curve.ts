/** The curves that a strategy is compared with: an index bought and held, the universe in equal weights, the average share. */
import { adjustedCloses, closesOf } from "#workers/engine/price-basis.ts";
import { firstAnswer } from "#workers/engine/run-plan.ts";
import type { Plan, RunPlan, Weighing } from "#workers/engine/run-plan.ts";
import { AVERAGE_SHARE_NAME, EQUAL_WEIGHT_NAME } from "#workers/model/benchmark-names.ts";
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { BenchmarkReturns } from "#workers/model/report.ts";
import { meanGrowth } from "./mean-growth.ts";

export function benchmarkLabel({ benchmark, market }: RunPlan): string {
  switch (benchmark.type) {
    case "series":
      return market.instruments[benchmark.instrument].symbol;
    case "equal-weight":
      return EQUAL_WEIGHT_NAME;
    case "average-share":
      return AVERAGE_SHARE_NAME;
  }
}

export interface BenchmarkCurve {
  /** Value at each session of the period, in currency, from startMargin; no costs, fractional shares. */
  readonly values: Float64Array;
  /** The benchmark's returns as the report has them; null for none. */
  readonly returns: BenchmarkReturns | null;
}

/** What a run is held against. */
export interface Yardsticks {
  readonly benchmark: BenchmarkCurve;
  /** The average share, as BenchmarkCurve has its values. */
  readonly universe: Float64Array;
}

/** The curves that a run on a market in memory is held against. */
export function yardsticksOf(plan: Plan): Yardsticks {
  return yardsticksFrom(plan, {
    growth: (weighing) =>
      firstAnswer(plan.shortcuts, (shortcut) => shortcut.meanGrowth?.(plan, weighing)) ??
      meanGrowth(plan, weighing),
    series: (instrument) => seriesCurve(plan, plan.market, instrument),
  });
}

/** Where the curves of a run come from. */
interface CurveSources {
  /** The mean growth of the universe, as meanGrowth gives it, or of more sessions. */
  readonly growth: (weighing: Weighing) => Float64Array;
  readonly series: (instrument: number) => BenchmarkCurve;
}

export function yardsticksFrom(plan: RunPlan, { growth, series }: CurveSources): Yardsticks {
  const { benchmark } = plan;
  const universe = meanCurve(plan, growth("monthly"));
  switch (benchmark.type) {
    case "series":
      return { benchmark: series(benchmark.instrument), universe };
    case "equal-weight":
      return { benchmark: { values: meanCurve(plan, growth("held")), returns: null }, universe };
    case "average-share":
      return { benchmark: { values: universe.slice(), returns: null }, universe };
  }
}

/** @param market - one that has the series, under that number */
export function seriesCurve(plan: RunPlan, market: Market, instrument: number): BenchmarkCurve {
  const { sessionDay, firstSession, lastSession, strategy } = plan;
  const { startMargin, priceBasis } = strategy.simulation;
  const day = daysOf(market, instrument);
  const close = priceBasis === "adjusted" ? adjustedCloses(market, instrument) : closesOf(market, instrument);
  const curve = new Float64Array(lastSession - firstSession + 1);
  const adjClose = priceBasis === "adjusted" ? market.adjClose : null;
  const start = market.barOffset[instrument];
  let hasAdjusted = false;
  let bar = 0;
  let base = 0;
  for (let session = firstSession; session <= lastSession; session++) {
    while (bar + 1 < day.length && day[bar + 1] <= sessionDay[session]) bar++;
    if (session === firstSession) base = bar;
    if (adjClose !== null && adjClose[start + bar] > 0) hasAdjusted = true;
    curve[session - firstSession] = (startMargin * close[bar]) / close[base];
  }
  const returns = hasAdjusted ? "total" : "price";
  return { values: curve, returns: priceBasis === "adjusted" ? returns : null };
}

/** @param growth - as from meanGrowth, or of more sessions */
export function meanCurve(
  { firstSession, lastSession, strategy }: RunPlan,
  growth: Float64Array,
): Float64Array {
  const values = growth.slice(0, lastSession - firstSession + 1);
  for (let at = 0; at < values.length; at++) values[at] *= strategy.simulation.startMargin;
  return values;
}
