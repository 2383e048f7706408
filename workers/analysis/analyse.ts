/**
 * Everything that the results page says of a run beyond its report's own figures. Pure: the same report, strategy,
 * trials and stream of chance give the same analysis. Arithmetic on the report alone; no prices are needed.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import { yearlyTermsOf } from "#workers/model/bar-length.ts";
import type {
  Analysis,
  AnalysisRequest,
  RollingCurves,
  RollingFigures,
  DrawdownPeriod,
  StressPeriod,
} from "#workers/model/analysis.ts";
import { distributionOf } from "./distribution.ts";
import { measureExposure } from "./exposure.ts";
import { furtherFigures } from "./figures.ts";
import { tradeGroups } from "./groups.ts";
import { measureLuck } from "./luck.ts";
import { monthlyReturns } from "./months.ts";
import { openRandom } from "#workers/model/random.ts";
import { growthCurve } from "#workers/model/report.ts";
import { sessionReturns } from "./returns.ts";
import { longestStreaks } from "./streaks.ts";
import { trailingPeriods } from "./periods.ts";
import { returnFigures } from "#workers/figures/statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import type { Report } from "#workers/model/report.ts";

/** How many falls of the benchmark are named. */
const MOST_FALLS = 5;
/** Percent: a shallower fall of the benchmark is everyday. */
const LEAST_DEPTH = 10;

export { measurePeriod } from "./periods.ts"; // asked for on its own as well: one file to load

export function analyse({ report, strategy, trials }: AnalysisRequest): Analysis {
  const { equity, positions, performance } = report;
  const { riskFreePercent, commissionPercent } = strategy.simulation;
  const terms = yearlyTermsOf(report, riskFreePercent);
  const { benchmark } = report.metadata;
  const own = growthCurve(equity);
  const months = monthlyReturns(equity, performance.startValue);
  const drawdowns = listDrawdowns({ day: equity.day, value: own });
  const seed = `${report.metadata.backtestStart} ${equity.day.length}`;
  return {
    figures: furtherFigures(report, { months, drawdowns, terms }),
    trailing: trailingPeriods(report, terms),
    stress: stressPeriods(equity),
    months,
    drawdowns,
    dailyReturns: distributionOf(Array.from(sessionReturns(own), (earned) => earned * 100)),
    positionReturns: distributionOf(positions.map(({ profitPercent }) => profitPercent)),
    rolling: rollingCurves(equity, terms),
    exposure: measureExposure(report, commissionPercent),
    groups: tradeGroups(positions),
    streaks: longestStreaks(report, months),
    luck: measureLuck(equity, { terms, trials, benchmark, seed, random: openRandom(seed) }),
  };
}

/** Return, volatility and Sharpe ratio over the last year of sessions: one value for each session with a year of returns up to it, so the figures of a run over just that window; empty for a shorter run. */
export function rollingCurves(equity: Report["equity"], terms: YearlyTerms): RollingCurves {
  const { day, benchmark, universe } = equity;
  return {
    day: day.slice(terms.sessionsOfYear),
    account: rollOver(growthCurve(equity), terms),
    benchmark: rollOver(benchmark, terms),
    universe: universe ? rollOver(universe, terms) : null,
  };
}

function rollOver(values: Float64Array, terms: YearlyTerms): RollingFigures {
  const { sessionsOfYear: window, riskless } = terms;
  const count = Math.max(0, values.length - window);
  const rolled: RollingFigures = {
    growth: new Float64Array(count),
    volatility: new Float64Array(count),
    sharpe: new Float64Array(count),
  };
  for (let at = 0; at < count; at++) {
    const { volatility, sharpeRatio } = returnFigures(
      values.subarray(at, at + window + 1),
      riskless === undefined ? terms : { ...terms, riskless: riskless.subarray(at, at + window + 1) },
    );
    rolled.growth[at] = (values[at + window] / values[at] - 1) * 100; // NaN where nothing was left to grow
    rolled.volatility[at] = volatility ?? NaN;
    rolled.sharpe[at] = sharpeRatio ?? NaN;
  }
  return rolled;
}

/**
 * Every fall of an account from a high until it is made good, in time order; empty where the account never fell. The peak is the last session at the high; a close that equals
 * the high again ends the fall. The deepest of them is the report's maximum drawdown.
 *
 * Source: the periods of PerformanceAnalytics' findDrawdowns (Peterson & Carl), with the last one open.
 */
export function listDrawdowns({ day, value }: Pick<Report["equity"], "day" | "value">): DrawdownPeriod[] {
  const periods: DrawdownPeriod[] = [];
  let peakRow = 0;
  let troughRow = 0;
  const close = (recoveryRow: number | null) => {
    const endRow = recoveryRow ?? value.length - 1;
    periods.push({
      depth: (value[troughRow] / value[peakRow] - 1) * 100,
      peakRow,
      troughRow,
      recoveryRow,
      peakDate: formatIsoDay(day[peakRow]),
      troughDate: formatIsoDay(day[troughRow]),
      recoveryDate: recoveryRow === null ? null : formatIsoDay(day[recoveryRow]),
      days: day[endRow] - day[peakRow],
      sessions: endRow - peakRow,
    });
  };
  for (let row = 1; row < value.length; row++) {
    if (value[row] < value[peakRow]) {
      if (value[row] < value[troughRow]) troughRow = row;
    } else {
      if (troughRow !== peakRow) close(row);
      peakRow = row;
      troughRow = row;
    }
  }
  if (troughRow !== peakRow) close(null);
  return periods;
}

/** How the account did while its market fell: the benchmark's deepest falls from high to low, the deepest first; [] where none was deep. */
export function stressPeriods(equity: Report["equity"]): readonly StressPeriod[] {
  const { day, benchmark } = equity;
  const own = growthCurve(equity);
  return listDrawdowns({ day, value: benchmark })
    .filter(({ depth }) => depth <= -LEAST_DEPTH)
    .toSorted((one, other) => one.depth - other.depth)
    .slice(0, MOST_FALLS)
    .map((fall) => ({ fall, account: changeOver(own, fall) }));
}

function changeOver(own: Float64Array, { peakRow, troughRow }: DrawdownPeriod): number | null {
  return own[peakRow] === 0 ? null : (own[troughRow] / own[peakRow] - 1) * 100;
}
