/** The figures beside the four of the cards, each with what it is made of. */
import type {
  Dated,
  DatedTrade,
  DrawdownPeriod,
  Extremes,
  FurtherFigures,
  MarketFigures,
  MonthlyYear,
  RiskFigures,
  TradeFigures,
  UnderWater,
} from "#workers/model/analysis.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { hasWon } from "#workers/model/forgive.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { excessReturns, momentsOf, sessionReturns } from "./returns.ts";

/** A divisor below this is no divisor. */
const LEAST_DEVIATION = 1e-12;

interface Known {
  readonly months: readonly MonthlyYear[];
  readonly drawdowns: readonly DrawdownPeriod[];
  readonly terms: YearlyTerms;
}

export function furtherFigures(report: Report, known: Known): FurtherFigures {
  const { equity, positions } = report;
  const { months, drawdowns, terms } = known;
  const returns = sessionReturns(growthCurve(equity));
  return {
    trades: tradeFigures(positions),
    market: marketFigures(returns, sessionReturns(equity.benchmark), terms),
    risk: riskFigures(returns, terms),
    best: extremes(report, returns, months, 1),
    worst: extremes(report, returns, months, -1),
    underWater: underWaterOf(equity, drawdowns),
  };
}

/**
 * Profit factor = gross profit / gross loss; expectancy = mean profit of a trade. Both count closed trades only, as the
 * win rate does; the profit factor is undefined without a loss.
 *
 * Source: Tharp, "Trade Your Way to Financial Freedom", 1999 (expectancy); Schwager, "Technical Analysis", 1995,
 * chapter 21 (profit factor).
 */
export function tradeFigures(positions: readonly Position[]): TradeFigures {
  const trades = positions.filter(({ exitReason }) => exitReason !== "open");
  const count = trades.length;
  let [wins, grossProfit, grossLoss, percents] = [0, 0, 0, 0];
  for (const trade of trades) {
    const { profit, profitPercent } = trade;
    percents += profitPercent;
    if (hasWon(trade)) wins++;
    if (profit > 0) grossProfit += profit;
    else grossLoss += profit;
  }
  return {
    count,
    wins,
    grossProfit,
    grossLoss,
    profitFactor: grossLoss === 0 ? null : grossProfit / -grossLoss,
    expectancy: count === 0 ? null : (grossProfit + grossLoss) / count,
    expectancyPercent: count === 0 ? null : percents / count,
    meanWin: wins === 0 ? null : grossProfit / wins,
    meanLoss: wins === count ? null : grossLoss / (count - wins),
  };
}

/**
 * Beta = covariance of the session returns with the benchmark's / variance of the benchmark's, both above the riskless ones; alpha = the mean excess
 * return that beta does not explain, times the sessions of a year. null with fewer than two returns or a benchmark that does not
 * move.
 *
 * Source: Jensen, "The Performance of Mutual Funds in the Period 1945-1964", J. of Finance 23(2), 1968.
 */
export function marketFigures(
  returns: Float64Array,
  benchmark: Float64Array,
  terms: YearlyTerms,
): MarketFigures | null {
  const count = returns.length;
  if (count < 2) return null;
  const [above, benchmarkAbove] = [excessReturns(returns, terms), excessReturns(benchmark, terms)];
  const own = momentsOf(above);
  const other = momentsOf(benchmarkAbove);
  if (other.deviation < LEAST_DEVIATION) return null;
  let products = 0;
  for (let at = 0; at < count; at++) products += (above[at] - own.mean) * (benchmarkAbove[at] - other.mean);
  const covariance = products / (count - 1);
  const benchmarkVariance = other.deviation ** 2;
  const beta = covariance / benchmarkVariance;
  return {
    beta,
    alpha: (own.mean - beta * other.mean) * terms.sessionsOfYear * 100,
    correlation: own.deviation < LEAST_DEVIATION ? null : covariance / (own.deviation * other.deviation),
    meanExcess: own.mean * 100,
    benchmarkMeanExcess: other.mean * 100,
    covariance,
    benchmarkVariance,
  };
}

/** What the engine's volatility and ratios divide; null with fewer than two returns. */
function riskFigures(returns: Float64Array, terms: YearlyTerms): RiskFigures | null {
  if (returns.length < 2) return null;
  const above = excessReturns(returns, terms);
  const excess = momentsOf(above);
  let shortfalls = 0;
  for (const earned of above) shortfalls += Math.min(earned, 0) ** 2;
  return {
    meanExcess: excess.mean * 100,
    deviation: momentsOf(returns).deviation * 100,
    excessDeviation: excess.deviation * 100,
    downsideDeviation: Math.sqrt(shortfalls / returns.length) * 100,
  };
}

/** @param sign - 1 for the best, -1 for the worst; of equals the first */
function extremes(
  { equity, positions }: Report,
  returns: Float64Array,
  years: readonly MonthlyYear[],
  sign: 1 | -1,
): Extremes {
  const days = Array.from(returns, (earned, row) => ({
    when: formatIsoDay(equity.day[row + 1]),
    percent: earned * 100,
  }));
  const months = years.flatMap(({ year, months: own }) =>
    own.flatMap((percent, place): Dated[] =>
      percent === null ? [] : [{ when: `${year}-${String(place + 1).padStart(2, "0")}`, percent }],
    ),
  );
  const trades = positions.filter(({ exitReason }) => exitReason !== "open");
  return {
    day: mostOf(days, ({ percent }) => percent * sign),
    month: mostOf(months, ({ percent }) => percent * sign),
    year: mostOf(
      years.flatMap(({ year, total }) => (total === null ? [] : [{ when: String(year), percent: total }])),
      ({ percent }) => percent * sign,
    ),
    trade: toDatedTrade(mostOf(trades, ({ profitPercent }) => profitPercent * sign)),
  };
}

function mostOf<T>(all: readonly T[], measure: (one: T) => number): T | null {
  let most: T | null = null;
  for (const one of all) if (most === null || measure(one) > measure(most)) most = one;
  return most;
}

function toDatedTrade(position: Position | null): DatedTrade | null {
  if (position === null) return null;
  const { instrument, entryDate, exitDate, profit, profitPercent } = position;
  return { instrument, entryDate, exitDate, profit, profitPercent };
}

/** From the falls: a session between a peak and its recovery is under water, the recovery itself is not. */
function underWaterOf({ day }: Report["equity"], drawdowns: readonly DrawdownPeriod[]): UnderWater {
  const sessions = drawdowns.reduce(
    (sum, fall) => sum + fall.sessions - (fall.recoveryRow === null ? 0 : 1),
    0,
  );
  const longest = mostOf(drawdowns, ({ days }) => days);
  return {
    sessions,
    ofSessions: day.length,
    percent: (sessions / day.length) * 100,
    longest: longest && {
      from: longest.peakDate,
      to: longest.recoveryDate ?? formatIsoDay(day[day.length - 1]),
      days: longest.days,
    },
  };
}
