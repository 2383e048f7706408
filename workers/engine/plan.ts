/**
 * Works out everything that the day loop needs before it runs: the universe, its sessions, percents as
 * fractions, dates as sessions, prices on the run's basis. What can't be run is refused here. What the prices alone
 * say is shared by all plans on a market (facts.ts).
 */
import { DELISTED_AFTER } from "#workers/model/bar-length.ts";
import type { BarLength, JudgedBars } from "#workers/model/bar-length.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
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
import type { RuleGround } from "./rule-ground.ts";
import { groundSessions } from "./weights.ts";
import { firstAnswer } from "./run-plan.ts";
import type { BenchmarkChoice, Plan, RunTerms, Shortcut } from "./run-plan.ts";
import { lookUpNames, looksAt, namesFact } from "./run-rules.ts";
import { askedSessions, markAsked } from "#workers/sessions/schedule.ts";
import type { AskedSessions, RunSessions } from "#workers/sessions/schedule.ts";
import { cashRatesOf } from "./cash-rate.ts";
import { flowsOf } from "./flows.ts";
import { seriesOfMarket } from "./series.ts";
import type { SeriesOf } from "./series.ts";
import {
  accountWarnings,
  adjCloseWarnings,
  assumedWarnings,
  barWarnings,
  marketCapWarnings,
  signalWarnings,
  symbolWarnings,
} from "#workers/model/run-warnings.ts";
import { universeEmpty } from "#workers/model/universe.ts";

/** What the plan of a run that goes on is told: the strategy's period is that of the sessions to come. */
export interface GoingOn {
  /** The run's very first session. */
  readonly openedOn: EpochDay;
  /** In place of the strategy's startDate, which is that of the sessions to come: flows without a date of their own go by it. */
  readonly begins: EpochDay;
  /** Whether market caps are known on the sessions to come, as UniverseFacts says it. */
  readonly isCapKnown: boolean;
}

/** What somebody knows better than the market in hand. */
export interface PlanContext {
  readonly goingOn?: GoingOn;
  /** What a bar is: as it was when a run that goes on began, or on the whole of a market of which this one is a part. */
  readonly bars?: BarLength | undefined;
}

/** @param shortcuts - asked in this order; none gives the plain engine, with the same results */
export function planOn(
  strategy: Strategy,
  known: MarketFacts,
  shortcuts: readonly Shortcut[],
  { goingOn, bars }: PlanContext = {},
): Result<Plan> {
  const { market } = known;
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const found = selectUniverse(strategy, known);
  if (!found.ok) return found;
  const ofUniverse = goingOn === undefined ? found.value : capsKnown(found.value, goingOn.isCapKnown);
  const { universe, calendar } = found.value;
  const onBasis = () => ofUniverse.onBasis(strategy.simulation.priceBasis);
  const hasBars = (symbol: string): boolean => hasBarsOf(market, symbol);
  const terms = settleTerms(strategy, {
    rules: rules.value,
    facts: market.facts ?? [],
    hasBars,
    instruments: market.instruments,
    universe,
    bars: bars === undefined ? found.value.bars() : { ...bars, isUnusual: false, otherOnes: [] },
    sessionDay: calendar.sessionDay,
    marketCapKnown: ofUniverse.isCapKnown,
    withoutAdjClose: () => onBasis()?.barsWithoutAdjClose ?? null,
    hasCloseBy: (instrument, day) => hasCloseBy(market, instrument, day),
    seriesOf: seriesOfMarket(market, strategy.simulation.priceBasis),
    ...(goingOn === undefined ? {} : { goingOn }),
  });
  if (!terms.ok) return terms;
  const facts = onBasis();
  if (facts === null) throw new RangeError("planOn: terms without prices");
  const groundAsked = groundSessions(terms.value);
  const groundOn = (asked: AskedSessions | null): RuleGround => {
    const isAdjusted = strategy.simulation.priceBasis === "adjusted";
    const { sessionsOfYear } = terms.value;
    const benchmark = seriesOf(terms.value.benchmark);
    const of = { market, universe, calendar, isAdjusted, benchmark, sessionsOfYear };
    const answer = firstAnswer(shortcuts, ({ ruleGround }) => ruleGround?.(facts, of, asked));
    return answer ?? makeRuleGround(of);
  };
  const ground = makeOnce(() => groundOn(groundAsked));
  // each by name: sweeps on an object that begins with a spread are a tenth slower
  return ok({
    strategy,
    rules: rules.value,
    ground,
    wholeGround: groundAsked === null ? ground : makeOnce(() => groundOn(null)),
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
    rebalanced: terms.value.rebalanced,
    flows: terms.value.flows,
    interest: terms.value.interest,
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
  readonly bars: JudgedBars;
  readonly sessionDay: Int32Array;
  /** Whether any bar of the universe has a market cap. */
  readonly marketCapKnown: boolean;
  /** The universe's bars without adjClose that the run's price basis asks for; null where all are. */
  readonly withoutAdjClose: () => number | null;
  readonly hasCloseBy: (instrument: number, day: number) => boolean;
  /** What idle cash earns by and flows grow by. */
  readonly seriesOf: SeriesOf;
  /** Absent of a run that begins with its period. */
  readonly goingOn?: Omit<GoingOn, "isCapKnown">;
}

export function settleTerms(strategy: Strategy, outline: MarketOutline): Result<RunTerms> {
  const { instruments, universe, bars, sessionDay, goingOn } = outline;
  const currency = currencyOf(strategy, outline);
  if (!currency.ok) return currency;
  const period = findPeriod(strategy, sessionDay);
  if (!period.ok) return period;
  const { firstSession, lastSession } = period.value;
  const withoutAdjClose = outline.withoutAdjClose();
  if (withoutAdjClose === null) return err(noAdjClose);
  const benchmark = chooseBenchmark(strategy, instruments, (instrument) =>
    outline.hasCloseBy(instrument, goingOn?.openedOn ?? sessionDay[firstSession]),
  );
  if (!benchmark.ok) return benchmark;
  const { rules, facts, hasBars } = outline;
  const names = lookUpNames(strategy, rules, {
    facts,
    hasBars,
    hasBenchmark: benchmark.value.type === "series",
    frequency: bars.frequency,
  });
  if (!names.ok) return names;
  const named = facts.filter((series) => namesFact(rules, series));
  const sessions = { ...period.value, sessionDay, ...(goingOn && { openedOn: goingOn.openedOn }) };
  const { startDate } = strategy.simulation;
  const flows = flowsOf(strategy, goingOn?.begins ?? epochDayOf(startDate), sessions, outline.seriesOf);
  if (!flows.ok) return flows;
  const cash = cashRatesOf(strategy, sessions, outline.seriesOf);
  if (!cash.ok) return cash;
  const { slippagePercent, commissionPercent, startMargin } = strategy.simulation;
  const { schedule = "daily", scheduleDay = 1 } = strategy.simulation;
  return ok({
    strategy,
    rules,
    market: { instruments },
    universe,
    currency: currency.value,
    frequency: bars.frequency,
    sessionsOfYear: bars.sessionsOfYear,
    delistedAfter: DELISTED_AFTER[bars.frequency],
    sessionDay,
    firstSession,
    lastSession,
    asked: askedSessions(schedule, scheduleDay, sessionDay, sessions),
    rebalanced: rebalancedOf(strategy, sessions),
    flows: flows.value.due,
    interest: cash.value?.rates ?? null,
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
      ...symbolWarnings(strategy, hasBars, memberTest(outline)),
      ...accountWarnings(
        strategy,
        flows.value.due.amount.some((amount) => amount > 0),
      ),
      ...flows.value.warnings,
      ...(cash.value?.warnings ?? []),
      ...barWarnings(bars, instruments, sessionDay),
    ],
  });
}

/** Whether a symbol is one of the universe, and has bars. */
function memberTest({ instruments, universe, hasBars }: MarketOutline): (symbol: string) => boolean {
  const members = new Set(Array.from(universe, (instrument) => instruments[instrument].symbol));
  return (symbol) => members.has(symbol) && hasBars(symbol);
}

/** The sessions on which weights are set back, as RunTerms has them. */
function rebalancedOf({ simulation }: Strategy, sessions: RunSessions): Uint8Array | null {
  const { positionSizing, rebalance = "never", scheduleDay = 1 } = simulation;
  const { sessionDay } = sessions;
  if (positionSizing !== "weights") return null;
  if (rebalance === "never") return new Uint8Array(sessionDay.length);
  return markAsked(askedSessions(rebalance, scheduleDay, sessionDay, sessions), sessionDay.length);
}

function isMarketCap(part: Expression): boolean {
  return part.op === "figure" && part.name === "marketCap";
}

function selectUniverse(strategy: Strategy, { market, ofUniverse }: MarketFacts): Result<UniverseFacts> {
  const facts = ofUniverse(strategy.scanner);
  return facts.universe.length > 0 ? ok(facts) : err(universeEmpty(strategy, market.instruments));
}

function currencyOf({ scanner }: Strategy, { instruments, universe }: MarketOutline): Result<string> {
  const byExchange = new Map<string, Set<string>>();
  for (const number of universe) {
    const { exchange, currency } = instruments[number];
    const named = byExchange.get(exchange) ?? new Set();
    byExchange.set(exchange, currency === "" ? named : named.add(currency));
  }
  const all = new Set<string>();
  for (const [exchange, named] of byExchange)
    for (const currency of named.size > 0 ? named : [currencyOfExchange(exchange)]) all.add(currency);
  const [only = ""] = all;
  if (all.size === 1) return ok(only);
  const exchanges = (scanner.exchanges ?? [scanner.exchange]).join(", ");
  return err({
    code: "universe-currencies",
    message: `the universe has several currencies (${[...all].toSorted().join(", ")}), which can't be added. Give every instrument of ${exchanges} the same currency in instruments.csv, or split the dataset.`,
    place: scanner.exchanges === undefined ? "scanner.exchange" : "scanner.exchanges",
  });
}

function currencyOfExchange(exchange: string): string {
  return exchange === "NSE" || exchange === "BSE" ? "INR" : "USD";
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
