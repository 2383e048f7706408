/** The sell rules at a close, in the order in which they give the reason. */
import type { Strategy } from "#workers/model/strategy.ts";
import { atLeast, atMost } from "#workers/model/forgive.ts";
import { MAX_HOLDING, NONE, RULE, STOP_LOSS, TAKE_PROFIT, TRAILING_STOP } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import type { RunPlan } from "./run-plan.ts";
import type { HeldPosition } from "./position-rules.ts";
import { makeSellRules } from "./sell-rules.ts";

/** The reason byte of ledger.ts for selling a position at the next fill, NONE to keep it; its last close is that of the session. */
export type ExitDecision = (position: number, session: number) => number;

/** Of a strategy that sells nothing by stops, holding time or rules. */
export const neverSells: ExitDecision = () => NONE;

/** Sessions that a position is held if it is sold at the next fill. */
export function heldAt({ strategy }: RunPlan, entrySession: number, session: number): number {
  return session - entrySession + (strategy.simulation.fillAt === "same-close" ? 0 : 1);
}

/** @param scheduled - by session: 1 where the strategy's own rules are looked at */
export function makeExitDecision(plan: RunPlan, ledger: Ledger, scheduled: Uint8Array): ExitDecision {
  const { strategy } = plan;
  const { minHoldingDays, maxHoldingDays } = strategy.sell;
  const stops = strategy.sell.stopOrders === "resting" ? null : makeStops(strategy, ledger);
  const maxHolding = maxHoldingDays ?? Infinity;
  const rulesHold = makeRuleTest(plan, ledger);
  if (stops === null && maxHolding === Infinity && rulesHold === null) return neverSells;

  return (position, session) => {
    const held = heldAt(plan, ledger.entrySession[position], session);
    if (held < minHoldingDays) return NONE;
    const stop = stops === null ? NONE : stops(position);
    if (stop !== NONE) return stop;
    if (held >= maxHolding) return MAX_HOLDING;
    return scheduled[session] === 1 && rulesHold?.(position, session) ? RULE : NONE;
  };
}

/** Stops and targets held against the close, null without one. Percents become factors; one that is off compares with NaN, which never holds. */
function makeStops({ sell }: Strategy, ledger: Ledger): ((position: number) => number) | null {
  const { stopLoss, trailingStopLoss, takeProfit } = sell;
  if (stopLoss === null && trailingStopLoss === null && takeProfit === null) return null;
  const stopFactor = stopLoss === null ? NaN : 1 - stopLoss / 100;
  const trailFactor = trailingStopLoss === null ? NaN : 1 - trailingStopLoss / 100;
  const profitFactor = takeProfit === null ? NaN : 1 + takeProfit / 100;
  return (position) => {
    const close = ledger.close[position];
    const entryPrice = ledger.entryPrice[position];
    if (atMost(close, entryPrice * stopFactor)) return STOP_LOSS;
    if (atMost(close, ledger.peak[position] * trailFactor)) return TRAILING_STOP;
    return atLeast(close, entryPrice * profitFactor) ? TAKE_PROFIT : NONE;
  };
}

/** Whether one of the strategy's own sell rules holds for a position at its last close; null without one. */
function makeRuleTest(
  plan: RunPlan,
  ledger: Ledger,
): ((position: number, session: number) => boolean) | null {
  const sellRules = makeSellRules(plan);
  if (sellRules === null) return null;
  const open: HeldPosition = { member: 0, bar: 0, session: 0, close: 0, entryPrice: 0, peak: 0, held: 0 };
  const { ofBars, ofPosition } = sellRules;
  return (position, session) => {
    if (ofBars(ledger.member[position], session)) return true;
    if (ofPosition === null) return false;
    open.member = ledger.member[position];
    open.session = session;
    open.close = ledger.close[position];
    open.entryPrice = ledger.entryPrice[position];
    open.peak = ledger.peak[position];
    open.held = heldAt(plan, ledger.entrySession[position], session);
    return ofPosition(open);
  };
}
