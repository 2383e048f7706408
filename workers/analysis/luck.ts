/**
 * What else the same returns could have made: paths of whole blocks of the run's own session returns, drawn with
 * repetition, so that calm and wild stretches stay together.
 *
 * Source: Politis & Romano, "A Circular Block-Resampling Procedure for Stationary Data", 1992 (blocks wrap round the
 * end, so that every session is drawn as often); block length the cube root of the number of returns: Hall, Horowitz &
 * Jing, "On blocking rules for the bootstrap with dependent data", Biometrika 82(3), 1995. Intervals are percentiles
 * of the paths: Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13.
 */
import { growthRate, yearsBetween } from "#workers/figures/statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import type { Interval, LeadSpread, Luck, PathBands, Percentiles } from "#workers/model/analysis.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { quantile } from "./distribution.ts";
import type { Random } from "#workers/model/random.ts";
import { excessReturns, sessionReturns } from "./returns.ts";
import { significanceOf } from "./significance.ts";
import { hardestYardstick } from "#workers/model/yardstick.ts";
import type { HardYardstick } from "#workers/model/yardstick.ts";

export const PATHS = 2000;
/** With fewer returns a resample says nothing. */
const FEWEST_RETURNS = 20;
/** A lead a year of fewer days says nothing. */
const FEWEST_DAYS = 365;
const LEAST_DEVIATION = 1e-12;
/** Points a year; a lead below it comes from rounding. */
const LEAST_LEAD = 1e-9;
const MOST_CHECKPOINTS = 120;

interface LuckSettings {
  readonly terms: YearlyTerms;
  /** Variants that were tried; null where they are not known. */
  readonly trials: number | null;
  /** The benchmark's name, as the report calls it. */
  readonly benchmark: string;
  /** What `random` was opened with, to be told. */
  readonly seed: string;
  readonly random: Random;
}

/** null where the run is too short. */
export function measureLuck(equity: Report["equity"], settings: LuckSettings): Luck | null {
  const { terms, trials, benchmark, seed, random } = settings;
  const own = { day: equity.day, value: growthCurve(equity) };
  const returns = sessionReturns(own.value);
  if (returns.length < FEWEST_RETURNS) return null;
  const yardstick = hardestYardstick(equity, benchmark);
  const checkpoints = chooseCheckpoints(own.value.length);
  const blockLength = Math.max(1, Math.round(Math.cbrt(returns.length)));
  const drawn = drawPaths(returns, {
    paths: PATHS,
    blockLength,
    checkpoints,
    terms,
    random,
    beside: sessionReturns(yardstick.values),
  });
  const start = own.value[0];
  const years = yearsBetween(equity.day[0], equity.day[equity.day.length - 1]);
  const rates = drawn.growth.map((growth) => growthRate(1, growth, years) ?? NaN);
  return {
    paths: PATHS,
    blockLength,
    seed,
    endValue: percentilesOf(drawn.growth.map((growth) => growth * start)),
    maxDrawdown: percentilesOf(drawn.drawdown.map((depth) => depth * 100)),
    losing: percentBelow(1, drawn.growth),
    cagr: intervalOf(rates),
    sharpe: intervalOf(drawn.sharpe),
    lead: leadOf(own, yardstick, drawn),
    bands: bandsOf(own, checkpoints, drawn.checked),
    significance:
      equity.universe && trials !== null && own.value[own.value.length - 1] > 0
        ? significanceOf({ own: returns, averageShare: sessionReturns(equity.universe) }, trials)
        : null,
  };
}

/** What the strategy made, by session. */
type OwnCourse = Pick<Report["equity"], "day" | "value">;

/**
 * The lead of each path over the yardstick on the same days, as rates of CAGR.
 *
 * @returns null for a run of less than a year, for an account that was lost, or where a rate is undefined
 */
export function leadOf(
  { day, value }: OwnCourse,
  { name, values }: HardYardstick,
  { growth, growthBeside }: Pick<Paths, "growth" | "growthBeside">,
): LeadSpread | null {
  const last = value.length - 1;
  const [from, to] = [day[0], day[last]];
  if (to - from < FEWEST_DAYS || value[last] === 0) return null;
  const rate = (grown: number) => growthRate(1, grown, yearsBetween(from, to)) ?? NaN;
  const leads = growth.map((own, path) => rate(own) - rate(growthBeside[path]));
  const interval = intervalOf(leads);
  if (interval === null) return null;
  return {
    yardstick: name,
    lead: rate(value[last] / value[0]) - rate(values[last] / values[0]),
    ...interval,
    shareBelowZero: percentBelow(-LEAST_LEAD, leads),
  };
}

/** How many of the values are below the limit. */
function percentBelow(limit: number, values: Float64Array): number {
  return (values.filter((value) => value < limit).length / values.length) * 100;
}

interface PathSettings {
  readonly paths: number;
  readonly blockLength: number;
  /** Rows of the equity curve, ascending, from 0. */
  readonly checkpoints: Int32Array;
  readonly terms: YearlyTerms;
  readonly random: Random;
  /** Of the same sessions as the returns: each path draws them together. */
  readonly beside: Float64Array;
}

/** One value a path. */
interface Paths {
  /** End over start. */
  readonly growth: Float64Array;
  /** Likewise of the returns beside. */
  readonly growthBeside: Float64Array;
  /** Fraction, <= 0. */
  readonly drawdown: Float64Array;
  /** Yearly; NaN where the path does not move. */
  readonly sharpe: Float64Array;
  /** Growth at each checkpoint: the paths of the first one, then those of the second. */
  readonly checked: Float64Array;
}

/** @param returns - of the sessions, as fractions; at least two */
export function drawPaths(returns: Float64Array, settings: PathSettings): Paths {
  const { paths, blockLength, checkpoints, terms, random, beside } = settings;
  const above = excessReturns(returns, terms);
  const count = returns.length;
  const drawn: Paths = {
    growth: new Float64Array(paths),
    growthBeside: new Float64Array(paths),
    drawdown: new Float64Array(paths),
    sharpe: new Float64Array(paths),
    checked: new Float64Array(paths * checkpoints.length).fill(1),
  };
  for (let path = 0; path < paths; path++) {
    let [value, valueBeside, peak, fall, sum, squares] = [1, 1, 1, 0, 0, 0];
    let from = 0;
    let checkpoint = checkpoints[0] === 0 ? 1 : 0;
    for (let at = 0; at < count; at++) {
      if (at % blockLength === 0) from = Math.floor(random() * count) - at;
      const place = from + at < count ? from + at : from + at - count;
      sum += above[place];
      squares += above[place] * above[place];
      value *= 1 + returns[place];
      valueBeside *= 1 + beside[place];
      if (value > peak) peak = value;
      else if (value / peak - 1 < fall) fall = value / peak - 1;
      if (checkpoints[checkpoint] === at + 1) drawn.checked[checkpoint++ * paths + path] = value;
    }
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(0, squares - count * mean * mean) / (count - 1));
    drawn.growth[path] = value;
    drawn.growthBeside[path] = valueBeside;
    drawn.drawdown[path] = fall;
    drawn.sharpe[path] =
      deviation < LEAST_DEVIATION ? NaN : (mean / deviation) * Math.sqrt(terms.sessionsOfYear);
  }
  return drawn;
}

/** The 95 % of the middle; null where any value is undefined. */
export function intervalOf(values: Float64Array): Interval | null {
  const sorted = values.toSorted();
  if (sorted.some(Number.isNaN)) return null;
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

function percentilesOf(values: Float64Array): Percentiles {
  const sorted = values.toSorted();
  return {
    p5: quantile(sorted, 0.05),
    p25: quantile(sorted, 0.25),
    p50: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
  };
}

/** Evenly spread rows of the curve, the first and the last among them. */
function chooseCheckpoints(rows: number): Int32Array {
  const count = Math.min(rows, MOST_CHECKPOINTS);
  return Int32Array.from({ length: count }, (_, place) => Math.round((place * (rows - 1)) / (count - 1)));
}

function bandsOf({ day, value }: OwnCourse, checkpoints: Int32Array, checked: Float64Array): PathBands {
  const bands = Array.from(checkpoints, (_, place) =>
    percentilesOf(checked.subarray(place * PATHS, (place + 1) * PATHS)),
  );
  const curve = (name: keyof Percentiles) => Float64Array.from(bands, (band) => band[name] * value[0]);
  return {
    day: Int32Array.from(checkpoints, (row) => day[row]),
    p5: curve("p5"),
    p25: curve("p25"),
    p50: curve("p50"),
    p75: curve("p75"),
    p95: curve("p95"),
    value: Float64Array.from(checkpoints, (row) => value[row]),
  };
}
