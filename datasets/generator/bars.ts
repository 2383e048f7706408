/**
 * The bars of one company as they would have been traded: prices on ticks, splits, dividends, halts.
 *
 * In: what is settled about the company, and the factors of its country. Out: columns with a row a session that has a
 * bar. Prices are whole hundredths of the currency, so that no rounding error can reach a file.
 */
import type { Company } from "./companies.ts";
import type { Country } from "./countries.ts";
import { exp } from "./exponential.ts";
import { SESSIONS_A_YEAR, type Factors } from "./factors.ts";
import { openMoves, type Move } from "./own-moves.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { normal } from "./random.ts";
import { tickStep, toTick } from "./ticks.ts";

/** Columns of equal length, by session ascending. */
export interface Bars {
  /** Row in the country's sessions. */
  readonly session: Int32Array;
  /** Whole hundredths of the currency, as traded. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Shares. */
  readonly volume: Float64Array;
  readonly sharesOutstanding: Float64Array;
  /** What the close is multiplied by to undo the later splits and dividends; 1 on the last row. */
  readonly adjustment: Float64Array;
}

/** What all companies of an exchange have in common. */
export interface MarketPlace {
  readonly country: Country;
  /** ISO date of each session, ascending. */
  readonly dates: readonly string[];
  readonly factors: Factors;
}

interface Bar {
  readonly session: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly sharesOutstanding: number;
  /** What this session's split or dividend multiplies all earlier prices by, for the adjusted close; 1 on other days. */
  readonly earlierFactor: number;
}

/** A company splits its shares no sooner than this after its listing or its last split. */
const SPLIT_PAUSE_SESSIONS = 400;
/** One share becomes so many, the larger number where the price has grown more than so many times since the listing. */
const SPLIT_RATIO = 2;
const LARGE_SPLIT_RATIO = 5;
const LARGE_SPLIT_GROWTH = 10;

/** Dividends are paid in whole steps of this, in currency. */
const DIVIDEND_STEP = 0.05;
/** Shares are issued in lots of this, so that their number stays short in the file. */
const SHARE_LOT = 1_000_000;
/** Of a later listing's size: how far it keeps up with the market's level. */
const LATER_CAP_WEIGHT = 0.8;

/** The open: which part of the session's move has happened by then, and how far chance takes it, in deviations. */
const MOVE_BY_OPEN = 0.35;
const OPEN_DEVIATIONS = 0.3;
/** How far highs and lows go beyond open and close, in deviations. */
const EXCESS_DEVIATIONS = 0.5;

/** Plays a company's listing from its first session to its last. */
export function tradeCompany(company: Company, place: MarketPlace): Bars {
  const random = openRandom(`bars ${company.symbol}`);
  const move = openMoves(company, place.factors, random);
  const isHalted = haltedSessions(company);
  const trade = openTrading(company, place, random);
  const bars: Bar[] = [];
  let sinceLastBar = 0;
  for (let session = company.firstSession; session <= company.lastSession; session++) {
    const { logReturn, deviation } = move(session);
    sinceLastBar += logReturn;
    if (isHalted.has(session)) continue;
    const bar = trade(session, { logReturn: sinceLastBar, deviation });
    bars.push(bar);
    sinceLastBar = 0;
    if (bar.close < 100 * place.country.ruinPrice) break;
  }
  return toColumns(bars);
}

/** Keeps a company's exact price and shares between sessions. Returns the bar of each session it is called for. */
function openTrading(
  company: Company,
  place: MarketPlace,
  random: Random,
): (session: number, move: Move) => Bar {
  const { factors, country } = place;
  const exSessions = listExSessions(company, place.dates);
  const drawVolume = openVolume(company, factors, random);
  const cap = company.listingCap * exp(LATER_CAP_WEIGHT * (factors.marketLevel[company.firstSession] ?? 0));
  let shares = Math.max(1, Math.round(cap / company.listingPrice / SHARE_LOT)) * SHARE_LOT;
  let price = company.listingPrice;
  let lastClose = price;
  let lastSplit = company.firstSession;
  return (session, { logReturn, deviation }) => {
    let before = price;
    let earlierFactor = 1;
    if (price > company.splitPrice && session - lastSplit >= SPLIT_PAUSE_SESSIONS) {
      const hasGrownMuch = price > LARGE_SPLIT_GROWTH * company.listingPrice;
      const ratio = hasGrownMuch ? LARGE_SPLIT_RATIO : SPLIT_RATIO;
      before /= ratio;
      shares *= ratio;
      earlierFactor = 1 / ratio;
      lastSplit = session;
    } else if (exSessions.has(session) && session > company.firstSession) {
      const dividend = Math.round((price * company.dividendYield) / DIVIDEND_STEP) * DIVIDEND_STEP;
      before -= dividend;
      earlierFactor = 1 - dividend / lastClose;
    }
    price = before * exp(logReturn);
    const step = tickStep(country.ticks, price);
    const { close, ...prices } = drawPrices(random, { before, logReturn, deviation, step });
    lastClose = close / 100;
    return {
      session,
      ...prices,
      close,
      volume: drawVolume(session, shares, Math.abs(logReturn) / deviation),
      sharesOutstanding: shares,
      earlierFactor,
    };
  };
}

/** A session's prices, in whole hundredths. */
export interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface Session extends Move {
  /** Exact price at the close before, in currency. */
  readonly before: number;
  /** Of its prices, in hundredths. */
  readonly step: number;
}

/** The way of a session's prices to its close, on steps. */
export function drawPrices(random: Random, { before, logReturn, deviation, step }: Session): Prices {
  const price = before * exp(logReturn);
  const open = before * exp(MOVE_BY_OPEN * logReturn + OPEN_DEVIATIONS * deviation * normal(random));
  const high = Math.max(open, price) * (1 + drawExcess(random, deviation));
  const low = Math.min(open, price) * (1 - drawExcess(random, deviation));
  const onStep = (exact: number): number => toTick(exact * 100, step);
  return { open: onStep(open), high: onStep(high), low: onStep(low), close: onStep(price) };
}

/** How far a session's high (low) lies beyond its open and close, as a fraction; on one session in three not at all. */
function drawExcess(random: Random, deviation: number): number {
  return EXCESS_DEVIATIONS * deviation * Math.max(0, normal(random) + 0.4);
}

function haltedSessions({ halts }: Company): Set<number> {
  return new Set(
    halts.flatMap(({ from, sessions }) => Array.from({ length: sessions }, (_, step) => from + step)),
  );
}

/** The first session of each year on or after the company's ex-dividend date. */
function listExSessions(company: Company, dates: readonly string[]): Set<number> {
  const { dividendYield, exMonth, exDayOfMonth } = company;
  const exSessions = new Set<number>();
  if (dividendYield === 0) return exSessions;
  const monthAndDay = `${String(exMonth).padStart(2, "0")}-${String(exDayOfMonth).padStart(2, "0")}`;
  let paidYear = "";
  dates.forEach((date, session) => {
    if (date.slice(0, 4) === paidYear || date.slice(5) < monthAndDay) return;
    paidYear = date.slice(0, 4);
    exSessions.add(session);
  });
  return exSessions;
}

function toColumns(bars: readonly Bar[]): Bars {
  const adjustment = new Float64Array(bars.length);
  let factor = 1;
  for (let row = bars.length - 1; row >= 0; row--) {
    adjustment[row] = factor;
    factor *= bars[row]?.earlierFactor ?? 1;
  }
  return {
    session: Int32Array.from(bars, (bar) => bar.session),
    open: Float64Array.from(bars, (bar) => bar.open),
    high: Float64Array.from(bars, (bar) => bar.high),
    low: Float64Array.from(bars, (bar) => bar.low),
    close: Float64Array.from(bars, (bar) => bar.close),
    volume: Float64Array.from(bars, (bar) => bar.volume),
    sharesOutstanding: Float64Array.from(bars, (bar) => bar.sharesOutstanding),
    adjustment,
  };
}

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
 * How many shares of a company change hands a session.
 * Opens a company's volumes. Each call gives a session's shares, a whole number; `surprise` is the size of the
 * session's move in usual deviations.
 */
function openVolume(
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
