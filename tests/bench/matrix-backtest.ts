/**
 * The default strategy as one writes it with matrices: every condition for every instrument on every session first, a
 * loop over the sessions after. Plain on purpose: what the engine is held against. For markets with a bar of every
 * instrument on every session, and for strategies that differ from the default in figures and in `match` alone.
 */
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** One value an instrument and session; rows are sessions. */
type Matrix = Float64Array;

interface Holding {
  readonly instrument: number;
  readonly quantity: number;
  readonly entry: number;
  peak: number;
  isLeaving: boolean;
}

/** @returns the account's value at the last close */
export function matrixBacktest(strategy: Strategy, market: Market): number {
  const instruments = market.instruments.length;
  const sessions = (market.barOffset[1] ?? 0) - (market.barOffset[0] ?? 0);
  const turned = (column: Float64Array) => turn(column, instruments, sessions);
  const close = turned(market.close);
  const open = turned(market.open);
  const signal = signalsOf(strategy, { market, close, turned, instruments, sessions });
  const gain = map(close, (value, at) => value / (close[at - 300 * instruments] ?? Number.NaN));
  return walk(strategy, { close, open, signal, gain, instruments, sessions });
}

function turn(column: Float64Array, instruments: number, sessions: number): Matrix {
  const turned = new Float64Array(column.length);
  for (let instrument = 0; instrument < instruments; instrument++)
    for (let session = 0; session < sessions; session++)
      turned[session * instruments + instrument] = column[instrument * sessions + session] ?? Number.NaN;
  return turned;
}

function map(matrix: Matrix, work: (value: number, at: number) => number): Matrix {
  return matrix.map(work);
}

interface Prices {
  readonly market: Market;
  readonly close: Matrix;
  readonly turned: (column: Float64Array) => Matrix;
  readonly instruments: number;
  readonly sessions: number;
}

function signalsOf({ scanner, buy }: Strategy, prices: Prices): Uint8Array {
  const { market, close, turned, instruments } = prices;
  const volume = turned(market.volume);
  const value = map(close, (price, at) => price * (volume[at] ?? 0));
  const meanValue = rollingMean(value, instruments, scanner.avgDailyValueDays);
  const average = rollingMean(close, instruments, buy.movingAverageDays);
  const cap = market.marketCap ? turned(market.marketCap) : null;
  const isRanked = cap ? topOf(cap, instruments, scanner.marketCapRank ?? 100) : null;
  const before = (at: number, days: number) => close[at - days * instruments] ?? Number.NaN;
  return Uint8Array.from(close, (price, at) => {
    const scanned = [
      price >= near(before(at, scanner.priceGrowthDays) * (1 + (scanner.priceGrowth ?? 0) / 100)),
      price >= near(scanner.minPrice ?? 0),
      isRanked === null || isRanked[at] === 1,
      (meanValue[at] ?? Number.NaN) >= near(scanner.avgDailyValue ?? 0),
    ];
    const isScanned = scanner.match === "all" ? scanned.every(Boolean) : scanned.some(Boolean);
    const isBought = price >= near(before(at, buy.closeDays)) && price >= near(average[at] ?? Number.NaN);
    return isScanned && isBought ? 1 : 0;
  });
}

function near(limit: number): number {
  return limit - 1e-9 * Math.abs(limit);
}

function rollingMean(matrix: Matrix, instruments: number, days: number): Matrix {
  return map(matrix, (_, at) => {
    if (at < (days - 1) * instruments) return Number.NaN;
    let sum = 0;
    for (let back = 0; back < days; back++) sum += matrix[at - back * instruments] ?? Number.NaN;
    return sum / days;
  });
}

/** 1 for the instruments that are among the top percent of their session. */
function topOf(matrix: Matrix, instruments: number, percent: number): Uint8Array {
  const isTop = new Uint8Array(matrix.length);
  for (let from = 0; from < matrix.length; from += instruments) {
    const row = matrix.subarray(from, from + instruments);
    const order = Array.from(row.keys()).toSorted((a, b) => (row[b] ?? 0) - (row[a] ?? 0) || a - b);
    order.forEach((instrument, place) => {
      if (place * 100 < percent * instruments) isTop[from + instrument] = 1;
    });
  }
  return isTop;
}

interface Walk {
  readonly close: Matrix;
  readonly open: Matrix;
  readonly signal: Uint8Array;
  readonly gain: Matrix;
  readonly instruments: number;
  readonly sessions: number;
}

function walk({ sell, simulation }: Strategy, walked: Walk): number {
  const { close, open, signal, gain, instruments, sessions } = walked;
  const { startMargin, maxPositions } = simulation;
  let cash = startMargin;
  let equity = cash;
  let slot = 0;
  let holdings: (Holding & { readonly session: number })[] = [];
  let orders: readonly number[] = [];
  for (let session = 0; session < sessions; session++) {
    const at = (instrument: number) => session * instruments + instrument;
    for (const { instrument, quantity, isLeaving } of holdings)
      if (isLeaving) cash += quantity * (open[at(instrument)] ?? 0);
    holdings = holdings.filter(({ isLeaving }) => !isLeaving);
    for (const instrument of orders) {
      const price = open[at(instrument)] ?? 0;
      const quantity = Math.floor(Math.min(slot, cash) / price + 1e-9);
      if (quantity < 1 || holdings.length >= maxPositions) continue;
      cash -= quantity * price;
      holdings.push({ instrument, quantity, entry: price, peak: price, isLeaving: false, session });
    }
    equity = holdings.reduce(
      (sum, { instrument, quantity }) => sum + quantity * (close[at(instrument)] ?? 0),
      cash,
    );
    for (const holding of holdings) {
      const price = close[at(holding.instrument)] ?? 0;
      holding.peak = Math.max(holding.peak, price);
      const stop = holding.peak * (1 - (sell.trailingStopLoss ?? 100) / 100);
      const isHeld = session + 1 - holding.session >= sell.minHoldingDays;
      holding.isLeaving = isHeld && price <= stop + 1e-9 * Math.abs(stop);
    }
    slot = equity / maxPositions;
    const held = new Set(holdings.map(({ instrument }) => instrument));
    const candidates: number[] = [];
    for (let instrument = 0; instrument < instruments; instrument++) {
      if (signal[at(instrument)] !== 1 || held.has(instrument)) continue;
      if (Math.floor(slot / (close[at(instrument)] ?? 0) + 1e-9) >= 1) candidates.push(instrument);
    }
    const key = (instrument: number) => {
      const ratio = gain[at(instrument)] ?? Number.NaN;
      return Number.isNaN(ratio) ? -Infinity : ratio;
    };
    candidates.sort((a, b) => (key(a) === key(b) ? a - b : key(b) - key(a)));
    const free = maxPositions - holdings.filter(({ isLeaving }) => !isLeaving).length;
    orders = candidates.slice(0, free);
  }
  return equity;
}
