/** Return, volatility and Sharpe ratio over the last year of sessions, for account, benchmark and average share. */
import { returnFigures } from "#workers/figures/statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import type { RollingCurves, RollingFigures } from "#workers/model/analysis.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";

/** One value for each session with a year of returns up to it, so the figures of a run over just that window; empty for a shorter run. */
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
