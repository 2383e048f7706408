/** Return and risk figures of an equity curve; everything undefined is null. */
import type { YearlyTerms } from "#workers/model/bar-length.ts";

const DAYS_PER_YEAR = 365.25;
/** A divisor below this is no divisor. */
const LEAST_DEVIATION = 1e-12;

/**
 * Compound annual growth rate, percent.
 *
 * @param years - see yearsBetween; undefined for a span under one day
 * @returns -100 when nothing is left; null, too, for a growth that no number holds, as a price that rose a million times in a
 *   few days has
 */
export function growthRate(startValue: number, endValue: number, years: number): number | null {
  if (!(years * DAYS_PER_YEAR >= 1)) return null;
  if (endValue <= 0) return -100;
  const rate = ((endValue / startValue) ** (1 / years) - 1) * 100;
  return Number.isFinite(rate) ? rate : null;
}

/** Calendar years of 365.25 days between two EpochDays. */
export function yearsBetween(firstDay: number, lastDay: number): number {
  return (lastDay - firstDay) / DAYS_PER_YEAR;
}

export interface ReturnFigures {
  /** Yearly, percent. */
  readonly volatility: number | null;
  readonly sharpeRatio: number | null;
  readonly sortinoRatio: number | null;
}

/**
 * Volatility, Sharpe and Sortino ratios of the session returns.
 *
 * @param equity - one value a session
 *
 * Sources: Sharpe, "The Sharpe Ratio", J. of Portfolio Management 21(1), 1994 (sample deviation, ddof 1);
 * Sortino & Price, "Performance Measurement in a Downside Risk Framework", J. of Investing 3(3), 1994
 * (root mean square of the shortfalls over all returns).
 */
export function returnFigures(equity: Float64Array, terms: YearlyTerms): ReturnFigures {
  const count = equity.length - 1;
  if (count < 2) return { volatility: null, sharpeRatio: null, sortinoRatio: null };
  const { sessionsOfYear, riskless } = terms;
  const fixed = terms.riskFreePercent / 100 / sessionsOfYear;
  let [sum, free, shortfalls] = [0, 0, 0];
  for (let session = 1; session <= count; session++) {
    const earned = returnOn(equity, session);
    const riskFree = riskless === undefined ? fixed : riskless[session];
    sum += earned;
    free += riskFree;
    const shortfall = Math.min(earned - riskFree, 0);
    shortfalls += shortfall * shortfall;
  }
  const mean = sum / count;
  const meanFree = riskless === undefined ? fixed : free / count;
  let [squares, excessSquares] = [0, 0];
  for (let session = 1; session <= count; session++) {
    const distance = returnOn(equity, session) - mean;
    const excess = distance - ((riskless === undefined ? fixed : riskless[session]) - meanFree);
    squares += distance * distance;
    excessSquares += excess * excess;
  }
  const deviation = Math.sqrt(squares / (count - 1));
  const excessDeviation = Math.sqrt(excessSquares / (count - 1));
  const downside = Math.sqrt(shortfalls / count);
  const excess = (mean - meanFree) * Math.sqrt(sessionsOfYear);
  return {
    volatility: deviation * Math.sqrt(sessionsOfYear) * 100,
    sharpeRatio: excessDeviation < LEAST_DEVIATION ? null : excess / excessDeviation,
    sortinoRatio: downside < LEAST_DEVIATION ? null : excess / downside,
  };
}

/** The return of a session since the one before; what is worth nothing earns nothing. */
function returnOn(equity: Float64Array, session: number): number {
  return equity[session - 1] === 0 ? 0 : equity[session] / equity[session - 1] - 1;
}
