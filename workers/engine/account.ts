/**
 * The account: the one place where money moves. It holds cash, positions and the orders that wait; fills them at a session's
 * prices, costs taken; sells who is presumed delisted; and marks itself at each close. Whom to buy and to sell is decided
 * elsewhere (decide.ts) and comes here as orders. Nothing here allocates per session.
 */
import { affordableQuantity } from "#workers/model/forgive.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { BarFigure } from "./bar-prices.ts";
import { NONE, NO_DATA, addTo, enter, leave, makeLedger, placePart, reduce, withdrawPart } from "./ledger.ts";
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
    money: makeMoney(plan),
    equity: new Float64Array(sessions),
    cash: new Float64Array(sessions),
    openPositions: new Int32Array(sessions),
    lapsed: { noSlot: 0, noCash: 0, noBar: 0 },
    watch,
  };
}

/** Step 1, and with it each open position's last bar up to this session. */
function sellDelisted(account: Account, session: number): void {
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

/** By symbol; one without a bar waits for its next bar. */
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
    else sellPart(account, at, { session, price });
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
export function sell(account: Account, at: number, sale: Sale): void {
  const { ledger } = account;
  const position = ledger.open[at];
  const [member, quantity] = [ledger.member[position], ledger.quantity[position]];
  leave(ledger, at, { ...sale, ...proceedsOf(account, quantity, sale) });
  tellSale(account, member, quantity, sale);
}

/** Sells the part that is ordered of it, all of it where no more is held. */
function sellPart(account: Account, at: number, { session, price }: Omit<Sale, "reason">): void {
  const { ledger } = account;
  const position = ledger.open[at];
  const sale = { session, price, reason: ledger.partReason[position] };
  const quantity = ledger.part[position];
  if (quantity >= ledger.quantity[position]) {
    sell(account, at, sale);
    return;
  }
  reduce(ledger, position, quantity, { ...sale, ...proceedsOf(account, quantity, sale) });
  tellSale(account, ledger.member[position], quantity, sale);
}

function proceedsOf({ plan: { costs } }: Account, quantity: number, { price }: Sale) {
  const fill = price * costs.sellSlippage;
  return { price: fill, proceeds: quantity * (fill * (1 - costs.commission)) };
}

function tellSale({ plan, watch }: Account, member: number, quantity: number, sale: Sale): void {
  if (watch.onFill === undefined) return;
  const { costs } = plan;
  const price = sale.price * costs.sellSlippage;
  const commission = quantity * price * costs.commission;
  watch.onFill({ session: sale.session, member, reason: sale.reason, quantity, price, commission });
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
  let places = plan.strategy.simulation.maxPositions - ledger.openCount;
  const due: Purchase[] = [];
  keepOrders(orders, (at) => {
    const member = orders.member[at];
    const row = rowOn(plan.calendar, member, session);
    if (row === NO_BAR) return true;
    if (orders.purpose[at] === ENTRY && places-- <= 0) lapse(account, session, member, "noSlot");
    else due.push({ member, row, money: orders.slotValue[at], purpose: orders.purpose[at] });
    return false;
  });
  due.sort((a, b) => a.member - b.member);
  const wanted = due.reduce((sum, order) => sum + order.money, 0);
  const cash = Math.max(0, ledger.cash);
  const share = wanted > cash ? cash / wanted : 1;
  for (const { member, row, money: asked, purpose } of due) {
    const cost = buy(account, session, { member, row, money: asked * share });
    if (purpose === MONEY_IN) money.uninvested = Math.max(0, money.uninvested - cost);
  }
}

interface Purchase {
  readonly member: number;
  readonly row: number;
  readonly money: number;
  readonly purpose: number;
}

/** Buys for positions that are gone lapse at once. */
export function dropOrphans({ orders, ledger: { held } }: Account): void {
  keepOrders(orders, (at) => {
    const member = orders.member[at];
    return orders.purpose[at] === ENTRY || ((held[member >> 5] >>> (member & 31)) & 1) === 1;
  });
}

/** @returns what it cost, in currency: 0 where the money buys nothing */
function buy(account: Account, session: number, { member, row, money }: Omit<Purchase, "purpose">): number {
  const { plan, ledger, watch } = account;
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
  if (((ledger.held[member >> 5] >>> (member & 31)) & 1) === 1) {
    addTo(ledger, positionOf(ledger, member), { price, quantity, cost });
  } else {
    const close = plan.priceOf.close(row, member);
    enter(ledger, { member, row, session, close, price, quantity, cost });
  }
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

/** The open position of a member that has one. */
export function positionOf({ open, member: members }: Ledger, member: number): number {
  let at = 0;
  while (members[open[at]] !== member) at++;
  return open[at];
}

function lapse({ lapsed, watch }: Account, session: number, member: number, reason: Lapse): void {
  lapsed[reason]++;
  watch.onLapse?.(session, member, reason);
}

/** Step 3: adds interest, marks every position at its last known close, and moves the money that is due. */
export function closeSession(account: Account, session: number): void {
  const { ledger, plan, money, equity, cash, openPositions } = account;
  earnInterest(plan, ledger, money, session);
  if (money.moves !== null) moveMoney(plan, ledger, money, session, worthOf(ledger));
  const at = session - plan.firstSession;
  equity[at] = worthOf(ledger);
  cash[at] = ledger.cash;
  openPositions[at] = ledger.openCount;
}

/** Cash plus every position at its last known close. */
function worthOf(ledger: Ledger): number {
  let value = ledger.cash;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    value += ledger.quantity[position] * ledger.close[position];
  }
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
