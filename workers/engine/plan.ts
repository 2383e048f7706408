/**
 * Works out everything that the day loop needs before it runs: the universe, its sessions, percents as
 * fractions, dates as sessions, prices on the run's basis. What can't be run is refused here. What the prices alone
 * say is shared by all plans on a market (facts.ts).
 */
import { parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { pricesInMemory } from "./bar-prices.ts";
import type { BarPrices } from "./bar-prices.ts";
import { chooseBenchmark, hasCloseBy } from "./benchmark.ts";
import type { BenchmarkChoice } from "./benchmark.ts";
import { rowsBefore } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import { factsOf } from "./facts.ts";
import type { PriceFacts, Prices, UniverseFacts } from "./facts.ts";
import { negligibleMoney } from "./forgive.ts";

/** One side's costs as factors of the price. */
export interface Costs {
  readonly buySlippage: number;
  readonly sellSlippage: number;
  /** Fraction of the filled value, each side. */
  readonly commission: number;
}

/** What is settled before the bars' places are known. */
export interface RunTerms {
  readonly strategy: Strategy;
  readonly market: { readonly instruments: readonly Instrument[] };
  /** The market's instrument numbers, in symbol order. */
  readonly universe: Int32Array;
  readonly currency: string;
  /** EpochDay of each session of the calendar. */
  readonly sessionDay: Int32Array;
  /** First and last session of the period, inclusive. */
  readonly firstSession: number;
  readonly lastSession: number;
  readonly costs: Costs;
  /** Sums of money up to this are nothing. */
  readonly negligible: number;
  readonly benchmark: BenchmarkChoice;
  readonly warnings: readonly Warning[];
}

/** What the day loop and the figures need, wherever the prices lie. */
export interface RunPlan extends RunTerms {
  readonly calendar: Calendar;
  /** The universe's bars in the period. */
  readonly bars: number;
  readonly priceOf: BarPrices;
}

/** Of a market in memory. */
export interface Plan extends RunPlan {
  readonly market: Market;
  readonly facts: PriceFacts;
  readonly prices: Prices;
}

export function planRun(strategy: Strategy, market: Market): Result<Plan> {
  const found = selectUniverse(strategy, market);
  if (!found.ok) return found;
  const { universe, calendar } = found.value;
  const onBasis = () => found.value.onBasis(strategy.simulation.priceBasis);
  const terms = settleTerms(strategy, {
    instruments: market.instruments,
    universe,
    sessionDay: calendar.sessionDay,
    marketCapKnown: found.value.isCapKnown,
    withoutAdjClose: () => {
      const facts = onBasis();
      return facts.prices === null ? null : facts.barsWithoutAdjClose;
    },
    hasCloseBy: (instrument, day) => hasCloseBy(market, instrument, day),
  });
  if (!terms.ok) return terms;
  const facts = onBasis();
  if (facts.prices === null) throw new RangeError("planRun: terms without prices");
  // each by name: sweeps on an object that begins with a spread are a tenth slower
  return ok({
    strategy,
    market,
    universe,
    currency: terms.value.currency,
    calendar,
    sessionDay: calendar.sessionDay,
    firstSession: terms.value.firstSession,
    lastSession: terms.value.lastSession,
    bars: barsBetween(calendar, terms.value),
    facts,
    prices: facts.prices,
    priceOf: pricesInMemory(facts.prices),
    costs: terms.value.costs,
    negligible: terms.value.negligible,
    benchmark: terms.value.benchmark,
    warnings: terms.value.warnings,
  });
}

/** What a market says before its bars are put in their places. */
export interface MarketOutline {
  readonly instruments: readonly Instrument[];
  /** At least one. */
  readonly universe: Int32Array;
  readonly sessionDay: Int32Array;
  /** Whether any bar of the universe has a market cap. */
  readonly marketCapKnown: boolean;
  /** The universe's bars without adjClose that the run's price basis asks for; null where all are. */
  readonly withoutAdjClose: () => number | null;
  readonly hasCloseBy: (instrument: number, day: number) => boolean;
}

export function settleTerms(strategy: Strategy, outline: MarketOutline): Result<RunTerms> {
  const { instruments, universe, sessionDay } = outline;
  const currency = currencyOf(strategy, outline);
  if (!currency.ok) return currency;
  const period = findPeriod(strategy, sessionDay);
  if (!period.ok) return period;
  const { firstSession, lastSession } = period.value;
  const withoutAdjClose = outline.withoutAdjClose();
  if (withoutAdjClose === null) return err(noAdjClose);
  const benchmark = chooseBenchmark(strategy, instruments, (instrument) =>
    outline.hasCloseBy(instrument, sessionDay[firstSession]),
  );
  if (!benchmark.ok) return benchmark;
  const { slippagePercent, commissionPercent, startMargin } = strategy.simulation;
  return ok({
    strategy,
    market: { instruments },
    universe,
    currency: currency.value,
    sessionDay,
    firstSession,
    lastSession,
    costs: {
      buySlippage: 1 + slippagePercent / 100,
      sellSlippage: 1 - slippagePercent / 100,
      commission: commissionPercent / 100,
    },
    negligible: negligibleMoney(startMargin),
    benchmark: benchmark.value,
    warnings: [...marketCapWarnings(strategy, outline), ...adjCloseWarnings(withoutAdjClose)],
  });
}

function selectUniverse(strategy: Strategy, market: Market): Result<UniverseFacts> {
  const { exchange, instrumentType } = strategy.scanner;
  const facts = factsOf(market, exchange, instrumentType);
  return facts.universe.length > 0 ? ok(facts) : err(universeEmpty(strategy, market.instruments));
}

/** @param instruments - those that are there */
export function universeEmpty({ scanner }: Strategy, instruments: readonly Instrument[]): Problem {
  const { exchange, instrumentType } = scanner;
  const kinds = new Set(instruments.map((each) => `${each.exchange} ${each.instrumentType}`));
  const found = kinds.size === 0 ? "it has no instrument" : `it has ${[...kinds].slice(0, 12).join(", ")}`;
  return {
    code: "universe-empty",
    message: `no instrument of exchange ${exchange} and type ${instrumentType} in the data (${found}). Choose another exchange, type or dataset.`,
    place: "scanner.exchange",
  };
}

function currencyOf(strategy: Strategy, { instruments, universe }: MarketOutline): Result<string> {
  const named = new Set<string>();
  for (const instrument of universe) {
    const { currency } = instruments[instrument];
    if (currency !== "") named.add(currency);
  }
  if (named.size > 1) {
    return err({
      code: "universe-currencies",
      message: `the universe has several currencies (${[...named].toSorted().join(", ")}), which can't be added. Give every instrument of ${strategy.scanner.exchange} the same currency in instruments.csv, or split the dataset.`,
      place: "scanner.exchange",
    });
  }
  const [only] = named;
  if (only !== undefined) return ok(only);
  return ok(strategy.scanner.exchange === "NSE" || strategy.scanner.exchange === "BSE" ? "INR" : "USD");
}

function findPeriod(
  strategy: Strategy,
  sessionDay: Int32Array,
): Result<{ firstSession: number; lastSession: number }> {
  const { startDate, endDate } = strategy.simulation;
  const firstSession = sessionDay.findIndex((day) => day >= epochDayOf(startDate));
  const lastSession = sessionDay.findLastIndex((day) => day <= epochDayOf(endDate));
  if (firstSession >= 0 && firstSession <= lastSession) return ok({ firstSession, lastSession });
  return err({
    code: "period-empty",
    message: `no session from ${startDate} to ${endDate} in the data of ${strategy.scanner.exchange}. Choose dates that the data covers.`,
    place: "simulation.startDate",
  });
}

/** The members' bars on the sessions of the period. */
export function barsBetween(
  calendar: Calendar,
  { firstSession, lastSession }: Pick<RunTerms, "firstSession" | "lastSession">,
): number {
  let bars = 0;
  for (let member = 0; member < calendar.members; member++) {
    bars += rowsBefore(calendar, member, lastSession + 1) - rowsBefore(calendar, member, firstSession);
  }
  return bars;
}

/** A date that the strategy schema let through. */
function epochDayOf(iso: string): EpochDay {
  const day = parseIsoDay(iso);
  if (day === null) throw new RangeError(`planRun: ${iso} is no date; parse the strategy first`);
  return day;
}

const noAdjClose: Problem = {
  code: "adjclose-missing",
  message:
    "the price basis is adjusted, but no instrument of the universe has an adjClose. Choose as-traded, or data with an adjClose column.",
  place: "simulation.priceBasis",
};

function adjCloseWarnings(barsWithoutAdjClose: number): Warning[] {
  if (barsWithoutAdjClose === 0) return [];
  const message = `${barsWithoutAdjClose} bars have no adjClose and stay as traded.`;
  return [{ code: "adjclose-missing", message }];
}

function marketCapWarnings(
  strategy: Strategy,
  { instruments, universe, marketCapKnown }: MarketOutline,
): Warning[] {
  const ranks = strategy.scanner.marketCapRank !== null;
  if (ranks && !marketCapKnown) {
    const message =
      "No instrument of the universe has a market cap, so the market cap rank condition was left out.";
    return [{ code: "market-cap-missing", message }];
  }
  const inUse = ranks || strategy.simulation.sortingType === "market-cap-desc";
  const guessed = universe.reduce((n, at) => n + (instruments[at].marketCapLooksAhead ? 1 : 0), 0);
  if (!inUse || guessed === 0) return [];
  const message = `Market caps of ${guessed} instruments use one sharesOutstanding figure for all years, which looks ahead.`;
  return [{ code: "market-cap-look-ahead", message }];
}
