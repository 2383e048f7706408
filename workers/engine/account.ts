/**
 * The account: the one place where money moves. It holds cash, positions and the orders that wait; fills them at a session's
 * prices, costs taken; sells who is presumed delisted; and marks itself at each close. Whom to buy and to sell is decided
 * elsewhere (decide.ts) and comes here as orders. Nothing here allocates per session.
 */
import { affordableQuantity } from "#workers/model/forgive.ts";
import type { TradedValues } from "#workers/model/report.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { BarFigure } from "./bar-prices.ts";
import {
  NONE,
  NOT_HELD,
  NO_DATA,
  addTo,
  enter,
  leave,
  makeLedger,
  placePart,
  reduce,
  withdrawPart,
} from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { earnInterest, makeMoney, moveMoney, payOwed } from "./money.ts";
import type { Money } from "./money.ts";
import { ENTRY, MONEY_IN, keepOrders } from "./order-list.ts";
import type { OrderList } from "./order-list.ts";
import type { RunPlan } from "./run-plan.ts";
import type { Fill } from "./simulation-hooks.ts";

export interface Account {
  readonly plan: RunPlan;
  readonly ledger: Ledger;
  /** Buys that wait: with slots those of the last close, in priority order; with weights the new ones first. */
  readonly orders: OrderList;
  readonly money: Money;
  /** What filling buys of weights needs again each time. */
  readonly scratch: { readonly due: Int32Array; readonly orderOf: Int32Array };
  /** One value a session of the period, at the close, in currency. */
  readonly equity: Float64Array;
  /** What of it is in no position. */
  readonly cash: Float64Array;
  /** Open positions at each close. */
  readonly openPositions: Int32Array;
  /** null with a strategy/1 or /2, whose positions tell it. */
  readonly traded: TradedValues | null;
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
    money: makeMoney(plan),
    scratch: { due: new Int32Array(orders.row.length), orderOf: new Int32Array(plan.universe.length) },
    equity: new Float64Array(sessions),
    cash: new Float64Array(sessions),
    openPositions: new Int32Array(sessions),
    traded:
      plan.strategy.format === "strategy/3"
        ? { bought: new Float64Array(sessions), sold: new Float64Array(sessions) }
        : null,
    lapsed: { noSlot: 0, noCash: 0, noBar: 0 },
    watch,
  };
}

/** Step 1, and with it each open position's last bar up to this session. */
function sellDelisted(account: Account, session: number): void {
  const { ledger, plan } = account;
  const { calendar, priceOf, delistedAfter } = plan;
  const { open, member, row, barSession, close } = ledger; // no sale makes them anew
  for (let at = 0; at < ledger.openCount; at++) {
    const position = open[at];
    const found = rowOn(calendar, member[position], session);
    if (found !== NO_BAR) {
      row[position] = found;
      barSession[position] = session;
      close[position] = priceOf.close(found, member[position]);
      continue;
    }
    if (session - barSession[position] < delistedAfter) continue;
    sell(account, at, { session, price: close[position], reason: NO_DATA });
    at--;
  }
}

/** Steps 0 and 1. */
export function beginSession(account: Account, session: number): void {
  account.money.cashBefore = account.ledger.cash;
  sellDelisted(account, session);
}

/** Step 2: the sells that wait, what is owed, then the buys. @param isBehindMark - with same-close */
export function fillOrders(account: Account, session: number, isBehindMark: boolean): void {
  const { ledger, plan, money } = account;
  fillSells(account, session);
  if (money.moves !== null) {
    const paid = isBehindMark ? money.moves.paidAfter : money.moves.paid;
    payOwed(plan, ledger, money, { at: session - plan.firstSession, paid });
  }
  if (plan.rebalanced === null) fillSlots(account, session);
  else fillWeights(account, session);
  money.cashBehindBuys = ledger.cash;
}

/** Fills the sells that wait, in the order of symbols; one whose instrument has no bar waits for its next bar. */
function fillSells(account: Account, session: number): void {
  const { ledger, plan } = account;
  if (ledger.pendingCount === 0 && ledger.partCount === 0) return;
  const fillPrice = fillPriceOf(plan);
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    const reason = ledger.pending[position];
    if (reason === NONE && ledger.part[position] === 0) continue;
    if (ledger.barSession[position] !== session) continue;
    const price = fillPrice(ledger.row[position], ledger.member[position]);
    if (reason !== NONE) sell(account, at, { session, price, reason });
    else sellPart(account, at, session, price);
    if (ledger.open[at] !== position || at === ledger.openCount) at--;
  }
}

/** A sale at a price of the market, from which slippage and commission are taken. */
interface Sale {
  readonly session: number;
  readonly price: number;
  /** A byte of ledger.ts. */
  readonly reason: number;
}

/** Sells the position at a place of the open list. */
export function sell(account: Account, at: number, { session, price, reason }: Sale): void {
  const { ledger } = account;
  const position = ledger.open[at];
  const [member, quantity] = [ledger.member[position], ledger.quantity[position]];
  const fill = price * account.plan.costs.sellSlippage;
  leave(ledger, at, { session, price: fill, reason, proceeds: proceedsOf(account, quantity, fill) });
  tellSale(account, member, { session, price: fill, reason, quantity });
}

/** Sells the part that is ordered of it, all of it where no more is held. */
function sellPart(account: Account, at: number, session: number, price: number): void {
  const { ledger } = account;
  const position = ledger.open[at];
  const [reason, quantity] = [ledger.partReason[position], ledger.part[position]];
  if (quantity >= ledger.quantity[position]) {
    sell(account, at, { session, price, reason });
    return;
  }
  const fill = price * account.plan.costs.sellSlippage;
  const proceeds = proceedsOf(account, quantity, fill);
  reduce(ledger, position, quantity, { session, price: fill, reason, proceeds });
  tellSale(account, ledger.member[position], { session, price: fill, reason, quantity });
}

function proceedsOf({ plan: { costs } }: Account, quantity: number, fill: number): number {
  return quantity * (fill * (1 - costs.commission));
}

function tellSale(
  { plan, watch, traded }: Account,
  member: number,
  { session, price, reason, quantity }: Sale & { readonly quantity: number },
): void {
  if (traded !== null) traded.sold[session - plan.firstSession] += quantity * price;
  if (watch.onFill === undefined) return;
  const commission = quantity * price * plan.costs.commission;
  watch.onFill({ session, member, reason, quantity, price, commission });
}

/** The orders of the last close, in priority order. */
function fillSlots(account: Account, session: number): void {
  const { orders, plan, ledger } = account;
  for (let at = 0; at < orders.count; at++) {
    const member = orders.member[at];
    const row = rowOn(plan.calendar, member, session);
    if (row === NO_BAR) lapse(account, session, member, "noBar");
    else if (ledger.openCount >= plan.strategy.simulation.maxPositions)
      lapse(account, session, member, "noSlot");
    else buy(account, session, { member, row, money: orders.slotValue[at] });
  }
  orders.count = 0;
}

/**
 * Those that have a bar, by symbol, scaled down together where the cash does not reach; the others wait. A new one for which
 * there is no place lapses.
 */
function fillWeights(account: Account, session: number): void {
  const { orders, plan, ledger, money } = account;
  if (orders.count === 0) return;
  dropOrphans(account);
  const { due, orderOf } = account.scratch;
  let places = plan.strategy.simulation.maxPositions - ledger.openCount;
  let count = 0;
  for (let at = 0; at < orders.count; at++) {
    const member = orders.member[at];
    orders.row[at] = rowOn(plan.calendar, member, session);
    if (orders.row[at] === NO_BAR) continue;
    if (orders.purpose[at] === ENTRY && places-- <= 0) {
      lapse(account, session, member, "noSlot");
      continue;
    }
    orderOf[member] = at;
    due[count++] = member;
  }
  const members = due.subarray(0, count).toSorted();
  let wanted = 0;
  for (const member of members) wanted += orders.slotValue[orderOf[member]];
  const cash = Math.max(0, ledger.cash);
  const share = wanted > cash ? cash / wanted : 1;
  for (const member of members) {
    const at = orderOf[member];
    const cost = buy(account, session, { member, row: orders.row[at], money: orders.slotValue[at] * share });
    if (orders.purpose[at] === MONEY_IN) money.uninvested = Math.max(0, money.uninvested - cost);
  }
  keepOrders(orders, (at) => orders.row[at] === NO_BAR);
}

interface Purchase {
  readonly member: number;
  readonly row: number;
  readonly money: number;
}

/** Buys for positions that are gone lapse at once. */
export function dropOrphans({ orders, ledger: { positionOf } }: Account): void {
  if (orders.count === 0) return;
  keepOrders(orders, (at) => orders.purpose[at] === ENTRY || positionOf[orders.member[at]] !== NOT_HELD);
}

/** @returns what it cost, in currency: 0 where the money buys nothing */
function buy(account: Account, session: number, { member, row, money }: Purchase): number {
  const { plan, ledger, watch, traded } = account;
  const { costs } = plan;
  const price = fillPriceOf(plan)(row, member) * costs.buySlippage;
  const costPerShare = price * (1 + costs.commission);
  const quantity =
    money <= plan.negligible && plan.rebalanced !== null
      ? 0
      : affordableQuantity(money, ledger.cash, costPerShare, plan);
  if (quantity === 0) {
    lapse(account, session, member, "noCash");
    return 0;
  }
  const cost = quantity * costPerShare;
  const position = ledger.positionOf[member];
  if (position !== NOT_HELD) addTo(ledger, position, { price, quantity, cost });
  else {
    const close = plan.priceOf.close(row, member);
    enter(ledger, { member, row, session, close, price, quantity, cost });
  }
  if (traded !== null) traded.bought[session - plan.firstSession] += quantity * price;
  watch.onFill?.({
    session,
    member,
    reason: NONE,
    quantity,
    price,
    commission: quantity * price * costs.commission,
  });
  return cost;
}

function lapse({ lapsed, watch }: Account, session: number, member: number, reason: Lapse): void {
  lapsed[reason]++;
  watch.onLapse?.(session, member, reason);
}

/** Step 3: adds interest, marks every position at its last known close, and moves the money that is due. */
export function closeSession(account: Account, session: number): void {
  const { ledger, plan, money, equity, cash, openPositions } = account;
  earnInterest(plan, ledger, money, session);
  if (money.moves !== null) moveMoney(plan, ledger, money, { session, equity: worthOf(ledger) });
  const at = session - plan.firstSession;
  equity[at] = worthOf(ledger);
  cash[at] = ledger.cash;
  openPositions[at] = ledger.openCount;
}

/** Cash plus every position at its last known close. */
function worthOf({ cash, open, openCount, quantity, close }: Ledger): number {
  let value = cash;
  for (let at = 0; at < openCount; at++) value += quantity[open[at]] * close[open[at]];
  return value;
}

/** What may be put into positions: equity at the session's mark less what is owed. */
export function worthAt({ equity, money, plan }: Account, session: number): number {
  return equity[session - plan.firstSession] - money.owed;
}

/** Orders a position to be sold whole at its next fill, in place of a part. @param reason - a byte of ledger.ts */
export function orderSale({ ledger }: Account, position: number, reason: number): void {
  withdrawPart(ledger, position);
  ledger.pending[position] = reason;
  ledger.pendingCount++;
}

/** Orders that so much of a position is sold at its next fill; next to all of it is all. 0 is no order. */
export function orderPart(account: Account, position: number, quantity: number, reason: number): void {
  const { ledger } = account;
  if (quantity >= ledger.quantity[position] * NEXT_TO_ALL) orderSale(account, position, reason);
  else placePart(ledger, position, quantity, reason);
}

/** The fraction of what is held from which a part is a sale of all. */
const NEXT_TO_ALL = 1 - 1e-9;

function fillPriceOf({ strategy, priceOf }: RunPlan): BarFigure {
  return strategy.simulation.fillAt === "next-open" ? priceOf.open : priceOf.close;
}
