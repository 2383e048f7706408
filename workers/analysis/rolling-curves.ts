/** Return, volatility and Sharpe ratio over the last year of sessions, for account and benchmark. */
import { returnFigures } from "#workers/figures/statistics.ts";
import type { RollingCurves } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";

/** Returns in a window: a year of sessions. */
const WINDOW = 252;

/**
 * One value for each session with 252 returns up to it, so the figures of a run over just that window; empty for a
 * shorter run.
 */
export function rollingCurves(
  { day, value, benchmark }: Report["equity"],
  riskFreePercent: number,
): RollingCurves {
  const account = rollOver(value, riskFreePercent);
  const index = rollOver(benchmark, riskFreePercent);
  return {
    day: day.slice(WINDOW),
    growth: account.growth,
    benchmarkGrowth: index.growth,
    volatility: account.volatility,
    benchmarkVolatility: index.volatility,
    sharpe: account.sharpe,
    benchmarkSharpe: index.sharpe,
  };
}

interface Rolled {
  readonly growth: Float64Array;
  readonly volatility: Float64Array;
  readonly sharpe: Float64Array;
}

function rollOver(values: Float64Array, riskFreePercent: number): Rolled {
  const count = Math.max(0, values.length - WINDOW);
  const rolled: Rolled = {
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
