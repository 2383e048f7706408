/** The reference's decisions at a close: exits, candidates by priority, and buys of slots. */
import { compareSymbols } from "#workers/model/market.ts";
import type { ExitReason } from "#workers/model/report.ts";
import { bySymbol, canBuyOne, freePlaces, heldFor, nothingOf, peakBefore } from "./reference-books.ts";
import type { Books, Holding } from "./reference-books.ts";
import { slotValueOf } from "./reference-rules.ts";
import { atLeast, atMost, barOn, growthRatio, isSignal, itemAt } from "./reference-series.ts";
import type { Bar, Series } from "./reference-series.ts";

/** Step 4. */
export function decideExits(books: Books, t: number, day: number): void {
  for (const holding of bySymbol(books.holdings)) {
    const bar = barOn(holding.series, day);
    if (bar === null || holding.sellReason !== null) continue;
    holding.sellReason = exitReason(books, holding, t, bar);
    if (holding.sellReason === null) continue;
    holding.part = null;
    const { symbol: instrument, sellReason: reason } = holding;
    books.decisions.push({ type: "exit", day, instrument, reason });
  }
  for (const holding of books.holdings) {
    if (holding.part?.reason === "payment") holding.part = null;
    if (holding.sellReason === "payment") holding.sellReason = null;
  }
}

function exitReason(books: Books, holding: Holding, t: number, bar: Bar): ExitReason | null {
  const { run } = books;
  const { sell } = run.strategy;
  const held = heldFor(books, holding, t);
  if (held < sell.minHoldingDays) return null;
  const stopped = sell.stopOrders === "resting" ? null : stopReason(books, holding, bar);
  if (stopped !== null) return stopped;
  if (sell.maxHoldingDays !== null && held >= sell.maxHoldingDays) return "max-holding";
  if (!books.scheduled.has(bar.day)) return null;
  const position = { entryPrice: holding.average, held, peak: peakBefore(books, holding, bar.day + 1) };
  const isAsked = run.lines.sell.some((holds) => holds(holding.symbol, bar.day, position) === true);
  return isAsked ? "rule" : null;
}

function stopReason(books: Books, holding: Holding, bar: Bar): ExitReason | null {
  const { stopLoss, trailingStopLoss, takeProfit } = books.run.strategy.sell;
  const { average } = holding;
  const peak = peakBefore(books, holding, bar.day + 1);
  if (stopLoss !== null && atMost(bar.close, average * (1 - stopLoss / 100))) return "stop-loss";
  if (trailingStopLoss !== null && atMost(bar.close, peak * (1 - trailingStopLoss / 100)))
    return "trailing-stop";
  return takeProfit !== null && atLeast(bar.close, average * (1 + takeProfit / 100)) ? "take-profit" : null;
}

export interface Candidate {
  readonly series: Series;
  readonly symbol: string;
  readonly close: number;
  readonly key: number;
}

/** By priority. */
export function candidatesOn({ run, holdings, lastSold }: Books, t: number): Candidate[] {
  const day = itemAt(run.calendar, t);
  const { coolDownDays = 0 } = run.strategy.sell;
  const found = run.universe.flatMap((series): Candidate[] => {
    const bar = barOn(series, day);
    const { symbol } = series.instrument;
    if (bar === null || holdings.some((holding) => holding.symbol === symbol)) return [];
    if (t - (lastSold.get(symbol) ?? -Infinity) < coolDownDays) return [];
    if (!isSignal(run, series, day)) return [];
    return [{ series, symbol, close: bar.close, key: keyOf(run, series, bar) }];
  });
  return found.toSorted(
    (a, b) => (a.key === b.key ? 0 : b.key - a.key) || compareSymbols(a.symbol, b.symbol),
  );
}

function keyOf({ strategy, lines }: Books["run"], series: Series, bar: Bar): number {
  switch (strategy.simulation.sortingType) {
    case "300-days-top-gainer-first":
      return growthRatio(series, bar.day, 300) ?? -Infinity;
    case "market-cap-desc":
      return bar.marketCap ?? -Infinity;
    case "volume-desc":
      return bar.volume;
    case "expression": {
      // unknown comes last, behind whatever is beyond the range of singles
      const value = lines.sortBy?.(series.instrument.symbol, bar.day) ?? null;
      return value === null ? -Infinity : Math.max(Math.fround(value), -Number.MAX_VALUE);
    }
  }
}

/** Step 5 of slots. @param equity - what may be put into positions */
export function decideSlots(books: Books, t: number, equity: number): void {
  const { run, passedOver, decisions } = books;
  const { strategy, lines } = run;
  const day = itemAt(run.calendar, t);
  books.buys = [];
  if (strategy.format === "strategy/3" && !(equity > nothingOf(books))) return;
  if (!books.scheduled.has(day)) return;
  const places = freePlaces(books);
  let rank = 0;
  for (const { series, symbol, close, key } of candidatesOn(books, t)) {
    const distance = lines.riskDistance?.(symbol, day) ?? null;
    const money = slotValueOf(strategy.simulation, equity, { close, distance });
    if (money === null) continue;
    const candidate = { type: "candidate", day, instrument: symbol, key } as const;
    if (!canBuyOne(books, money, close)) {
      passedOver.unaffordable += 1;
      decisions.push({ ...candidate, rank: 0, outcome: "unaffordable" });
      continue;
    }
    rank += 1;
    const outcome = rank <= places ? "ordered" : "noSlot";
    if (outcome === "ordered") books.buys.push({ series, symbol, money, kind: "new" });
    else passedOver.noSlot += 1;
    decisions.push({ ...candidate, rank, outcome });
  }
}
