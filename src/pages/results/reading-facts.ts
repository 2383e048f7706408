/**
 * The figures that a result is read by: what it made against its hardest yardstick, and how much of that hangs on a few trades,
 * one instrument, one year, its costs or the first half of its time. Rates are percent a year, null is undefined.
 */
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import type { Analysis, LeadSpread, TradeGroup } from "#workers/model/analysis.ts";
import { formatIsoDay, yearEndRows, yearOf } from "#workers/model/day.ts";
import { BEST_POSITIONS } from "#workers/model/robustness.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";
import { choosesByWeight } from "#workers/words/portfolio.ts";
import { setBackEffect } from "./portfolio/set-back-effect.ts";
import type { SetBackEffect } from "./portfolio/set-back-effect.ts";
import { yardstickOf } from "./yardstick.ts";
import { bearableCost } from "./bearable-cost.ts";
import type { BearableCost } from "./bearable-cost.ts";

/** A yearly rate beside the yardstick's. */
export interface RatePair {
  readonly own: number | null;
  readonly other: number | null;
}

/** What a half of the run made. */
export interface HalfPair {
  readonly first: RatePair;
  readonly second: RatePair;
  /** ISO date of the session at whose close the second half begins. */
  readonly from: string;
}

export interface ReadingFacts {
  /** What all of it is held against: see yardstickOf(). */
  readonly yardstick: string;
  /** Yearly rates of the whole run; null for one that is shorter than a year. */
  readonly whole: RatePair | null;
  /** Commission and slippage of the run, percent of each buy and each sell. */
  readonly paid: number;
  /** Closed ones; null where weights hold what is seldom closed, so that their count tells nothing. */
  readonly trades: number | null;
  /** What other draws of the run's days make of its lead over the hardest yardstick. */
  readonly lead: LeadSpread | null;
  /** Of the run repeated without its most profitable positions; null until it is there, and where all are few. */
  readonly withoutBest: { readonly count: number; readonly rates: RatePair } | null;
  /** Percent of all profit that the instrument which made most brought; null where there is one only, or no profit. */
  readonly bestInstrument: { readonly symbol: string; readonly share: number } | null;
  /** The other years, of account and yardstick alike. */
  readonly withoutYear: { readonly year: number; readonly rates: RatePair } | null;
  /** Percent of the account in positions, on average. */
  readonly invested: number | null;
  /** The rest of it earned something. */
  readonly idleEarns: boolean;
  /** null until the runs with other costs are there. */
  readonly bearable: BearableCost | null;
  readonly halves: HalfPair | null;
  /** Of a run by weights that is set back; null until the one without is there. */
  readonly setBack: SetBackEffect | null;
}

/** What is known of a run beside its report, each null or empty until it is worked out. */
export interface ReadingSources {
  readonly report: Report;
  readonly strategy: Strategy;
  readonly analysis: Analysis | null;
  readonly parts: RobustnessParts;
}

const DAYS_PER_YEAR = 365.25;
/** With fewer, the years without one are too few to say anything. */
const FEWEST_YEARS = 3;

export function readingFacts({ report, strategy, analysis, parts }: ReadingSources): ReadingFacts {
  const { performance } = report;
  const { name, performance: yardstick } = yardstickOf(report);
  const { commissionPercent, slippagePercent } = strategy.simulation;
  const whole: RatePair | null = hasYearlyRate({ days: daysOf(report) })
    ? { own: performance.cagr, other: yardstick.cagr }
    : null;
  return {
    yardstick: name,
    whole,
    paid: commissionPercent + slippagePercent,
    trades: choosesByWeight(strategy.simulation) ? null : performance.trades,
    lead: analysis?.luck?.lead ?? null,
    withoutBest:
      whole && parts.withoutBest
        ? {
            count: BEST_POSITIONS,
            rates: { own: parts.withoutBest.cagr, other: yardstick.cagr },
          }
        : null,
    bestInstrument: bestInstrument(analysis?.groups.byInstrument ?? []),
    withoutYear: whole && withoutBestYear(report),
    invested: performance.exposure ?? analysis?.exposure.meanInvested ?? null,
    idleEarns: strategy.simulation.cash != null,
    bearable: whole && bearableCost(parts.costs ?? [], yardstick.cagr),
    halves: halvesOf(report),
    setBack: whole && setBackEffect(report, strategy, parts),
  };
}

/** @param groups - of the run's instruments, the most profitable first */
function bestInstrument(groups: readonly TradeGroup[]): ReadingFacts["bestInstrument"] {
  const [best, second] = groups;
  const all = groups.reduce((total, { profit }) => total + profit, 0);
  return best && second && all > 0 ? { symbol: best.key, share: (best.profit / all) * 100 } : null;
}

/** Percent a year; null where nothing is left to grow. */
function rateOf(start: number, end: number, days: number): number | null {
  if (days <= 0 || start <= 0 || end <= 0) return null;
  return ((end / start) ** (DAYS_PER_YEAR / days) - 1) * 100;
}

/** The year in which the account grew most is taken out of both, with its days. */
function withoutBestYear(report: Report): ReadingFacts["withoutYear"] {
  const { yearlyPerformance: years, performance, equity } = report;
  const grown = growthCurve(equity);
  const { curve } = yardstickOf(report);
  const made = years.map(({ year, growthPercent }) => ({ year, percent: growthPercent ?? -Infinity }));
  const [best] = made.toSorted((a, b) => b.percent - a.percent);
  if (!best || years.length < FEWEST_YEARS || best.percent <= 0) return null;
  const ends = yearEndRows(equity.day);
  const place = ends.findIndex((row) => yearOf(equity.day[row] ?? 0) === best.year);
  const [before, last] = [ends[place - 1] ?? 0, ends[place] ?? 0];
  const days = daysOf(report) - ((equity.day[last] ?? 0) - (equity.day[before] ?? 0));
  if (!hasYearlyRate({ days })) return null;
  const endValue = grown.at(-1) ?? Number.NaN;
  const at = (row: number) => curve[row] ?? Number.NaN;
  return {
    year: best.year,
    rates: {
      own: rateOf(performance.startValue, endValue / (1 + best.percent / 100), days),
      other: rateOf(at(0), (at(curve.length - 1) * at(before)) / at(last), days),
    },
  };
}

/** The run's two halves by the calendar, each at least a year long. */
function halvesOf(report: Report): HalfPair | null {
  const { day } = report.equity;
  const value = growthCurve(report.equity);
  const { curve } = yardstickOf(report);
  const [first = 0, last = 0] = [day[0], day.at(-1)];
  const at = day.findIndex((each) => each >= first + (last - first) / 2);
  const middle = day[at] ?? last;
  if (!hasYearlyRate({ days: Math.min(middle - first, last - middle) })) return null;
  const rates = (from: number, to: number): RatePair => ({
    own: rateOf(value[from] ?? 0, value[to] ?? 0, (day[to] ?? 0) - (day[from] ?? 0)),
    other: rateOf(curve[from] ?? 0, curve[to] ?? 0, (day[to] ?? 0) - (day[from] ?? 0)),
  });
  return { first: rates(0, at), second: rates(at, day.length - 1), from: formatIsoDay(middle) };
}
