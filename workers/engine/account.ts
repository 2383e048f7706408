/**
 * The account: the one place where money moves. It holds cash, positions and the orders that wait; fills them at a session's
 * prices, costs taken; sells who is presumed delisted; and marks itself at each close. Whom to buy and to sell is decided
 * elsewhere (decide.ts) and comes here as orders. Nothing here allocates per session.
 */
import { affordableQuantity } from "#workers/model/forgive.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { BarFigure } from "./bar-prices.ts";
import { NONE, NO_DATA, enter, leave, makeLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import type { OrderList } from "./order-list.ts";
import type { RunPlan } from "./run-plan.ts";
import type { Fill } from "./simulation-hooks.ts";

export interface Account {
  readonly plan: RunPlan;
  readonly ledger: Ledger;
  /** Buys that the last close decided, in priority order. */
  readonly orders: OrderList;
  /** One value a session of the period, at the close, in currency. */
  readonly equity: Float64Array;
  /** What of it is in no position. */
  readonly cash: Float64Array;
  /** Open positions at each close. */
  readonly openPositions: Int32Array;
  /** Orders that came to nothing. */
  readonly lapsed: { noSlot: number; noCash: number; noBar: number };
  readonly watch: AccountWatch;
}

/** Who is told what the account does, in the order in which it happens. */
export interface AccountWatch {
  readonly onFill?: ((fill: Fill) => void) | undefined;
  /** A buy that came to nothing. */
  readonly onLapse?: ((session: number, member: number, reason: Lapse) => void) | undefined;
}

/** Why a buy comes to nothing: no bar to fill it on, no free place, or no money for it. */
export type Lapse = "noBar" | "noSlot" | "noCash";

/** With startMargin and no positions. @param orders - an empty list, which the account fills from */
export function openAccount(plan: RunPlan, orders: OrderList, watch: AccountWatch): Account {
  const { startMargin, maxPositions } = plan.strategy.simulation;
  const sessions = plan.lastSession - plan.firstSession + 1;
  return {
    plan,
    ledger: makeLedger(startMargin, maxPositions, plan.universe.length),
    orders,
    equity: new Float64Array(sessions),
    cash: new Float64Array(sessions),
    openPositions: new Int32Array(sessions),
    lapsed: { noSlot: 0, noCash: 0, noBar: 0 },
    watch,
  };
}

/** Step 1, and with it each open position's last bar up to this session. */
export function sellDelisted(account: Account, session: number): void {
  const { ledger, plan } = account;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    const row = rowOn(plan.calendar, ledger.member[position], session);
    if (row !== NO_BAR) {
      ledger.row[position] = row;
      ledger.barSession[position] = session;
      ledger.close[position] = plan.priceOf.close(row, ledger.member[position]);
      continue;
    }
    if (session - ledger.barSession[position] < plan.delistedAfter) continue;
    sell(account, at, { session, price: ledger.close[position], reason: NO_DATA });
    at--;
  }
}

/** Step 2: the sells that wait, then the buys. */
export function fillOrders(account: Account, session: number): void {
  fillSells(account, session);
  fillBuys(account, session);
}

/** By symbol; one without a bar waits for its next bar. */
function fillSells(account: Account, session: number): void {
  const { ledger, plan } = account;
  if (ledger.pendingCount === 0) return;
  const fillPrice = fillPriceOf(plan);
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.pending[position] === NONE || ledger.barSession[position] !== session) continue;
    const price = fillPrice(ledger.row[position], ledger.member[position]);
    sell(account, at, { session, price, reason: ledger.pending[position] });
    at--;
  }
}

/**
 * Sells the position at a place of the open list.
 *
 * @param exit - at a price of the market, from which slippage and commission are taken
 */
export function sell(
  { ledger, plan, watch }: Account,
  at: number,
  { session, price, reason }: { session: number; price: number; reason: number },
): void {
  const { costs } = plan;
  const position = ledger.open[at];
  const [member, quantity] = [ledger.member[position], ledger.quantity[position]];
  const fill = price * costs.sellSlippage;
  const proceeds = quantity * (fill * (1 - costs.commission));
  leave(ledger, at, { session, price: fill, reason, proceeds });
  if (watch.onFill === undefined) return;
  watch.onFill({
    session,
    member,
    reason,
    quantity,
    price: fill,
    commission: quantity * fill * costs.commission,
  });
}

/** The orders of the last close, in priority order. */
function fillBuys(account: Account, session: number): void {
  const { orders, plan, ledger, watch } = account;
  const { calendar, costs } = plan;
  const fillPrice = fillPriceOf(plan);
  for (let at = 0; at < orders.count; at++) {
    const member = orders.member[at];
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) {
      lapse(account, session, member, "noBar");
      continue;
    }
    if (ledger.openCount >= plan.strategy.simulation.maxPositions) {
      lapse(account, session, member, "noSlot");
      continue;
    }
    const price = fillPrice(row, member) * costs.buySlippage;
    const costPerShare = price * (1 + costs.commission);
    const quantity = affordableQuantity(orders.slotValue[at], ledger.cash, costPerShare, plan);
    if (quantity === 0) {
      lapse(account, session, member, "noCash");
      continue;
    }
    const close = plan.priceOf.close(row, member);
    enter(ledger, { member, row, session, close, price, quantity, cost: quantity * costPerShare });
    watch.onFill?.({
      session,
      member,
      reason: NONE,
      quantity,
      price,
      commission: quantity * price * costs.commission,
    });
  }
  orders.count = 0;
}

function lapse({ lapsed, watch }: Account, session: number, member: number, reason: Lapse): void {
  lapsed[reason]++;
  watch.onLapse?.(session, member, reason);
}

/** Step 3: cash plus every position at its last known close. */
export function markAtClose({ ledger, plan, equity, cash, openPositions }: Account, session: number): void {
  let value = ledger.cash;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    value += ledger.quantity[position] * ledger.close[position];
  }
  equity[session - plan.firstSession] = value;
  cash[session - plan.firstSession] = ledger.cash;
  openPositions[session - plan.firstSession] = ledger.openCount;
}

/** Orders a position to be sold whole at its next fill. @param reason - a byte of ledger.ts */
export function orderSale({ ledger }: Account, position: number, reason: number): void {
  ledger.pending[position] = reason;
  ledger.pendingCount++;
}

function fillPriceOf({ strategy, priceOf }: RunPlan): BarFigure {
  return strategy.simulation.fillAt === "next-open" ? priceOf.open : priceOf.close;
}
