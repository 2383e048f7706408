/**
 * The laws of section 5 of workers/engine/README.md as questions to any engine: each takes a run by chance and gives what
 * breaks the law, as lines of text. `null` means that the run says nothing about the law.
 */
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { Market } from "#workers/model/market.ts";
import type { RunOptions } from "#workers/run/plan-run.ts";
import { buildMarket, dayOf } from "../support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "../support/market-builder.ts";
import type { RandomRun } from "../support/random-market.ts";
import { hasMarketCap, itemAt, knownBar, readSeries, sum } from "../support/reference-series.ts";
import type { Series } from "../support/reference-series.ts";
import { sortDecisions } from "./compare-outcomes.ts";
import { runEngine } from "./engine-run.ts";
import type { Engine, Outcome } from "./engine-run.ts";

export type Findings = string[] | null;

function outcomeOf(
  engine: Engine,
  strategy: RandomRun["strategy"],
  market: Market,
  options: Pick<RunOptions, "bars"> = {},
): Outcome | null {
  const outcome = runEngine(engine, strategy, market, options);
  return outcome.ok ? outcome.value : null;
}

/** How often a run's dataset has bars, which instruments beside the run's have a say in. */
function barsOf({ report }: Outcome): NonNullable<RunOptions["bars"]> {
  const { metadata, sessionsOfYear = 252 } = report;
  return { frequency: metadata.frequency ?? "daily", sessionsOfYear };
}

function universeOf({ strategy }: RandomRun, market: Market): Series[] {
  const { exchange, instrumentType } = strategy.scanner;
  return readSeries(market, strategy.simulation.priceBasis).filter(
    ({ instrument }) => instrument.exchange === exchange && instrument.instrumentType === instrumentType,
  );
}

/** What the contract asks of the dataset as a whole, and what a cut may therefore change. */
function answers(run: RandomRun, market: Market): string {
  const universe = universeOf(run, market);
  const hasAdjClose = universe.some((series) => series.bars.some((bar) => bar.adjClose !== null));
  return `${hasMarketCap(universe)} ${hasAdjClose}`;
}

function cutAfter(series: readonly SeriesSpec[], day: number): SeriesSpec[] {
  return series.map((each) =>
    Object.assign({}, each, { bars: each.bars.filter(([when]) => dayOf(when) <= day) }),
  );
}

/** Cut after the day, with one further session of bars that nobody could foresee. */
function replaceAfter(series: readonly SeriesSpec[], day: number): SeriesSpec[] {
  return cutAfter(series, day).map((each, i) => {
    const last = each.bars.at(-1);
    const close = (last?.[2] ?? 100) * (i % 2 === 0 ? 3 : 0.2);
    const extras = Object.assign({}, last?.[3], { volume: 77_000 });
    const bar: BarSpec = [formatIsoDay(day + 1), close, close, extras];
    return Object.assign({}, each, { bars: [...each.bars, bar] });
  });
}

function upTo(decisions: readonly Decision[], day: number, keep: (each: Decision) => boolean): string[] {
  return sortDecisions(decisions)
    .filter((each) => each.day < day || (each.day === day && keep(each)))
    .map((each) => JSON.stringify({ ...each, day: formatIsoDay(each.day) }));
}

function firstDifference(what: string, a: ArrayLike<unknown>, b: ArrayLike<unknown>): string[] {
  const at = Array.from(a).findIndex((each, i) => !Object.is(each, b[i]));
  if (at === -1 && a.length === b.length) return [];
  const place = at === -1 ? a.length : at;
  return [`${what} ${place}: ${String(a[place])} became ${String(b[place])}`];
}

/**
 * What comes after a session changes nothing up to it. `share` (0..1) picks the session. Cutting there compares
 * fills, exits and equity up to it and buy decisions before it (a last session has none); one strange session
 * after it compares its buy decisions too, which is where a look-ahead of one bar shows.
 */
export function checkCausality(engine: Engine, run: RandomRun, share: number): Findings {
  const market = buildMarket(run.series);
  const whole = outcomeOf(engine, run.strategy, market);
  if (whole === null || whole.report.equity.day.length < 2) return null;
  const { equity } = whole.report;
  const bars = barsOf(whole);
  const t = Math.floor(share * (equity.day.length - 1));
  const day = itemAt(equity.day, t);
  const findings: string[] = [];
  let compared = 0;
  const compare = (what: string, series: readonly SeriesSpec[], keep: (each: Decision) => boolean) => {
    const changed = buildMarket(series);
    if (answers(run, changed) !== answers(run, market)) return;
    const other = outcomeOf(engine, run.strategy, changed, { bars });
    if (other === null) return;
    compared += 1;
    findings.push(
      ...firstDifference(
        `${what}, decision`,
        upTo(whole.decisions, day, keep),
        upTo(other.decisions, day, keep),
      ),
      ...firstDifference(
        `${what}, equity`,
        equity.value.slice(0, t + 1),
        other.report.equity.value.slice(0, t + 1),
      ),
      ...firstDifference(
        `${what}, benchmark`,
        equity.benchmark.slice(0, t + 1),
        other.report.equity.benchmark.slice(0, t + 1),
      ),
    );
  };
  compare(`cut after ${formatIsoDay(day)}`, cutAfter(run.series, day), (each) => each.type !== "candidate");
  compare(`replaced after ${formatIsoDay(day)}`, replaceAfter(run.series, day), () => true);
  return compared === 0 ? null : findings;
}

/** Every figure of an outcome, as bytes. */
function bytesOf({ report, decisions }: Outcome): string {
  const { equity, ...sections } = report;
  const curves = [equity.day, equity.value, equity.benchmark, equity.positions].map((curve) =>
    Array.from(curve),
  );
  return JSON.stringify([sections, curves, decisions]);
}

/** Twice the same, in any order of files and rows, whatever else the dataset holds; the input stays as it was. */
export function checkDeterminism(engine: Engine, run: RandomRun): Findings {
  const market = buildMarket(run.series);
  const before = JSON.stringify(market);
  const first = outcomeOf(engine, run.strategy, market);
  if (first === null) return null;
  const shuffled = run.series
    .toReversed()
    .map((each) => Object.assign({}, each, { bars: each.bars.toReversed() }));
  const stranger: SeriesSpec = {
    symbol: "AB",
    exchange: "LSE",
    currency: "GBP",
    bars: [["1999-01-01", 1, 1]],
  };
  const others = {
    again: market,
    "in another order": buildMarket(shuffled),
    "beside another exchange": buildMarket([stranger, ...run.series]),
  };
  const findings = Object.entries(others).flatMap(([how, same]) => {
    const other = outcomeOf(engine, run.strategy, same);
    return other !== null && bytesOf(other) === bytesOf(first) ? [] : [`run ${how}: other bytes`];
  });
  return JSON.stringify(market) === before ? findings : [...findings, "the run changed its market"];
}

/** A run that keeps a log gives the report of one that keeps none. */
export function checkLogging(engine: Engine, run: RandomRun): Findings {
  const plan = engine.planRun(run.strategy, buildMarket(run.series));
  if (!plan.ok) return null;
  const silent = engine.measure(plan.value, engine.simulate(plan.value));
  const logged = engine.measure(plan.value, engine.simulate(plan.value, { log: [] }));
  const [a, b] = [silent, logged].map((report) => bytesOf({ report, decisions: [] }));
  return a === b ? [] : ["the log changed the report"];
}

/** Cash, kept from the log alone, and the positions at their last closes are the equity of every session. */
export function checkBooks(engine: Engine, run: RandomRun): Findings {
  const market = buildMarket(run.series);
  const outcome = outcomeOf(engine, run.strategy, market);
  if (outcome === null) return null;
  const { report, decisions } = outcome;
  const { startMargin, maxPositions, commissionPercent } = run.strategy.simulation;
  const commission = commissionPercent / 100;
  const series = new Map(universeOf(run, market).map((each) => [each.instrument.symbol, each]));
  const held = new Map<string, number>();
  const findings: string[] = [];
  let cash = startMargin;
  for (const [t, day] of report.equity.day.entries()) {
    const date = formatIsoDay(day);
    const say = (text: string) => findings.push(`${date}: ${text}`);
    for (const each of sortDecisions(decisions.filter((decision) => decision.day === day))) {
      if (each.type === "sell") {
        if (held.get(each.instrument) !== each.quantity) say(`sold what it did not hold: ${each.instrument}`);
        held.delete(each.instrument);
        cash += each.quantity * each.price * (1 - commission);
      }
      if (each.type === "buy") {
        if (held.has(each.instrument)) say(`a second position in ${each.instrument}`);
        held.set(each.instrument, each.quantity);
        cash -= each.quantity * each.price * (1 + commission);
      }
    }
    const worth = [...held].map(([symbol, quantity]) => {
      const known = series.get(symbol);
      return known ? quantity * knownBar(known, day).close : Number.NaN;
    });
    const equity = itemAt(report.equity.value, t);
    if (!(Math.abs(cash + sum(worth) - equity) <= 1e-9 * Math.max(startMargin, equity))) {
      say(`cash ${cash} and positions ${sum(worth)} are not ${equity}`);
    }
    // sums round beside what they are made of, which may be far more than the first margin
    if (cash < -2e-9 * startMargin - 1e-14 * equity) say(`cash overdrawn: ${cash}`);
    if (held.size > maxPositions) say(`${held.size} positions, more than ${maxPositions}`);
    if (held.size !== report.equity.positions[t]) say(`${held.size} positions, not as reported`);
  }
  const { endValue } = report.performance;
  const profits = sum(report.positions.map((position) => position.profit));
  if (!(Math.abs(profits - (endValue - startMargin)) <= 1e-9 * Math.max(startMargin, endValue))) {
    findings.push(`profits of ${profits} are not the growth from ${startMargin} to ${endValue}`);
  }
  return findings;
}

function twice(column: Float64Array): Float64Array {
  return column.map((value) => value * 2);
}

function asText(decisions: readonly Decision[]): string[] {
  return decisions.map((each) => JSON.stringify(each));
}

/** Twice the prices, margin, minimum price and daily value: the same decisions at twice the prices. */
export function checkScaling(engine: Engine, run: RandomRun): Findings {
  const { strategy } = run;
  const market = buildMarket(run.series);
  const doubled: Market = {
    ...market,
    open: twice(market.open),
    high: twice(market.high),
    low: twice(market.low),
    close: twice(market.close),
    adjClose: market.adjClose && twice(market.adjClose),
  };
  const { minPrice, avgDailyValue } = strategy.scanner;
  const scaled = {
    ...strategy,
    scanner: {
      ...strategy.scanner,
      minPrice: minPrice === null ? null : minPrice * 2,
      avgDailyValue: avgDailyValue === null ? null : avgDailyValue * 2,
    },
    simulation: { ...strategy.simulation, startMargin: strategy.simulation.startMargin * 2 },
  };
  const small = outcomeOf(engine, strategy, market);
  const large = outcomeOf(engine, scaled, doubled);
  if (small === null || large === null) return small === large ? null : ["only one of the two ran"];
  const asLarge = small.decisions.map((each) =>
    "price" in each ? { ...each, price: each.price * 2, commission: each.commission * 2 } : each,
  );
  return [
    ...firstDifference("decision", asText(asLarge), asText(large.decisions)),
    ...firstDifference(
      "equity",
      Array.from(small.report.equity.value, (value) => value * 2),
      large.report.equity.value,
    ),
    ...firstDifference(
      "reason",
      small.report.positions.map((position) => position.exitReason),
      large.report.positions.map((position) => position.exitReason),
    ),
  ];
}

/** The average share is of all instruments, of those that never pass, too. */
function withoutAverage({ universePerformance: _of, ...report }: Report): Report {
  const { universe: _universe, ...equity } = report.equity;
  return { ...report, equity };
}

/** An instrument that always falls, has no market cap and no bar on the first session, changes nothing but how often the dataset has bars. */
export function checkBystander(engine: Engine, run: RandomRun): Findings {
  const strategy = { ...run.strategy, buy: { ...run.strategy.buy, lastPriceVsClose: true } };
  const market = buildMarket(run.series);
  const alone = outcomeOf(engine, strategy, market);
  if (alone === null) return null;
  const firstDay = parseIsoDay(alone.report.metadata.backtestStart);
  const universe = universeOf(run, market);
  const hasAdjClose = universe.some((series) => series.bars.some((bar) => bar.adjClose !== null));
  const days = new Set(universe.flatMap((series) => series.bars.map((bar) => bar.day)));
  const bars = [...days]
    .toSorted((a, b) => a - b)
    .map((day, i): BarSpec => {
      const close = 1e6 / (i + 1);
      const extras = hasAdjClose ? { volume: 1e9, adjClose: close } : { volume: 1e9 };
      return [formatIsoDay(day), close, close, extras];
    })
    .filter(([when]) => dayOf(when) !== firstDay);
  const bystander = { symbol: "AZ", currency: run.series[0]?.currency ?? "", bars };
  const beside = outcomeOf(engine, strategy, buildMarket([...run.series, bystander]), {
    bars: barsOf(alone),
  });
  if (beside === null) return ["refused with the bystander"];
  const { instruments, bars: count } = alone.report.metadata;
  const report = {
    ...withoutAverage(beside.report),
    metadata: { ...beside.report.metadata, instruments, bars: count },
  };
  const own = { ...alone, report: withoutAverage(alone.report) };
  return bytesOf({ ...beside, report }) === bytesOf(own) ? [] : ["the bystander changed the run"];
}
