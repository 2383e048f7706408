/** Turns a simulation into the report: positions in order, the curves, every figure and the yearly table. */
import { formatIsoDay, yearOf } from "#workers/model/day.ts";
import type {
  BenchmarkPerformance,
  DrawdownSpan,
  NextOrders,
  Performance,
  Position,
  Report,
  Warning,
  YearlyPerformance,
} from "#workers/model/report.ts";
import { splitWarnings } from "#workers/model/run-warnings.ts";
import { benchmarkLabel, yardsticksOf } from "./benchmark-curve.ts";
import type { Yardsticks } from "./benchmark-curve.ts";
import { deepestFall } from "./drawdown.ts";
import type { Drawdown } from "./drawdown.ts";
import { isWon } from "#workers/model/forgive.ts";
import { wholeShares } from "#workers/model/forgive.ts";
import { EXIT_REASONS, STILL_OPEN } from "#workers/engine/ledger.ts";
import type { Plan, RunPlan } from "#workers/engine/run-plan.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { growthRate, returnFigures, yearsBetween } from "./statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";

/** A fall shallower than this is none for the Calmar ratio. */
const LEAST_DRAWDOWN = 1e-14;

/** Of a run on a market in memory. */
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
  const fall = deepestFall(simulation.equity);
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
    yearlyPerformance: yearlyTable(strategy.simulation.startMargin, day, simulation.equity, benchmark),
    positions: listPositions(plan, simulation),
    passedOver: { ...simulation.passedOver },
    warnings: [...plan.warnings, ...warnOfSplits(plan)],
    next: nextOrders(plan, simulation),
    ...(returns === null ? {} : { benchmarkReturns: returns }),
    sessionsOfYear: plan.sessionsOfYear,
    drawdown: fall === null ? null : drawdownSpan(fall, day),
    equity: {
      day,
      value: simulation.equity,
      benchmark,
      universe: averageShare,
      positions: simulation.openPositions,
    },
  };
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

/** What the close of the last session decided; quantities of buys are estimates, since the fill is not known. */
function nextOrders(plan: RunPlan, { ledger, next }: Simulation): NextOrders {
  const { strategy, costs, universe, market, priceOf, sessionDay, lastSession } = plan;
  const namesOf = (member: number) => {
    const { symbol, name } = market.instruments[universe[member]];
    return { instrument: symbol, label: name === "" ? symbol : name };
  };
  const sells = Array.from(ledger.open.subarray(0, ledger.openCount)).flatMap((position) => {
    const reason = EXIT_REASONS[ledger.pending[position]];
    if (reason === "open" || reason === "no-data") return [];
    const [quantity, close] = [ledger.quantity[position], ledger.close[position]];
    return [{ ...namesOf(ledger.member[position]), reason, quantity, close }];
  });
  const buys = Array.from({ length: next.count }, (_, at) => {
    const slotValue = next.slotValue[at];
    const close = priceOf.close(next.row[at], next.member[at]);
    const quantity = slotValue / (close * costs.buySlippage * (1 + costs.commission));
    return {
      ...namesOf(next.member[at]),
      slotValue,
      close,
      quantity: strategy.simulation.fractionalShares ? quantity : wholeShares(quantity),
    };
  });
  return { date: formatIsoDay(sessionDay[lastSession]), sells, buys };
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
  const entryPrice = ledger.entryPrice[position];
  const exitPrice = isOpen ? ledger.close[position] : ledger.exitPrice[position];
  const quantity = ledger.quantity[position];
  const profit = profitOf(plan, ledger, position);
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

/** In currency, after costs; for an open position at its last close, without selling costs. */
export function profitOf(plan: RunPlan, ledger: Simulation["ledger"], position: number): number {
  const isOpen = ledger.reason[position] === STILL_OPEN;
  const entryPrice = ledger.entryPrice[position];
  const exitPrice = isOpen ? ledger.close[position] : ledger.exitPrice[position];
  const quantity = ledger.quantity[position];
  if (!isOpen) return tradeProfit(plan, quantity, entryPrice, exitPrice);
  return quantity * (exitPrice - entryPrice) - plan.costs.commission * quantity * entryPrice;
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

/** Of a run with its ledger. */
export function countTrades(plan: RunPlan, { ledger }: Simulation): TradeCount {
  let trades = 0;
  let wins = 0;
  for (let position = 0; position < ledger.count; position++) {
    if (ledger.reason[position] === STILL_OPEN) continue;
    trades++;
    const profit = profitOf(plan, ledger, position);
    if (isWon(profit, ledger.quantity[position], ledger.entryPrice[position])) wins++;
  }
  return { trades, wins };
}

/** What an account was worth, and how much of it lay idle. */
export interface AccountCurves {
  /** One value a session of the plan's period, at the close, in currency; cash likewise. */
  readonly equity: Float64Array;
  readonly cash: Float64Array;
}

/** The figures of a run without its tables. */
export function measurePerformance(
  plan: RunPlan,
  { equity, cash }: AccountCurves,
  count: TradeCount,
): Performance {
  return { ...performanceOf(equity, spanOf(plan), count), exposure: exposureOf(equity, cash) };
}

/** The mean of value of positions / equity, percent; a session without equity counts as 0. */
function exposureOf(equity: Float64Array, cash: Float64Array): number {
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
  const { startMargin, riskFreePercent } = plan.strategy.simulation;
  const { sessionsOfYear } = plan;
  return { startValue: startMargin, years: yearsOf(plan), riskFreePercent, sessionsOfYear };
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

/** One row for each calendar year that has a session. @param startMargin - what account and benchmark begin with */
export function yearlyTable(
  startMargin: number,
  day: Int32Array,
  equity: Float64Array,
  benchmark: Float64Array,
): YearlyPerformance[] {
  const years: YearlyPerformance[] = [];
  let startValue = startMargin;
  let benchmarkStart = startMargin;
  for (let row = 0; row < day.length; row++) {
    const year = yearOf(day[row]);
    if (row + 1 < day.length && yearOf(day[row + 1]) === year) continue;
    const endValue = equity[row];
    years.push({
      year,
      startValue,
      endValue,
      growth: endValue - startValue,
      growthPercent: (endValue / startValue - 1) * 100,
      benchmarkPercent: (benchmark[row] / benchmarkStart - 1) * 100,
    });
    startValue = endValue;
    benchmarkStart = benchmark[row];
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
