/**
 * Everything that the results page says of a run beyond its report's own figures. Pure: the same report, strategy,
 * trials and stream of chance give the same analysis. Arithmetic on the report alone; no prices are needed.
 */
import { yearlyTermsOf } from "#workers/model/bar-length.ts";
import type { Analysis, AnalysisRequest } from "#workers/model/analysis.ts";
import { listDrawdowns } from "./drawdowns.ts";
import { distributionOf } from "./distribution.ts";
import { measureExposure } from "./exposure.ts";
import { furtherFigures } from "./figures.ts";
import { tradeGroups } from "./groups.ts";
import { measureLuck } from "./luck.ts";
import { monthlyReturns } from "./months.ts";
import { openRandom } from "#workers/model/random.ts";
import { growthCurve } from "#workers/model/report.ts";
import { sessionReturns } from "./returns.ts";
import { rollingCurves } from "./rolling-curves.ts";
import { longestStreaks } from "./streaks.ts";
import { stressPeriods } from "./stress.ts";
import { trailingPeriods } from "./periods.ts";

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
