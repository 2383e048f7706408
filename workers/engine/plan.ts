/**
 * Works out everything that the day loop needs before it runs: the universe, its sessions, percents as
 * fractions, dates as sessions, prices on the run's basis. What can't be run is refused here. What the prices alone
 * say is shared by all plans on a market (facts.ts).
 */
import { DELISTED_AFTER, SESSIONS_OF_YEAR } from "#workers/model/bar-length.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import { pricesInMemory } from "./bar-prices.ts";
import { chooseBenchmark, hasCloseBy } from "./benchmark.ts";
import { rowsBefore } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { factsOn } from "./facts.ts";
import type { MarketFacts, UniverseFacts } from "./facts.ts";
import { negligibleMoney } from "#workers/model/forgive.ts";
import { makeRuleGround } from "./rule-ground.ts";
import { firstAnswer } from "./run-plan.ts";
import type { BenchmarkChoice, Plan, RunTerms, Shortcut } from "./run-plan.ts";
import { lookUpNames, looksAt, namesFact } from "./run-rules.ts";
import { askedSessions } from "#workers/sessions/schedule.ts";
import {
  adjCloseWarnings,
  assumedWarnings,
  marketCapWarnings,
  signalWarnings,
  symbolWarnings,
} from "#workers/model/run-warnings.ts";
import { notDaily, universeEmpty } from "#workers/model/universe.ts";

/** What the plan of a run that goes on is told: the strategy's period is that of the sessions to come. */
export interface GoingOn {
  /** The run's very first session. */
  readonly openedOn: EpochDay;
  /** As in UniverseFacts, as of the sessions to come. */
  readonly isCapKnown: boolean;
}

/** @param shortcuts - asked in this order; none gives the plain engine, with the same results */
export function planOn(
  strategy: Strategy,
  known: MarketFacts,
  shortcuts: readonly Shortcut[],
  goingOn: GoingOn | null = null,
): Result<Plan> {
  const { market } = known;
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const found = selectUniverse(strategy, known);
  if (!found.ok) return found;
  const ground = goingOn === null ? found.value : capsKnown(found.value, goingOn.isCapKnown);
  const { universe, calendar } = found.value;
  const onBasis = () => ground.onBasis(strategy.simulation.priceBasis);
  const hasBars = (symbol: string): boolean => hasBarsOf(market, symbol);
  const terms = settleTerms(strategy, {
    rules: rules.value,
    facts: market.facts ?? [],
    hasBars,
    instruments: market.instruments,
    universe,
    frequency: found.value.frequency(),
    sessionDay: calendar.sessionDay,
    marketCapKnown: ground.isCapKnown,
    withoutAdjClose: () => onBasis()?.barsWithoutAdjClose ?? null,
    hasCloseBy: (instrument, day) => hasCloseBy(market, instrument, day),
    ...(goingOn === null ? {} : { openedOn: goingOn.openedOn }),
  });
  if (!terms.ok) return terms;
  const facts = onBasis();
  if (facts === null) throw new RangeError("planOn: terms without prices");
  // each by name: sweeps on an object that begins with a spread are a tenth slower
  return ok({
    strategy,
    rules: rules.value,
    ground: makeOnce(() => {
      const isAdjusted = strategy.simulation.priceBasis === "adjusted";
      const of = {
        market,
        universe,
        calendar,
        isAdjusted,
        benchmark: seriesOf(terms.value.benchmark),
        sessionsOfYear: terms.value.sessionsOfYear,
      };
      return (
        firstAnswer(shortcuts, ({ ruleGround }) => ruleGround?.(facts, of, terms.value.asked)) ??
        makeRuleGround(of)
      );
    }),
    market,
    universe,
    currency: terms.value.currency,
    frequency: terms.value.frequency,
    sessionsOfYear: terms.value.sessionsOfYear,
    delistedAfter: terms.value.delistedAfter,
    calendar,
    sessionDay: calendar.sessionDay,
    firstSession: terms.value.firstSession,
    lastSession: terms.value.lastSession,
    asked: terms.value.asked,
    bars: barsBetween(calendar, terms.value),
    facts,
    prices: facts.prices,
    shortcuts,
    splits: found.value.splits,
    priceOf: firstAnswer(shortcuts, ({ priceOf }) => priceOf?.(facts)) ?? pricesInMemory(facts.prices),
    costs: terms.value.costs,
    negligible: terms.value.negligible,
    benchmark: terms.value.benchmark,
    warnings: terms.value.warnings,
  });
}

/** The same universe, known to have a market cap or not. */
function capsKnown(facts: UniverseFacts, isCapKnown: boolean): UniverseFacts {
  if (facts.isCapKnown === isCapKnown) return facts;
  return factsOn(facts.market, facts.universe, facts.calendar, isCapKnown);
}

/** Worked out when it is first asked for. */
function makeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function seriesOf(benchmark: BenchmarkChoice): number | null {
  return benchmark.type === "series" ? benchmark.instrument : null;
}

function hasBarsOf({ instruments, barOffset }: Market, symbol: string): boolean {
  const at = instruments.findIndex((each) => each.symbol === symbol);
  return at >= 0 && barOffset[at] < barOffset[at + 1];
}

/** What a market says before its bars are put in their places. */
export interface MarketOutline {
  /** The strategy's own, and what they may name. */
  readonly rules: StrategyRules;
  readonly facts: readonly FactSeries[];
  /** Whether there is a bar of the symbol. */
  readonly hasBars: (symbol: string) => boolean;
  readonly instruments: readonly Instrument[];
  /** At least one. */
  readonly universe: Int32Array;
  readonly frequency: Frequency;
  readonly sessionDay: Int32Array;
  /** Whether any bar of the universe has a market cap. */
  readonly marketCapKnown: boolean;
  /** The universe's bars without adjClose that the run's price basis asks for; null where all are. */
  readonly withoutAdjClose: () => number | null;
  readonly hasCloseBy: (instrument: number, day: number) => boolean;
  /** The very first session of a run that goes on; absent of one that begins with its period. */
  readonly openedOn?: EpochDay;
}

const notRun: Problem = {
  code: "strategy-invalid",
  message: "a strategy/3 can be kept and shared, but not run yet. Take out the settings that make it one.",
  place: "format",
};

export function settleTerms(strategy: Strategy, outline: MarketOutline): Result<RunTerms> {
  const { instruments, universe, frequency, sessionDay, openedOn } = outline;
  if (frequency !== "daily") return err(notDaily(frequency));
  if (strategy.format === "strategy/3") return err(notRun);
  const currency = currencyOf(strategy, outline);
  if (!currency.ok) return currency;
  const period = findPeriod(strategy, sessionDay);
  if (!period.ok) return period;
  const { firstSession, lastSession } = period.value;
  const withoutAdjClose = outline.withoutAdjClose();
  if (withoutAdjClose === null) return err(noAdjClose);
  const benchmark = chooseBenchmark(strategy, instruments, (instrument) =>
    outline.hasCloseBy(instrument, openedOn ?? sessionDay[firstSession]),
  );
  if (!benchmark.ok) return benchmark;
  const { rules, facts, hasBars } = outline;
  const names = lookUpNames(strategy, rules, {
    facts,
    hasBars,
    hasBenchmark: benchmark.value.type === "series",
  });
  if (!names.ok) return names;
  const named = facts.filter((series) => namesFact(rules, series));
  const { slippagePercent, commissionPercent, startMargin, schedule = "daily" } = strategy.simulation;
  return ok({
    strategy,
    rules,
    market: { instruments },
    universe,
    currency: currency.value,
    frequency,
    sessionsOfYear: SESSIONS_OF_YEAR[frequency],
    delistedAfter: DELISTED_AFTER[frequency],
    sessionDay,
    firstSession,
    lastSession,
    asked: askedSessions(schedule, sessionDay, {
      ...period.value,
      ...(openedOn === undefined ? {} : { openedOn }),
    }),
    costs: {
      buySlippage: 1 + slippagePercent / 100,
      sellSlippage: 1 - slippagePercent / 100,
      commission: commissionPercent / 100,
    },
    negligible: negligibleMoney(startMargin),
    benchmark: benchmark.value,
    warnings: [
      ...marketCapWarnings(strategy, {
        ...outline,
        isNamed: looksAt(rules, isMarketCap) || named.some(({ computed }) => computed?.marketCap),
      }),
      ...adjCloseWarnings(withoutAdjClose),
      ...signalWarnings(named),
      ...assumedWarnings(named),
      ...symbolWarnings(strategy, hasBars),
    ],
  });
}

function isMarketCap(part: Expression): boolean {
  return part.op === "figure" && part.name === "marketCap";
}

function selectUniverse(strategy: Strategy, { market, ofUniverse }: MarketFacts): Result<UniverseFacts> {
  const facts = ofUniverse(strategy.scanner);
  return facts.universe.length > 0 ? ok(facts) : err(universeEmpty(strategy, market.instruments));
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
  const [firstDay, lastDay] = [epochDayOf(startDate), epochDayOf(endDate)];
  const firstSession = sessionDay.findIndex((day) => day >= firstDay);
  const lastSession = sessionDay.findLastIndex((day) => day <= lastDay);
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
  if (day === null) throw new RangeError(`planOn: ${iso} is no date; parse the strategy first`);
  return day;
}

const noAdjClose: Problem = {
  code: "adjclose-missing",
  message:
    "the strategy asks for adjusted prices, but no instrument that it may trade has any. Choose prices as traded, or data with a column of adjusted closes (adjClose).",
  place: "simulation.priceBasis",
};
