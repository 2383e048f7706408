/** How many shares of a company change hands a session. */
import type { Company } from "./companies.ts";
import { exp } from "./exponential.ts";
import { SESSIONS_A_YEAR, type Factors } from "./factors.ts";
import type { Random } from "#workers/model/random.ts";
import { normal } from "./random.ts";

/** Yearly growth of the part of all shares that is traded, as a log return. */
const TURNOVER_GROWTH = 0.01;

/** Interest in a share comes and goes: what it keeps from session to session, and its daily shock as a log. */
const INTEREST_MEMORY = 0.93;
const INTEREST_SHOCK = 0.13;
const SESSION_NOISE = 0.25;

/** What a move of one usual deviation adds, as a log, and the move beyond which nothing more is added. */
const SURPRISE_WEIGHT = 0.18;
const LARGEST_SURPRISE = 5;

/** Part of the volume that follows the market's heat, and the heat beyond which it does so no more. */
const HEAT_WEIGHT = 0.3;
const LARGEST_HEAT = 4;

/** Numbers from here on are rounded to two digits and zeros, which packs well. */
const FIRST_ROUNDED = 100;

/**
 * Opens a company's volumes. Each call gives a session's shares, a whole number; `surprise` is the size of the
 * session's move in usual deviations.
 */
export function openVolume(
  company: Company,
  factors: Factors,
  random: Random,
): (session: number, sharesOutstanding: number, surprise: number) => number {
  let interest = 0;
  return (session, sharesOutstanding, surprise) => {
    interest = INTEREST_MEMORY * interest + INTEREST_SHOCK * normal(random);
    const excitement = SURPRISE_WEIGHT * Math.min(surprise, LARGEST_SURPRISE);
    const growth = (TURNOVER_GROWTH * session) / SESSIONS_A_YEAR;
    const heat = 1 - HEAT_WEIGHT + HEAT_WEIGHT * Math.min(factors.heat[session] ?? 1, LARGEST_HEAT);
    const level = exp(interest + SESSION_NOISE * normal(random) + excitement + growth);
    return roundVolume(sharesOutstanding * company.turnover * heat * level);
  };
}

function roundVolume(shares: number): number {
  let unit = 1;
  while (shares >= unit * FIRST_ROUNDED) unit *= 10;
  return Math.round(shares / unit) * unit;
}
