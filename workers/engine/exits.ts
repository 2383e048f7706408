/** The sell rules at a close, in the order in which they give the reason. */
import type { Strategy } from "#workers/model/strategy.ts";
import { atLeast, atMost } from "./forgive.ts";
import { MAX_HOLDING, NONE, STOP_LOSS, TAKE_PROFIT, TRAILING_STOP } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

/** The reason byte of ledger.ts for selling a position at the next fill, NONE to keep it. */
export type ExitDecision = (position: number, session: number, close: number) => number;

/** Percents become factors here; a rule that is off compares with NaN, which never holds. */
export function makeExitDecision(strategy: Strategy, ledger: Ledger): ExitDecision {
  const { minHoldingDays, stopLoss, trailingStopLoss, takeProfit, maxHoldingDays } = strategy.sell;
  const stopFactor = stopLoss === null ? NaN : 1 - stopLoss / 100;
  const trailFactor = trailingStopLoss === null ? NaN : 1 - trailingStopLoss / 100;
  const profitFactor = takeProfit === null ? NaN : 1 + takeProfit / 100;
  const maxHolding = maxHoldingDays ?? Infinity;

  return (position, session, close) => {
    const held = session + 1 - ledger.entrySession[position];
    if (held < minHoldingDays) return NONE;
    const entryPrice = ledger.entryPrice[position];
    if (atMost(close, entryPrice * stopFactor)) return STOP_LOSS;
    if (atMost(close, ledger.peak[position] * trailFactor)) return TRAILING_STOP;
    if (atLeast(close, entryPrice * profitFactor)) return TAKE_PROFIT;
    return held >= maxHolding ? MAX_HOLDING : NONE;
  };
}
