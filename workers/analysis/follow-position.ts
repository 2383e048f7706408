/**
 * Follows one position from its entry to the decision that ended it, by the rules of the engine: the peak rises with
 * the closes from the entry's session on, the trailing stop with the peak, and only days with a bar count.
 */
import { simulate } from "#workers/engine/simulate.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";
import type { PositionKey, PositionPath } from "#workers/model/position-path.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Why } from "#workers/model/why.ts";
import { explainDay } from "./explain-day.ts";
import { ruleLevels } from "./rule-levels.ts";

/** A problem "not-found" where the run holds no such position. */
export function followPosition(plan: Plan, key: PositionKey): Result<PositionPath> {
  const { market, universe, sessionDay, strategy } = plan;
  const instrument = universe.find((at) => market.instruments[at].symbol === key.instrument);
  const entryDay = parseIsoDay(key.entryDate) ?? NaN;
  const entrySession = sessionDay.indexOf(entryDay);
  const held = instrument === undefined ? null : findHolding(plan, key, entryDay);
  if (instrument === undefined || held === null || entrySession < 1) return err(noSuchPosition(key));
  const { entryPrice, exitDecidedOn, lastDay } = held;
  const entryDecision = explainDay(plan, key.instrument, formatIsoDay(sessionDay[entrySession - 1]));
  if (!entryDecision.ok) return entryDecision;
  const exitDecision = decisionAtExit(plan, key, exitDecidedOn);
  if (!exitDecision.ok) return exitDecision;
  const rows = rowsBetween(plan, instrument, { from: entryDay, to: exitDecidedOn ?? lastDay });
  const peak = peaks(plan, rows, entryPrice);
  const { trailingStopLoss, stopLoss, takeProfit, minHoldingDays } = strategy.sell;
  const sellsFrom = sessionDay[entrySession + Math.max(0, minHoldingDays - 1)];
  return ok({
    bars: barsOnBasis(plan, instrument),
    levels: ruleLevels(plan, instrument),
    day: Int32Array.from(rows, (row) => market.day[row]),
    peak,
    trailingStop:
      trailingStopLoss === null ? null : peak.map((highest) => highest * (1 - trailingStopLoss / 100)),
    stopLoss: stopLoss === null ? null : entryPrice * (1 - stopLoss / 100),
    takeProfit: takeProfit === null ? null : entryPrice * (1 + takeProfit / 100),
    sellsFrom: sellsFrom === undefined ? null : formatIsoDay(sellsFrom),
    entryDecision: entryDecision.value,
    exitDecision: exitDecision.value,
  });
}

interface Holding {
  /** The fill. */
  readonly entryPrice: number;
  /** EpochDay of the close that decided the sale, or on which an order in the market was reached; null where its prices ended. */
  readonly exitDecidedOn: number | null;
  /** EpochDay of the last session on which it was held. */
  readonly lastDay: number;
}

/** Runs the plan up to the exit and finds the position in what it decides; null where it is not there. */
function findHolding(
  plan: Plan,
  { instrument, exitDate, exitReason }: PositionKey,
  entryDay: number,
): Holding | null {
  const { sessionDay, lastSession } = plan;
  const exitSession = sessionDay.indexOf(parseIsoDay(exitDate) ?? NaN);
  if (exitSession < 0) return null;
  const end = exitReason === "open" ? lastSession : Math.min(exitSession, lastSession);
  const found: { holding: Holding | null; isOver: boolean } = { holding: null, isOver: false };
  let isDecided = false;
  const push = (decision: Decision) => {
    const { type, day } = decision;
    if (decision.instrument !== instrument || day < entryDay || found.isOver) return;
    if (type === "buy" && day === entryDay)
      found.holding = { entryPrice: decision.price, exitDecidedOn: null, lastDay: sessionDay[end] };
    if (found.holding === null) return;
    if (type === "exit") isDecided = true;
    if (type === "exit" && decision.reason !== "no-data")
      found.holding = { ...found.holding, exitDecidedOn: day };
    if (type !== "sell") return;
    found.isOver = true;
    if (!isDecided) found.holding = { ...found.holding, exitDecidedOn: day }; // by an order that lay in the market
  };
  simulate({ ...plan, lastSession: end }, { log: { push }, logsAllOn: () => false });
  return found.holding;
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
