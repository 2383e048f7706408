/**
 * The laws of sections 12 and 13 of workers/rules/README.md at the level of runs, as questions to any engine. Each gives what
 * breaks the law, as lines of text; null means that the run says nothing about it.
 */
import { cutMarket } from "#workers/run/cut-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { BarLength } from "#workers/model/bar-length.ts";
import type { Market } from "#workers/model/market.ts";
import type { NextOrders, Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { daysOn } from "../support/reference-money.ts";
import { itemAt, knownBar, readSeries, sum } from "../support/reference-series.ts";
import type { Engine } from "./engine-run.ts";
import type { Findings } from "./laws.ts";
import type { RuleRun } from "./plain-rule-runs.ts";

interface OrderedBuy {
  readonly instrument: string;
  readonly slotValue: number;
}

/** Everything that a run tells. */
export interface ToldRun {
  readonly report: Report;
  /** In the order in which they were made. */
  readonly decisions: readonly Decision[];
  /** By EpochDay of the deciding close, best first. */
  readonly ordered: ReadonlyMap<number, readonly OrderedBuy[]>;
  /** EpochDay of each session of the calendar. */
  readonly calendar: readonly number[];
  readonly bars: BarLength;
}

/** null where the run is refused. */
export function tell(engine: Engine, { strategy, market }: RuleRun, bars?: BarLength): ToldRun | null {
  const plan = engine.planRun(strategy, market, bars === undefined ? {} : { bars });
  if (!plan.ok) return null;
  const { universe, sessionDay, frequency, sessionsOfYear } = plan.value;
  const decisions: Decision[] = [];
  const ordered = new Map<number, OrderedBuy[]>();
  engine.simulate(plan.value, {
    log: decisions,
    onOrders(day, { count, member, slotValue }) {
      const buys = Array.from({ length: count }, (_, at) => ({
        instrument: itemAt(market.instruments, itemAt(universe, itemAt(member, at))).symbol,
        slotValue: itemAt(slotValue, at),
      }));
      ordered.set(day, buys);
    },
  });
  const report = engine.measure(plan.value, engine.simulate(plan.value));
  return { report, decisions, ordered, calendar: [...sessionDay], bars: { frequency, sessionsOfYear } };
}

function endingOn(strategy: Strategy, day: number): Strategy {
  return { ...strategy, simulation: { ...strategy.simulation, endDate: formatIsoDay(day) } };
}

/** The day of the session at that share (0..1) of the period; null where a strategy can't end on it. */
function dayAt(share: number, { report }: ToldRun, { simulation }: Strategy): number | null {
  const { day } = report.equity;
  const found = itemAt(day, Math.floor(share * (day.length - 1)));
  return formatIsoDay(found) > simulation.startDate ? found : null;
}

/** A run that ends on a session names the orders that the longer run decides at its close, and is the longer run up to there. */
export function checkNext(engine: Engine, run: RuleRun, share: number): Findings {
  const whole = tell(engine, run);
  const day = whole && dayAt(share, whole, run.strategy);
  if (whole === null || day === null) return null;
  const short = tell(engine, { ...run, strategy: endingOn(run.strategy, day) });
  if (short === null) return [`the run that ends on ${formatIsoDay(day)} is refused`];
  const isLast = day === whole.report.equity.day.at(-1);
  return [
    ...differences(
      "next",
      isLast ? whole.report.next : nextIn(whole, day),
      withoutQuantities(short.report.next, isLast),
    ),
    ...differences("the run before", before(whole, day), before(short, day)),
    ...differences("quantities", [], wrongQuantities(short.report, run)),
  ];
}

/** As the longer run's own decisions say it; the quantities of buys are estimates that it does not make. */
function nextIn({ decisions, ordered }: ToldRun, day: number): object {
  const held = new Map<string, number>();
  const pending = new Map<string, string>();
  for (const each of decisions.filter((decision) => decision.day <= day)) {
    if (each.type === "buy") held.set(each.instrument, each.quantity);
    if (each.type === "exit") pending.set(each.instrument, each.reason);
    if (each.type === "sell") {
      held.delete(each.instrument);
      pending.delete(each.instrument);
    }
  }
  return {
    date: formatIsoDay(day),
    sells: [...pending]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([instrument, reason]) => ({ instrument, reason, quantity: held.get(instrument) })),
    buys: ordered.get(day) ?? [],
  };
}

function withoutQuantities(next: NextOrders | undefined, areKept: boolean): unknown {
  if (next === undefined || areKept) return next;
  return {
    ...next,
    sells: next.sells.map(({ instrument, reason, quantity }) => ({ instrument, reason, quantity })),
    buys: next.buys.map(({ instrument, slotValue }) => ({ instrument, slotValue })),
  };
}

/**
 * Estimates of buys that are not slotValue / (close x (1 + slippage) x (1 + commission)), or its floor, and last prices
 * that are not the close of the last bar.
 */
function wrongQuantities({ next }: Report, { strategy, market }: RuleRun): string[] {
  const { slippagePercent, commissionPercent, fractionalShares, priceBasis } = strategy.simulation;
  const series = new Map(readSeries(market, priceBasis).map((each) => [each.instrument.symbol, each]));
  const lastClose = (instrument: string) =>
    series.get(instrument)?.bars.findLast((bar) => formatIsoDay(bar.day) <= (next?.date ?? ""))?.close ??
    Number.NaN;
  const wrongPrices = [...(next?.sells ?? []), ...(next?.buys ?? [])].flatMap(({ instrument, close }) =>
    close === lastClose(instrument) ? [] : [`${instrument} at ${close}, not ${lastClose(instrument)}`],
  );
  const wrongBuys = (next?.buys ?? []).flatMap(({ instrument, slotValue, quantity }) => {
    const close = lastClose(instrument);
    const shares = slotValue / (close * (1 + slippagePercent / 100) * (1 + commissionPercent / 100));
    const expected = fractionalShares ? shares : Math.floor(shares + 1e-9);
    return Math.abs(quantity - expected) <= 1e-9 * expected
      ? []
      : [`${instrument}: ${quantity}, not ${expected}`];
  });
  return [...wrongPrices, ...wrongBuys];
}

/** What a run has done up to the close of a day, but for the buys that it decides there. */
function before({ report, decisions }: ToldRun, day: number): object {
  const { equity, positions } = report;
  const count = equity.day.filter((each) => each <= day).length;
  const date = formatIsoDay(day);
  return {
    decisions: decisions.filter((each) => each.day < day || (each.day === day && each.type !== "candidate")),
    equity: [equity.value, equity.benchmark, equity.positions].map((curve) => curve.slice(0, count)),
    trades: positions.filter(({ exitDate, exitReason }) => exitReason !== "open" && exitDate <= date),
  };
}

/** A run that ends on a session is to the last figure the run on data that end there, whatever comes a day later. */
export function checkRuleCausality(engine: Engine, run: RuleRun, share: number): Findings {
  const whole = tell(engine, run);
  const day = whole && dayAt(share, whole, run.strategy);
  if (whole === null || day === null) return null;
  const strategy = endingOn(run.strategy, day);
  const cut = { strategy, market: cutMarket(run.market, day, day) };
  const [known, told] = [tell(engine, { ...run, strategy }), tell(engine, cut, whole.bars)];
  if (known === null || told === null) return null;
  // what is asked of the dataset as a whole: whether it has any market cap, and which series can be the benchmark
  const isSameBenchmark = known.report.metadata.benchmark === told.report.metadata.benchmark;
  if (!isSameBenchmark || lacksCaps(known) !== lacksCaps(told)) return null;
  return differences(`cut after ${formatIsoDay(day)}`, withoutWarnings(known), withoutWarnings(told));
}

function lacksCaps({ report }: ToldRun): boolean {
  return report.warnings.some(({ code }) => code === "market-cap-missing");
}

/** Warnings count bars of the whole data, and name facts in their order there. */
export function withoutWarnings({ report, ...told }: ToldRun): object {
  return { ...told, report: { ...report, warnings: [] }, calendar: [] };
}

/** Cash, positions, slots, sizes, cool-down and schedule, kept from the log alone. */
export function checkRuleBooks(engine: Engine, run: RuleRun): Findings {
  const told = tell(engine, run);
  if (told === null) return null;
  const { sell, simulation } = run.strategy;
  const { startMargin, maxPositions, commissionPercent } = simulation;
  const { coolDownDays = 0, stopOrders } = sell;
  const { report, decisions, ordered, calendar } = told;
  const series = new Map(
    readSeries(run.market, simulation.priceBasis).map((each) => [each.instrument.symbol, each]),
  );
  const { schedule = "daily", scheduleDay: nth = 1 } = simulation;
  const scheduled = daysOn(schedule, { calendar, firstDay: itemAt(report.equity.day, 0), nth });
  const findings: string[] = [];
  const held = new Map<string, number>();
  const lastSold = new Map<string, number>();
  let slots = new Map<string, number>();
  let cash = startMargin;
  for (const [t, day] of report.equity.day.entries()) {
    const session = calendar.indexOf(day);
    const isDue = scheduled.has(day);
    for (const each of decisions.filter((decision) => decision.day === day)) {
      const say = (text: string) => findings.push(`${formatIsoDay(day)} ${each.instrument}: ${text}`);
      const { instrument } = each;
      switch (each.type) {
        case "sell":
          if (held.get(instrument) !== each.quantity) say("sold what it did not hold");
          held.delete(instrument);
          lastSold.set(instrument, session);
          cash += each.quantity * each.price * (1 - commissionPercent / 100);
          break;
        case "buy": {
          const cost = each.quantity * each.price * (1 + commissionPercent / 100);
          if (held.has(instrument)) say("a second position");
          if (!(cost <= (slots.get(instrument) ?? 0) * (1 + 1e-9) + each.price * 1e-8)) {
            say(`bought for ${cost}, more than its ${slots.get(instrument)}`);
          }
          held.set(instrument, each.quantity);
          cash -= cost;
          // sums round beside what they are made of, which may be far more than the first margin
          if (cash < -2e-9 * startMargin - 1e-14 * cost) say(`cash overdrawn: ${cash}`);
          if (held.size > maxPositions) say(`${held.size} positions, more than ${maxPositions}`);
          break;
        }
        case "candidate":
          if (!isDue) say("a candidate on a session that is not scheduled");
          if (held.has(instrument)) say("a candidate that is held");
          if (session - (lastSold.get(instrument) ?? -Infinity) < coolDownDays)
            say("a candidate that cools down");
          break;
        case "exit":
          if (each.reason === "rule" && !isDue) say("sold by a rule on a session that is not scheduled");
          if (stopOrders === "resting" && /stop|profit/.test(each.reason))
            say(`${each.reason} looked at at the close`);
          break;
        case "part":
        case "more":
          say("an order of weights, which the strategy has none of");
          break;
        case "lapse":
          break;
      }
    }
    slots = new Map(ordered.get(day)?.map(({ instrument, slotValue }) => [instrument, slotValue]));
    const worth = sum([...held].map(([symbol, quantity]) => quantity * closeOf(series.get(symbol), day)));
    const equity = itemAt(report.equity.value, t);
    if (!(Math.abs(cash + worth - equity) <= 1e-9 * Math.max(startMargin, equity))) {
      findings.push(`${formatIsoDay(day)}: cash ${cash} and positions ${worth} are not ${equity}`);
    }
  }
  const { endValue } = report.performance;
  const profits = sum(report.positions.map(({ profit }) => profit));
  if (!(Math.abs(profits - (endValue - startMargin)) <= 1e-9 * Math.max(startMargin, endValue))) {
    findings.push(`profits of ${profits} are not the growth from ${startMargin} to ${endValue}`);
  }
  return findings;
}

function closeOf(series: ReturnType<typeof readSeries>[number] | undefined, day: number): number {
  return series ? knownBar(series, day).close : Number.NaN;
}

/** At twice the prices and with twice the margin the same is decided, and everything in money is twice as much. */
export function checkDoubling(engine: Engine, run: RuleRun): Findings {
  const { simulation } = run.strategy;
  const doubled = {
    market: withPricesTimes(run.market, 2),
    strategy: { ...run.strategy, simulation: { ...simulation, startMargin: simulation.startMargin * 2 } },
  };
  const [small, large] = [tell(engine, run), tell(engine, doubled)];
  if (small === null || large === null) return small === large ? null : ["only one of the two ran"];
  return differences("doubled", inMoneyTimes(small, 2), inMoneyTimes(large, 1));
}

function withPricesTimes(market: Market, factor: number): Market {
  const times = (column: Float64Array) => column.map((price) => price * factor);
  return {
    ...market,
    open: times(market.open),
    high: times(market.high),
    low: times(market.low),
    close: times(market.close),
    adjClose: market.adjClose && times(market.adjClose),
  };
}

/** What was decided, without what candidates are sorted by, with all money multiplied. */
function inMoneyTimes({ report, decisions, ordered }: ToldRun, factor: number): object {
  return {
    decisions: decisions.map((each) => {
      if (each.type === "candidate") return { ...each, key: 0 };
      return "price" in each
        ? { ...each, price: each.price * factor, commission: each.commission * factor }
        : each;
    }),
    ordered: [...ordered].map(([day, buys]) => [
      day,
      buys.map(({ instrument, slotValue }) => [instrument, slotValue * factor]),
    ]),
    equity: [...report.equity.value].map((value) => value * factor),
    reasons: report.positions.map(({ exitReason }) => exitReason),
    next: report.next && {
      ...report.next,
      sells: report.next.sells.map((sell) => ({ ...sell, close: (sell.close ?? Number.NaN) * factor })),
      buys: report.next.buys.map((buy) => ({
        ...buy,
        slotValue: buy.slotValue * factor,
        close: (buy.close ?? Number.NaN) * factor,
      })),
    },
  };
}

/** Two strategies that say the same: the whole results are the same. */
export function checkSame(engine: Engine, one: RuleRun, other: RuleRun): Findings {
  const [first, second] = [tell(engine, one), tell(engine, other)];
  if (first === null || second === null) return first === second ? null : ["only one of the two ran"];
  return differences("result", first, second);
}

/** One line for each of the first few differences of plain data. */
export function differences(path: string, a: unknown, b: unknown): string[] {
  if (isBranch(a) && isBranch(b)) {
    const [left, right] = [branchesOf(a), branchesOf(b)];
    const keys = [...new Set([...left.keys(), ...right.keys()])];
    return keys
      .flatMap((key) => differences(`${path}.${String(key)}`, left.get(key), right.get(key)))
      .slice(0, 5);
  }
  return Object.is(a, b) ? [] : [`${path}: ${String(a)} became ${String(b)}`];
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function branchesOf(value: object): Map<unknown, unknown> {
  return value instanceof Map ? value : new Map(Object.entries(value));
}
