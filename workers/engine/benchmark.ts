/** What the strategy is compared with: an index bought and held, or the universe in equal weights. */
import { daysOf } from "#workers/model/late-column.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { FULL, WORD } from "./bits.ts";
import { NO_BAR, rowOn } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import type { Plan, RunPlan } from "./plan.ts";
import { adjustedCloses, closesOf } from "./price-basis.ts";

/** An instrument number of the market, or the whole universe. */
export type BenchmarkChoice =
  | { readonly type: "series"; readonly instrument: number }
  | { readonly type: "equal-weight" };

export const EQUAL_WEIGHT_LABEL = "equal-weight universe";

/** @param canServe - whether an instrument of the market has a close on or before the first session, as a series needs */
export function chooseBenchmark(
  strategy: Strategy,
  instruments: readonly Instrument[],
  canServe: (instrument: number) => boolean,
): Result<BenchmarkChoice> {
  const wanted = strategy.simulation.benchmark;
  if (wanted !== null) {
    const instrument = instruments.findIndex((each) => each.symbol === wanted);
    if (instrument >= 0 && canServe(instrument)) return ok({ type: "series", instrument });
    const reason =
      instrument < 0 ? "is not in the data" : "has no close on or before the first session of the period";
    return err({
      code: "benchmark-invalid",
      message: `strategy: simulation.benchmark is "${wanted}", which ${reason}. Name another series, or null for the dataset's own.`,
      place: "simulation.benchmark",
    });
  }
  const instrument = instruments.findIndex(
    (each, at) =>
      each.instrumentType === INDEX_TYPE && each.exchange === strategy.scanner.exchange && canServe(at),
  );
  return ok(instrument >= 0 ? { type: "series", instrument } : { type: "equal-weight" });
}

/** @param firstDay - EpochDay of the first session */
export function hasCloseBy(market: Market, instrument: number, firstDay: number): boolean {
  const [first] = daysOf(market, instrument);
  return first !== undefined && first <= firstDay;
}

export function benchmarkLabel({ benchmark, market }: RunPlan): string {
  switch (benchmark.type) {
    case "series":
      return market.instruments[benchmark.instrument].symbol;
    case "equal-weight":
      return EQUAL_WEIGHT_LABEL;
  }
}

/** Value at each session of the period, in currency, from startMargin; no costs, fractional shares. */
export function benchmarkCurve(plan: Plan): Float64Array {
  switch (plan.benchmark.type) {
    case "series":
      return seriesCurve(plan, plan.market, plan.benchmark.instrument);
    case "equal-weight":
      return equalWeightCurve(plan, plan.facts.equalWeight(plan.firstSession).growth());
  }
}

/** @param market - one that has the series, under that number */
export function seriesCurve(plan: RunPlan, market: Market, instrument: number): Float64Array {
  const { sessionDay, firstSession, lastSession, strategy } = plan;
  const { startMargin, priceBasis } = strategy.simulation;
  const day = daysOf(market, instrument);
  const close = priceBasis === "adjusted" ? adjustedCloses(market, instrument) : closesOf(market, instrument);
  const curve = new Float64Array(lastSession - firstSession + 1);
  let bar = 0;
  let base = 0;
  for (let session = firstSession; session <= lastSession; session++) {
    while (bar + 1 < day.length && day[bar + 1] <= sessionDay[session]) bar++;
    if (session === firstSession) base = close[bar];
    curve[session - firstSession] = (startMargin * close[bar]) / base;
  }
  return curve;
}

/** @param growth - as from EqualWeight, since the plan's first session */
export function equalWeightCurve(
  { firstSession, lastSession, strategy }: RunPlan,
  growth: Float64Array,
): Float64Array {
  const inPeriod = growth.subarray(0, lastSession - firstSession + 1);
  return inPeriod.map((factor) => strategy.simulation.startMargin * factor);
}

/**
 * The mean of close / base over the members with a bar on the first session, base being the close of that bar; a
 * missing bar carries the last close.
 */
export interface EqualWeight {
  /** Takes in the members up to this one: a run calls it while the member's closes are in the processor's cache. */
  readonly reach: (member: number) => void;
  /** Of all members: one value a session from the first to the end of the calendar. */
  readonly growth: () => Float64Array;
}

export function equalWeight(calendar: Calendar, close: Float64Array, firstSession: number): EqualWeight {
  const sum = new Float64Array(calendar.sessionDay.length - firstSession);
  let reached = 0;
  let weighed = 0;
  let mean: Float64Array | null = null;
  const reach = (member: number): void => {
    for (; reached <= member; reached++) {
      weighed += Number(addGrowth(calendar, close, { member: reached, firstSession }, sum));
    }
  };
  return {
    reach,
    growth: () => {
      reach(calendar.members - 1);
      return (mean ??= sum.map((total) => total / weighed));
    },
  };
}

/**
 * Adds close / base of a member to the sums of the sessions from the first one; false where it has no bar on that.
 * Members come in their order.
 */
export function addGrowth(
  calendar: Calendar,
  close: Float64Array,
  { member, firstSession }: { readonly member: number; readonly firstSession: number },
  sum: Float64Array,
): boolean {
  const { words, present, firstRow, sessionDay } = calendar;
  const baseRow = rowOn(calendar, member, firstSession);
  if (baseRow === NO_BAR) return false;
  const base = close[baseRow];
  let row = baseRow - 1;
  let session = firstSession;
  for (let word = firstSession >> 5; word < words; word++) {
    const isThere = present[member * words + word];
    const stop = Math.min(sessionDay.length, (word + 1) * WORD);
    if (isThere === FULL && (session & 31) === 0) {
      row = firstRow[member * words + word];
      for (; session < stop; session += 4, row += 4) {
        const at = session - firstSession;
        sum[at] += close[row] / base;
        sum[at + 1] += close[row + 1] / base;
        sum[at + 2] += close[row + 2] / base;
        sum[at + 3] += close[row + 3] / base;
      }
      row--;
    } else {
      for (; session < stop; session++) {
        row += (isThere >>> (session & 31)) & 1;
        sum[session - firstSession] += close[row] / base;
      }
    }
  }
  return true;
}
