/** Stop-loss, trailing stop and take-profit as orders that lie in the market: section 7 of the rules' contract. */
import { figure } from "#workers/rules/expression.ts";
import { atLeast, atMost } from "#workers/model/forgive.ts";
import { NONE, STOP_LOSS, TAKE_PROFIT, TRAILING_STOP } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import type { RunPlan } from "./run-plan.ts";

export interface RestingStops {
  /** Sells the open positions whose orders a session's bar has reached, by symbol. */
  readonly sellReached: (session: number) => void;
}

/** Sells the position at a place of the open list. */
type SellAt = (at: number, exit: { session: number; price: number; reason: number }) => void;

/** @returns null where stops are held against the closes */
export function makeRestingStops(plan: RunPlan, ledger: Ledger, sellAt: SellAt): RestingStops | null {
  const { stopOrders, minHoldingDays } = plan.strategy.sell;
  if (stopOrders !== "resting") return null;
  const reachedBy = makeReached(plan, ledger);
  return {
    sellReached: (session) => {
      for (let at = 0; at < ledger.openCount; at++) {
        const position = ledger.open[at];
        const lies =
          ledger.pending[position] === NONE &&
          ledger.barSession[position] === session &&
          ledger.entrySession[position] < session &&
          session - ledger.entrySession[position] >= minHoldingDays;
        const sale = lies ? reachedBy(position) : null;
        if (sale === null) continue;
        sellAt(at, { session, ...sale });
        at--;
      }
    },
  };
}

interface Sale {
  readonly price: number;
  readonly reason: number;
}

/**
 * Where the position's last bar sells it; null where it does not. Peaks are those of the closes up to the session before. A
 * bar that reaches both stop and target counts as stopped.
 */
function makeReached(plan: RunPlan, ledger: Ledger): (position: number) => Sale | null {
  const { strategy, priceOf, calendar } = plan;
  const lowOf = plan.ground().columnOf(figure("low", "price"));
  const highOf = plan.ground().columnOf(figure("high", "price"));
  const { stopLoss, trailingStopLoss, takeProfit } = strategy.sell;
  const stopFactor = stopLoss === null ? -Infinity : 1 - stopLoss / 100;
  const trailFactor = trailingStopLoss === null ? -Infinity : 1 - trailingStopLoss / 100;
  const profitFactor = takeProfit === null ? Infinity : 1 + takeProfit / 100;
  return (position) => {
    const [row, member] = [ledger.row[position], ledger.member[position]];
    const bar = row - calendar.fromRow[member];
    const open = priceOf.open(row, member);
    const fixed = ledger.entryPrice[position] * stopFactor;
    const trailing = ledger.peak[position] * trailFactor;
    const stop = Math.max(fixed, trailing);
    const stopReason = atLeast(fixed, trailing) ? STOP_LOSS : TRAILING_STOP;
    if (atMost(open, stop)) return { price: open, reason: stopReason };
    if (atMost(lowOf(member)[bar], stop)) return { price: stop, reason: stopReason };
    const target = ledger.entryPrice[position] * profitFactor;
    if (atLeast(open, target)) return { price: open, reason: TAKE_PROFIT };
    if (atLeast(highOf(member)[bar], target)) return { price: target, reason: TAKE_PROFIT };
    return null;
  };
}
