/** A run's figures for lists, kept in its record so that no list reads a report. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Frequency, Report } from "#workers/model/report.ts";
import { daysOf, yardsticksOf } from "#workers/words/verdict.ts";
import type { RandomRuns, Yardsticks } from "#workers/words/verdict.ts";
import type { RobustnessParts } from "./robustness-record.ts";

/** Percents in percent, money in `currency`, null is undefined. What is optional older runs lack. */
export interface Headline {
  readonly startValue: number;
  readonly endValue: number;
  readonly totalGrowthPercent: number;
  readonly cagr: number | null;
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
  readonly winRate: number | null;
  readonly trades: number;
  readonly currency: string;
  /** What it is compared with, by symbol or name, and what that made. */
  readonly benchmark?: string;
  readonly benchmarkCagr?: number | null;
  /** Calendar days from the first session to the last. */
  readonly days?: number;
  /** Count of the universe's instruments. */
  readonly instruments?: number;
  /** Yearly rate of the average share; absent where the report has none. */
  readonly averageCagr?: number | null;
  /** Of its bars; absent where they are of days. */
  readonly frequency?: Frequency;
  /** Noted once checks of the result found it. */
  readonly random?: RandomRuns;
  readonly hasLookAhead?: boolean;
  readonly curve?: SmallCurve;
}

/** Growth of account and benchmark at the same moments, evenly apart, each 1 at the start. */
export interface SmallCurve {
  readonly account: readonly number[];
  readonly index: readonly number[];
}

const rate = z.number().nullable();

export const headlineSchema = z.object({
  startValue: z.number(),
  endValue: z.number(),
  totalGrowthPercent: z.number(),
  cagr: rate,
  maxDrawdown: z.number(),
  sharpeRatio: rate,
  winRate: rate,
  trades: z.number(),
  currency: z.string(),
  benchmark: z.string().exactOptional(),
  benchmarkCagr: rate.exactOptional(),
  days: z.number().exactOptional(),
  instruments: z.number().exactOptional(),
  averageCagr: rate.exactOptional(),
  frequency: z.enum(["daily", "weekly", "monthly"]).exactOptional(),
  random: z.object({ runs: z.number().positive(), worse: z.number() }).exactOptional(),
  hasLookAhead: z.boolean().exactOptional(),
  curve: z.object({ account: z.array(z.number()), index: z.array(z.number()) }).exactOptional(),
}) satisfies z.ZodType<Headline>;

export function headlineOf(report: Report): Headline {
  const { startValue, endValue, totalGrowthPercent, cagr, maxDrawdown, sharpeRatio, winRate, trades } =
    report.performance;
  const { currency, benchmark, instruments, frequency = "daily" } = report.metadata;
  return {
    startValue,
    endValue,
    totalGrowthPercent,
    cagr,
    maxDrawdown,
    sharpeRatio,
    winRate,
    trades,
    currency,
    benchmark,
    benchmarkCagr: report.benchmarkPerformance.cagr,
    days: daysOf(report),
    instruments,
    ...(report.universePerformance && { averageCagr: report.universePerformance.cagr }),
    ...(frequency !== "daily" && { frequency }),
    ...smallCurve(report),
  };
}

/** As wide as a picture of a hundred pixels needs. */
const CURVE_POINTS = 33;

/** Nothing where there are too few sessions for a line. */
function smallCurve({ equity }: Report): { readonly curve?: SmallCurve } {
  const last = equity.value.length - 1;
  if (last < 1) return {};
  const points = Math.min(CURVE_POINTS, last + 1);
  const thinned = (all: Float64Array) => {
    const start = all[0] ?? 1;
    return Array.from({ length: points }, (_, at) => {
      const value = all[Math.round((at * last) / (points - 1))] ?? Number.NaN;
      return Number((value / start).toPrecision(4));
    });
  };
  const curve = { account: thinned(growthCurve(equity)), index: thinned(equity.benchmark) };
  return [...curve.account, ...curve.index].every(Number.isFinite) ? { curve } : {};
}

/** With what checks of the result found of it. */
export function withFound(headline: Headline, { random, lookAhead }: RobustnessParts): Headline {
  return {
    ...headline,
    ...(random && { random: { runs: random.runs, worse: random.worse } }),
    ...(lookAhead && { hasLookAhead: lookAhead.changed > 0 }),
  };
}

/** The headline as the run itself had it, whatever checks found since. */
export function withoutFound({ random: _random, hasLookAhead: _lookAhead, ...headline }: Headline): Headline {
  return headline;
}

/** What a run is held against, as far as its record has it. */
export function headlineYardsticks(headline: Headline): Yardsticks {
  const { days = null, instruments = null, cagr, benchmark, benchmarkCagr, averageCagr } = headline;
  return {
    days,
    instruments,
    own: cagr,
    benchmark: benchmark === undefined ? null : { label: benchmark, cagr: benchmarkCagr ?? null },
    average: averageCagr === undefined ? null : { cagr: averageCagr },
    random: headline.random ?? null,
    hasLookAhead: headline.hasLookAhead ?? false,
  };
}

/** The same with the report at hand: only what checks found of it is the record's. */
export function reportYardsticks(report: Report, headline: Headline | null): Yardsticks {
  const { random = null, hasLookAhead = false } = headline ?? {};
  return { ...yardsticksOf(report), random, hasLookAhead };
}
