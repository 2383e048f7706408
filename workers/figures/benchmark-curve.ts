/** The curve that a strategy is compared with: an index bought and held, or the universe in equal weights. */
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import { adjustedCloses, closesOf } from "#workers/engine/price-basis.ts";
import { firstAnswer } from "#workers/engine/run-plan.ts";
import type { Plan, RunPlan } from "#workers/engine/run-plan.ts";
import { EQUAL_WEIGHT_NAME } from "#workers/model/benchmark-names.ts";
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { BenchmarkReturns } from "#workers/model/report.ts";

export function benchmarkLabel({ benchmark, market }: RunPlan): string {
  switch (benchmark.type) {
    case "series":
      return market.instruments[benchmark.instrument].symbol;
    case "equal-weight":
      return EQUAL_WEIGHT_NAME;
  }
}

export interface BenchmarkCurve {
  /** Value at each session of the period, in currency, from startMargin; no costs, fractional shares. */
  readonly values: Float64Array;
  /** As the report has it; null for none. */
  readonly returns: BenchmarkReturns | null;
}

export function benchmarkCurve(plan: Plan): BenchmarkCurve {
  switch (plan.benchmark.type) {
    case "series":
      return seriesCurve(plan, plan.market, plan.benchmark.instrument);
    case "equal-weight":
      return equalWeightCurve(
        plan,
        firstAnswer(plan.shortcuts, (shortcut) => shortcut.equalWeightGrowth?.(plan)) ??
          equalWeightGrowth(plan),
      );
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

/** @param growth - as from equalWeightGrowth, or of more sessions */
export function equalWeightCurve(
  { firstSession, lastSession, strategy }: RunPlan,
  growth: Float64Array,
): BenchmarkCurve {
  const values = growth.slice(0, lastSession - firstSession + 1);
  for (let at = 0; at < values.length; at++) values[at] *= strategy.simulation.startMargin;
  return { values, returns: null };
}

/**
 * The mean of close / base over the members with a bar on the first session, base being the close of that bar; a
 * missing bar carries the last close. One value a session of the period.
 */
export function equalWeightGrowth({ calendar, prices, firstSession, lastSession }: Plan): Float64Array {
  const { close } = prices;
  const sums = new Float64Array(lastSession - firstSession + 1);
  let weighed = 0;
  for (let member = 0; member < calendar.members; member++) {
    let last = rowOn(calendar, member, firstSession);
    if (last === NO_BAR) continue;
    weighed++;
    const times = 1 / close[last];
    for (let session = firstSession; session <= lastSession; session++) {
      const row = rowOn(calendar, member, session);
      if (row !== NO_BAR) last = row;
      sums[session - firstSession] += close[last] * times;
    }
  }
  return sums.map((sum) => sum / weighed);
}
