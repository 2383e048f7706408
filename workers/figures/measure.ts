/** Turns a simulation into the report: positions in order, the curves, every figure and the yearly table. */
import { formatIsoDay, yearOf } from "#workers/model/day.ts";
import type {
  AccountBySession,
  BenchmarkPerformance,
  DrawdownSpan,
  MoneyMoves,
  NextBuy,
  NextOrders,
  NextSell,
  Performance,
  Position,
  RebalanceRow,
  Report,
  TradedValues,
  Warning,
  YearlyPerformance,
} from "#workers/model/report.ts";
import { splitWarnings } from "#workers/model/run-warnings.ts";
import { benchmarkLabel, yardsticksOf } from "./benchmark-curve.ts";
import type { Yardsticks } from "./benchmark-curve.ts";
import { deepestFall } from "./drawdown.ts";
import type { Drawdown } from "./drawdown.ts";
import { isWon } from "#workers/model/forgive.ts";
import { EXIT_REASONS, STILL_OPEN } from "#workers/engine/ledger.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import type { Plan, RunPlan } from "#workers/engine/run-plan.ts";
import type { Rebalance } from "#workers/engine/decide-weights.ts";
import { MONEY_IN } from "#workers/engine/order-list.ts";
import { openBuys, openSells } from "#workers/engine/open-orders.ts";
import type { OpenBuy } from "#workers/engine/open-orders.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { growthOf, moneyReport, shownFlows } from "./money.ts";
import { growthRate, returnFigures, yearsBetween } from "./statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";

/** A fall shallower than this is none for the Calmar ratio. */
const LEAST_DRAWDOWN = 1e-14;

/** Works out the report of a run on a market in memory. */
export function measure(plan: Plan, simulation: Simulation): Report {
  return reportOn(plan, simulation, yardsticksOf(plan));
}

export function reportOn(
  plan: RunPlan,
  simulation: Simulation,
  { benchmark: { values: benchmark, returns }, universe: averageShare }: Yardsticks,
): Report {
  const { strategy, sessionDay, firstSession, lastSession, universe } = plan;
  const day = sessionDay.slice(firstSession, lastSession + 1);
  const growth = growthOf(plan, simulation);
  const fall = deepestFall(growth);
  const money = moneyReport(plan, simulation, { benchmark, universe: averageShare });
  const hasFlows = growth !== simulation.equity;
  return {
    metadata: {
      strategyName: strategy.name,
      backtestStart: formatIsoDay(day[0]),
      backtestEnd: formatIsoDay(day[day.length - 1]),
      benchmark: benchmarkLabel(plan),
      currency: plan.currency,
      sessions: day.length,
      instruments: universe.length,
      bars: plan.bars,
      frequency: plan.frequency,
    },
    performance: measurePerformance(plan, simulation, countTrades(plan, simulation)),
    benchmarkPerformance: benchmarkPerformanceOf(benchmark, spanOf(plan)),
    universePerformance: benchmarkPerformanceOf(averageShare, spanOf(plan)),
    yearlyPerformance: yearlyTable(strategy.simulation.startMargin, day, {
      equity: simulation.equity,
      growth,
      benchmark,
      flows: hasFlows && simulation.moves !== null ? shownFlows(simulation.moves) : null,
    }),
    positions: listPositions(plan, simulation),
    passedOver: { ...simulation.passedOver },
    warnings: [...plan.warnings, ...warnOfSplits(plan)],
    next: nextOrders(plan, simulation),
    ...(returns === null ? {} : { benchmarkReturns: returns }),
    sessionsOfYear: plan.sessionsOfYear,
    ...(simulation.rebalances && { rebalances: rebalanceRows(plan, simulation.rebalances) }),
    drawdown: fall === null ? null : drawdownSpan(fall, day),
    ...(money && { money }),
    ...(simulation.traded && { account: accountBySession(plan, simulation, simulation.traded) }),
    equity: {
      day,
      value: simulation.equity,
      benchmark,
      universe: averageShare,
      ...(hasFlows && { growth }),
      positions: simulation.openPositions,
    },
  };
}

function accountBySession(
  { strategy, interest }: RunPlan,
  { cash, moves }: Simulation,
  traded: TradedValues,
): AccountBySession {
  const riskless = strategy.simulation.riskFree === "cash" ? interest : null;
  return { cash, ...traded, moves, riskless: riskless && riskless.slice() };
}

/** Adjusted prices have no splits in them. */
function warnOfSplits({ strategy, splits, sessionDay, firstSession, lastSession }: RunPlan): Warning[] {
  if (strategy.simulation.priceBasis === "adjusted") return [];
  const inPeriod = splits().filter(
    ({ sessionBefore, session }) => sessionBefore >= firstSession && session <= lastSession,
  );
  return splitWarnings(
    inPeriod.map(({ symbol, session }) => ({ symbol, date: formatIsoDay(sessionDay[session]) })),
  );
}

function rebalanceRows({ sessionDay }: RunPlan, rebalances: readonly Rebalance[]): RebalanceRow[] {
  return rebalances.map(({ session, sells, buys, turnover }) => {
    const date = formatIsoDay(sessionDay[session]);
    return { date, sells, buys, turnover };
  });
}

/** What the close of the last session decided, and what still waits; quantities of buys are estimates, since the fill is not known. */
function nextOrders(plan: RunPlan, { ledger, next, owed }: Simulation): NextOrders {
  const { sessionDay, lastSession } = plan;
  const sells = openSells(ledger).flatMap(({ position, reason: byte, quantity }): NextSell[] => {
    const reason = EXIT_REASONS[byte];
    if (reason === undefined || reason === "open" || reason === "no-data") return [];
    const close = ledger.close[position];
    return [{ ...namesOf(plan, ledger.member[position]), reason, quantity, close }];
  });
  const buys = openBuys(plan, next, lastSession).map((buy) => describeBuy(plan, buy));
  const date = formatIsoDay(sessionDay[lastSession]);
  return { date, sells, buys, ...(owed > 0 && { owed }) };
}

function describeBuy(plan: RunPlan, { member, purpose, ...order }: OpenBuy): NextBuy {
  const buy = { ...namesOf(plan, member), ...order };
  return purpose === MONEY_IN ? { ...buy, moneyIn: true } : buy;
}

function namesOf({ market, universe }: RunPlan, member: number): { instrument: string; label: string } {
  const { symbol, name } = market.instruments[universe[member]];
  return { instrument: symbol, label: name === "" ? symbol : name };
}

/** By entry date, then instrument: members are in the order of their symbols. */
export function listPositions(plan: RunPlan, { ledger }: Simulation): Position[] {
  const { entrySession, member } = ledger;
  const dates: string[] = []; // of sessions, each written once
  const dateOf = (session: number): string => (dates[session] ??= formatIsoDay(plan.sessionDay[session]));
  const isBefore = (a: number, b: number): boolean =>
    (entrySession[a] - entrySession[b] || member[a] - member[b]) < 0;
  const order = new Uint32Array(ledger.count);
  for (let position = 0; position < ledger.count; position++) {
    let at = position; // they were bought session by session: few are to be moved, and not far
    for (; at > 0 && isBefore(position, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = position;
  }
  const positions: Position[] = [];
  for (let at = 0; at < order.length; at++) positions.push(describePosition(plan, ledger, order[at], dateOf));
  return positions;
}

function describePosition(
  plan: RunPlan,
  ledger: Simulation["ledger"],
  position: number,
  dateOf: (session: number) => string,
): Position {
  const { symbol, name } = plan.market.instruments[plan.universe[ledger.member[position]]];
  const isOpen = ledger.reason[position] === STILL_OPEN;
  const entrySession = ledger.entrySession[position];
  const exitSession = isOpen ? ledger.barSession[position] : ledger.exitSession[position];
  const { quantity, entryPrice, exitPrice, profit } = roundTrip(plan, ledger, position);
  return {
    instrument: symbol,
    label: name === "" ? symbol : name,
    entryDate: dateOf(entrySession),
    exitDate: dateOf(exitSession),
    entryPrice,
    exitPrice,
    quantity,
    profit,
    profitPercent: (profit / (quantity * entryPrice)) * 100,
    daysHeld: exitSession - entrySession,
    exitReason: EXIT_REASONS[ledger.reason[position]],
  };
}

/** A position from its first fill to its last: all that was bought and sold of it, at mean prices. */
interface RoundTrip {
  readonly quantity: number;
  readonly entryPrice: number;
  /** What is still held counts at its last close, without selling costs. */
  readonly exitPrice: number;
  /** What the round trip made after costs, in currency. */
  readonly profit: number;
}

export function roundTrip({ costs }: RunPlan, ledger: Ledger, position: number): RoundTrip {
  const isOpen = ledger.reason[position] === STILL_OPEN;
  const quantity = ledger.bought[position];
  const entryPrice = ledger.buyPrice[position];
  const sellPrice = ledger.exitPrice[position];
  const sold = isOpen ? ledger.sold[position] / quantity : 1;
  const held = sold === 1 ? 0 : (1 - sold) * ledger.close[position];
  const exitPrice = held === 0 ? sellPrice : sold * sellPrice + held;
  const commission = costs.commission * quantity * (entryPrice + sold * sellPrice);
  return { quantity, entryPrice, exitPrice, profit: quantity * (exitPrice - entryPrice) - commission };
}

/** Of a closed round trip, in currency, after costs; the prices are the fills. */
export function tradeProfit(
  { costs }: RunPlan,
  quantity: number,
  entryPrice: number,
  exitPrice: number,
): number {
  const commission = costs.commission * quantity * (entryPrice + exitPrice);
  return quantity * (exitPrice - entryPrice) - commission;
}

/** Closed round trips. */
export interface TradeCount {
  readonly trades: number;
  /** Those with a profit, as isWon has it. */
  readonly wins: number;
}

/** Counts the trades of a run whose ledger is there. */
export function countTrades(plan: RunPlan, { ledger }: Simulation): TradeCount {
  let trades = 0;
  let wins = 0;
  for (let position = 0; position < ledger.count; position++) {
    if (ledger.reason[position] === STILL_OPEN) continue;
    trades++;
    const { profit, quantity, entryPrice } = roundTrip(plan, ledger, position);
    if (isWon(profit, quantity, entryPrice)) wins++;
  }
  return { trades, wins };
}

/** What an account was worth, how much of it lay idle, and what came and went. */
export interface AccountCurves {
  /** One value a session of the plan's period, at the close, in currency; cash likewise. */
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  readonly moves: MoneyMoves | null;
}

/** The figures of a run without its tables: by its growth, which is the equity where no money comes or goes. */
export function measurePerformance(plan: RunPlan, curves: AccountCurves, count: TradeCount): Performance {
  const { equity, cash, moves } = curves;
  const growth = growthOf(plan, curves);
  const figures = performanceOf(growth, spanOf(plan), count);
  const exposure = exposureOf(equity, cash);
  if (growth === equity || moves === null) return { ...figures, exposure };
  const endValue = equity[equity.length - 1];
  const { startMargin } = plan.strategy.simulation;
  const totalGrowth = endValue - startMargin - netOf(moves);
  return { ...figures, endValue, totalGrowth, exposure };
}

/** All that came in less all that went out. */
export function netOf({ in: came, paid, paidAfter }: MoneyMoves): number {
  let sum = 0;
  for (let at = 0; at < came.length; at++) sum += came[at] - paid[at] - paidAfter[at];
  return sum;
}

/** The mean of value of positions / equity, percent; a session without equity counts as 0. */
export function exposureOf(equity: Float64Array, cash: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < equity.length; at++) {
    if (equity[at] > 0) sum += (equity[at] - cash[at]) / equity[at];
  }
  return (sum / equity.length) * 100;
}

/** What a curve is measured from, over and against. */
export interface MeasuredSpan extends YearlyTerms {
  readonly startValue: number;
  /** See yearsBetween. */
  readonly years: number;
}

function spanOf(plan: RunPlan): MeasuredSpan {
  const { startMargin, riskFreePercent, riskFree } = plan.strategy.simulation;
  const { sessionsOfYear, interest } = plan;
  const span = { startValue: startMargin, years: yearsOf(plan), riskFreePercent, sessionsOfYear };
  return riskFree === "cash" && interest !== null ? { ...span, riskless: interest } : span;
}

/** @param equity - one value a session, all > 0 */
export function performanceOf(equity: Float64Array, span: MeasuredSpan, count: TradeCount): Performance {
  const { startValue, years } = span;
  const { trades, wins } = count;
  const endValue = equity[equity.length - 1];
  const cagr = growthRate(startValue, endValue, years);
  const depth = deepestFall(equity)?.depth ?? 0;
  return {
    startValue,
    endValue,
    totalGrowth: endValue - startValue,
    totalGrowthPercent: (endValue / startValue - 1) * 100,
    cagr,
    maxDrawdown: depth * 100,
    ...returnFigures(equity, span),
    calmarRatio: cagr === null || -depth < LEAST_DRAWDOWN ? null : cagr / (-depth * 100),
    winRate: trades === 0 ? null : (wins / trades) * 100,
    trades,
  };
}

/** @param curve - the benchmark in the run's currency, from the span's start value */
export function benchmarkPerformanceOf(curve: Float64Array, span: MeasuredSpan): BenchmarkPerformance {
  const endValue = curve[curve.length - 1];
  return {
    endValue,
    cagr: growthRate(span.startValue, endValue, span.years),
    maxDrawdown: (deepestFall(curve)?.depth ?? 0) * 100,
    sharpeRatio: returnFigures(curve, span).sharpeRatio,
  };
}

function yearsOf({ sessionDay, firstSession, lastSession }: RunPlan): number {
  return yearsBetween(sessionDay[firstSession], sessionDay[lastSession]);
}

/** Curves of one value a session. */
interface YearlyCurves {
  readonly equity: Float64Array;
  /** What the percents go by: the equity where no money comes or goes. */
  readonly growth: Float64Array;
  readonly benchmark: Float64Array;
  /** Money in less money out; null for a run without flows. */
  readonly flows: Float64Array | null;
}

/** One row for each calendar year that has a session. @param startMargin - what account and benchmark begin with */
export function yearlyTable(startMargin: number, day: Int32Array, curves: YearlyCurves): YearlyPerformance[] {
  const { equity, growth, benchmark, flows } = curves;
  const years: YearlyPerformance[] = [];
  let [startValue, grownBefore, benchmarkStart] = [startMargin, startMargin, startMargin];
  let moved = 0;
  for (let row = 0; row < day.length; row++) {
    const year = yearOf(day[row]);
    moved += flows?.[row] ?? 0;
    if (row + 1 < day.length && yearOf(day[row + 1]) === year) continue;
    const endValue = equity[row];
    years.push({
      year,
      startValue,
      endValue,
      growth: endValue - startValue - moved,
      growthPercent: grownBefore === 0 ? null : (growth[row] / grownBefore - 1) * 100,
      benchmarkPercent: (benchmark[row] / benchmarkStart - 1) * 100,
      ...(flows && { flows: moved }),
    });
    [startValue, grownBefore, benchmarkStart] = [endValue, growth[row], benchmark[row]];
    moved = 0;
  }
  return years;
}

/** @param day - EpochDay of each row of the curve */
export function drawdownSpan(fall: Drawdown, day: Int32Array): DrawdownSpan {
  return {
    peakDate: formatIsoDay(day[fall.peakRow]),
    troughDate: formatIsoDay(day[fall.troughRow]),
    recoveryDate: fall.recoveryRow === null ? null : formatIsoDay(day[fall.recoveryRow]),
  };
}
