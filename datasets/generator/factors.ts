/**
 * What moves many shares at once: the common factor of a country and the factors of its sectors.
 *
 * In: the regimes of a country. Out: log returns a session. A stretch's total gain is given, only the way there is
 * left to chance, so that bull, bear and crash years stand where countries.ts puts them.
 */
import { SECTORS, type Country, type Regime } from "./countries.ts";
import { ln } from "./exponential.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { fatTailed, normal } from "./random.ts";

/** Sessions a year, for turning yearly figures into daily ones. */
export const SESSIONS_A_YEAR = 252;

export interface Factors {
  /** Log return of the common factor, a session. */
  readonly market: Float64Array;
  /** Log level of the common factor at each close; 0 before the first session. */
  readonly marketLevel: Float64Array;
  /** How wildly the market moves, as a multiple of a usual session: about 0.5 in calm years, 3 and more in a crash. */
  readonly heat: Float64Array;
  /** Log return of each sector beside the market, in the order of SECTORS. */
  readonly sectors: readonly Float64Array[];
}

/** The variance of a session as a multiple of the usual one: what is left of yesterday's, and what yesterday's shock adds. */
export interface Clustering {
  readonly persistence: number;
  readonly reaction: number;
}

/** In percent a year: of a market at the heat of 1. */
export const USUAL_VOLATILITY_PCT = 18;
const MARKET_CLUSTERING: Clustering = { persistence: 0.88, reaction: 0.09 };
const SECTOR_CLUSTERING: Clustering = { persistence: 0.93, reaction: 0.05 };
const HIGHEST_VARIANCE = 9;

/** Yearly volatility of a sector beside the market, and of the slow drift that takes sectors in and out of fashion. */
const SECTOR_VOLATILITY = 0.13;
const FASHION_VOLATILITY = 0.07;
/** What a fashion keeps from session to session: it halves in about a year. */
const FASHION_MEMORY = 0.9973;

/** Draws the factors of a country for the sessions on `dates` (ISO, ascending). */
export function drawFactors(country: Country, dates: readonly string[]): Factors {
  const { returns, heat } = walk(openRandom(`${country.id} market`), country.regimes, dates);
  return {
    market: returns,
    marketLevel: runningSum(returns),
    heat,
    sectors: SECTORS.map((sector) => drawSector(openRandom(`${country.id} ${sector}`), dates.length)),
  };
}

/** A path through regimes. */
export interface Walk {
  /** Log return of each session. */
  readonly returns: Float64Array;
  /** How wildly it moves, as a multiple of a session of usual volatility. */
  readonly heat: Float64Array;
}

/** Goes through regimes on the sessions of `dates` (ISO, ascending): each gains what it is said to gain, by a way of chance. */
export function walk(random: Random, regimes: readonly Regime[], dates: readonly string[]): Walk {
  const returns = new Float64Array(dates.length);
  const heat = new Float64Array(dates.length);
  const clustering = cluster(MARKET_CLUSTERING);
  let from = 0;
  for (const regime of regimes) {
    const end = sessionAfter(dates, regime.until);
    const deviation = regime.volatilityPct / 100 / Math.sqrt(SESSIONS_A_YEAR);
    for (let session = from; session < end; session++) {
      const shock = fatTailed(random);
      const scale = clustering(shock);
      returns[session] = deviation * scale * shock;
      heat[session] = (scale * regime.volatilityPct) / USUAL_VOLATILITY_PCT;
    }
    shiftToTotal(returns.subarray(from, end), regime);
    from = end;
  }
  return { returns, heat };
}

/**
 * Opens a GARCH(1,1) process: called with each session's shock (mean 0, deviation 1), it returns the multiple of the
 * usual deviation at which that very shock acts, and remembers the shock for the next session.
 *
 * Source: Bollerslev, "Generalized autoregressive conditional heteroskedasticity", J. Econometrics 31(3), 1986.
 */
export function cluster({ persistence, reaction }: Clustering): (shock: number) => number {
  let variance = 1;
  return (shock) => {
    const today = variance;
    const next = 1 - persistence - reaction + today * (persistence + reaction * shock * shock);
    variance = Math.min(next, HIGHEST_VARIANCE);
    return Math.sqrt(today);
  };
}

function drawSector(random: Random, length: number): Float64Array {
  const deviation = SECTOR_VOLATILITY / Math.sqrt(SESSIONS_A_YEAR);
  const clustering = cluster(SECTOR_CLUSTERING);
  const renewal = Math.sqrt(1 - FASHION_MEMORY * FASHION_MEMORY);
  const returns = new Float64Array(length);
  let fashion = normal(random);
  for (let session = 0; session < length; session++) {
    const shock = fatTailed(random);
    fashion = FASHION_MEMORY * fashion + renewal * normal(random);
    returns[session] =
      deviation * clustering(shock) * shock + (fashion * FASHION_VOLATILITY) / SESSIONS_A_YEAR;
  }
  return returns;
}

/** Moves all returns of a stretch by the same amount, in place, so that they add up to what the regime gains. */
function shiftToTotal(returns: Float64Array, { changePct }: Regime): void {
  const sum = returns.reduce((total, value) => total + value, 0);
  const shift = (ln(1 + changePct / 100) - sum) / returns.length;
  for (let row = 0; row < returns.length; row++) returns[row] = (returns[row] ?? 0) + shift;
}

/** Row of the first session after an ISO date; the number of sessions when there is none. */
function sessionAfter(dates: readonly string[], isoDay: string): number {
  const row = dates.findIndex((date) => date > isoDay);
  return row < 0 ? dates.length : row;
}

function runningSum(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}
