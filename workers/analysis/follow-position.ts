/**
 * Follows one position from its entry to the decision that ended it, by the rules of the engine: the peak rises with
 * the closes from the entry's session on, the trailing stop with the peak, and only days with a bar count.
 */
import { simulate } from "#workers/engine/simulate.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";
import type { RunFill } from "#workers/model/report.ts";
import type { PositionKey, PositionPath } from "#workers/model/position-path.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Why } from "#workers/model/why.ts";
import { fillOf } from "./listen-for-fills.ts";
import { heldAfter } from "./track-holding.ts";
import type { Fill, TrackedHolding } from "./track-holding.ts";
import { explainDay } from "./explain-day.ts";
import { ruleLevels } from "./rule-levels.ts";

/** A problem "not-found" where the run holds no such position. */
export function followPosition(plan: Plan, key: PositionKey): Result<PositionPath> {
  const { market, universe, sessionDay, strategy } = plan;
  const instrument = universe.find((at) => market.instruments[at].symbol === key.instrument);
  const entryDay = parseIsoDay(key.entryDate) ?? NaN;
  const entrySession = sessionDay.indexOf(entryDay);
  const held = instrument === undefined ? null : findHolding(plan, key, entryDay);
  const decidedOn = held?.entryDecidedOn ?? sessionDay[entrySession - 1];
  if (instrument === undefined || held === null || decidedOn === undefined) return err(noSuchPosition(key));
  const { exitDecidedOn, lastDay, costs } = held;
  const entryDecision = explainDay(plan, key.instrument, formatIsoDay(decidedOn));
  if (!entryDecision.ok) return entryDecision;
  const exitDecision = decisionAtExit(plan, key, exitDecidedOn);
  if (!exitDecision.ok) return exitDecision;
  const rows = rowsBetween(plan, instrument, { from: entryDay, to: exitDecidedOn ?? lastDay });
  const day = Int32Array.from(rows, (row) => market.day[row]);
  const peak = peaks(plan, rows, costs[0].entryPrice);
  const entryPrice = costOn(day, costs);
  const { trailingStopLoss, stopLoss, takeProfit, minHoldingDays } = strategy.sell;
  const isSameClose = strategy.simulation.fillAt === "same-close"; // held from the session behind the entry's on
  const sellsFrom = sessionDay[entrySession + Math.max(0, minHoldingDays - (isSameClose ? 0 : 1))];
  return ok({
    bars: barsOnBasis(plan, instrument),
    levels: ruleLevels(plan, instrument),
    day,
    peak,
    entryPrice,
    trailingStop:
      trailingStopLoss === null ? null : peak.map((highest) => highest * (1 - trailingStopLoss / 100)),
    stopLoss: stopLoss === null ? null : entryPrice.map((cost) => cost * (1 - stopLoss / 100)),
    takeProfit: takeProfit === null ? null : entryPrice.map((cost) => cost * (1 + takeProfit / 100)),
    fills: held.fills,
    sellsFrom: sellsFrom === undefined ? null : formatIsoDay(sellsFrom),
    entryDecision: entryDecision.value,
    exitDecision: exitDecision.value,
  });
}

interface Holding {
  /** EpochDay of the close that ordered the first purchase; null where none is known. */
  readonly entryDecidedOn: number | null;
  /** EpochDay of the close that decided the last sale, or on which an order in the market was reached; null where its prices ended. */
  readonly exitDecidedOn: number | null;
  /** EpochDay of the last session on which it was held. */
  readonly lastDay: number;
  /** The average cost behind each purchase, the first first; at least one. */
  readonly costs: readonly TrackedCost[];
  readonly fills: readonly RunFill[];
}

interface TrackedCost {
  /** EpochDay. */
  readonly day: number;
  readonly entryPrice: number;
}

/** Runs the plan up to the exit and finds the position in what it decides; null where it is not there. */
function findHolding(plan: Plan, key: PositionKey, entryDay: number): Holding | null {
  const { sessionDay, lastSession, strategy } = plan;
  const exitSession = sessionDay.indexOf(parseIsoDay(key.exitDate) ?? NaN);
  if (exitSession < 0) return null;
  const end = key.exitReason === "open" ? lastSession : Math.min(exitSession, lastSession);
  // what is filled at the close of its signal is left out on a run's last session
  const behind = strategy.simulation.fillAt === "same-close" ? 1 : 0;
  const decisions: Decision[] = [];
  const push = (decision: Decision) => {
    if (decision.instrument === key.instrument) decisions.push(decision);
  };
  const shortened = { ...plan, lastSession: Math.min(lastSession, end + behind) };
  simulate(shortened, { log: { push }, logsAllOn: () => false });
  const from = decisions.findIndex(({ type, day }) => type === "buy" && day === entryDay);
  if (from < 0) return null;
  const ordered = decisions
    .slice(0, from)
    .findLast((each) => each.type === "candidate" && each.outcome === "ordered");
  const { fills, costs, to, isOver } = holdingFrom(decisions, from);
  return {
    entryDecidedOn: ordered?.day ?? null,
    exitDecidedOn: lastDecisionToSell(decisions.slice(from, to), isOver ? fills.at(-1) : undefined),
    lastDay: sessionDay[end],
    costs,
    fills: fills.map(fillOf),
  };
}

/** The fills of one position, from its first purchase to the sale of what is left. */
function holdingFrom(decisions: readonly Decision[], from: number) {
  const fills: Fill[] = [];
  const costs: TrackedCost[] = [];
  let holding: TrackedHolding | null = null;
  for (let at = from; at < decisions.length; at++) {
    const decision = decisions[at];
    if (decision.type !== "buy" && decision.type !== "sell") continue;
    fills.push(decision);
    holding = heldAfter(holding, decision);
    if (holding === null) return { fills, costs, to: at, isOver: true };
    if (decision.type === "buy") costs.push({ day: decision.day, entryPrice: holding.entryPrice });
  }
  return { fills, costs, to: decisions.length, isOver: false };
}

/** @param decisions - while it was held; @param last - the fill that ended it */
function lastDecisionToSell(decisions: readonly Decision[], last: Fill | undefined): number | null {
  const pending = decisions.findLast(
    (each) => each.type === "exit" && each.reason !== "no-data" && each.reason !== "payment",
  );
  if (last?.type !== "sell" || last.reason === "no-data") return pending?.day ?? null;
  const decided = decisions.findLast(
    (each) => (each.type === "exit" || each.type === "part") && each.reason === last.reason,
  );
  return decided?.day ?? last.day; // else by an order that lay in the market
}

/** What stands behind the last purchase up to each day. */
function costOn(day: Int32Array, costs: readonly TrackedCost[]): Float64Array {
  let at = 0;
  return Float64Array.from(day, (each) => {
    while (at + 1 < costs.length && costs[at + 1].day <= each) at++;
    return costs[at].entryPrice;
  });
}

function decisionAtExit(
  plan: Plan,
  { instrument, exitReason }: PositionKey,
  decidedOn: number | null,
): Result<Why | null> {
  if (exitReason === "open" && decidedOn === null) {
    return explainDay(plan, instrument, formatIsoDay(plan.sessionDay[plan.lastSession]));
  }
  return decidedOn === null ? ok(null) : explainDay(plan, instrument, formatIsoDay(decidedOn));
}

function rowsBetween(
  { market }: Plan,
  instrument: number,
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  const rows: number[] = [];
  for (let row = market.barOffset[instrument]; row < market.barOffset[instrument + 1]; row++) {
    if (market.day[row] >= from && market.day[row] <= to) rows.push(row);
  }
  return rows;
}

function peaks({ prices }: Plan, rows: readonly number[], entryPrice: number): Float64Array {
  let highest = entryPrice;
  return Float64Array.from(rows, (row) => {
    highest = Math.max(highest, prices.close[row]);
    return highest;
  });
}

function barsOnBasis({ market, prices }: Plan, instrument: number): InstrumentBars {
  const [from, to] = [market.barOffset[instrument], market.barOffset[instrument + 1]];
  const close = prices.close.slice(from, to);
  const onBasis = (column: Float64Array) =>
    close.map((price, at) => {
      const inFile = column[from + at];
      return inFile > 0 ? inFile * (price / market.close[from + at]) : price;
    });
  return {
    day: market.day.slice(from, to),
    open: prices.open.slice(from, to),
    high: onBasis(market.high),
    low: onBasis(market.low),
    close,
    volume: market.volume.slice(from, to),
  };
}

function noSuchPosition({ instrument, entryDate }: PositionKey): Problem {
  return {
    code: "not-found",
    message: `The run, worked out again, holds no position in ${instrument} from ${entryDate} on. Run the strategy again.`,
  };
}
