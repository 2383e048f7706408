/** Return, volatility and Sharpe ratio over the last year of sessions, for account, benchmark and average share. */
import { returnFigures } from "#workers/figures/statistics.ts";
import type { RollingCurves, RollingFigures } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";

/** Returns in a window: a year of sessions. */
const WINDOW = 252;

/**
 * One value for each session with 252 returns up to it, so the figures of a run over just that window; empty for a
 * shorter run.
 */
export function rollingCurves(
  { day, value, benchmark, universe }: Report["equity"],
  riskFreePercent: number,
): RollingCurves {
  return {
    day: day.slice(WINDOW),
    account: rollOver(value, riskFreePercent),
    benchmark: rollOver(benchmark, riskFreePercent),
    universe: universe ? rollOver(universe, riskFreePercent) : null,
  };
}

function rollOver(values: Float64Array, riskFreePercent: number): RollingFigures {
  const count = Math.max(0, values.length - WINDOW);
  const rolled: RollingFigures = {
    growth: new Float64Array(count),
    volatility: new Float64Array(count),
    sharpe: new Float64Array(count),
  };
  for (let at = 0; at < count; at++) {
    const { volatility, sharpeRatio } = returnFigures(values.subarray(at, at + WINDOW + 1), riskFreePercent);
    rolled.growth[at] = (values[at + WINDOW] / values[at] - 1) * 100;
    rolled.volatility[at] = volatility ?? NaN;
    rolled.sharpe[at] = sharpeRatio ?? NaN;
  }
  return rolled;
}
