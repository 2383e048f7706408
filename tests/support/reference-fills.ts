/** The reference's fills: steps 1 and 2 of a session, resting stops, and what is paid of what is owed. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { ExitReason } from "#workers/model/report.ts";
import { bySymbol, fillPrice, nothingOf, peakBefore } from "./reference-books.ts";
import type { Books, Holding, Order } from "./reference-books.ts";
import { atLeast, atMost, barOn, itemAt, knownBar, sum } from "./reference-series.ts";
import type { Bar } from "./reference-series.ts";

interface Sale {
  readonly quantity: number;
  readonly price: number;
  readonly reason: ExitReason;
}

/** Lists a position from its first fill to its last; what is still held counts at its last close. */
export function listPosition(books: Books, holding: Holding, end: { day: number; reason: ExitReason }): void {
  const { bought, boughtFor, paid, series, symbol, entrySession } = holding;
  const { calendar } = books.run;
  const left = end.reason === "open" ? holding.quantity : 0;
  const leftFor = left * knownBar(series, end.day).close;
  const profit = holding.brought + leftFor - paid;
  books.positions.push({
    instrument: symbol,
    label: series.instrument.name === "" ? symbol : series.instrument.name,
    entryDate: formatIsoDay(itemAt(calendar, entrySession)),
    exitDate: formatIsoDay(end.day),
    entryPrice: boughtFor / bought,
    exitPrice: (holding.soldFor + leftFor) / (holding.sold + left),
    quantity: bought,
    profit,
    profitPercent: (profit / boughtFor) * 100,
    daysHeld: calendar.indexOf(end.day) - entrySession,
    exitReason: end.reason,
  });
}

/** The lesser of what is asked and what is held. */
function sell(books: Books, holding: Holding, day: number, sale: Sale): void {
  const { slippagePercent, commissionPercent } = books.run.strategy.simulation;
  const quantity = Math.min(sale.quantity, holding.quantity);
  const price = sale.price * (1 - slippagePercent / 100);
  const brought = quantity * price * (1 - commissionPercent / 100);
  books.cash += brought;
  holding.sold += quantity;
  holding.soldFor += quantity * price;
  holding.brought += brought;
  holding.quantity -= quantity;
  holding.part = null;
  const commission = (quantity * price * commissionPercent) / 100;
  const { symbol: instrument } = holding;
  const { reason } = sale;
  books.decisions.push({ type: "sell", reason, day, instrument, price, quantity, commission });
  if (holding.quantity > 0) return;
  books.holdings = books.holdings.filter((each) => each !== holding);
  books.lastSold.set(instrument, books.run.calendar.indexOf(day));
  listPosition(books, holding, { day, reason });
}

/** Step 1. */
export function presumeDelisted(books: Books, t: number, day: number): void {
  const { calendar, delistedAfter } = books.run;
  const recent = calendar.slice(Math.max(0, t - delistedAfter + 1), t + 1);
  if (recent.length < delistedAfter) return;
  for (const holding of bySymbol(books.holdings)) {
    const { series, quantity } = holding;
    if (recent.some((each) => barOn(series, each) !== null)) continue;
    sell(books, holding, day, { quantity, price: knownBar(series, day).close, reason: "no-data" });
  }
}

/** Step 2a. */
export function fillSells(books: Books, day: number): void {
  for (const holding of bySymbol(books.holdings)) {
    const bar = barOn(holding.series, day);
    if (bar === null) continue;
    const { sellReason, part, quantity } = holding;
    const price = fillPrice(books, bar);
    if (sellReason !== null) sell(books, holding, day, { quantity, price, reason: sellReason });
    else if (part !== null) sell(books, holding, day, { ...part, price });
  }
}

export function miss(books: Books, money: number, day: number): void {
  if (money <= nothingOf(books)) return;
  books.missed += money;
  books.ranOut ??= day;
}

/** @returns what was paid */
export function payOwed(books: Books, day: number): number {
  const paid = Math.min(books.owed, Math.max(0, books.cash));
  books.cash -= paid;
  books.owed -= paid;
  books.withdrawn += paid;
  if (books.holdings.length === 0) {
    miss(books, books.owed, day);
    books.owed = 0;
  }
  if (books.owed <= nothingOf(books)) books.owed = 0;
  return paid;
}

function lapse(books: Books, order: Order, day: number, reason: keyof Books["passedOver"]): void {
  books.passedOver[reason] += 1;
  books.decisions.push({ type: "lapse", day, instrument: order.symbol, reason });
}

/** @returns what it cost */
function buy(books: Books, order: Order, t: number, { bar, money }: { bar: Bar; money: number }): number {
  const { strategy } = books.run;
  const { slippagePercent, commissionPercent, fractionalShares, positionSizing } = strategy.simulation;
  const nothing = nothingOf(books);
  const price = fillPrice(books, bar) * (1 + slippagePercent / 100);
  const costAShare = price * (1 + commissionPercent / 100);
  let quantity = Math.min(money, books.cash) / costAShare;
  if (!fractionalShares) quantity = Math.floor(quantity + 1e-9);
  // past 2^53 one less is none less
  while (books.cash - quantity * costAShare < -nothing && quantity - 1 < quantity) quantity -= 1;
  const cost = quantity * costAShare;
  if (cost <= nothing || (positionSizing === "weights" && money <= nothing)) {
    lapse(books, order, bar.day, "noCash");
    return 0;
  }
  books.cash -= cost;
  const { series, symbol } = order;
  const commission = (quantity * price * commissionPercent) / 100;
  books.decisions.push({ type: "buy", day: bar.day, instrument: symbol, price, quantity, commission });
  const held = books.holdings.find((each) => each.symbol === symbol);
  if (held === undefined) {
    const empty = { sellReason: null, part: null, sold: 0, soldFor: 0, brought: 0 };
    const entered = { series, symbol, entrySession: t, firstPrice: price, average: price, quantity };
    books.holdings.push({
      ...empty,
      ...entered,
      bought: quantity,
      boughtFor: quantity * price,
      paid: cost,
    });
    return cost;
  }
  held.average = (held.quantity * held.average + quantity * price) / (held.quantity + quantity);
  held.quantity += quantity;
  held.bought += quantity;
  held.boughtFor += quantity * price;
  held.paid += cost;
  return cost;
}

/** Step 2c of slots: by priority. */
export function fillSlots(books: Books, t: number, day: number): void {
  const orders = books.buys;
  books.buys = [];
  for (const order of orders) {
    const bar = barOn(order.series, day);
    if (bar === null) lapse(books, order, day, "noBar");
    else if (books.holdings.length >= books.run.strategy.simulation.maxPositions)
      lapse(books, order, day, "noSlot");
    else buy(books, order, t, { bar, money: order.money });
  }
}

/** Orders for positions that are gone lapse at once. */
export function dropOrphans(books: Books): void {
  const isHeld = ({ symbol }: Order): boolean => books.holdings.some((each) => each.symbol === symbol);
  books.buys = books.buys.filter((order) => order.kind === "new" || isHeld(order));
}

/** Step 2c of weights: by symbol, all scaled down where the cash does not reach. */
export function fillWeights(books: Books, t: number, day: number): void {
  dropOrphans(books);
  const due: { order: Order; symbol: string; bar: Bar }[] = [];
  const waiting: Order[] = [];
  let places = books.run.strategy.simulation.maxPositions - books.holdings.length;
  for (const order of books.buys) {
    const bar = barOn(order.series, day);
    if (bar === null) waiting.push(order);
    else if (order.kind === "new" && places-- <= 0) lapse(books, order, day, "noSlot");
    else due.push({ order, symbol: order.symbol, bar });
  }
  books.buys = waiting;
  const wanted = sum(bySymbol(due).map(({ order }) => order.money));
  const cash = Math.max(0, books.cash);
  const share = wanted > cash ? cash / wanted : 1;
  for (const { order, bar } of bySymbol(due)) {
    const cost = buy(books, order, t, { bar, money: order.money * share });
    if (order.kind === "in") books.uninvested = Math.max(0, books.uninvested - cost);
  }
}

/** Where the orders that lie in the market sell the holding on the day of that bar. */
function restingSale(books: Books, holding: Holding, bar: Bar): Omit<Sale, "quantity"> | null {
  const { average } = holding;
  const { stopLoss, trailingStopLoss, takeProfit } = books.run.strategy.sell;
  const fixed = stopLoss === null ? null : average * (1 - stopLoss / 100);
  const peak = peakBefore(books, holding, bar.day);
  const trailing = trailingStopLoss === null ? null : peak * (1 - trailingStopLoss / 100);
  const stops = [fixed, trailing].filter((price) => price !== null);
  if (stops.length > 0) {
    const price = Math.max(...stops);
    const reason = fixed !== null && atLeast(fixed, price) ? "stop-loss" : "trailing-stop";
    if (atMost(bar.open, price)) return { price: bar.open, reason };
    if (atMost(bar.low, price)) return { price, reason };
  }
  if (takeProfit === null) return null;
  const target = average * (1 + takeProfit / 100);
  if (atLeast(bar.open, target)) return { price: bar.open, reason: "take-profit" };
  return atLeast(bar.high, target) ? { price: target, reason: "take-profit" } : null;
}

export function fillRestingStops(books: Books, t: number, day: number): void {
  const { sell: rules } = books.run.strategy;
  if (rules.stopOrders !== "resting") return;
  for (const holding of bySymbol(books.holdings)) {
    const bar = barOn(holding.series, day);
    const lies = holding.sellReason === null && holding.entrySession < t;
    if (bar === null || !lies || t - holding.entrySession < rules.minHoldingDays) continue;
    const sale = restingSale(books, holding, bar);
    if (sale !== null) sell(books, holding, day, { ...sale, quantity: holding.quantity });
  }
}
