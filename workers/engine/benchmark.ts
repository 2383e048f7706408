/** What the strategy is compared with: an index bought and held, or the universe in equal weights. */
import { daysOf } from "#workers/model/late-column.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { closesOfMember, endOfWhole, makeSessionSums } from "./bar-kernels.ts";
import type { SessionSums } from "./bar-kernels.ts";
import { WORD } from "./bits.ts";
import { NO_BAR, rowOn } from "./calendar.ts";
import type { Closes } from "./closes.ts";
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

export function equalWeight(closes: Closes, firstSession: number): EqualWeight {
  const { calendar } = closes;
  const growths = makeGrowthSum(calendar.sessionDay.length, firstSession);
  let reached = 0;
  let mean: Float64Array | null = null;
  const reach = (member: number): void => {
    for (; reached <= member; reached++) growths.add(closes, reached);
  };
  return {
    reach,
    growth: () => {
      reach(calendar.members - 1);
      return (mean ??= growths.mean());
    },
  };
}

/** Sums of close / base, one a session. */
export interface GrowthSum {
  /** Takes in a member, unless it has no bar on the first session. Members come in their order. */
  readonly add: (closes: Closes, member: number) => void;
  /** Of those taken in, from the first session on. */
  readonly mean: () => Float64Array;
}

/** @param sessions - of the calendar */
export function makeGrowthSum(sessions: number, firstSession: number): GrowthSum {
  const sums = makeSessionSums(sessions);
  let weighed = 0;
  return {
    add: (closes, member) => {
      const baseRow = rowOn(closes.calendar, member, firstSession);
      if (baseRow === NO_BAR) return;
      weighed++;
      addMember(sums, closes, { member, baseRow, firstSession });
    },
    mean: () =>
      sums
        .values()
        .slice(firstSession, sessions)
        .map((total) => total / weighed),
  };
}

function addMember(
  sums: SessionSums,
  closes: Closes,
  { member, baseRow, firstSession }: { member: number; baseRow: number; firstSession: number },
): void {
  const { calendar } = closes;
  const { words, present, barsBefore, fromRow, sessionDay } = calendar;
  const close = closesOfMember(closes, member);
  let bar = baseRow - fromRow[member] - 1;
  const times = 1 / close[bar + 1]; // a product takes a fifth of a quotient's time
  const start = member * words;
  for (let session = firstSession; session < sessionDay.length;) {
    const at = start + (session >> 5);
    const stop = (session & 31) === 0 ? endOfWhole(calendar, member, at) : at;
    if (stop > at) {
      sums.addGrowth(closes, { member, first: at, stop }, times);
      session = (stop - start) * WORD;
      bar = barsBefore[stop - 1] + WORD - 1;
      continue;
    }
    const values = sums.values();
    const end = Math.min(sessionDay.length, ((session >> 5) + 1) * WORD);
    for (; session < end; session++) {
      bar += (present[at] >>> (session & 31)) & 1;
      values[session] += close[bar] * times;
    }
  }
}
