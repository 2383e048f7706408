/**
 * The reference's view of a market, written from workers/engine/README.md alone: one list of bars an instrument,
 * and the conditions of section 2 evaluated afresh whenever they are asked for.
 */
import { compareSymbols } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface Bar {
  readonly day: number;
  /** On the run's price basis. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** As in the file. */
  readonly fileClose: number;
  readonly volume: number;
  /** null where unknown. */
  readonly marketCap: number | null;
  /** null where there is none. */
  readonly adjClose: number | null;
}

export interface Series {
  readonly instrument: Instrument;
  readonly bars: readonly Bar[];
  /** Place in `bars` by day. */
  readonly byDay: ReadonlyMap<number, number>;
}

/** a >= b, forgiving rounding (workers/engine/README.md section 1). */
export function atLeast(a: number, b: number): boolean {
  return a >= b - 1e-9 * Math.abs(b);
}

/** a <= b, forgiving rounding. */
export function atMost(a: number, b: number): boolean {
  return a <= b + 1e-9 * Math.abs(b);
}

/** The element, which the caller knows to be there. */
export function itemAt<T>(list: ArrayLike<T>, at: number): T {
  const item = list[at];
  if (item === undefined) throw new RangeError(`itemAt: no element ${at} of ${list.length}`);
  return item;
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function presentFigure(column: Float64Array | null, row: number): number | null {
  const value = column?.[row] ?? Number.NaN;
  return value > 0 ? value : null; // 0 or less counts as missing, and so does NaN
}

/** Every series of the market on the strategy's price basis. */
export function readSeries(market: Market, priceBasis: Strategy["simulation"]["priceBasis"]): Series[] {
  return market.instruments.map((instrument, i) => {
    const bars: Bar[] = [];
    const byDay = new Map<number, number>();
    for (let row = itemAt(market.barOffset, i); row < itemAt(market.barOffset, i + 1); row++) {
      const fileClose = itemAt(market.close, row);
      const adjClose = presentFigure(market.adjClose, row);
      const factor = priceBasis === "adjusted" && adjClose !== null ? adjClose / fileClose : 1;
      byDay.set(itemAt(market.day, row), bars.length);
      bars.push({
        day: itemAt(market.day, row),
        open: itemAt(market.open, row) * factor,
        high: itemAt(market.high, row) * factor,
        low: itemAt(market.low, row) * factor,
        close: fileClose * factor,
        fileClose,
        volume: itemAt(market.volume, row),
        marketCap: presentFigure(market.marketCap, row),
        adjClose,
      });
    }
    return { instrument, bars, byDay };
  });
}

export function barOn(series: Series, day: number): Bar | null {
  const at = series.byDay.get(day);
  return at === undefined ? null : itemAt(series.bars, at);
}

/** The last bar on or before a day. */
export function lastBar(series: Series, day: number): Bar | null {
  return series.bars.findLast((bar) => bar.day <= day) ?? null;
}

/** The last bar on or before a day, which the caller knows to be there. */
export function knownBar(series: Series, day: number): Bar {
  const bar = lastBar(series, day);
  if (bar === null) throw new RangeError(`knownBar: ${series.instrument.symbol} has none by day ${day}`);
  return bar;
}

/** Bar 0 (of that day) and the ones before it, newest first; at most `count`. */
function look(series: Series, day: number, count: number): Bar[] {
  const at = series.byDay.get(day);
  if (at === undefined) return [];
  return series.bars.slice(Math.max(0, at - count + 1), at + 1).toReversed();
}

/** close[0] / close[days], or null with fewer than days + 1 bars. */
export function growthRatio(series: Series, day: number, days: number): number | null {
  const bars = look(series, day, days + 1);
  return bars.length < days + 1 ? null : itemAt(bars, 0).close / itemAt(bars, days).close;
}

function passesGrowth(series: Series, day: number, lookBack: { days: number; percent: number }): boolean {
  const bars = look(series, day, lookBack.days + 1);
  if (bars.length < lookBack.days + 1) return false;
  return atLeast(itemAt(bars, 0).close, itemAt(bars, lookBack.days).close * (1 + lookBack.percent / 100));
}

function passesDailyValue(series: Series, day: number, wanted: { days: number; value: number }): boolean {
  const bars = look(series, day, wanted.days);
  if (bars.length < wanted.days) return false;
  const mean = sum(bars.map((bar) => bar.fileClose * bar.volume)) / wanted.days;
  return atLeast(mean, wanted.value);
}

function passesAverage(series: Series, day: number, days: number): boolean {
  const bars = look(series, day, days);
  if (bars.length < days) return false;
  return atLeast(itemAt(bars, 0).close, sum(bars.map((bar) => bar.close)) / days);
}

function passesRank(universe: readonly Series[], series: Series, ask: { day: number; p: number }): boolean {
  const ranked: { symbol: string; cap: number }[] = [];
  for (const each of universe) {
    const cap = barOn(each, ask.day)?.marketCap ?? null;
    if (cap !== null) ranked.push({ symbol: each.instrument.symbol, cap });
  }
  ranked.sort((a, b) => b.cap - a.cap || compareSymbols(a.symbol, b.symbol));
  const place = ranked.findIndex((each) => each.symbol === series.instrument.symbol);
  return place >= 0 && place * 100 < ask.p * ranked.length;
}

/** True where some bar of the universe, in the whole dataset, has a market cap. */
export function hasMarketCap(universe: readonly Series[]): boolean {
  return universe.some((series) => series.bars.some((bar) => bar.marketCap !== null));
}

/** What a rule says at the close of a day on which the symbol has a bar; null is unknown. */
type HoldsOn = (symbol: string, day: number) => boolean | null;

export interface Rules {
  readonly strategy: Strategy;
  readonly universe: readonly Series[];
  /** False where the dataset can't answer the rank condition, which is then left out. */
  readonly isRankKnown: boolean;
  /** The strategy's own, those in use. */
  readonly lines: { readonly scanner: readonly HoldsOn[]; readonly buy: readonly HoldsOn[] };
}

/** Scanner and buy rules at the close of a day on which the series has a bar. */
export function isSignal(rules: Rules, series: Series, day: number): boolean {
  const { strategy, universe, isRankKnown, lines } = rules;
  const { scanner, buy } = strategy;
  const { symbol } = series.instrument;
  const bar = barOn(series, day);
  if (bar === null) return false;
  const scanned: boolean[] = [];
  if (scanner.priceGrowth !== null) {
    const lookBack = { days: scanner.priceGrowthDays, percent: scanner.priceGrowth };
    scanned.push(passesGrowth(series, day, lookBack));
  }
  if (scanner.minPrice !== null) scanned.push(atLeast(bar.fileClose, scanner.minPrice));
  if (scanner.marketCapRank !== null && isRankKnown) {
    scanned.push(passesRank(universe, series, { day, p: scanner.marketCapRank }));
  }
  if (scanner.avgDailyValue !== null) {
    const wanted = { days: scanner.avgDailyValueDays, value: scanner.avgDailyValue };
    scanned.push(passesDailyValue(series, day, wanted));
  }
  for (const holds of lines.scanner) scanned.push(holds(symbol, day) === true);
  const isScanned =
    scanned.length === 0 || (scanner.match === "all" ? !scanned.includes(false) : scanned.includes(true));
  const isAboveOld = !buy.lastPriceVsClose || passesGrowth(series, day, { days: buy.closeDays, percent: 0 });
  const isAboveAverage = !buy.lastPriceVsMA || passesAverage(series, day, buy.movingAverageDays);
  return isScanned && isAboveOld && isAboveAverage && lines.buy.every((holds) => holds(symbol, day) === true);
}
