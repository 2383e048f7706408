/**
 * What money in and out means for a result: the growth of the strategy whatever came and went, a person's own return a year,
 * and the same money in a yardstick (section 4 of the account's contract). Curves have one value a session of the period.
 */
import { grownBy } from "#workers/engine/money.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { MoneyMoves, MoneyReport } from "#workers/model/report.ts";

const DAYS_PER_YEAR = 365;
/** The rates at which the present value is looked at: 1 + r is a power of this, from the least to the most. */
const RATE_STEP = 1.01;
const MOST_STEPS = 690;
const BISECTIONS = 200;

/** What the strategy made of startMargin, as if no money had come or gone; the equity itself without flows. */
export function growthOf(
  { strategy, negligible }: RunPlan,
  { equity, moves }: Pick<Simulation, "equity" | "moves">,
): Float64Array {
  const { flows = [], startMargin } = strategy.simulation;
  return moves === null || flows.length === 0
    ? equity
    : growthFrom({ startMargin, equity, moves, negligible });
}

/** An account whose money came and went. */
interface MovedAccount {
  /** What there was before the first session, in currency. */
  readonly startMargin: number;
  /** The account's value at the close of each session, in currency. */
  readonly equity: Float64Array;
  readonly moves: MoneyMoves;
  /** Sums up to this are nothing. */
  readonly negligible: number;
}

export function growthFrom({ startMargin, equity, moves, negligible }: MovedAccount): Float64Array {
  const growth = new Float64Array(equity.length);
  let [value, before] = [startMargin, startMargin];
  for (let at = 0; at < equity.length; at++) {
    const made = equity[at] - moves.in[at] + moves.paid[at];
    value = grownBy(value, made, before, negligible);
    growth[at] = value;
    before = equity[at] - moves.paidAfter[at];
  }
  return growth;
}

/** Money in less money out by session, as the session's mark shows it: what is paid behind the mark counts to the next one. */
export function shownFlows({ in: came, paid, paidAfter }: MoneyMoves): Float64Array {
  return came.map((sum, at) => sum - paid[at] - (at === 0 ? 0 : paidAfter[at - 1]));
}

/** The same money in a yardstick. */
interface YardstickMoney {
  readonly values: Float64Array;
  /** What it could not give. */
  readonly missed: number;
  /** What came in less what it gave, at each session, in currency. */
  readonly flows: Float64Array;
}

/** @param curve - the yardstick's own growth, above 0 */
export function sameMoney(
  curve: Float64Array,
  moves: Pick<MoneyMoves, "in" | "paid" | "paidAfter">,
  negligible: number,
): YardstickMoney {
  const values = new Float64Array(curve.length);
  const flows = new Float64Array(curve.length);
  let units = 1;
  let missed = 0;
  const give = (sum: number, at: number): void => {
    const given = Math.min(sum, units * curve[at]);
    if (sum - given > negligible) missed += sum - given;
    units = given < sum ? 0 : Math.max(0, units - given / curve[at]);
    flows[at] -= given;
  };
  for (let at = 0; at < curve.length; at++) {
    units += moves.in[at] / curve[at];
    flows[at] += moves.in[at];
    give(moves.paid[at], at);
    values[at] = units * curve[at];
    give(moves.paidAfter[at], at);
  }
  return { values, missed, flows };
}

/** null for a strategy with neither flows nor an interest. */
export function moneyReport(
  plan: RunPlan,
  { equity, moves }: Pick<Simulation, "equity" | "moves">,
  yardsticks: Pick<MoneyCourse, "benchmark" | "universe">,
): MoneyReport | null {
  if (moves === null) return null;
  const { sessionDay, firstSession, lastSession, negligible, strategy } = plan;
  const { startMargin } = strategy.simulation;
  const day = sessionDay.subarray(firstSession, lastSession + 1);
  return moneyOf({ startMargin, day, equity, moves, negligible, ...yardsticks });
}

/** What a money report is worked out from. */
export interface MoneyCourse extends MovedAccount {
  /** EpochDay of each session. */
  readonly day: Int32Array;
  /** What startMargin grew to in the yardsticks, by session. */
  readonly benchmark: Float64Array;
  readonly universe: Float64Array;
}

export function moneyOf(course: MoneyCourse): MoneyReport {
  const { day, startMargin, equity, moves, negligible, benchmark, universe } = course;
  const own = moves.in.map((sum, at) => sum - moves.paid[at] - moves.paidAfter[at]);
  const ofBenchmark = sameMoney(benchmark, moves, negligible);
  const ofUniverse = sameMoney(universe, moves, negligible);
  const rate = (flows: Float64Array, values: Float64Array) =>
    moneyWeighted({ day, startMargin, flows, endValue: values[values.length - 1], negligible });
  const ranOut = moves.missed.findIndex((sum) => sum > 0);
  return {
    deposited: sumOf(moves.in),
    withdrawn: sumOf(moves.paid) + sumOf(moves.paidAfter),
    owed: moves.owed[moves.owed.length - 1],
    missed: sumOf(moves.missed),
    ranOut: ranOut < 0 ? null : formatIsoDay(day[ranOut]),
    interest: sumOf(moves.interest),
    moneyWeighted: rate(own, equity),
    benchmarkMoneyWeighted: rate(ofBenchmark.flows, ofBenchmark.values),
    universeMoneyWeighted: rate(ofUniverse.flows, ofUniverse.values),
    benchmarkMissed: ofBenchmark.missed,
    benchmarkValues: ofBenchmark.values,
    universeValues: ofUniverse.values,
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

export interface WeighedMoney {
  /** EpochDay of each session. */
  readonly day: Int32Array;
  /** What there was before the first session, in currency. */
  readonly startMargin: number;
  /** Money in less money out at each session, in currency. */
  readonly flows: Float64Array;
  readonly endValue: number;
  /** Sums up to this are nothing. */
  readonly negligible: number;
}

/**
 * The internal rate of return, in percent a year of 365 days: the rate at which startMargin and all flows grow to the end
 * value. null where there is none, or several.
 */
export function moneyWeighted(money: WeighedMoney): number | null {
  const { day, flows, startMargin, endValue, negligible } = money;
  const last = day[day.length - 1];
  const years: number[] = [(last - day[0]) / DAYS_PER_YEAR];
  const sums: number[] = [startMargin];
  for (let at = 0; at < flows.length; at++) {
    if (flows[at] === 0) continue;
    years.push((last - day[at]) / DAYS_PER_YEAR);
    sums.push(flows[at]);
  }
  const bracket = onlyChange(sums, years, endValue, negligible);
  if (bracket === null) return null;
  const [low, high, signAtLow] = bracket;
  return (rootBetween((rate) => excessAt(sums, years, rate) - endValue, low, high, signAtLow) - 1) * 100;
}

/** @param rate - 1 + r */
function excessAt(sums: readonly number[], years: readonly number[], rate: number): number {
  let value = 0;
  for (let at = 0; at < sums.length; at++) value += sums[at] * rate ** years[at];
  return value;
}

/** The neighbouring rates between which the excess changes its sign, and that sign below; null unless it does so once. */
function onlyChange(
  sums: readonly number[],
  years: readonly number[],
  endValue: number,
  negligible: number,
): readonly [number, number, number] | null {
  const values = sums.map((sum, at) => sum * RATE_STEP ** (-MOST_STEPS * years[at]));
  const steps = years.map((each) => RATE_STEP ** each);
  let found: readonly [number, number, number] | null = null;
  let [before, signBefore] = [0, 0];
  for (let step = -MOST_STEPS; step <= MOST_STEPS; step++) {
    let excess = -endValue;
    for (let at = 0; at < values.length; at++) {
      excess += values[at];
      values[at] *= steps[at];
    }
    const sign = Math.abs(excess) > negligible ? Math.sign(excess) : 0;
    if (sign === 0 || Number.isNaN(sign)) continue;
    if (signBefore !== 0 && sign !== signBefore) {
      if (found !== null) return null;
      found = [RATE_STEP ** before, RATE_STEP ** step, signBefore];
    }
    [before, signBefore] = [step, sign];
  }
  return found;
}

/** Finds a root by halving the interval until there is no number between its ends. */
function rootBetween(of: (x: number) => number, low: number, high: number, signAtLow: number): number {
  let [from, to] = [low, high];
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) break;
    if (Math.sign(of(middle)) === signAtLow) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
