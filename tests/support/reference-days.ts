/** The reference's day loop: section 3 of workers/engine/README.md, step by step, in the order of its numbers. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { ExitReason, PassedOver, Position } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import {
  atLeast,
  atMost,
  barOn,
  growthRatio,
  hasMarketCap,
  isSignal,
  itemAt,
  knownBar,
  sum,
} from "./reference-series.ts";
import type { Bar, Series } from "./reference-series.ts";

const SESSIONS_WITHOUT_BAR = 20;

interface Holding {
  readonly series: Series;
  readonly symbol: string;
  readonly entrySession: number;
  readonly entryPrice: number;
  readonly quantity: number;
  /** Set once its sale is decided. */
  sellReason: ExitReason | null;
}

interface Order {
  readonly series: Series;
  readonly slotValue: number;
}

interface DayClose {
  readonly equity: number;
  readonly open: number;
}

export interface Days {
  readonly positions: readonly Position[];
  readonly closes: readonly DayClose[];
  readonly passedOver: PassedOver;
  readonly decisions: readonly Decision[];
}

/** Sessions are places in `calendar`; `period` is the part of it that is simulated. */
export function runDays(
  strategy: Strategy,
  universe: readonly Series[],
  { calendar, period }: { calendar: readonly number[]; period: readonly number[] },
): Days {
  const { sell, simulation } = strategy;
  const { startMargin, maxPositions } = simulation;
  const slippage = simulation.slippagePercent / 100;
  const commission = simulation.commissionPercent / 100;
  const isAtOpen = simulation.fillAt === "next-open";

  const rules = { strategy, universe, isRankKnown: hasMarketCap(universe) };

  let cash = startMargin;
  let holdings: Holding[] = [];
  let buyOrders: Order[] = [];
  const positions: Position[] = [];
  const closes: DayClose[] = [];
  const decisions: Decision[] = [];
  const passedOver = { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 };

  function record(holding: Holding, exit: { day: number; price: number; fee: number; reason: ExitReason }) {
    const { entryPrice, quantity, symbol, series } = holding;
    const costs = quantity * entryPrice * commission + quantity * exit.fee;
    const profit = quantity * (exit.price - entryPrice) - costs;
    positions.push({
      instrument: symbol,
      label: series.instrument.name === "" ? symbol : series.instrument.name,
      entryDate: formatIsoDay(itemAt(calendar, holding.entrySession)),
      exitDate: formatIsoDay(exit.day),
      entryPrice,
      exitPrice: exit.price,
      quantity,
      profit,
      profitPercent: (profit / (quantity * entryPrice)) * 100,
      daysHeld: calendar.indexOf(exit.day) - holding.entrySession,
      exitReason: exit.reason,
    });
  }

  function sellHolding(holding: Holding, day: number, sale: { price: number; reason: ExitReason }) {
    const fill = sale.price * (1 - slippage);
    cash += holding.quantity * fill * (1 - commission);
    holdings = holdings.filter((each) => each !== holding);
    record(holding, { day, price: fill, fee: fill * commission, reason: sale.reason });
    const { symbol: instrument, quantity } = holding;
    decisions.push({ type: "sell", day, instrument, price: fill, quantity });
  }

  function presumeDelisted(t: number, day: number) {
    for (const holding of holdings) {
      const recent = calendar.slice(Math.max(0, t - SESSIONS_WITHOUT_BAR + 1), t + 1);
      const isSilent = recent.every((each) => barOn(holding.series, each) === null);
      if (recent.length < SESSIONS_WITHOUT_BAR || !isSilent) continue;
      sellHolding(holding, day, { price: knownBar(holding.series, day).close, reason: "no-data" });
    }
  }

  function fillSells(day: number) {
    const due = holdings.filter((each) => each.sellReason !== null);
    for (const holding of due.toSorted((a, b) => compareSymbols(a.symbol, b.symbol))) {
      const bar = barOn(holding.series, day);
      if (bar === null || holding.sellReason === null) continue;
      const price = isAtOpen ? bar.open : bar.close;
      sellHolding(holding, day, { price, reason: holding.sellReason });
    }
  }

  function fillBuy({ series, slotValue }: Order, t: number, day: number) {
    const { symbol } = series.instrument;
    const lapse = (reason: keyof PassedOver) => {
      passedOver[reason] += 1;
      decisions.push({ type: "lapse", day, instrument: symbol, reason });
    };
    const bar = barOn(series, day);
    if (bar === null) return lapse("noBar");
    if (holdings.length >= maxPositions) return lapse("noSlot");
    const fill = (isAtOpen ? bar.open : bar.close) * (1 + slippage);
    const costAShare = fill * (1 + commission);
    let quantity = Math.min(slotValue, cash) / costAShare;
    if (!simulation.fractionalShares) quantity = Math.floor(quantity + 1e-9);
    while (cash - quantity * costAShare < -1e-9 * startMargin) quantity -= 1;
    if (quantity * costAShare <= 1e-9 * startMargin) return lapse("noCash");
    cash -= quantity * costAShare;
    holdings.push({ series, symbol, entrySession: t, entryPrice: fill, quantity, sellReason: null });
    decisions.push({ type: "buy", day, instrument: symbol, price: fill, quantity });
  }

  function fillOrders(t: number, day: number) {
    fillSells(day);
    for (const order of buyOrders) fillBuy(order, t, day);
    buyOrders = [];
  }

  function exitReason(holding: Holding, t: number, bar: Bar): ExitReason | null {
    const { entryPrice, entrySession, series } = holding;
    const held = t + 1 - entrySession;
    if (held < sell.minHoldingDays) return null;
    const lived = series.bars.filter(
      (each) => each.day >= itemAt(calendar, entrySession) && each.day <= bar.day,
    );
    const peak = Math.max(entryPrice, ...lived.map((each) => each.close));
    const { stopLoss, trailingStopLoss, takeProfit, maxHoldingDays } = sell;
    if (stopLoss !== null && atMost(bar.close, entryPrice * (1 - stopLoss / 100))) return "stop-loss";
    if (trailingStopLoss !== null && atMost(bar.close, peak * (1 - trailingStopLoss / 100))) {
      return "trailing-stop";
    }
    if (takeProfit !== null && atLeast(bar.close, entryPrice * (1 + takeProfit / 100))) return "take-profit";
    if (maxHoldingDays !== null && held >= maxHoldingDays) return "max-holding";
    return null;
  }

  function decideExits(t: number, day: number) {
    for (const holding of holdings) {
      const bar = barOn(holding.series, day);
      if (bar === null || holding.sellReason !== null) continue;
      holding.sellReason = exitReason(holding, t, bar);
      if (holding.sellReason === null) continue;
      decisions.push({ type: "exit", day, instrument: holding.symbol, reason: holding.sellReason });
    }
  }

  function priority(series: Series, bar: Bar): number {
    switch (simulation.sortingType) {
      case "300-days-top-gainer-first":
        return growthRatio(series, bar.day, 300) ?? -Infinity;
      case "market-cap-desc":
        return bar.marketCap ?? -Infinity;
      case "volume-desc":
        return bar.volume;
      case "expression":
        throw new RangeError("the reference knows strategy/1 only");
    }
  }

  function decideBuys(day: number, equity: number) {
    const slotValue = equity / maxPositions;
    const candidates: { series: Series; instrument: string; close: number; key: number }[] = [];
    for (const series of universe) {
      const bar = barOn(series, day);
      const { symbol } = series.instrument;
      if (bar === null || holdings.some((holding) => holding.symbol === symbol)) continue;
      if (!isSignal(rules, series, day)) continue;
      candidates.push({ series, instrument: symbol, close: bar.close, key: priority(series, bar) });
    }
    candidates.sort(
      (a, b) => (a.key === b.key ? 0 : b.key - a.key) || compareSymbols(a.instrument, b.instrument),
    );
    const sellsPending = holdings.filter((holding) => holding.sellReason !== null).length;
    const freeSlots = maxPositions - holdings.length + sellsPending;
    let rank = 0;
    for (const { series, instrument, close, key } of candidates) {
      const costAShare = close * (1 + slippage) * (1 + commission);
      const canBuyOne = simulation.fractionalShares || Math.floor(slotValue / costAShare + 1e-9) >= 1;
      if (!canBuyOne) {
        passedOver.unaffordable += 1;
        decisions.push({ type: "candidate", day, instrument, rank: 0, key, outcome: "unaffordable" });
        continue;
      }
      rank += 1;
      const outcome = rank <= freeSlots ? "ordered" : "noSlot";
      if (outcome === "ordered") buyOrders.push({ series, slotValue });
      else passedOver.noSlot += 1;
      decisions.push({ type: "candidate", day, instrument, rank, key, outcome });
    }
  }

  const lastDay = itemAt(period, period.length - 1);
  for (const day of period) {
    const t = calendar.indexOf(day);
    presumeDelisted(t, day);
    fillOrders(t, day);
    const worth = holdings.map((each) => each.quantity * knownBar(each.series, day).close);
    const equity = cash + sum(worth);
    closes.push({ equity, open: holdings.length });
    decideExits(t, day);
    if (day !== lastDay) decideBuys(day, equity);
  }
  for (const holding of holdings) {
    const bar = knownBar(holding.series, lastDay);
    record(holding, { day: bar.day, price: bar.close, fee: 0, reason: "open" });
  }
  positions.sort(
    (a, b) => compareSymbols(a.entryDate, b.entryDate) || compareSymbols(a.instrument, b.instrument),
  );
  return { positions, closes, passedOver, decisions };
}
