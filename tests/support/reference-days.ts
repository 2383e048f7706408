/** The reference's day loop, with what sections 7, 8, 9 and 13 of workers/rules/README.md add: section 3 of workers/engine/README.md, step by step, in the order of its numbers. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { ExitReason, NextOrders, PassedOver, Position } from "#workers/model/report.ts";
import { isScheduled, slotValueOf } from "./reference-rules.ts";
import type { ReferenceRules } from "./reference-rules.ts";
import { atLeast, atMost, barOn, growthRatio, isSignal, itemAt, knownBar, sum } from "./reference-series.ts";
import type { Bar, Rules, Series } from "./reference-series.ts";

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

interface Candidate extends Order {
  readonly instrument: string;
  readonly close: number;
  readonly key: number;
}

interface DayClose {
  readonly equity: number;
  /** What the positions are worth. */
  readonly invested: number;
  readonly open: number;
}

export interface Days {
  readonly positions: readonly Position[];
  readonly closes: readonly DayClose[];
  readonly passedOver: PassedOver;
  readonly decisions: readonly Decision[];
  readonly next: NextOrders;
}

/** Sessions are places in `calendar`; `period` is the part of it that is simulated. */
export function runDays(
  rules: Rules & { readonly lines: ReferenceRules },
  {
    calendar,
    period,
    delistedAfter,
  }: { calendar: readonly number[]; period: readonly number[]; delistedAfter: number },
): Days {
  const { universe, lines } = rules;
  const { sell, simulation } = rules.strategy;
  const { startMargin, maxPositions } = simulation;
  const slippage = simulation.slippagePercent / 100;
  const commission = simulation.commissionPercent / 100;
  const isAtOpen = simulation.fillAt === "next-open";

  const isResting = sell.stopOrders === "resting";
  const { coolDownDays = 0 } = sell;

  let cash = startMargin;
  let holdings: Holding[] = [];
  let buyOrders: Order[] = [];
  /** The session of each symbol's last sale. */
  const lastSold = new Map<string, number>();
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
    lastSold.set(holding.symbol, calendar.indexOf(day));
    record(holding, { day, price: fill, fee: fill * commission, reason: sale.reason });
    const { symbol: instrument, quantity } = holding;
    const filled = { day, instrument, price: fill, quantity, commission: quantity * fill * commission };
    decisions.push({ type: "sell", reason: sale.reason, ...filled });
  }

  function presumeDelisted(t: number, day: number) {
    for (const holding of holdings) {
      const recent = calendar.slice(Math.max(0, t - delistedAfter + 1), t + 1);
      const isSilent = recent.every((each) => barOn(holding.series, each) === null);
      if (recent.length < delistedAfter || !isSilent) continue;
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
    const overdraws = () => cash - quantity * costAShare < -1e-9 * startMargin;
    while (overdraws() && quantity - 1 < quantity) quantity -= 1; // past 2^53 one less is none less
    if (quantity * costAShare <= 1e-9 * startMargin) return lapse("noCash");
    cash -= quantity * costAShare;
    holdings.push({ series, symbol, entrySession: t, entryPrice: fill, quantity, sellReason: null });
    const paid = { price: fill, quantity, commission: quantity * fill * commission };
    decisions.push({ type: "buy", day, instrument: symbol, ...paid });
  }

  function fillOrders(t: number, day: number) {
    fillSells(day);
    for (const order of buyOrders) fillBuy(order, t, day);
    buyOrders = [];
  }

  /** The highest of the entry price and the closes from the entry to before that day. */
  function peakBefore({ entryPrice, entrySession, series }: Holding, day: number): number {
    const lived = series.bars.filter((each) => each.day >= itemAt(calendar, entrySession) && each.day < day);
    return Math.max(entryPrice, ...lived.map((each) => each.close));
  }

  function exitReason(holding: Holding, t: number, bar: Bar): ExitReason | null {
    const held = t + 1 - holding.entrySession;
    if (held < sell.minHoldingDays) return null;
    const stopped = isResting ? null : stopReason(holding, bar);
    if (stopped !== null) return stopped;
    if (sell.maxHoldingDays !== null && held >= sell.maxHoldingDays) return "max-holding";
    if (!isScheduled(simulation, bar.day, { calendar, period })) return null;
    const { symbol, entryPrice } = holding;
    const position = { entryPrice, held, peak: peakBefore(holding, bar.day + 1) };
    return lines.sell.some((holds) => holds(symbol, bar.day, position) === true) ? "rule" : null;
  }

  function stopReason(holding: Holding, bar: Bar): ExitReason | null {
    const { entryPrice } = holding;
    const peak = peakBefore(holding, bar.day + 1);
    const { stopLoss, trailingStopLoss, takeProfit } = sell;
    if (stopLoss !== null && atMost(bar.close, entryPrice * (1 - stopLoss / 100))) return "stop-loss";
    if (trailingStopLoss !== null && atMost(bar.close, peak * (1 - trailingStopLoss / 100))) {
      return "trailing-stop";
    }
    if (takeProfit !== null && atLeast(bar.close, entryPrice * (1 + takeProfit / 100))) return "take-profit";
    return null;
  }

  /** Where the orders that lie in the market sell the holding on the day of that bar. */
  function restingSale(holding: Holding, bar: Bar): { price: number; reason: ExitReason } | null {
    const { entryPrice } = holding;
    const { stopLoss, trailingStopLoss, takeProfit } = sell;
    const fixed = stopLoss === null ? null : entryPrice * (1 - stopLoss / 100);
    const trailing =
      trailingStopLoss === null ? null : peakBefore(holding, bar.day) * (1 - trailingStopLoss / 100);
    const stops = [fixed, trailing].filter((price) => price !== null);
    if (stops.length > 0) {
      const price = Math.max(...stops);
      const reason = fixed !== null && atLeast(fixed, price) ? "stop-loss" : "trailing-stop";
      if (atMost(bar.open, price)) return { price: bar.open, reason };
      if (atMost(bar.low, price)) return { price, reason };
    }
    if (takeProfit === null) return null;
    const target = entryPrice * (1 + takeProfit / 100);
    if (atLeast(bar.open, target)) return { price: bar.open, reason: "take-profit" };
    return atLeast(bar.high, target) ? { price: target, reason: "take-profit" } : null;
  }

  function fillRestingStops(t: number, day: number) {
    if (!isResting) return;
    for (const holding of holdings.toSorted((a, b) => compareSymbols(a.symbol, b.symbol))) {
      const bar = barOn(holding.series, day);
      const lies = holding.sellReason === null && holding.entrySession < t;
      if (bar === null || !lies || t - holding.entrySession < sell.minHoldingDays) continue;
      const sale = restingSale(holding, bar);
      if (sale !== null) sellHolding(holding, day, sale);
    }
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
        return keyOf(lines.sortBy?.(series.instrument.symbol, bar.day) ?? null);
    }
  }

  /** By priority. */
  function candidatesOn(t: number, equity: number): Candidate[] {
    const day = itemAt(calendar, t);
    const candidates: Candidate[] = [];
    for (const series of universe) {
      const bar = barOn(series, day);
      const { symbol } = series.instrument;
      if (bar === null || holdings.some((holding) => holding.symbol === symbol)) continue;
      if (t - (lastSold.get(symbol) ?? -Infinity) < coolDownDays) continue;
      if (!isSignal(rules, series, day)) continue;
      const distance = lines.riskDistance?.(symbol, day) ?? null;
      const slotValue = slotValueOf(simulation, equity, { close: bar.close, distance });
      if (slotValue === null) continue;
      candidates.push({
        series,
        instrument: symbol,
        close: bar.close,
        key: priority(series, bar),
        slotValue,
      });
    }
    return candidates.toSorted(
      (a, b) => (a.key === b.key ? 0 : b.key - a.key) || compareSymbols(a.instrument, b.instrument),
    );
  }

  /** What a share costs at a price, in money. */
  function costAt(price: number): number {
    return price * (1 + slippage) * (1 + commission);
  }

  function canBuyOne({ close, slotValue }: Candidate): boolean {
    return simulation.fractionalShares || Math.floor(slotValue / costAt(close) + 1e-9) >= 1;
  }

  function freeSlots(): number {
    return maxPositions - holdings.length + holdings.filter((each) => each.sellReason !== null).length;
  }

  function decideBuys(t: number, equity: number) {
    const day = itemAt(calendar, t);
    if (!isScheduled(simulation, day, { calendar, period })) return;
    const slots = freeSlots();
    let rank = 0;
    for (const candidate of candidatesOn(t, equity)) {
      const { instrument, key } = candidate;
      if (!canBuyOne(candidate)) {
        passedOver.unaffordable += 1;
        decisions.push({ type: "candidate", day, instrument, rank: 0, key, outcome: "unaffordable" });
        continue;
      }
      rank += 1;
      const outcome = rank <= slots ? "ordered" : "noSlot";
      if (outcome === "ordered") buyOrders.push(candidate);
      else passedOver.noSlot += 1;
      decisions.push({ type: "candidate", day, instrument, rank, key, outcome });
    }
  }

  function findNext(t: number, equity: number): NextOrders {
    const day = itemAt(calendar, t);
    const sells = holdings.flatMap(({ symbol, sellReason, quantity }) =>
      sellReason === null || sellReason === "open" || sellReason === "no-data"
        ? []
        : [{ instrument: symbol, reason: sellReason, quantity }],
    );
    const isBuying = isScheduled(simulation, day, { calendar, period });
    const bought = isBuying ? candidatesOn(t, equity).filter(canBuyOne).slice(0, freeSlots()) : [];
    return {
      date: formatIsoDay(day),
      sells: sells.toSorted((a, b) => compareSymbols(a.instrument, b.instrument)),
      buys: bought.map(({ instrument, slotValue, close }) => {
        const quantity = slotValue / costAt(close);
        const whole = Math.floor(quantity + 1e-9);
        return { instrument, slotValue, quantity: simulation.fractionalShares ? quantity : whole };
      }),
    };
  }

  const lastDay = itemAt(period, period.length - 1);
  let next: NextOrders = { date: formatIsoDay(lastDay), sells: [], buys: [] };
  for (const day of period) {
    const t = calendar.indexOf(day);
    presumeDelisted(t, day);
    if (!isAtOpen) fillRestingStops(t, day);
    fillOrders(t, day);
    if (isAtOpen) fillRestingStops(t, day);
    const worth = holdings.map((each) => each.quantity * knownBar(each.series, day).close);
    const equity = cash + sum(worth);
    closes.push({ equity, invested: sum(worth), open: holdings.length });
    decideExits(t, day);
    if (day === lastDay) next = findNext(t, equity);
    else decideBuys(t, equity);
  }
  for (const holding of holdings) {
    const bar = knownBar(holding.series, lastDay);
    record(holding, { day: bar.day, price: bar.close, fee: 0, reason: "open" });
  }
  positions.sort(
    (a, b) => compareSymbols(a.entryDate, b.entryDate) || compareSymbols(a.instrument, b.instrument),
  );
  return { positions, closes, passedOver, decisions, next };
}

/** Unknown comes last, behind whatever is beyond the range of singles. */
function keyOf(value: number | null): number {
  return value === null ? -Infinity : Math.max(Math.fround(value), -Number.MAX_VALUE);
}
